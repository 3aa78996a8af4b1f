//! The labels of metrics.

use prometheus_client::encoding::EncodeLabelSet;

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
#[expect(clippy::struct_field_names, reason = "OpenTelemetry names the labels")]
pub(super) struct RequestLabels {
    pub(super) http_request_method: &'static str,
    pub(super) http_route: &'static str,
    pub(super) http_response_status_code: u16,
}

/// The labels of most requests.
pub(super) const HOT_PATH: RequestLabels = RequestLabels {
    http_request_method: "POST",
    http_route: "/validate",
    http_response_status_code: 200,
};

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct RejectionLabels {
    pub(super) r#type: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct ParseErrorLabels {
    pub(super) reason: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct DroppedSpanLabels {
    pub(super) reason: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct BoardLabels {
    pub(super) valid: bool,
    pub(super) complete: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct SearchLabels {
    pub(super) size: u64,
    pub(super) solutions: &'static str,
}
