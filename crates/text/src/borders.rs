//! The border of a reference in running text: where the word around it ends, and why the reference ends before that.
//!
//! ```text
//! https://h.example/Wave–particle, and http://a.example谢谢 and http://b.example[.evil.example/
//!                       '-- rest -'                    '--'                    '-- rest ----'
//!                       cut: –, then a letter          a host that goes on: not a reference at all
//! ```
//!
//! Beyond US-ASCII each character is of one class:
//!
//! | class | characters | a reference before it |
//! |---|---|---|
//! | word | letters, marks, digits, symbols | ends within a word |
//! | joiner | dashes, apostrophes, ellipses, arrows, what is invisible | does so if a word follows too |
//! | control | those of the reading direction, which no IRI has (RFC 3987, section 4.1); lone surrogates | the same |
//! | opening | opening brackets and quotation marks | the same, but ends a host |
//! | border | white space, sentence punctuation, closing brackets and quotation marks | is whole |
//!
//! A reference that ends within a word is cut. One that would be cut within its host or address is not a reference,
//! because the part before the cut is another host. What comes before a scheme is not a question: in many scripts no
//! space comes between words.

use icu_properties::props::{GeneralCategory as Category, GeneralCategoryGroup as Group, TerminalPunctuation};
use icu_properties::{CodePointMapData, CodePointSetData};

use uriverse_core::begins_a_character;
use uriverse_core::bytes::{run_of, ByteTable};

/// The most characters between two words that join them.
const MOST_JOINERS: usize = 8;
/// The most octets of the rest of a word.
pub const LONGEST_REST: usize = 1 << 12;
/// RFC 3986: unreserved or reserved, or "%".
pub(crate) static ASCII_RUN: ByteTable =
    ByteTable::only(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=%");
/// Characters that the documents exclude and people write in references (RFC 2396, section 2.4.3: "unwise").
const UNWISE: &[u8] = b"{}|\\^";
/// The end of a word that is not part of a reference.
const ENDING: &[u8] = b".,:;!?)]*_~'|\\^";
/// The octets after which a joiner joins nothing: the sentence, the quotation or the bracket ends there.
const SENTENCE: &[u8] = b".,:;!?()[]*'\"";
/// The ideographic full stops, which UTS #46 maps to ".".
const FULL_STOPS: [&str; 3] = ["\u{3002}", "\u{ff0e}", "\u{ff61}"];

/// Why a reference ends within a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// A character beyond US-ASCII follows.
    OutsideAscii,
    /// A character follows that the documents exclude.
    Excluded,
    /// The edition refuses what follows.
    Refused,
}

/// What follows a reference: the reason of a cut, and the end of what was looked at: of the rest of the word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Border {
    /// The reason, if the reference ends within a word.
    pub cut: Option<Cut>,
    /// The end of the rest, without the punctuation of the sentence.
    pub end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Ascii(u8),
    Word,
    Joiner,
    Control,
    Opening,
    Border,
}

/// The characters that a reference in running text may have.
#[derive(Clone, Debug)]
pub struct Run {
    letters: Vec<(char, char)>,
    takes_letters: bool,
    takes_bars: bool,
}

impl Run {
    /// `letters` are ascending ranges (first and last character) of the words beyond US-ASCII. `takes_letters`: whether
    /// references may have them; `takes_bars`: whether they may have "|" before other characters.
    pub fn new(letters: Vec<(char, char)>, takes_letters: bool, takes_bars: bool) -> Run {
        Run { letters, takes_letters, takes_bars }
    }

    /// Whether references may have a character beyond US-ASCII.
    pub(crate) fn takes(&self, class: Class) -> bool {
        self.takes_letters && class == Class::Word
    }

