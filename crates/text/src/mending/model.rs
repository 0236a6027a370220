//! What mending gives: a text with its changes, or why there is none.

use std::borrow::Cow;
use std::ops::Range;

use uriverse_core::Offsets;

/// Defines the reasons of changes: each with its sentence, and the document and section of its rule.
macro_rules! reasons {
    ($($name:ident: $sentence:literal, $rule:literal;)*) => {
        /// Why a part of a text was changed.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)] // the sentences say it
        pub enum Why { $($name),* }

        impl Why {
            /// The sentence of each reason, and the document and section of its rule.
            pub const WORDS: &'static [(&'static str, &'static str)] = &[$(($sentence, $rule)),*];
        }
    };
}

reasons! {
    Surroundings: "white space and delimiters around a reference are not part of it", "RFC 3986, Appendix C";
    Break: "a line break within a reference is not part of it", "RFC 3986, Appendix C";
    Backslash: "browsers read a backslash as \"/\" in this scheme", "URL Standard, section 4.4, \"special scheme\"";
    Scheme: "the scheme is missing", "RFC 3986, section 4.5";
    HttpSlashes: "two slashes stand before the host of this scheme", "RFC 9110, section 4.2";
    Slashes: "two slashes stand before the host of this scheme", "RFC 3986, section 3.2";
    Zone: "the sign before a zone is written as a triplet", "RFC 6874, section 3";
    Brackets: "an IPv6 address needs brackets", "RFC 3986, section 3.2.2";
    Name: "names beyond US-ASCII are written as A-labels", "RFC 3986, section 3.2.2";
    Percent: "a \"%\" that begins no triplet is data", "RFC 3986, section 2.1";
    Userinfo: "the userinfo cannot hold it as it is", "RFC 3986, section 2.1";
    Path: "the path cannot hold it as it is", "RFC 3986, section 2.1";
    Query: "the query cannot hold it as it is", "RFC 3986, section 2.1";
    Fragment: "the fragment cannot hold it as it is", "RFC 3986, section 2.1";
}

/// A change of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// What is replaced: a range of the original text, empty for an insertion.
    pub was: Range<usize>,
    /// What replaces it: a range of the mended text, empty for a removal.
    pub now: Range<usize>,
    /// The reason.
    pub why: Why,
}

/// A mended text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mended<'a> {
    /// The text of the reference; the given one if nothing changed.
    pub text: Cow<'a, [u8]>,
    /// The offsets of its components.
    pub offsets: Offsets,
    /// The first changes, sorted by position.
    pub changes: Vec<Change>,
    /// The number of all changes.
    pub count: usize,
}

/// A text that is not mended: the position in it, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unmended {
    /// The position in the original text.
    pub at: usize,
    /// What has no single likely reading.
    pub problem: Problem,
}

/// Why a text is not mended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Nothing was changed: the error is that of the parse.
    Refused,
    /// The name beyond US-ASCII is refused by UTS #46.
    Name(Vec<u8>),
    /// There is no single reading, in one sentence.
    NoSingleReading(String),
}

impl Unmended {
    pub(super) fn new(at: usize, sentence: impl Into<String>) -> Unmended {
        Unmended { at, problem: Problem::NoSingleReading(sentence.into()) }
    }
}
