//! Rows as lines of JSON, in US-ASCII, as Python's `json.dumps` writes them.

use std::io::Write;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, StructArray};

use crate::ground::json::string;
use uriverse_core::memory::Grow;

/// The fields of an error for which rows have no data.
const NO_MORE: &[u8] = b", \"hint\": \"\", \"clause\": null, \"component\": null, \"expected\": []}";

/// The first fields of the rows. An error is an object, as in the JSON of all commands; its reason is the problem.
pub(super) fn lines(rows: &StructArray, fields: usize) -> Vec<u8> {
    let names: Vec<String> = rows
        .column_names()
        .iter()
        .take(fields)
        .enumerate()
        .map(|(at, name)| format!("{}\"{name}\": ", if at == 0 { "{" } else { ", " }))
        .collect();
    let mut out = Vec::new();
    for row in 0..rows.len() {
        for (name, column) in names.iter().zip(rows.columns()) {
            out.put_all(name.as_bytes());
            if name.ends_with("\"error\": ") && column.is_valid(row) {
                out.put_all(b"{\"reason\": ");
                match rows.column_by_name("problem") {
                    Some(problem) => value(&mut out, problem, row),
                    None => out.put_all(b"null"),
                }
                out.put_all(b", \"at\": null, \"rule\": null, \"message\": ");
                value(&mut out, column, row);
                out.put_all(NO_MORE);
            } else {
                value(&mut out, column, row);
            }
        }
        out.put_all(b"}\n");
    }
    out
}

fn value(out: &mut Vec<u8>, column: &ArrayRef, row: usize) {
    if column.is_null(row) {
        out.put_all(b"null");
    } else if let Some(texts) = column.as_string_opt::<i32>() {
        string(out, texts.value(row));
    } else if let Some(numbers) = column.as_primitive_opt::<Int64Type>() {
        let _ = write!(out, "{}", numbers.value(row));
    } else if let Some(lists) = column.as_list_opt::<i32>() {
        let words = lists.value(row);
        out.put(b'[');
        for at in 0..words.len() {
            out.put_all(if at == 0 { &b""[..] } else { &b", "[..] });
            value(out, &words, at);
        }
        out.put(b']');
    } else {
        out.put_all(if column.as_boolean().value(row) { &b"true"[..] } else { &b"false"[..] });
    }
}
