//! DuckDB: functions over its vectors, without Arrow in between.
//!
//! DuckDB lets a program link extensions into it (`duckdb_static_extension.h`). Its Python module has that function and the
//! C interface, so that nothing is loaded from a file, and no check of DuckDB's on files is turned off.
//!
//! For `select uri_host(url)`: DuckDB calls `functions::run` with up to 2048 texts. `reading` copies them into an Arrow
//! array, a function of Python gives the hosts as a `Column`, and `writing` makes a vector of that.
//!
//! | file | subject |
//! |---|---|
//! | `interface.rs` | the functions of DuckDB's C interface, and its structures |
//! | `holds.rs` | what a result holds, as DuckDB's types |
//! | `reading.rs` | the texts of a vector as an Arrow array |
//! | `writing.rs` | an Arrow array as a vector |
//! | `functions.rs` | the functions: registered when a database is opened, called by queries |

mod functions;
mod holds;
mod interface;
mod reading;
mod writing;

pub use functions::register;
