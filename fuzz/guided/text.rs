//! Every law of `uriverse-fuzz`, in every edition, on a text and a base; and what is mended is valid and stays.
//!
//! The input is a text, and after a line end its base.
#![no_main]
#![forbid(unsafe_code)]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use uriverse_core::{parse, Tables};
use uriverse_fuzz::corpus::Case;
use uriverse_fuzz::editions::editions;
use uriverse_fuzz::engine::Native;
use uriverse_fuzz::run::replay;
use uriverse_text::mending::mend;

static EDITIONS: OnceLock<Vec<Tables>> = OnceLock::new();

fuzz_target!(|input: &[u8]| {
    let editions = EDITIONS.get_or_init(|| editions().expect("the repository has the tables"));
    let mut parts = input.splitn(2, |byte| *byte == b'\n');
    let text = parts.next().unwrap_or_default().to_vec();
    let base = parts.next().unwrap_or_default().to_vec();
    if let Ok(whole) = std::str::from_utf8(input) {
        for tables in editions.iter().filter(|tables| tables.id() == "rfc3986") {
            if let Ok(mended) = mend(tables, whole.as_bytes(), Some(b"https"), 9) {
                assert!(parse(tables, &mended.text).is_some(), "what is mended is not valid");
                let again = mend(tables, &mended.text, Some(b"https"), 9).map(|again| (again.text, again.count));
                assert_eq!(again.ok(), Some((mended.text.clone(), 0)), "what is mended is mended again");
            }
        }
    }
    if let Err(failure) = replay(&Native, editions, &Case { text, base, ..Case::default() }) {
        panic!("{failure}");
    }
});
