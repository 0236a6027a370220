//! The tags of a page: their ranges are in order and within it, and those of its beginning are the whole page's.
//!
//! A page that is cut after a tag has the same tags up to there, because the tokenizer never looks ahead of a tag's ">".
//! Lines and columns are counted once more, from the start.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use uriverse_html::places::Places;
use uriverse_html::tokens::{Markup, Next};

/// A tag: its name, the names and values of its attributes, whether it ends the source, and the position after it.
#[derive(PartialEq, Eq, Debug)]
struct Whole {
    is_end: bool,
    ranges: Vec<(usize, usize)>,
    after: usize,
}

/// The whole tags of a page; none after what the tokenizer leaves to a parser.
fn tags(page: &[u8]) -> Vec<Whole> {
    let mut markup = Markup::new(page);
    let mut tags = Vec::new();
    while let Next::Tag(tag) = markup.next_tag() {
        let mut ranges = vec![tag.name];
        while let Some(attribute) = markup.next_attribute() {
            ranges.extend([attribute.name, attribute.value]);
        }
        if !markup.end_tag() {
            break;
        }
        let name = &page[tag.name.0..tag.name.1];
        if !tag.is_end && [&b"script"[..], b"style", b"title"].iter().any(|raw| name.eq_ignore_ascii_case(raw)) {
            ranges.push(markup.pass_over_raw_text(tag.name));
        }
        tags.push(Whole { is_end: tag.is_end, ranges, after: markup.at });
    }
    tags
}

fuzz_target!(|page: &[u8]| {
    let tags = tags_in_order(page);
    for cut in [tags.len() / 2, tags.len().saturating_sub(1)] {
        let Some(tag) = tags.get(cut) else { continue };
        // Raw text goes to the end of the source if nothing ends it.
        assert!(tags_in_order(&page[..tag.after]) == tags[..=cut], "cut at {}", tag.after);
    }
    let is_ascii = page.is_ascii();
    let mut places = Places::new(page, is_ascii);
    for tag in &tags {
        let before = &page[..tag.ranges[0].0];
        let line = before.split(|byte| *byte == b'\n').next_back().unwrap_or_default();
        let column = if is_ascii { line.len() } else { line.iter().filter(|byte| **byte & 0xC0 != 0x80).count() };
        let lines = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        assert_eq!(places.place(before.len()), (lines as u32, column as u32));
    }
});

/// The tags of a page, after a look at their ranges.
fn tags_in_order(page: &[u8]) -> Vec<Whole> {
    let tags = tags(page);
    let mut at = 0;
    for tag in &tags {
        for &(start, end) in &tag.ranges {
            assert!(at <= start && start <= end && end <= page.len(), "{tag:?}");
            at = end;
        }
        assert!(at <= tag.after && tag.after <= page.len(), "{tag:?}");
        at = tag.after;
    }
    tags
}
