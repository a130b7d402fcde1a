"""What schemathesis does not know by itself: a body of NDJSON is sent as the text that it is."""

import schemathesis

schemathesis.serializer.alias("application/x-ndjson", "text/plain")
