//! Passwords, and tokens in the place of a user, wherever a reader of URIs may see a userinfo.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};

use super::octets::{is_triplet, is_unreserved};

/// Adds the passwords of the userinfos of a text, and the tokens in the place of users; `tokens` are their prefixes.
pub fn add_userinfos(tokens: &[String], text: &[u8], secrets: &mut Vec<Range<usize>>) {
    if memchr(b'@', text).is_none() && !memchr_iter(b'%', text).any(|at| is_triplet(text, at, b"40")) {
        return;
    }
    secrets.extend(token(tokens, text, 0));
    let blank = text.iter().take_while(|&&byte| byte <= b' ').count();
    add_without_slashes(tokens, text, blank, secrets);
    let mut last_slashes = None;
    for at in text.iter().enumerate().filter(|(_, &byte)| matches!(byte, b'/' | b'\\' | b'?' | b'#' | b'%')) {
        let (at, &byte) = at;
        if byte == b'%' {
            if is_slash_triplet(text, at) && is_slash_triplet(text, at + 3) {
                secrets.extend(encoded_password(text, at + 6));
                secrets.extend(token(tokens, text, at + 6));
            }
            continue;
        }
        add_without_slashes(tokens, text, at + 1, secrets);
        if !is_slash(byte) {
            continue;
        }
        let Some(&after) = text.get(at + 1).filter(|&&after| is_slash(after)) else { continue };
        let user = at + 2;
        secrets.extend(password(text, user, ends_authority));
        if (byte, after) == (b'/', b'/') {
            // By RFC 3986, section 3.2, a backslash does not end an authority; browsers end it there.
            secrets.extend(password(text, user, |byte| byte != b'\\' && ends_authority(byte)));
        }
        secrets.extend(token(tokens, text, user));
        secrets.extend(password_after_question_mark(text, user));
        if after == byte {
            match last_slashes.replace(at) {
                None => secrets.extend(broken_password(text, user)),
                Some(last) if text[last..at].iter().any(|&byte| ends_reference(byte)) => {
                    secrets.extend(broken_password(&text[..run(text, user, ends_reference)], user));
                }
                Some(_) => {}
            }
        }
    }
}

/// Adds the userinfos after special schemes without "//", which browsers accept, up to the end of an authority.
///
/// Unless the scheme begins at `start`, white space ends the userinfo too.
fn add_without_slashes(tokens: &[String], text: &[u8], start: usize, secrets: &mut Vec<Range<usize>>) {
    let (mut from, mut scanned) = (start, start);
    loop {
        let colon = run(text, from, |byte| byte == b':' || ends_authority(byte));
        if text.get(colon) != Some(&b':') {
            return;
        }
        from = colon + 1;
        let Some(length) = special_scheme_length(&text[start..colon]) else { continue };
        let user = from + usize::from(text.get(from).copied().is_some_and(is_slash));
        secrets.extend(token(tokens, text, user));
        let ends = |byte: u8| ends_authority(byte) || (colon > start + length && byte.is_ascii_whitespace());
        let second = run(text, user, |byte| matches!(byte, b':' | b'@') || ends(byte));
        // A userinfo within another ends with the same "@".
        if second >= scanned && text.get(second) == Some(&b':') {
            secrets.extend(up_to_last_at(text, second + 1, ends));
            scanned = run(text, second + 1, ends);
        }
    }
}

/// A token in the place of a user that begins at `start`.
fn token(tokens: &[String], text: &[u8], start: usize) -> Option<Range<usize>> {
    let rest = text.get(start..)?;
    let first = rest.first()?;
    let begins = |token: &String| token.as_bytes().first() == Some(first) && rest.starts_with(token.as_bytes());
    if !tokens.iter().any(begins) {
        return None;
    }
    let end = start + rest.iter().take_while(|&&byte| is_unreserved(byte)).count();
    let ends =
        matches!(text.get(end), Some(b':' | b'@')) || is_triplet(text, end, b"3A") || is_triplet(text, end, b"40");
    ends.then_some(start..end)
}

const fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

fn is_slash_triplet(text: &[u8], at: usize) -> bool {
    is_triplet(text, at, b"2F")
}

