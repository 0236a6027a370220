//! The fast path compared with the general parse.

use std::fs;
use std::path::Path;

use crate::offsets::Offsets;
use crate::parse::parse_generally;
use crate::table::Tables;

const TEXTS: [&str; 66] = [
    "../../x/y.z?a",
    "./x/y",
    "../%41/b",
    "..//x",
    "../a:b/c",
    "a:b/c",
    ".../x",
    "x/./y",
    "../..",
    "././/../x#f",
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
    "https://example.org/a/b?c#d",
    "https://example.org",
    "wss://example.1a/",
    "ws://1.2.3.4/%2/%2f",
    "ftp://1.2.3/",
    "ftp://example.org./",
    "httpx://a/",
    "http://a/./b",
    "http://a/b/..",
    "http://a/%2E/b",
    "http://a/.b/%2ec/...",
    "http://a:8080/",
    "http://a:80/",
    "../%2e",
    "http://b\u{fc}cher.example:80/\u{3b1}\u{3b2}%41\u{4f8b}/\u{1f600}?\u{e4}b#\u{f6}",
    "http://h/\u{e000}?\u{e000}#\u{e000}",
    "/\u{e4}//b",
    "\u{e4}b/c:d",
    "a/\u{e4}:b?\u{10ffff}",
    "\u{e4}:b",
    "http://a?b;c/d;p?q#f",
    "http://a:80?q",
    "http://a:80;p",
    "http://a:80#f",
    "http://a;p",
    "http://a/b;p;q?x#f",
    "http://a/b?x;p",
    "http://a//b",
    "http://a/;p",
    "g;p?x#f",
    ";p#f",
    "g#f;p?x",
    "h+1.-://a-b.example:80/b",
    "http://a.1-2.b-c/b",
];

fn editions() -> Vec<Tables> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/uriverse/editions");
    let files = fs::read_dir(&folder).expect("the editions are there").map(|file| file.expect("it is there").path());
    let serialized = folder.join("../whatwg/data/whatwg-serialized.tables");
    let tables =
        files.chain([serialized]).filter(|path| path.extension().is_some_and(|extension| extension == "tables"));
    tables.map(|path| Tables::load(&fs::read(path).expect("it can be read")).expect("it loads")).collect()
}

/// Each text; a longer one, beyond the masks; and each of them with every byte replaced and doubled. In the longer
/// ones, those around the end of the masks and every fourth of the others.
fn variants() -> Vec<Vec<u8>> {
    let mut texts = Vec::new();
    for text in TEXTS {
        let long = text.replace('b', &"b".repeat(61)).replace('q', &"q%41".repeat(19));
        for text in [text.as_bytes(), long.as_bytes()] {
            texts.push(text.to_vec());
            let edited = |at: &usize| text.len() <= 64 || (60..68).contains(at) || at.is_multiple_of(4);
            for at in (0..text.len()).filter(edited) {
                for byte in [b':', b'/', b'?', b'#', b'@', b'[', b'%', b'a', b';', b'-', b' ', 0, 0xc3, 0xbf] {
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
fn the_general_parse_agrees() {
    let texts = variants();
    for tables in editions() {
        let Some(fast_path) = &tables.fast_path else { continue };
        for text in &texts {
            let (mut fast, mut general) = (Offsets::EMPTY, Offsets::EMPTY);
            if fast_path.parse(text, &mut fast) {
                let shown = text.escape_ascii();
                assert!(parse_generally(&tables, text, &mut general), "{} refuses {shown}", tables.id());
                assert_eq!(fast, general, "{} {shown}", tables.id());
            }
        }
    }
}

#[test]
fn all_editions_of_the_usual_shape_have_a_fast_path() {
    let with: Vec<String> = editions()
        .into_iter()
        .filter(|tables| tables.judging_fast_path().is_some())
        .map(|tables| tables.id().to_owned())
        .collect();
    // RFC 1630 has no authority, and URI templates have no readings.
    let others = ["rfc1630", "rfc6570"];
    for tables in editions().iter().filter(|tables| !others.contains(&tables.id())) {
        assert!(
            with.iter().any(|found| found == tables.id()),
            "{} has no fast path; these have one: {with:?}",
            tables.id()
        );
    }
}

#[test]
fn older_shapes_are_read_by_the_fast_path() {
    let editions = editions();
    let fast_path = |id: &str| {
        let table = editions.iter().find(|tables| tables.id() == id).expect("it is an edition");
        table.fast_path.as_ref().expect("it has a fast path")
    };
    let takes = |id: &str, text: &str| fast_path(id).parse(text.as_bytes(), &mut Offsets::EMPTY.clone());
    for text in ["http://a.b/c;d?e", "ftp://a-b.c:21/", "http://1.2.3.4", "x+1://a/%41//b;c?d:e"] {
        assert!(takes("rfc1738", text), "{text}");
    }
    for text in ["http://a:/", "http://a/#f", "/a", "http://a.b?c", "http://a.1b-/", "http:///a", "http://a/%4"] {
        assert!(!takes("rfc1738", text), "{text}");
    }
    for text in ["http://a.b/c;d?e#f", "http://a?b;c", "http://a:80/b", "http://a:80#f", "a/b;c", "/a//b", "?a", ""] {
        assert!(takes("rfc1808", text), "{text}");
    }
    for text in ["http://a:80?b", "http://a:80;b", "http://u@a/", "http://a//b", "//a/b", "a:b", "http://a/%4"] {
        assert!(!takes("rfc1808", text), "{text}");
    }
}
