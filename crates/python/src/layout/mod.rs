//! The layouts of the hot objects.
//!
//! | file | subject |
//! |---|---|
//! | `object` | a reference: its text, its edition, its offsets |
//! | `url` | a `URL` of the URL Standard, and its attributes |
//! | `places` | a compact form of the offsets |

pub mod object;
pub mod places;
pub mod url;
