//! Passwords, and tokens in the place of a user, wherever a reader of URIs may see a userinfo.
//!
//! One reference is searched whole, and a userinfo ends with its last "@". Running text is cut at white space, quotes,
//! "<" and ">", and each piece with an "@" is searched as a reference, in which a port is not a password:
//!
//! ```text
//! {"url":"http://10.0.0.2:9200","as":"http://me:p@w@h:80,a@b"}
//!         ---------------------       ------------------------   the pieces
//!                        port                ***    port
//! ```

use std::ops::Range;

use memchr::{memchr, memchr2_iter, memchr_iter, memrchr};

use super::octets::{is_encoded_port, is_port, is_triplet, is_unreserved, run, separates, separates_encoded};

/// The password of a token in the place of a user, as GitHub's REST API documents it for Git over HTTPS.
const TOKEN_IS_USER: &[u8] = b"x-oauth-basic";

/// Adds the passwords of the userinfos of a text, and the tokens in the place of users; `tokens` are their prefixes.
pub fn add_userinfos(tokens: &[String], text: &[u8], running: bool, secrets: &mut Vec<Range<usize>>) {
    let next_at = |from: usize| {
        let mut ats = memchr2_iter(b'@', b'%', &text[from..]).map(|at| from + at);
        ats.find(|&at| text[at] == b'@' || is_triplet(text, at, b"40"))
    };
    if !running {
        if next_at(0).is_some() {
            Userinfos { tokens, text, running, secrets }.add_reference(0);
        }
        return;
    }
    let mut from = 0;
    while let Some(at) = next_at(from) {
        let before = (from..at).rev().find(|&before| separates(&text[before..]));
        let start = before.map_or(from, |before| run(text, before + 1, |byte| !matches!(byte, 0x80..=0xBF)));
        let end = (at..text.len()).find(|&after| separates(&text[after..])).unwrap_or(text.len());
        let mut piece = Userinfos { tokens, text: &text[..end], running, secrets };
        // Browsers and urllib remove tabs and line breaks, also those within "://" (URL Standard, section 4.4).
        let removed = text[..start].iter().rev().take_while(|&&byte| matches!(byte, b'\t' | b'\n' | b'\r')).count();
        if removed > 0 && is_slash(text[start]) && matches!(text[..start - removed], [.., b':', b'/' | b'\\']) {
            piece.add_authority(start + 1);
        }
        piece.add_reference(start);
        from = end;
    }
}

/// The search in one reference, which begins somewhere in the text and ends with it.
struct Userinfos<'a> {
    tokens: &'a [String],
    text: &'a [u8],
    running: bool,
    secrets: &'a mut Vec<Range<usize>>,
}

