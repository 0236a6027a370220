//! Tests that a loop of an automaton, which is run by masks, ends where single steps end, for every rule and edition.

use std::fs;
use std::path::Path;

use uriverse_core::{accepts, begins_a_character, next_bytes, rule_refusal, viable_prefix, ByteSet, RuleId, Tables};

/// Texts with runs that loops accept, each also with a byte removed or inserted at some positions.
fn texts() -> Vec<Vec<u8>> {
    let run = "abcdefghij".repeat(9);
    let mut texts = Vec::new();
    for text in [
        format!("http://user:pa%41ss@{run}.example:8080/{run}/../%7e?{run}#{run}"),
        "http://[2001:db8::ff00:192.0.2.33]/a;b=c,d?e=f&g#h".into(),
        format!("urn:example:{run}%C3%A9é{run}"),
        "mailto:a@b.example,c@d.example".into(),
        format!("//h{}/", "0123456789".repeat(7)),
    ] {
        for at in (0..text.len()).step_by(3) {
            let mut edited = text.clone().into_bytes();
            edited.remove(at);
            texts.push(edited.clone());
            edited.insert(at, b":/?#[]@%;.a0_ \xc3"[at % 15]);
            texts.push(edited);
        }
        texts.push(text.into_bytes());
    }
    texts
}

/// Every edition that the project ships.
fn editions() -> Vec<Tables> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/uriverse/editions");
    let paths =
        fs::read_dir(folder).expect("the editions are there").map(|entry| entry.expect("it can be read").path());
    let tables = paths.filter(|path| path.extension().is_some_and(|extension| extension == "tables"));
    tables.map(|path| Tables::load(&fs::read(path).expect("it can be read")).expect("the tables load")).collect()
}

fn rules(tables: &Tables) -> Vec<RuleId> {
    tables.rule_names().filter_map(|name| tables.rule(name)).collect()
}

#[test]
fn a_loop_ends_where_steps_end() {
    let texts = texts();
    for tables in editions() {
        for rule in rules(&tables) {
            for text in &texts {
                let viable = viable_prefix(&tables, rule, text);
                let (next, accepted) = next_bytes(&tables, rule, &text[..viable]);
                let whole = viable == text.len() && accepted;
                let named = || format!("{} {} {}", tables.id(), tables.rule_name(rule), text.escape_ascii());
                assert_eq!(accepts(&tables, rule, text), whole, "{}", named());
                // A character is refused as a whole, at its first byte.
                let begins = |&place: &usize| text.get(place).is_none_or(|&byte| begins_a_character(byte));
                let place = (0..=viable).rev().find(begins).unwrap_or(0);
                let refused = rule_refusal(&tables, rule, text).map(|refused| refused.at);
                assert_eq!(refused, (!whole).then_some(place), "{}", named());
                if let Some(&byte) = text.get(viable) {
                    assert!(!next.contains(byte), "{}", named());
                    assert_eq!(next_bytes(&tables, rule, &text[..=viable]), (ByteSet::EMPTY, false), "{}", named());
                }
            }
        }
    }
}
