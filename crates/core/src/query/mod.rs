//! Queries as pairs: names and values joined by "&", and edits that leave every other pair as it is written.
//!
//! No document of the URI syntax defines the convention; RFC 3986, 3.4, mentions it, and the URL Standard, 5, has the
//! form of it that HTML forms send. What goes in: the octets of a query. What comes out: its pairs as they are written,
//! or the octets of the edited query. With `set k=9, remove utm_*`, pair by pair:
//!
//! ```text
//!   a=%41 & k=1 & b & utm_id=7        a=%41 & k=9 & b
//!   keep    set   keep  remove
//! ```
//!
//! Why an edit changes nothing else: each pair that is not named is copied with its octets, and the pairs stay in their
//! order. A pair that is set keeps the spelling of its name; it keeps the whole spelling if it has the value already.
//!
//! | module | subject |
//! |---|---|
//! | `pairs` | a query cut into pairs, and what its octets stand for |
//! | `selectors` | which pairs an edit means |
//! | `edit` | what becomes of them, and the query that is written |
//! | `one` | the value of one pair, by the shortest way |

mod edit;
mod one;
mod pairs;
mod selectors;

pub use edit::{compose, Data, Edit, Edited, Rewritten, Value};
pub use one::set_one;
pub use pairs::{data, has_name, pairs, sorted, text, texts, Notation, Pair};
pub use selectors::{glob, Selector};
