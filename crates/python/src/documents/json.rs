//! Rows as lines of JSON, in US-ASCII, as `json.dumps` of Python writes them.

use std::fmt::Write;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, StructArray};

/// The rows with their first fields.
pub(super) fn lines(rows: &StructArray, fields: usize) -> String {
    let names: Vec<String> = rows
        .column_names()
        .iter()
        .take(fields)
        .enumerate()
        .map(|(at, name)| format!("{}\"{name}\": ", if at == 0 { "{" } else { ", " }))
        .collect();
    let mut out = String::new();
    for row in 0..rows.len() {
        for (name, column) in names.iter().zip(rows.columns()) {
            out.push_str(name);
            value(&mut out, column, row);
        }
        out.push_str("}\n");
    }
    out
}

fn value(out: &mut String, column: &ArrayRef, row: usize) {
    if column.is_null(row) {
        out.push_str("null");
    } else if let Some(texts) = column.as_string_opt::<i32>() {
        string(out, texts.value(row));
    } else if let Some(numbers) = column.as_primitive_opt::<Int64Type>() {
        let _ = write!(out, "{}", numbers.value(row));
    } else {
        out.push_str(if column.as_boolean().value(row) { "true" } else { "false" });
    }
}

/// RFC 8259, section 7. What is not in the basic plane is two escapes, a surrogate pair.
fn string(out: &mut String, text: &str) {
    out.push('"');
    let mut left = text;
    while let Some(at) = left.bytes().position(|byte| !matches!(byte, b' '..=b'~') || byte == b'"' || byte == b'\\') {
        out.push_str(&left[..at]);
        let mut characters = left[at..].chars();
        match characters.next().unwrap_or_default() {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\x08' => out.push_str("\\b"),
            '\x0C' => out.push_str("\\f"),
            other => {
                for unit in other.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
        }
        left = characters.as_str();
    }
    out.push_str(left);
    out.push('"');
}
