//! The quick way beside the readings.

use std::fs;
use std::path::Path;

use crate::offsets::Offsets;
use crate::parse::parse_generally;
use crate::tables::Tables;

const TEXTS: [&str; 22] = [
    "http://a/b/c/d;p?q",
    "http://a",
    "http://",
    "http:///p",
    "http://a:80/b?c#d",
    "http://a:/b",
    "http://:80/",
    "ftp://u:p@h:21/x",
    "http://[::1]:80/x?y",
    "http://1.2.3.4/%41%2f/b%7E?%20#%23",
    "svn+ssh://example.com/path/../to",
    "//h/p",
    "../a/b.c?d#e",
    "/a//b",
    "//",
    "a:b",
    "mailto:a@b.c",
    "",
    "?q",
    "#f",
    "g;x=1/./y",
    "%41/b:c",
];

fn editions() -> Vec<Tables> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/uriverse/editions");
    let files = fs::read_dir(folder).expect("the editions are there").map(|file| file.expect("it is there").path());
    let tables = files.filter(|path| path.extension().is_some_and(|extension| extension == "tables"));
    tables.map(|path| Tables::load(&fs::read(path).expect("it can be read")).expect("it loads")).collect()
}

/// Each text; longer than the bytes that are mapped; and with every byte taken out, doubled and changed.
fn variants() -> Vec<Vec<u8>> {
    let mut texts = Vec::new();
    for text in TEXTS {
        let long = text.replace('b', &"b".repeat(61)).replace('q', &"q%41".repeat(19));
        for text in [text.as_bytes(), long.as_bytes()] {
            texts.push(text.to_vec());
            for at in 0..text.len() {
                for byte in [b':', b'/', b'?', b'#', b'@', b'[', b'%', b'a', b' ', 0, 0xc3] {
                    let mut edited = text.to_vec();
                    edited[at] = byte;
                    texts.push(edited.clone());
                    edited.insert(at, text[at]);
                    texts.push(edited);
                }
            }
        }
    }
    texts
}

#[test]
fn what_the_quick_way_accepts_the_readings_accept_alike() {
    let texts = variants();
    for t in editions() {
        let Some(quick) = &t.quick else { continue };
        for text in &texts {
            let (mut quickly, mut generally) = (Offsets::EMPTY, Offsets::EMPTY);
            if quick.parse(text, &mut quickly) {
                let shown = text.escape_ascii();
                assert!(parse_generally(&t, text, &mut generally), "{} refuses {shown}", t.id());
                assert_eq!(quickly, generally, "{} {shown}", t.id());
            }
        }
    }
}

#[test]
fn the_usual_shape_is_recognised() {
    let quick: Vec<String> = editions().into_iter().filter(|t| t.quick.is_some()).map(|t| t.id().to_owned()).collect();
    for id in ["rfc2396", "rfc2732", "rfc3986"] {
        assert!(quick.iter().any(|found| found == id), "{id} has no quick way, as {quick:?} have");
    }
}
