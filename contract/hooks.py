"""What schemathesis has to know of the media types of openapi.yaml."""

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def lines(_context, value):
    """The lines of a batch are a string already."""
    return str(value).encode("utf-8", errors="surrogatepass")