/// The first position from `start` on whose byte satisfies `stops`, or the end.
fn run(text: &[u8], start: usize, stops: impl Fn(u8) -> bool) -> usize {
    text[start..].iter().position(|&byte| stops(byte)).map_or(text.len(), |length| start + length)
}

const fn ends_authority(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\' | b'?' | b'#')
}

/// Whether a byte separates the references of running text.
const fn ends_reference(byte: u8) -> bool {
    matches!(byte, b'\0'..=b' ' | b'"' | b'\'' | b'<' | b'>')
}

/// The nonempty text from `start` to the last "@" of the authority.
fn up_to_last_at(text: &[u8], start: usize, ends: impl Fn(u8) -> bool) -> Option<Range<usize>> {
    let end = run(text, start, ends);
    let at = start + memrchr(b'@', &text[start..end])?;
    (at > start).then_some(start..at)
}

/// The password of the userinfo that begins at `start`.
fn password(text: &[u8], start: usize, ends: impl Fn(u8) -> bool) -> Option<Range<usize>> {
    let colon = run(text, start, |byte| byte == b':' || ends(byte));
    (text.get(colon) == Some(&b':')).then(|| up_to_last_at(text, colon + 1, ends))?
}

/// The password after a user with "?", which RFC 1738, section 5, and RFC 1808 allow: they end an authority at "/".
///
/// In `http://h:80?x@h` RFC 3986 has a port and a query, so only a reference of those editions is masked.
fn password_after_question_mark(text: &[u8], start: usize) -> Option<Range<usize>> {
    let ends = |byte| matches!(byte, b'/' | b'\\' | b'#');
    let mark = run(text, start, |byte| matches!(byte, b'?' | b':') || ends(byte));
    (text.get(mark) == Some(&b'?')).then(|| password(text, mark + 1, ends))?
}

/// The password of a percent-encoded userinfo that begins at `start`.
fn encoded_password(text: &[u8], start: usize) -> Option<Range<usize>> {
    let is_any = |at: usize, of: &[&[u8; 2]]| of.iter().any(|digits| is_triplet(text, at, digits));
    let ends_user = |at: usize| match text[at] {
        b'/' | b'?' | b'#' | b'&' | b':' => true,
        b'%' => is_any(at, &[b"2F", b"3A", b"3F", b"23", b"40"]),
        _ => false,
    };
    let colon = (start..text.len()).find(|&at| ends_user(at))?;
    let first = match text[colon] {
        b':' => colon + 1,
        _ if is_triplet(text, colon, b"3A") => colon + 3,
        _ => return None,
    };
    for at in first..text.len() {
        if at > first && (text[at] == b'@' || is_triplet(text, at, b"40")) {
            return Some(first..at);
        }
        if matches!(text[at], b'/' | b'?' | b'#' | b'&') || is_any(at, &[b"2F", b"3F", b"23"]) {
            return None;
        }
    }
    None
}

/// The length of the special scheme with which a text ends.
fn special_scheme_length(text: &[u8]) -> Option<usize> {
    let is_named = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    // None of them has more than five letters.
    let length = text.iter().rev().take(6).take_while(|byte| is_named(byte)).count();
    uriverse_whatwg::special_schemes::default_port(text[text.len() - length..].to_ascii_lowercase()).map(|_| length)
}

/// A password with an unencoded "/", "?" or "#", which ends the authority: the text after the colon is not a port.
///
/// A user may be an address of mail, as in `https://me@h.example:a/b@h/`, if no white space follows.
fn broken_password(text: &[u8], start: usize) -> Option<Range<usize>> {
    let colon = run(text, start, |byte| matches!(byte, b'/' | b'?' | b'#' | b':' | b'['));
    if text.get(colon) != Some(&b':') {
        return None;
    }
    let first = colon + 1;
    let after_digits = run(text, first, |byte| !byte.is_ascii_digit());
    if matches!(text.get(after_digits), None | Some(b'/' | b'?' | b'#')) {
        return None;
    }
    let at = first + memchr(b'@', &text[first..])?;
    let is_running_text =
        memchr(b'@', &text[start..colon]).is_some() && text[start..at].iter().any(|&byte| byte <= b' ');
    (at > first && !is_running_text).then_some(first..at)
}
