//! Replays the published tests of the URL Standard (vectors/whatwg), except those with lone surrogates, which a Rust
//! text cannot hold: the Python tests replay these too.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use uriverse_whatwg::errors::Silent;
use uriverse_whatwg::host::{self, Host};
use uriverse_whatwg::{parse, parse_with_errors, parser::parse_with_encoding, Encoding, Origin, Record};

/// Runs `check` over every case of a file, and reports all that fail.
fn replay(name: &str, check: impl Fn(&Value) -> Result<(), String>) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../vectors/whatwg").join(name);
    let file: Value = serde_json::from_slice(&fs::read(&path).expect("it can be read")).expect("it is JSON");
    let keys = file["keys"].as_array().expect("a file names the keys of its rows");
    let rows = file["cases"].as_array().expect("a vector file has cases");
    let cases: Vec<Value> = rows.iter().flat_map(|row| keyed(keys, row)).collect();
    let failures: Vec<String> =
        cases.iter().filter_map(|case| check(case).err().map(|found| format!("{case}: {found}"))).collect();
    assert!(cases.len() > 5, "{} has no cases", path.display());
    assert!(failures.is_empty(), "{} of {} fail:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

/// A row as an object, or several if a list of inputs stands first; a key without a value is left out.
fn keyed(keys: &[Value], row: &Value) -> Vec<Value> {
    let (first, rest) = row.as_array().and_then(|row| row.split_first()).expect("a case is a row");
    let inputs = first.as_array().map_or(std::slice::from_ref(first), Vec::as_slice);
    let of = |input| {
        let values = keys.iter().zip(std::iter::once(input).chain(rest)).filter(|(_, value)| !value.is_null());
        Value::Object(values.map(|(key, value)| (key.as_str().expect("a key").to_owned(), value.clone())).collect())
    };
    inputs.iter().map(of).collect()
}

fn text<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().unwrap_or_else(|| panic!("{case} has no {key}"))
}

/// An attribute of the API's URL object.
fn attribute(url: &Record, name: &str) -> String {
    let marked = |mark: &str, part: Option<&str>| match part {
        None | Some("") => String::new(),
        Some(text) => format!("{mark}{text}"),
    };
    let host = url.host().unwrap_or_default().to_owned();
    match name {
        "href" => url.href.clone(),
        "origin" => match url.origin() {
            Origin::Tuple(text) => text,
            Origin::Opaque => "null".to_owned(),
        },
        "protocol" => format!("{}:", url.scheme()),
        "username" => url.username().to_owned(),
        "password" => url.password().to_owned(),
        "host" => url.port().map_or(host.clone(), |port| format!("{host}:{port}")),
        "hostname" => host,
        "port" => url.port().map_or(String::new(), |port| port.to_string()),
        "pathname" => url.path().to_owned(),
        "search" => marked("?", url.query()),
        "hash" => marked("#", url.fragment()),
        other => panic!("there is no attribute {other}"),
    }
}

/// Compares the attributes that a case names.
fn compare(url: &Record, expected: &Value) -> Result<(), String> {
    let names = [
        "href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash",
    ];
    for name in names {
        let found = attribute(url, name);
        if expected.get(name).is_some_and(|value| value.as_str() != Some(&found)) {
            return Err(format!("{name} is {found:?}"));
        }
    }
    Ok(())
}

#[test]
fn urls_are_parsed() {
    replay("parse.json", |case| {
        let base = match &case["base"] {
            Value::String(base) => parse(base, None).map(Some),
            _ => Ok(None),
        };
        let input = text(case, "input");
        let result = base.and_then(|base| {
            let quiet = parse(input, base.as_ref());
            // A run with a report has the same result.
            let reported = parse_with_errors(input, base.as_ref(), Encoding::for_label(b"utf-8").expect("it is known"));
            assert_eq!(quiet, reported.result, "{case}");
            assert!(reported.result.is_ok() || !reported.errors.is_empty(), "{case}: a failure has an error");
            quiet
        });
        match (result, case.get("failure").is_some()) {
            (Ok(url), false) => {
                compare(&url, case)?;
                // What is serialized is parsed as what it was, and its offsets are those of its parts.
                assert_eq!(parse(&url.href, None).as_ref(), Ok(&url), "{}", url.href);
                Ok(())
            }
            (Err(_), true) => Ok(()),
            (Ok(url), true) => Err(format!("it is accepted as {}", url.href)),
            (Err(failure), false) => Err(format!("it is refused: {failure:?}")),
        }
    });
}

#[test]
fn attributes_are_set() {
    replay("set.json", |case| {
        let mut url = parse(text(case, "href"), None).map_err(|failure| format!("{failure:?}"))?;
        let value = text(case, "value");
        let ignored = match text(case, "attribute") {
            "protocol" => url.set_protocol(value),
            "username" => url.set_username(value),
            "password" => url.set_password(value),
            "host" => url.set_host(value),
            "hostname" => url.set_hostname(value),
            "port" => url.set_port(value),
            "pathname" => url.set_pathname(value),
            "search" => url.set_search(value),
            "hash" => url.set_hash(value),
            "href" => parse(value, None).map(|parsed| url = parsed),
            other => panic!("there is no setter {other}"),
        };
        compare(&url, &case["expected"]).map_err(|found| format!("{found} ({ignored:?})"))
    });
}

#[test]
fn queries_are_encoded() {
    replay("percent_encode.json", |case| {
        let encoding = Encoding::for_label(text(case, "encoding").as_bytes()).expect("the encoding is known");
        let url =
            parse_with_encoding(&format!("http://doesnotmatter.invalid/?{}", text(case, "input")), None, encoding);
        let found = url.map_err(|failure| format!("{failure:?}"))?;
        if found.query() == case["query"].as_str() {
            Ok(())
        } else {
            Err(found.href)
        }
    });
}

#[test]
fn hosts_are_parsed() {
    replay("host.json", |case| {
        let found = host::parse(text(case, "input"), false, 0, &mut Silent).ok().map(Host::serialize);
        // An exception says what is found instead, and why.
        let expected = if case.get("exception").is_some() { &case["found"] } else { &case["output"] };
        if found.as_deref() == expected.as_str() {
            Ok(())
        } else {
            Err(format!("{found:?}"))
        }
    });
}