impl Userinfos<'_> {
    fn add_reference(&mut self, start: usize) {
        let text = self.text;
        if !self.running {
            self.add_token(start);
        }
        let blank = text[start..].iter().take_while(|&&byte| byte <= b' ').count();
        self.add_without_slashes(start + blank);
        let mut last_slashes = None;
        for at in start..text.len() {
            let byte = text[at];
            if byte == b'%' && is_slash_triplet(text, at) && is_slash_triplet(text, at + 3) {
                self.secrets.extend(self.encoded_password(at + 6));
                self.add_token(at + 6);
            }
            if !ends_authority(byte) {
                continue;
            }
            self.add_without_slashes(at + 1);
            let Some(&after) = text.get(at + 1).filter(|&&after| is_slash(byte) && is_slash(after)) else { continue };
            let user = at + 2;
            self.add_authority(user);
            if (byte, after) == (b'/', b'/') {
                // By RFC 3986, section 3.2, a backslash does not end an authority; browsers end it there.
                self.add_password(user, |byte| byte != b'\\' && ends_authority(byte));
            }
            if after == byte {
                match last_slashes.replace(at) {
                    None => self.secrets.extend(self.broken_password(text.len(), user)),
                    Some(last) if !self.running && text[last..at].iter().any(|&byte| ends_reference(byte)) => {
                        self.secrets.extend(self.broken_password(run(text, user, ends_reference), user));
                    }
                    Some(_) => {}
                }
            }
        }
    }

    /// Adds the secrets of the authority that begins at `user`.
    fn add_authority(&mut self, user: usize) {
        self.add_password(user, ends_authority);
        self.add_token(user);
        self.secrets.extend(self.password_after_question_mark(user));
    }

    /// Adds the userinfos after special schemes without "//", which browsers accept, up to the end of an authority.
    ///
    /// Unless the scheme begins at `start`, white space ends the userinfo too.
    fn add_without_slashes(&mut self, start: usize) {
        let text = self.text;
        let (mut from, mut scanned) = (start, start);
        loop {
            let colon = run(text, from, |byte| byte == b':' || ends_authority(byte));
            if text.get(colon) != Some(&b':') {
                return;
            }
            from = colon + 1;
            let Some(length) = special_scheme_length(&text[start..colon]) else { continue };
            if self.running && is_port(text, from) {
                continue;
            }
            let user = from + usize::from(text.get(from).copied().is_some_and(is_slash));
            self.add_token(user);
            let ends = |byte: u8| ends_authority(byte) || (colon > start + length && byte.is_ascii_whitespace());
            let second = run(text, user, |byte| matches!(byte, b':' | b'@') || ends(byte));
            // A userinfo within another ends with the same "@".
            if second >= scanned && text.get(second) == Some(&b':') {
                self.secrets.extend(self.up_to_last_at(second + 1, ends));
                scanned = run(text, second + 1, ends);
            }
        }
    }

    /// Adds a token in the place of a user that begins at `start`.
    fn add_token(&mut self, start: usize) {
        let text = self.text;
        let rest = text.get(start..).unwrap_or_default();
        let Some(first) = rest.first() else { return };
        let begins = |token: &String| token.as_bytes().first() == Some(first) && rest.starts_with(token.as_bytes());
        if !self.tokens.iter().any(begins) {
            return;
        }
        let end = run(text, start, |byte| !is_unreserved(byte));
        let encoded = is_triplet(text, end, b"3A") || is_triplet(text, end, b"40");
        if encoded || matches!(text.get(end), Some(b':' | b'@')) {
            self.secrets.push(start..end);
        }
    }

    /// Adds the password of the userinfo that begins at `user`, and the user if it is a token.
    ///
    /// The colon may be encoded if there is no other. In running text one within the brackets of a host is none.
    fn add_password(&mut self, user: usize, ends: impl Fn(u8) -> bool) {
        let text = self.text;
        let host = if self.running { self.ip_literal_end(user) } else { user };
        let mut colon = run(text, host, |byte| byte == b':' || ends(byte));
        let mut first = colon + 1;
        if text.get(colon) != Some(&b':') {
            let mut triplets = memchr_iter(b'%', &text[user..colon]).map(|at| user + at);
            let Some(encoded) = triplets.find(|&at| is_triplet(text, at, b"3A")) else { return };
            (colon, first) = (encoded, encoded + 3);
        }
        let Some(password) = self.up_to_last_at(first, ends) else { return };
        if text[password.clone()] == *TOKEN_IS_USER && colon > user {
            self.secrets.push(user..colon);
        }
        self.secrets.push(password);
    }

    /// The nonempty text from `start` to the last "@" of the authority.
    ///
    /// In running text an "@" before a host with a port is the last one, so `//me:pw@h:80,a@b` has the password `pw`.
    fn up_to_last_at(&self, start: usize, ends: impl Fn(u8) -> bool) -> Option<Range<usize>> {
        let mut end = run(self.text, start, ends);
        if self.running {
            if is_port(self.text, start) {
                return None;
            }
            let mut ats = memchr_iter(b'@', &self.text[start..end]).map(|at| start + at);
            end = ats.find(|&at| self.is_host_with_port(at + 1)).map_or(end, |at| at + 1);
        }
        let at = start + memrchr(b'@', &self.text[start..end])?;
        (at > start).then_some(start..at)
    }

    fn is_host_with_port(&self, start: usize) -> bool {
        let is_named = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
        let host = run(self.text, self.ip_literal_end(start), |byte| !is_named(byte));
        host > start && self.text.get(host) == Some(&b':') && is_port(self.text, host + 1)
    }

    /// The end of the IPv6 address in brackets that begins at `start` (RFC 3986, section 3.2.2); `start` without one.
    fn ip_literal_end(&self, start: usize) -> usize {
        let is_address = |byte: u8| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.');
        let Some(b'[') = self.text.get(start) else { return start };
        let end = run(self.text, start + 1, |byte| !is_address(byte));
        if self.text.get(end) == Some(&b']') {
            end + 1
        } else {
            start
        }
    }

    /// The password after a user with "?", which RFC 1738, section 5, and RFC 1808 allow: they end an authority at "/".
    ///
    /// In `http://h:80?x@h` RFC 3986 has a port and a query, so only a reference of those editions is masked.
    fn password_after_question_mark(&self, start: usize) -> Option<Range<usize>> {
        let ends = |byte| matches!(byte, b'/' | b'\\' | b'#');
        let stops = |byte| byte == b':' || ends(byte);
        let mark = run(self.text, start, |byte| byte == b'?' || stops(byte));
        if self.text.get(mark) != Some(&b'?') {
            return None;
        }
        let colon = run(self.text, mark + 1, stops);
        (self.text.get(colon) == Some(&b':')).then(|| self.up_to_last_at(colon + 1, ends))?
    }

    /// The password of a percent-encoded userinfo that begins at `start`.
    fn encoded_password(&self, start: usize) -> Option<Range<usize>> {
        let text = self.text;
        let is_any = |at: usize, of: &[&[u8; 2]]| of.iter().any(|digits| is_triplet(text, at, digits));
        let ends = |at: usize| match text[at] {
            b'/' | b'?' | b'#' | b'&' => true,
            b'%' => is_any(at, &[b"2F", b"3F", b"23"]) || self.running && separates_encoded(&text[at..]),
            _ => false,
        };
        let ends_user = |at: usize| text[at] == b':' || is_any(at, &[b"3A", b"40"]) || ends(at);
        let colon = (start..text.len()).find(|&at| ends_user(at))?;
        let first = match text[colon] {
            b':' => colon + 1,
            _ if is_triplet(text, colon, b"3A") => colon + 3,
            _ => return None,
        };
        if self.running && is_encoded_port(text, first) {
            return None;
        }
        let end = (first..text.len()).find(|&at| ends(at)).unwrap_or(text.len());
        let mut ats = memchr2_iter(b'@', b'%', &text[first..end]).map(|at| first + at);
        let last = ats.rfind(|&at| text[at] == b'@' || is_triplet(text, at, b"40"))?;
        (last > first).then_some(first..last)
    }

    /// A password with an unencoded "/", "?" or "#", which ends the authority: the text after the colon is not a port.
    ///
    /// A user may be an address of mail, as in `https://me@h.example:a/b@h/`, if no white space follows.
    fn broken_password(&self, end: usize, start: usize) -> Option<Range<usize>> {
        let text = &self.text[..end];
        let colon = run(text, start, |byte| matches!(byte, b'/' | b'?' | b'#' | b':' | b'['));
        if text.get(colon) != Some(&b':') {
            return None;
        }
        let first = colon + 1;
        let after_digits = run(text, first, |byte| !byte.is_ascii_digit());
        if matches!(text.get(after_digits), None | Some(b'/' | b'?' | b'#')) || self.running && is_port(text, first) {
            return None;
        }
        let at = first + memchr(b'@', &text[first..])?;
        let is_running_text =
            memchr(b'@', &text[start..colon]).is_some() && text[start..at].iter().any(|&byte| byte <= b' ');
        (at > first && !is_running_text).then_some(first..at)
    }
}

const fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

fn is_slash_triplet(text: &[u8], at: usize) -> bool {
    is_triplet(text, at, b"2F")
}

const fn ends_authority(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\' | b'?' | b'#')
}

/// Whether a byte separates the references of a line that is searched as one reference.
const fn ends_reference(byte: u8) -> bool {
    matches!(byte, b'\0'..=b' ' | b'"' | b'\'' | b'<' | b'>')
}

/// The length of the special scheme with which a text ends.
fn special_scheme_length(text: &[u8]) -> Option<usize> {
    let is_named = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    // None of them has more than five letters.
    let length = text.iter().rev().take(6).take_while(|byte| is_named(byte)).count();
    uriverse_whatwg::special_schemes::default_port(text[text.len() - length..].to_ascii_lowercase()).map(|_| length)
}
