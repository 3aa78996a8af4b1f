"""Serializers for the media types of openapi.yaml that schemathesis does not know."""

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def lines(_context, value):
    """Encodes the lines of a batch, which are already a string."""
    return str(value).encode("utf-8", errors="surrogatepass")
