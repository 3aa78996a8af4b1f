//! Recognizes how a body was sent by its media type.

/// Returns what to send instead of a body of this media type, in lower case, that is neither JSON nor text.
pub(crate) fn advice(media_type: Option<&str>) -> &'static str {
    match media_type {
        Some("application/x-www-form-urlencoded" | "multipart/form-data") => {
            "Send the board as JSON with the header 'Content-Type: application/json', not as a form; with curl, use --json instead \
             of --data or --form, and with Python's requests, json= instead of data= or files=."
        }
        Some("application/x-ndjson" | "application/ndjson" | "application/jsonl") => {
            "Send one board with the header 'Content-Type: application/json'; one board per line is for POST /validate/batch."
        }
        _ => {
            "Send the header 'Content-Type: application/json' for a board as JSON (with curl, use --json instead of --data), or \
             'Content-Type: text/plain' for a board as text."
        }
    }
}
