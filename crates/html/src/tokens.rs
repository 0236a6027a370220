//! A tokenizer that returns only the tags of a page's source (HTML Standard, 13.2.5).
//!
//! `<p>a <!-- <b> --> <a href=x>` has two tags, `p` and `a`. Everything between tags is skipped as the Standard's
//! states do: text, comments, the document type, processing instructions. Each method of [`Markup`] names its states.
//! None of them goes back in the source, so all take linear time.

use memchr::{memchr, memchr_iter, memmem};

/// A tag up to the end of its name.
pub struct Tag {
    /// The position of its "<".
    pub start: usize,
    /// Whether it is an end tag.
    pub is_end: bool,
    /// The start and the end of its name.
    pub name: (usize, usize),
}

/// The ranges of the name and the value of an attribute.
pub struct Attribute {
    /// The range of its name.
    pub name: (usize, usize),
    /// The range of its value, without quotes.
    pub value: (usize, usize),
}

/// A page's source, and the current position.
pub struct Markup<'a> {
    /// The page.
    pub text: &'a [u8],
    /// The position from which the next tag is searched.
    pub at: usize,
    /// Whether text that is not white space was skipped; only computed with `looks_at_text`.
    pub has_text: bool,
    /// Whether `has_text` is needed.
    pub looks_at_text: bool,
    /// Whether "<![CDATA[" begins a section, as it does in SVG.
    pub has_sections: bool,
}

/// The next item in the source.
pub enum Next {
    /// A tag.
    Tag(Tag),
    /// The source ends before another tag.
    End,
    /// A CDATA section; or a processing instruction, which versions of the standard parse differently.
    Unsure,
}

impl<'a> Markup<'a> {
    /// The markup of a page, from its start.
    pub fn new(text: &'a [u8]) -> Markup<'a> {
        Markup { text, at: 0, has_text: false, looks_at_text: true, has_sections: false }
    }

    /// Moves after the name of the next tag (13.2.5.1, 13.2.5.6 to 13.2.5.8, 13.2.5.41 to 13.2.5.52).
    #[inline]
    pub fn next_tag(&mut self) -> Next {
        let text = self.text;
        loop {
            let Some(distance) = memchr(b'<', &text[self.at..]) else { return Next::End };
            let start = self.at + distance;
            if self.looks_at_text {
                self.has_text |= !text[self.at..start].iter().all(|byte| is_space(*byte));
            }
            self.at = start + 1;
            match text.get(self.at) {
                Some(letter) if letter.is_ascii_alphabetic() => return Next::Tag(self.tag(start, false)),
                Some(b'/') => {
                    self.at += 1;
                    match text.get(self.at) {
                        Some(letter) if letter.is_ascii_alphabetic() => return Next::Tag(self.tag(start, true)),
                        // "</" at the end of the source is text.
                        _ => self.pass_over_bogus_comment(),
                    }
                }
                Some(b'!') if text[self.at..].starts_with(b"!--") => self.pass_over_comment(),
                Some(b'!') if self.has_sections && text[self.at..].starts_with(b"![CDATA[") => return Next::Unsure,
                // A bogus comment ends at ">", and so does a document type in each of its states.
                Some(b'!') => self.pass_over_bogus_comment(),
                Some(b'?') => {
                    self.pass_over_bogus_comment();
                    if !text[..self.at].ends_with(b"?>") {
                        return Next::Unsure;
                    }
                }
                // "<" is text.
                _ => self.has_text = true,
            }
        }
    }

    #[inline]
    fn tag(&mut self, start: usize, is_end: bool) -> Tag {
        Tag { start, is_end, name: self.tag_name() }
    }

    /// Moves after the name of the tag that begins here (13.2.5.8). Returns the range of the name.
    #[inline]
    pub fn tag_name(&mut self) -> (usize, usize) {
        let from = self.at;
        self.at = self.end_of_run(from, |byte| is_space(byte) || matches!(byte, b'/' | b'>'));
        (from, self.at)
    }

    fn pass_over_bogus_comment(&mut self) {
        self.at = memchr(b'>', &self.text[self.at..]).map_or(self.text.len(), |distance| self.at + distance + 1);
    }

    /// 13.2.5.43 to 13.2.5.52: a comment ends at "-->" and "--!>"; `<!-->` and `<!--->` are comments.
    fn pass_over_comment(&mut self) {
        let from = self.at + 3;
        let text = &self.text[from..];
        if text.starts_with(b">") || text.starts_with(b"->") {
            return self.pass_over_bogus_comment();
        }
        let mut at = 0;
        self.at = loop {
            let Some(distance) = memmem::find(&text[at..], b"--") else { break self.text.len() };
            at += distance;
            let end = &text[at + 2..];
            if end.starts_with(b">") {
                break from + at + 3;
            }
            if end.starts_with(b"!>") {
                break from + at + 4;
            }
            at += 1;
        };
    }

    /// Moves after the next attribute of the tag. None at the tag's ">", which is skipped, and if the source ends in
    /// the tag (13.2.5.32 to 13.2.5.40).
    #[inline]
    pub fn next_attribute(&mut self) -> Option<Attribute> {
        let text = self.text;
        let mut at = self.end_of_run(self.at, |byte| !is_space(byte) && byte != b'/');
        if text.get(at).is_none_or(|byte| *byte == b'>') {
            self.at = at;
            return None;
        }
        // 13.2.5.32: a "=" that begins a name is a part of it.
        let name = (at, self.end_of_run(at + 1, |byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'=')));
        at = self.end_of_run(name.1, |byte| !is_space(byte));
        if text.get(at) != Some(&b'=') {
            self.at = at;
            return Some(Attribute { name, value: (at, at) });
        }
        at = self.end_of_run(at + 1, |byte| !is_space(byte));
        let (value, after) = match text.get(at) {
            Some(quote @ (b'"' | b'\'')) => {
                let end = memchr(*quote, &text[at + 1..]).map_or(text.len(), |length| at + 1 + length);
                ((at + 1, end), (end + 1).min(text.len()))
            }
            _ => {
                let end = self.end_of_run(at, |byte| is_space(byte) || byte == b'>');
                ((at, end), end)
            }
        };
        self.at = after;
        Some(Attribute { name, value })
    }

