//! Queries as pairs: names and values joined by "&", and edits that leave every other pair as it is written.
//!
//! No document of the URI syntax defines the convention; RFC 3986, 3.4, mentions it, and the URL Standard, 5, defines
//! the encoding of HTML forms. Input: the octets of a query. Output: its pairs as they are written, or the octets of
//! the edited query. With `set k=9, remove utm_*`, pair by pair:
//!
//! ```text
//!   a=%41 & k=1 & b & utm_id=7        a=%41 & k=9 & b
//!   keep    set   keep  remove
//! ```
//!
//! An edit changes nothing else: each pair that it does not select is copied with its octets, and the order of pairs is
//! kept. A pair that is set keeps the spelling of its name, and its whole spelling if it already has the value.
//!
//! | module | subject |
//! |---|---|
//! | `pairs` | a query split into pairs, and the data of names and values |
//! | `names` | lists of names |
//! | `selectors` | which pairs an edit selects |
//! | `edit` | edits of pairs, and writing the edited query |
//! | `one` | a fast path that sets the value of one pair |

mod edit;
mod names;
mod one;
mod pairs;
mod selectors;

pub use edit::{compose, Data, Edit, Edited, Rewritten, Value};
pub use names::Names;
pub use one::set_one;
pub use pairs::{data, has_name, pairs, sorted, text, texts, Notation, Pair};
pub use selectors::{glob, Selector};
