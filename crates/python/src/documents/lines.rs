//! Rows as lines: of JSON in US-ASCII, as Python's `json.dumps` writes them, or of CSV (RFC 4180, section 2).
//!
//! Python's own writers need an object for each row: 15,000 references of a page took them 2.1 times the processor time
//! as JSON and 1.7 times as CSV, and the worker processes of a tree would send objects to one that writes.

use std::io::Write;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, StructArray};
use memchr::{memchr2, memchr_iter};
use uriverse_core::memory::Grow;

use crate::ground::json::string;

/// The fields of an error for which rows have no data.
const NO_MORE: &[u8] = b", \"hint\": \"\", \"clause\": null, \"component\": null, \"expected\": []}";

/// The first fields of the rows as JSON. An error is an object, as in the JSON of all commands; its reason is the
/// problem.
pub(super) fn json(rows: &StructArray, fields: usize) -> Vec<u8> {
    let name = |(at, name)| format!("{}\"{name}\": ", if at == 0 { "{" } else { ", " });
    let names: Vec<String> = rows.column_names().iter().take(fields).enumerate().map(name).collect();
    let mut out = Vec::new();
    for row in 0..rows.len() {
        for (name, column) in names.iter().zip(rows.columns()) {
            out.put_all(name.as_bytes());
            if name.ends_with("\"error\": ") && column.is_valid(row) {
                out.put_all(b"{\"reason\": ");
                match rows.column_by_name("problem") {
                    Some(problem) => value(&mut out, problem, row, false),
                    None => out.put_all(b"null"),
                }
                out.put_all(b", \"at\": null, \"rule\": null, \"message\": ");
                value(&mut out, column, row, false);
                out.put_all(NO_MORE);
            } else {
                value(&mut out, column, row, false);
            }
        }
        out.put_all(b"}\n");
    }
    out
}

/// The first fields of the rows as CSV; null is an empty field.
pub(super) fn csv(rows: &StructArray, fields: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for row in 0..rows.len() {
        for (at, column) in rows.columns().iter().take(fields).enumerate() {
            if at > 0 {
                out.put(b',');
            }
            value(&mut out, column, row, true);
        }
        out.put(b'\n');
    }
    out
}

fn value(out: &mut Vec<u8>, column: &ArrayRef, row: usize, is_csv: bool) {
    if column.is_null(row) {
        out.put_all(if is_csv { b"" } else { b"null" });
    } else if let Some(texts) = column.as_string_opt::<i32>() {
        if is_csv {
            quoted(out, texts.value(row));
        } else {
            string(out, texts.value(row));
        }
    } else if let Some(numbers) = column.as_primitive_opt::<Int64Type>() {
        let _ = write!(out, "{}", numbers.value(row));
    } else if let Some(lists) = column.as_list_opt::<i32>() {
        let words = lists.value(row);
        if is_csv {
            quoted(out, &words.as_string::<i32>().iter().flatten().collect::<Vec<_>>().join(" "));
            return;
        }
        out.put(b'[');
        for at in 0..words.len() {
            out.put_all(if at == 0 { &b""[..] } else { &b", "[..] });
            value(out, &words, at, false);
        }
        out.put(b']');
    } else {
        let [yes, no] = if is_csv { ["True", "False"] } else { ["true", "false"] };
        out.put_all(if column.as_boolean().value(row) { yes } else { no }.as_bytes());
    }
}

/// A field is only quoted if it has a comma, a quotation mark, CR or LF.
fn quoted(out: &mut Vec<u8>, text: &str) {
    let text = text.as_bytes();
    if memchr2(b',', b'"', text).or_else(|| memchr2(b'\r', b'\n', text)).is_none() {
        out.put_all(text);
        return;
    }
    out.put(b'"');
    let mut written = 0;
    for quote in memchr_iter(b'"', text) {
        out.put_all(&text[written..=quote]);
        written = quote;
    }
    out.put_all(&text[written..]);
    out.put(b'"');
}
