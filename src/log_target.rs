//! The targets of log lines that have rules of their own.

/// The startup line, which is logged at any `--log` level.
pub const START: &str = "sudoku_validator::start";

/// The lines of the access log, which are logged at any `--log` level, and however many there are.
pub const ACCESS: &str = "sudoku_validator::access";

/// The lines that report suppressed lines, which are logged at any `--log` level and never suppressed.
pub const SUPPRESSED: &str = "sudoku_validator::suppressed";
