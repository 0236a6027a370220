//! Rows as lines of CSV (RFC 4180, section 2): a field is only quoted if it has a comma, a quotation mark, CR or LF.

use std::io::Write;
use uriverse_core::memory::Grow;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, StructArray};
use memchr::{memchr2, memchr_iter};

/// The first fields of the rows; null is an empty field.
pub(super) fn lines(rows: &StructArray, fields: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for row in 0..rows.len() {
        for (at, column) in rows.columns().iter().take(fields).enumerate() {
            if at > 0 {
                out.put(b',');
            }
            value(&mut out, column, row);
        }
        out.put(b'\n');
    }
    out
}

fn value(out: &mut Vec<u8>, column: &ArrayRef, row: usize) {
    if column.is_null(row) {
        return;
    }
    if let Some(texts) = column.as_string_opt::<i32>() {
        text(out, texts.value(row).as_bytes());
    } else if let Some(numbers) = column.as_primitive_opt::<Int64Type>() {
        let _ = write!(out, "{}", numbers.value(row));
    } else if let Some(lists) = column.as_list_opt::<i32>() {
        let words = lists.value(row);
        let words: Vec<_> = words.as_string::<i32>().iter().flatten().collect();
        text(out, words.join(" ").as_bytes());
    } else {
        out.put_all(if column.as_boolean().value(row) { &b"True"[..] } else { &b"False"[..] });
    }
}

fn text(out: &mut Vec<u8>, text: &[u8]) {
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
