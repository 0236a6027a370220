//! Shared by the tests of the engine: the project's own editions, and test texts.
#![allow(dead_code)]

use std::fs;
use std::path::PathBuf;

use uriverse_core::Tables;

/// The root of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of the editions that the project ships.
pub fn files() -> Vec<Vec<u8>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(root().join("src/uriverse/editions"))
        .expect("the editions are there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "tables"))
        .collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("it can be read")).collect()
}

/// Every edition that the project ships.
pub fn editions() -> Vec<Tables> {
    files().iter().map(|file| Tables::load(file).expect("the project's own tables load")).collect()
}

/// One edition by name.
pub fn edition(id: &str) -> Tables {
    editions().into_iter().find(|tables| tables.id() == id).expect("the edition is there")
}

/// Texts that begin, end and break components in every way that matters.
pub const TEXTS: &[&str] = &[
    "",
    "a",
    "a:",
    "a:b",
    "a:b?c",
    "a:?y",
    "a:/b",
    "a:/b/../c",
    "a:b/../c",
    "a://",
    "a:///",
    "a:////x",
    "a:/.//x",
    "a:.//x",
    "http://a/b/c/d;p?q",
    "http://a/b/c/d;p?q#f",
    "http://a",
    "http://a?q",
    "http://a#f",
    "HTTP://user:pass@Example.COM:080/%7eu/%2E./x?%41#%6a",
    "http://h:/",
    "http://h:8x/",
    "http://h:8:80/",
    "http://a@b@c:1/",
    "http://[::1]/",
    "http://[::1]:80/x",
    "http://[::1",
    "http://[::1]x/",
    "http://[v1.a:b]/",
    "http://%61/",
    "http://%61_b/",
    "http://1.2.3.4:65535/",
    "http://a_b/c",
    "//a_b/",
    "//%61/",
    "//%61/../b",
    "//%61/../a_b/%62",
    "/.//%61/",
    "//h/../g",
    "//",
    "///x",
    "////x",
    "1a:b",
    "a_b:c",
    "0:x",
    "%61:c",
    "./a:b",
    "../g",
    "../../../g",
    ".",
    "./",
    "..",
    "/..",
    "/../",
    "/./g",
    "g;x=1/../y",
    ";x",
    ";",
    "?",
    "?y",
    "#",
    "#s",
    "g?y#s",
    "g?y/../x",
    "g#s/../x",
    "mailto:a?b",
    "mailto:John.Doe@example.com",
    "news:comp.infosystems.www.servers.unix",
    "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
    "file:///etc/hosts",
    "ftp://foo:@host.com/x;type=i",
    "x:/a|b",
    "%zz",
    "%4",
    "a b",
    "a\u{e9}",
    "\u{0}",
    "http://h/a b",
    "a/./b/../c//d/..//e",
];
