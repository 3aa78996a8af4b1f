//! The mark of a request whose path ends with a slash, which the router has removed.

/// The mark of a request whose path ends with a slash, which the router has removed. It is an extension of the request.
///
/// It matters only for a page: relative addresses in it mean something else below a slash.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrailingSlash;