    /// The class of the character at a position, and the position after it.
    pub(crate) fn class(&self, text: &[u8], at: usize) -> (Class, usize) {
        let Some(&byte) = text.get(at) else { return (Class::Border, at) };
        if byte.is_ascii() {
            return (Class::Ascii(byte), at + 1);
        }
        let next = at + 1 + text[at + 1..].iter().take(3).take_while(|byte| !begins_a_character(**byte)).count();
        let letter = std::str::from_utf8(&text[at..next]).ok().and_then(|text| text.chars().next());
        // Python represents an octet that is not UTF-8 by U+DC80 to U+DCFF: a letter of another charset.
        let is_octet = || matches!(text[at..next], [0xED, 0xB2 | 0xB3, _]);
        (letter.map_or_else(|| if is_octet() { Class::Word } else { Class::Control }, |c| self.class_of(c)), next)
    }

    fn class_of(&self, letter: char) -> Class {
        let after = self.letters.partition_point(|(_, last)| *last < letter);
        if self.letters.get(after).is_some_and(|(first, _)| *first <= letter) {
            return Class::Word;
        }
        let category = CodePointMapData::<Category>::new().get(letter);
        match (category, letter) {
            (_, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') => Class::Control,
            // UTS #46 maps U+2024 to ".".
            (_, '‘' | '’' | '‛' | '\u{2024}') => Class::Joiner,
            (Category::InitialPunctuation | Category::OpenPunctuation, _) => Class::Opening,
            (Category::FinalPunctuation | Category::ClosePunctuation | Category::Control, _) => Class::Border,
            // The ranges leave out the marks of Armenian, Thai, Sinhala and other scripts that end a sentence.
            (Category::OtherPunctuation, '\u{c0}'..='\u{1fff}') => Class::Border,
            (Category::OtherPunctuation, _) if CodePointSetData::new::<TerminalPunctuation>().contains(letter) => {
                Class::Border
            }
            _ if Group::Letter.union(Group::Separator).contains(category) => Class::Border,
            _ => Class::Joiner,
        }
    }

    /// The end of the run that begins at a position: the longest text that a reference may have.
    ///
    /// ```
    /// let run = uriverse_text::Run::new(vec![('\u{c0}', '\u{2af}')], true, true);
    /// let end = |text: &'static str| &text[..run.end(text.as_bytes(), 0)];
    /// assert_eq!(end("http://h/a–b… c"), "http://h/a–b");
    /// assert_eq!(end("http://h/?a|b| c"), "http://h/?a|b");
    /// ```
    pub fn end(&self, text: &[u8], start: usize) -> usize {
        let mut at = start;
        loop {
            at = run_of(&ASCII_RUN, text, at);
            let (class, next) = self.class(text, at);
            let goes_on = match class {
                Class::Ascii(b'|') => self.takes_bars && at > start && self.goes_on_after_a_bar(text, next),
                Class::Joiner => self.takes_letters && at > start && self.joins(text, at, next),
                class => self.takes(class),
            };
            if !goes_on {
                return at;
            }
            at = next;
        }
    }

    fn goes_on_after_a_bar(&self, text: &[u8], at: usize) -> bool {
        match self.class(text, at).0 {
            Class::Ascii(b'|') => self.leads_to_a_word(text, at + 1),
            Class::Ascii(byte) => ASCII_RUN[usize::from(byte)] && !begins_with_a_scheme(&text[at..]),
            class => class == Class::Word,
        }
    }

    /// Whether a joiner between two positions is within a word.
    pub(crate) fn joins(&self, text: &[u8], at: usize, next: usize) -> bool {
        !text[..at].last().is_some_and(|byte| SENTENCE.contains(byte)) && self.leads_to_a_word(text, next)
    }

    /// Whether a word follows, perhaps after joiners.
    fn leads_to_a_word(&self, text: &[u8], mut at: usize) -> bool {
        for _ in 0..MOST_JOINERS {
            let (class, next) = self.class(text, at);
            match class {
                Class::Joiner | Class::Control => at = next,
                Class::Ascii(byte) => return byte.is_ascii_alphanumeric(),
                class => return class == Class::Word,
            }
        }
        false
    }

    /// The start of the word beyond US-ASCII that ends at a position, perhaps with joiners; None if there is none.
    pub fn word_before(&self, text: &[u8], at: usize) -> Option<usize> {
        let (mut start, mut is_word) = (at, false);
        while let Some(before) = text[..start].iter().rposition(|byte| begins_a_character(*byte)) {
            match self.class(text, before).0 {
                Class::Word => is_word = true,
                Class::Joiner | Class::Control => {}
                // `a–b.example` is one word, and so is the host in `http://→b.example`.
                Class::Ascii(byte) if start < at && (byte.is_ascii_alphanumeric() || b"./@:-_%+".contains(&byte)) => {
                    is_word = true;
                }
                _ => break,
            }
            start = before;
            if at - start > LONGEST_REST {
                break;
            }
        }
        is_word.then_some(start)
    }

    /// What follows a reference at a position.
    pub fn border(&self, text: &[u8], at: usize) -> Border {
        let (class, next) = self.class(text, at);
        let cut = match class {
            Class::Word => Some(Cut::OutsideAscii),
            Class::Joiner if self.joins(text, at, next) => Some(Cut::OutsideAscii),
            Class::Control | Class::Opening if self.leads_to_a_word(text, next) => Some(Cut::Excluded),
            Class::Ascii(byte) if UNWISE.contains(&byte) && byte != b'}' => Some(Cut::Excluded),
            _ => None,
        };
        let end = if cut.is_some() { self.rest_end(text, at) } else { at };
        if end > next || end == next && !matches!(class, Class::Ascii(_)) {
            Border { cut, end }
        } else {
            Border { cut: None, end: at }
        }
    }

    /// The end of the rest of a word that goes on at a position; another reference is not part of it.
    pub fn rest_end(&self, text: &[u8], start: usize) -> usize {
        let (mut at, mut end) = (start, start);
        while at - start < LONGEST_REST {
            let (class, next) = self.class(text, at);
            match class {
                Class::Ascii(b':') if text[next..].starts_with(b"//") => {
                    let scheme = text[start..at].iter().rev().take_while(|byte| is_of_scheme(**byte)).count();
                    let rest = &text[start..at - scheme];
                    return start + rest.iter().rposition(|byte| !ENDING.contains(byte)).map_or(0, |last| last + 1);
                }
                Class::Ascii(byte) if ASCII_RUN[usize::from(byte)] || UNWISE.contains(&byte) => {
                    end = if ENDING.contains(&byte) { end } else { next };
                }
                Class::Word => end = next,
                Class::Joiner | Class::Control if self.leads_to_a_word(text, next) => end = next,
                Class::Opening if at == start => end = next,
                _ => break,
            }
            at = next;
        }
        end
    }

    /// Whether a host or an address goes on after the position at which a reference ends within it.
    ///
    /// ```
    /// use uriverse_text::{Cut, Run};
    /// let run = Run::new(vec![('\u{c0}', '\u{2af}')], false, false);
    /// let cut = |host: &str, rest: &str| run.host_border(format!("{host}{rest}").as_bytes(), host.len()).cut;
    /// assert_eq!(cut("http://exa", "\u{ad}mple/"), Some(Cut::OutsideAscii));
    /// assert_eq!(cut("http://a.example", "。b"), Some(Cut::OutsideAscii)); // A dot of IDNA, before a label.
    /// assert_eq!(cut("http://a.example", "[.b.example/"), Some(Cut::Excluded));
    /// assert_eq!(cut("http://a.example:80", ":80/"), Some(Cut::Refused));
    /// for rest in ["), b", "[1].", "[/url]", "|label>", ": b", "", "。次"] {
    ///     assert_eq!(cut("http://a.example", rest), None, "{rest}");
    /// }
    /// ```
    pub fn host_border(&self, text: &[u8], at: usize) -> Border {
        let dots = text[at..].iter().take_while(|byte| **byte == b'.').count();
        let start = at + dots;
        let (class, next) = self.class(text, start);
        let is_full_stop = FULL_STOPS.iter().any(|stop| text[start..].starts_with(stop.as_bytes()));
        let cut = match class {
            Class::Word => Some(Cut::OutsideAscii),
            Class::Joiner | Class::Control if dots == 0 && self.leads_to_a_word(text, next) => Some(Cut::OutsideAscii),
            Class::Border if is_full_stop && text.get(next).is_some_and(u8::is_ascii_alphanumeric) => {
                Some(Cut::OutsideAscii)
            }
            Class::Ascii(byte) => ascii_cut(text, start, byte),
            _ => None,
        };
        let end = if cut.is_some() { authority_end(text, start).max(self.rest_end(text, start)) } else { at };
        Border { cut, end }
    }
}

/// Why the text after a host is part of its authority, if it is; `byte` is its first.
fn ascii_cut(text: &[u8], start: usize, byte: u8) -> Option<Cut> {
    let end = authority_end(text, start);
    let rest = &text[start..end];
    let rest = &rest[..rest.iter().rposition(|byte| !ENDING.contains(byte)).map_or(0, |last| last + 1)];
    let leads_to_a_path = matches!(text.get(end), Some(b'/' | b'?' | b'#'));
    // What stands before an "@" is a userinfo: the host comes after it.
    let has_at = rest.contains(&b'@');
    let after = rest.iter().position(|byte| !b")]}'".contains(byte)).map_or(&[][..], |first| &rest[first..]);
    // Regular expressions and roff write `http://a\.example` and `http://a\&.example`; other parsers read a "/".
    let has_escaped_dot = || rest.get(1).is_some_and(|byte| !byte.is_ascii_alphanumeric()) && rest.contains(&b'.');
    let is_cut = match byte {
        b'{' => true,
        b')' | b']' | b'}' | b'\'' => has_at || matches!(after, [b'.' | b':', ..]),
        b'\\' => has_at || has_escaped_dot(),
        b'[' => has_at || !(is_tag(text, start) || is_footnote(rest)),
        b'|' | b'^' => has_at || !rest.is_empty() && leads_to_a_path || rest.iter().any(|byte| b".:[".contains(byte)),
        b':' => !rest.is_empty() || leads_to_a_path,
        b'%' | b'@' | b'_' => true,
        _ => byte.is_ascii_alphanumeric(),
    };
    is_cut.then_some(if UNWISE.contains(&byte) || b"[]".contains(&byte) { Cut::Excluded } else { Cut::Refused })
}

/// Whether a tag in brackets is closed here: `[url]http://a.example[/url]`.
fn is_tag(text: &[u8], at: usize) -> bool {
    text[at..].strip_prefix(b"[/").is_some_and(|rest| {
        let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        name > 0 && rest.get(name) == Some(&b']')
    })
}

/// Whether a text is the number of a footnote: `http://a.example[1].`
fn is_footnote(rest: &[u8]) -> bool {
    rest.strip_prefix(b"[").is_some_and(|rest| rest.iter().all(u8::is_ascii_digit))
}

/// The end of the authority that goes on at a position. A backslash does not end it: parsers disagree about it.
fn authority_end(text: &[u8], start: usize) -> usize {
    let most = text.len().min(start + LONGEST_REST);
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"/?#<>\"`".contains(byte);
    text[start..most].iter().position(is_end).map_or(most, |length| start + length)
}

/// Whether a text begins with a scheme and "://".
fn begins_with_a_scheme(text: &[u8]) -> bool {
    let scheme = text.iter().take(64).take_while(|byte| is_of_scheme(**byte)).count();
    scheme > 0 && text[scheme..].starts_with(b"://")
}

/// RFC 3986, section 3.1.
fn is_of_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}
