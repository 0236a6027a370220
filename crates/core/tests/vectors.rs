//! Replays the vectors that the engine can answer, with the results that the documents print.

mod common;

use std::fs;

use serde_json::Value;
use uriverse_core::{
    accepts, normalize, parse, parse_for_resolution, recompose, remove_dot_segments, resolve, split, Excess, Level,
    Offsets, Options, Parts, Resolved, Tables, COMPONENTS,
};

/// Runs `check` on every case of an operation, and reports all failures.
fn replay(operation: &str, check: impl Fn(&Tables, &Value) -> Result<(), String>) {
    let editions = common::editions();
    let mut failures = Vec::new();
    let mut count = 0;
    let directory = common::root().join("vectors").join(operation);
    for entry in fs::read_dir(directory).expect("the vectors are there") {
        let path = entry.expect("it can be read").path();
        let file: Value = serde_json::from_slice(&fs::read(&path).expect("it can be read")).expect("it is JSON");
        let id = file["edition"].as_str().expect("a vector file names its edition");
        let tables = editions.iter().find(|tables| tables.id() == id).expect("the edition is there");
        for case in file["cases"].as_array().expect("a vector file has cases") {
            count += 1;
            if let Err(found) = check(tables, case) {
                failures.push(format!("{id} {case}: {found}"));
            }
        }
    }
    assert!(count > 0, "no vector for {operation}");
    assert!(failures.is_empty(), "{} of {count} fail:\n{}", failures.len(), failures.join("\n"));
}

fn text<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().unwrap_or_else(|| panic!("{case} has no {key}"))
}

fn show(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Compares the components that a case names with those found.
fn components(case: &Value, text: &str, offsets: &Offsets) -> Result<(), String> {
    for (name, range) in COMPONENTS {
        let found = range(offsets, text.len()).map(|range| &text[range]);
        if case.get(name).is_some_and(|expected| expected.as_str() != found) {
            return Err(format!("{name} is {found:?}"));
        }
    }
    match case.get("kind") {
        Some(kind) if kind != offsets.kind().as_str() => Err(format!("it is {}", offsets.kind().as_str())),
        _ => Ok(()),
    }
}

#[test]
fn parses_as_the_documents_do() {
    replay("parse", |tables, case| {
        let text = text(case, "text");
        let offsets = parse(tables, text.as_bytes()).ok_or("refused")?;
        components(case, text, &offsets)
    });
}

#[test]
fn splits_as_the_documents_do() {
    replay("split", |tables, case| {
        let text = text(case, "text");
        components(case, text, &split(tables.split_style(), text.as_bytes()))
    });
}

#[test]
fn accepts_what_the_documents_accept() {
    replay("valid", |tables, case| {
        let text = text(case, "text").as_bytes();
        let valid = match case["rule"].as_str() {
            None => parse(tables, text).is_some(),
            Some(name) => accepts(tables, tables.rule(name).ok_or("no such rule")?, text),
        };
        if case["valid"] == valid {
            Ok(())
        } else {
            Err(format!("valid: {valid}"))
        }
    });
}

#[test]
fn resolves_as_the_documents_do() {
    let rfc1808 = common::edition("rfc1808");
    replay("resolve", |tables, case| {
        let tables = if tables.id() == "rfc1738" { &rfc1808 } else { tables };
        let excess = |name: &str| match name {
            "keep" => Excess::Keep,
            "drop" => Excess::Drop,
            _ => Excess::Refuse,
        };
        let options = Options {
            strict: case["strict"].as_bool().unwrap_or(true),
            excess_parents: case["excess_parents"].as_str().map(excess),
            new_request: case["new_request"].as_bool().unwrap_or(false),
        };
        let (base, reference) = (text(case, "base").as_bytes(), text(case, "reference"));
        match resolve(tables, base, reference.as_bytes(), options) {
            Ok(Resolved::Target(target, offsets)) => {
                if case["result"].as_str().map(str::as_bytes) != Some(&target) {
                    return Err(show(&target));
                }
                if parse(tables, &target) != Some(offsets) {
                    return Err("the offsets are not the target's".into());
                }
            }
            Ok(Resolved::SameDocument { fragment }) => {
                let fragment = fragment.map(|range| &reference[range]);
                if case["same_document"] != true || case["fragment"].as_str() != fragment {
                    return Err(format!("the current document, {fragment:?}"));
                }
            }
            Err(error) => {
                if case["error"].as_str() != Some(error.reason()) {
                    return Err(error.reason().into());
                }
            }
        }
        Ok(())
    });
}

#[test]
fn removes_dot_segments_as_the_document_does() {
    replay("remove_dot_segments", |_, case| {
        let path = text(case, "path").as_bytes();
        let found = remove_dot_segments(path, Excess::Drop).expect("dropping refuses nothing");
        let found = found.unwrap_or_else(|| path.to_vec());
        if found == text(case, "result").as_bytes() {
            Ok(())
        } else {
            Err(show(&found))
        }
    });
}

fn level(case: &Value) -> Option<Level> {
    match text(case, "level") {
        "string" => None,
        "case" => Some(Level::Case),
        "percent" => Some(Level::Percent),
        "path" => Some(Level::Path),
        "syntax" => Some(Level::Syntax),
        "scheme" => Some(Level::Scheme),
        other => panic!("no level {other}"),
    }
}

fn normal(tables: &Tables, text: &str, level: Option<Level>) -> Result<Vec<u8>, String> {
    let offsets = parse_for_resolution(tables, text.as_bytes()).ok_or_else(|| format!("{text} is refused"))?;
    let changed = level.and_then(|level| normalize(tables, text.as_bytes(), &offsets, level));
    Ok(changed.unwrap_or_else(|| text.as_bytes().to_vec()))
}

#[test]
fn normalizes_as_the_documents_do() {
    replay("normalize", |tables, case| {
        let found = normal(tables, text(case, "text"), level(case))?;
        if found == text(case, "result").as_bytes() {
            Ok(())
        } else {
            Err(show(&found))
        }
    });
}

#[test]
fn finds_equivalent_what_the_documents_do() {
    replay("equivalent", |tables, case| {
        let (a, b) = (normal(tables, text(case, "a"), level(case))?, normal(tables, text(case, "b"), level(case))?);
        if case["equivalent"] == (a == b) {
            Ok(())
        } else {
            Err(format!("{} and {}", show(&a), show(&b)))
        }
    });
}

#[test]
fn composes_as_the_documents_do() {
    replay("compose", |_, case| {
        let part = |name: &str| case[name].as_str().map(str::as_bytes);
        let found = recompose(&Parts {
            scheme: part("scheme"),
            authority: part("authority"),
            path: part("path").unwrap_or_default(),
            params: part("params"),
            query: part("query"),
            fragment: part("fragment"),
        });
        let expected = text(case, if case.get("result").is_some() { "result" } else { "text" });
        if found == expected.as_bytes() {
            Ok(())
        } else {
            Err(show(&found))
        }
    });
}
