//! The mark of a request whose path ends with a slash, which the router has removed.

/// The mark of a request whose path ends with a slash, which the router has removed. It is an extension of the request.
///
/// It matters only for pages: a slash at the end changes what their relative addresses refer to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrailingSlash;
