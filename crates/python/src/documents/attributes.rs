//! A scan for attributes: which of some attributes the tags of a page can have, before any element is built.
//!
//! A selector such as `[background]` makes the parser visit every element, but few pages have that attribute. A scan of
//! the source detects that: `<a class=more href="../item/1">` has the names `class` and `href`.
//!
//! This is a scan, not a parse. From a "<" before a letter it follows the states of a tag to its ">" (`Markup`) and
//! skips everything between tags. But in a comment or a script, "<" before a letter begins no tag. The scan may then
//! mistake such text for a tag and run past a real one. If it meets "<" inside a supposed tag, it gives up and returns
//! None. Otherwise it was between tags at the start of each real tag, and so saw all of it. False positives are
//! possible, false negatives are not.

use memchr::memchr;
use pyo3::prelude::*;

use crate::calling::values::Items;
use uriverse_html::shapes::Shapes;
use uriverse_html::tokens::Markup;

/// Which of the names occur as attributes in the tags of a page; None if that is unknown.
///
/// The octets must be in an encoding that extends US-ASCII, the names in lower case.
#[pyfunction]
pub fn attributes_of_tags(data: &[u8], names: Items<String>) -> Option<Vec<String>> {
    let mut found = vec![false; names.len()];
    let shapes = Shapes::from_names(names.iter());
    let mut markup = Markup::new(data);
    while let Some(at) = memchr(b'<', &data[markup.at..]) {
        let start = markup.at + at + 1;
        markup.at = start;
        if !data.get(start).is_some_and(u8::is_ascii_alphabetic) {
            continue;
        }
        markup.tag_name();
        while let Some(attribute) = markup.next_attribute() {
            let name = &data[attribute.name.0..attribute.name.1];
            if shapes.has(name) {
                for (known, found) in names.iter().zip(&mut found) {
                    *found |= name.eq_ignore_ascii_case(known.as_bytes());
                }
            }
        }
        if memchr(b'<', &data[start..markup.at]).is_some() {
            return None;
        }
    }
    Some(names.into_iter().zip(found).filter_map(|(name, found)| found.then_some(name)).collect())
}
