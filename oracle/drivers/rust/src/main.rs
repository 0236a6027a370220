//! A driver of the oracle: crates that read URIs. `drivers url|fluent-uri|iri-string|oxiri|http`
use serde_json::{json, Value};
use std::io::{BufRead, Write};

fn refused(error: impl ToString) -> Value {
    json!({"accepted": false, "error": error.to_string()})
}

fn target(result: impl ToString) -> Value {
    json!({"accepted": true, "result": result.to_string()})
}

fn url(operation: &str, text: &str, base: &str) -> Result<Value, url::ParseError> {
    if operation == "resolve" {
        return Ok(target(url::Url::parse(base)?.join(text)?));
    }
    let url = url::Url::parse(text)?;
    Ok(if operation == "normalize" {
        target(url)
    } else {
        json!({"accepted": true, "scheme": url.scheme(), "host": url.host_str(), "written": url.as_str()})
    })
}

fn fluent_uri(operation: &str, text: &str, base: &str) -> Value {
    let found = match fluent_uri::UriRef::parse(text) {
        Ok(found) => found,
        Err(error) => return refused(error),
    };
    match operation {
        "normalize" => target(found.normalize()),
        "resolve" => match fluent_uri::Uri::parse(base) {
            Ok(base) => found.resolve_against(&base).map_or_else(refused, target),
            Err(error) => refused(error),
        },
        _ => {
            let authority = found.authority();
            json!({
                "accepted": true,
                "scheme": found.scheme().map(|each| each.as_str()),
                "userinfo": authority.and_then(|each| each.userinfo()).map(|each| each.as_str()),
                "host": authority.map(|each| each.host()),
                "port": authority.and_then(|each| each.port()).map(|each| each.as_str()),
                "path": found.path().as_str(),
                "query": found.query().map(|each| each.as_str()),
                "fragment": found.fragment().map(|each| each.as_str()),
                "written": found.as_str(),
            })
        }
    }
}

fn iri_string(operation: &str, text: &str, base: &str) -> Value {
    use iri_string::types::{UriReferenceStr, UriStr};
    let found = match UriReferenceStr::new(text) {
        Ok(found) => found,
        Err(error) => return refused(error),
    };
    match operation {
        "normalize" => UriStr::new(text).map_or_else(|_| json!({}), |uri| target(uri.normalize())),
        "resolve" => match iri_string::types::UriAbsoluteStr::new(base) {
            Ok(base) => target(found.resolve_against(base)),
            Err(error) => refused(error),
        },
        _ => {
            let authority = found.authority_components();
            json!({
                "accepted": true,
                "scheme": found.scheme_str(),
                "userinfo": authority.and_then(|each| each.userinfo()),
                "host": authority.map(|each| each.host()),
                "port": authority.and_then(|each| each.port()),
                "path": found.path_str(),
                "query": found.query_str(),
                "fragment": found.fragment().map(|each| each.as_str()),
                "written": found.as_str(),
            })
        }
    }
}

fn oxiri(operation: &str, text: &str, base: &str) -> Value {
    let found = match oxiri::IriRef::parse(text) {
        Ok(found) => found,
        Err(error) => return refused(error),
    };
    match operation {
        "normalize" => json!({}),
        "resolve" => match oxiri::Iri::parse(base) {
            Ok(base) => base.resolve(text).map_or_else(refused, target),
            Err(error) => refused(error),
        },
        _ => json!({
            "accepted": true,
            "scheme": found.scheme(),
            "path": found.path(),
            "query": found.query(),
            "fragment": found.fragment(),
            "written": found.as_str(),
        }),
    }
}

fn http(operation: &str, text: &str) -> Value {
    if operation != "parse" {
        return json!({});
    }
    match text.parse::<http::Uri>() {
        Ok(uri) => json!({
            "accepted": true,
            "scheme": uri.scheme_str(),
            "host": uri.host(),
            "query": uri.query(),
            "written": uri.to_string(),
        }),
        Err(error) => refused(error),
    }
}

/// The version of a crate that this program was built with, as `Cargo.lock` names it.
fn version(name: &str) -> &'static str {
    let lock = include_str!("../Cargo.lock");
    lock.split("[[package]]")
        .find(|each| each.contains(&format!("name = \"{name}\"\n")))
        .and_then(|each| each.split("version = \"").nth(1)?.split('"').next())
        .unwrap_or("")
}

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let question: Value = serde_json::from_str(&line.expect("a line of UTF-8")).expect("JSON");
        let told = |key: &str| question[key].as_str().unwrap_or_default();
        let (operation, text, base) = (told("operation"), told("text"), told("base"));
        let answer = match name.as_str() {
            _ if operation == "version" => json!({"version": version(&name)}),
            "url" => url(operation, text, base).unwrap_or_else(refused),
            "fluent-uri" => fluent_uri(operation, text, base),
            "iri-string" => iri_string(operation, text, base),
            "oxiri" => oxiri(operation, text, base),
            "http" => http(operation, text),
            _ => panic!("name one of url, fluent-uri, iri-string, oxiri, http"),
        };
        writeln!(out, "{answer}").and_then(|()| out.flush()).expect("a reader");
    }
}
