//! Laws of the automata and of the steps over blocks. The laws of the operations on texts are in `fuzz`.

mod common;

use common::{editions, TEXTS};
use uriverse_core::fixed_width::CodePoint;
use uriverse_core::{
    accepts, begins_a_character, code_points_into, decode, fixed_width, next_bytes, refusal, relativize, rule_refusal,
    triplet_value, viable_prefix, Backend, Malformed, ResolveError, RuleId, Tables,
};

/// The texts, and each with a byte removed, inserted or changed at some positions.
fn texts() -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> = TEXTS.iter().map(|text| text.as_bytes().to_vec()).collect();
    for text in TEXTS {
        for at in 0..text.len() {
            let byte = b":/?#[]@%;.a0_ \xc3"[at % 15];
            let mut edited = text.as_bytes().to_vec();
            edited.remove(at);
            texts.push(edited.clone());
            edited.insert(at, byte);
            texts.push(edited.clone());
            edited.insert(at, byte);
            texts.push(edited);
        }
    }
    texts
}

fn show(text: &[u8]) -> String {
    text.escape_ascii().to_string()
}

fn rules(tables: &Tables) -> Vec<RuleId> {
    tables.rule_names().filter_map(|name| tables.rule(name)).collect()
}

fn start_of_character(text: &[u8], at: usize) -> usize {
    let begins = |&place: &usize| text.get(place).is_none_or(|&byte| begins_a_character(byte));
    (0..=at).rev().find(begins).unwrap_or(0)
}

#[test]
fn runs_loops_as_it_steps() {
    let texts = texts();
    for tables in editions() {
        for rule in rules(&tables) {
            for text in texts.iter().step_by(3) {
                let viable = viable_prefix(&tables, rule, text);
                let (next, accepted) = next_bytes(&tables, rule, &text[..viable]);
                let whole = viable == text.len() && accepted;
                assert_eq!(
                    accepts(&tables, rule, text),
                    whole,
                    "{} {} {}",
                    tables.id(),
                    tables.rule_name(rule),
                    show(text)
                );
                // A character is refused as a whole, at its first byte.
                let place = start_of_character(text, viable);
                assert_eq!(rule_refusal(&tables, rule, text).map(|refused| refused.at), (!whole).then_some(place));
                if let Some(&byte) = text.get(viable) {
                    assert_eq!(next[usize::from(byte >> 6)] >> (byte & 63) & 1, 0);
                    assert_eq!(next_bytes(&tables, rule, &text[..=viable]), ([0; 4], false));
                }
            }
        }
    }
}

#[test]
fn relativizes_briefly() {
    let tables = common::edition("rfc3986");
    let base = b"http://a/b/c/d;p?q#f";
    for (target, reference) in [
        ("http://a/b/c/d;p?q", ""),
        ("http://a/b/c/d;p?q#s", "#s"),
        ("http://a/b/c/d;p?y", "?y"),
        ("http://a/b/c/d;p", "d;p"),
        ("http://a/b/c/g", "g"),
        ("http://a/b/c/", "."),
        ("http://a/b/c/g:h", "./g:h"),
        ("http://a/b/", ".."),
        ("http://a/b/g?y#s", "../g?y#s"),
        ("http://a/b", "/b"),
        ("http://a/", "/"),
        ("http://a/?y", "/?y"),
        ("http://a/b/?y", "..?y"),
        ("http://a", "//a"),
        ("http://g/x", "//g/x"),
        ("http://a/b/c//x", ".//x"),
        ("http://a//x", "/.//x"),
        ("mailto:x", "mailto:x"),
    ] {
        let found = relativize(&tables, target.as_bytes(), base).map(|found| show(&found));
        assert_eq!(found.as_deref(), Ok(reference), "{target}");
    }
    assert_eq!(relativize(&tables, b"http://a/../b", base), Err(ResolveError::Unreachable));
}

#[test]
fn refuses_at_the_furthest_place() {
    let tables = common::edition("rfc3986");
    for (text, at, label) in [
        ("http://h:8x/", 10, "port"),
        ("1a:b", 2, "segment-nz-nc"),
        ("http://[::1", 11, "IP-literal"),
        ("http://h/a b", 10, "segment"),
        ("http://h/a?b c", 12, "query"),
        ("#a#b", 2, "fragment"),
        ("http://h/%zz", 10, "segment"),
    ] {
        let refused = refusal(&tables, text.as_bytes()).expect("it is refused");
        assert_eq!((refused.at, refused.label), (at, label), "{text}");
    }
}

/// Decodes one byte at a time.
fn slowly_decoded(text: &[u8]) -> (Vec<u8>, Option<usize>) {
    let (mut octets, mut broken, mut at) = (Vec::new(), None, 0);
    while at < text.len() {
        let value = triplet_value(text, at);
        broken = broken.or((text[at] == b'%' && value.is_none()).then_some(at));
        octets.push(value.unwrap_or(text[at]));
        at += if value.is_some() { 3 } else { 1 };
    }
    (octets, broken)
}

#[test]
fn decodes_at_the_end_of_every_block() {
    for backend in Backend::all() {
        backend.prefer();
        for length in 0..200 {
            for tail in ["%41%c3%BCz", "%%41", "%4", "%", "%4%41%zz", "b%2f%2F%2fc"] {
                // The first block begins at the first "%".
                let start = ["", "%25"][length % 2];
                let text = [start, &"a".repeat(length % 70), &"%C3%BC".repeat(length / 10), tail].concat().into_bytes();
                let (octets, broken) = slowly_decoded(&text);
                assert_eq!(decode(&text, Malformed::Refuse).err(), broken, "{}", show(&text));
                let kept = decode(&text, Malformed::Keep).expect("nothing is refused");
                assert_eq!(kept.unwrap_or_else(|| text.clone()), octets, "{}", show(&text));
            }
        }
    }
}

#[test]
fn utf8_has_the_code_points_that_rust_reads() {
    fn check<T: CodePoint + Default + Into<u32>>(text: &[u8], length: usize) {
        let mut found = vec![T::default(); length];
        let expected = std::str::from_utf8(text).ok();
        assert_eq!(code_points_into(text, &mut found), expected.is_some(), "{}", show(text));
        if let Some(expected) = expected {
            assert!(expected.chars().map(u32::from).eq(found.into_iter().map(T::into)), "{}", show(text));
        }
    }
    // Every sequence of two octets before a tail, and every character up to U+FFFF, at the positions around a block's
    // end.
    let pairs = (0x80..=0xEF_u8).flat_map(|first| (0..=255).map(move |second| vec![first, second]));
    let longer = pairs.clone().map(|pair| [&*pair, b"\xBF"].concat());
    let points = (0x80..0x1_0000).step_by(5).filter_map(char::from_u32).map(|point| point.to_string().into_bytes());
    for (number, octets) in pairs.chain(longer).chain(points).enumerate() {
        let before = 57 + number % 9;
        for text in [
            [&*b"a".repeat(before), &octets].concat(),
            [&*b"a".repeat(before), &octets, "ü".repeat(40).as_bytes()].concat(),
        ] {
            for backend in Backend::all() {
                backend.prefer();
                match fixed_width(&text) {
                    Some((length, 1)) => check::<u8>(&text, length),
                    Some((length, _)) => check::<u16>(&text, length),
                    None => assert!(text.iter().any(|&octet| octet >= 0xF0)),
                }
            }
        }
    }
}