    /// Whether the tag at whose ">" [`Markup::next_attribute`] stopped has a "/" before it (13.2.5.40).
    #[inline]
    pub fn is_self_closing(&self, after: usize) -> bool {
        self.at > after && self.text[self.at - 1] == b'/'
    }

    /// Moves after the ">" at which [`Markup::next_attribute`] stopped; false if the source ends in the tag, which then
    /// is dropped (13.2.5, "eof-in-tag").
    #[inline]
    pub fn end_tag(&mut self) -> bool {
        let ends = self.text.get(self.at) == Some(&b'>');
        self.at += usize::from(ends);
        ends
    }

    /// Moves to the end tag of an element whose content is text (13.2.5.2, 13.2.5.3, 13.2.5.9 to 13.2.5.14), or to the
    /// end of the source. Returns the range of the content.
    pub fn pass_over_raw_text(&mut self, element: (usize, usize)) -> (usize, usize) {
        let (text, from) = (self.text, self.at);
        let name = &text[element.0..element.1];
        for distance in memchr_iter(b'<', &text[from..]) {
            let start = from + distance;
            let Some(rest) = text[start + 1..].strip_prefix(b"/") else { continue };
            let is_named = rest.get(..name.len()).is_some_and(|begins| begins.eq_ignore_ascii_case(name));
            if is_named && rest.get(name.len()).is_some_and(|byte| is_space(*byte) || matches!(byte, b'/' | b'>')) {
                self.at = start;
                return (from, start);
            }
        }
        self.at = text.len();
        (from, self.at)
    }

    #[inline]
    fn end_of_run(&self, from: usize, ends: impl Fn(u8) -> bool) -> usize {
        self.text[from..].iter().position(|byte| ends(*byte)).map_or(self.text.len(), |length| from + length)
    }
}

/// Whether "</script>" may not end a script: "<!--" and then "<script" escape it (13.2.5.18 to 13.2.5.31).
pub fn may_be_escaped(script: &[u8]) -> bool {
    let Some(start) = memmem::find(script, b"<!--") else { return false };
    let escaped = &script[start..];
    memchr_iter(b'<', escaped)
        .any(|at| escaped.get(at + 1..at + 7).is_some_and(|name| name.eq_ignore_ascii_case(b"script")))
}

/// White space between attributes. CR is included, because the standard converts it to LF first (13.2.3.5).
#[inline]
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}
