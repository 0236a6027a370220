//! Columns of lists: the records that a callback finds in each text.
//!
//! The callback may be Python, so it receives one text at a time; of a dictionary column, each value once.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, BooleanArray, PrimitiveArray, StructArray};
use arrow_schema::{Field, Fields};
use uriverse_core::memory::{gathered, Grow};
use uriverse_core::named_enum;

use crate::bitmaps::bitmap;
use crate::errors::ColumnError;
use crate::input::dictionary::Keys;
use crate::input::texts::{Octets, Rows, Texts};
use crate::kernels::parse::Known;
use crate::output::arena::{all_buffers, Arena, Numbers};
use crate::output::lists::{list, nulls};
use crate::output::unchecked::string_views;

named_enum! {
    /// The type of a record's field.
    pub enum FieldType {
        /// A distinct text.
        Text = "text",
        /// A text with few distinct values, each stored once.
        Word = "word",
        /// A number.
        Int32 = "int32",
        /// A bool.
        Bool = "bool",
    }
}

/// A value of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Value<'a> {
    Null,
    Text(&'a str),
    Int32(i32),
    Bool(bool),
}

enum Values {
    Views { views: Vec<u128>, few: bool },
    Int32(Vec<i32>),
    Bool(Vec<bool>),
}

/// One field of all records.
struct Column {
    name: String,
    values: Values,
    valid: Vec<bool>,
}

/// Records under construction.
pub struct Records<'n> {
    columns: Vec<Column>,
    known: Known,
    arena: Arena<'n>,
    /// The end of each text's records.
    ends: Vec<i64>,
    /// The texts whose list is null, as indices of `ends`.
    refused: Vec<usize>,
}

impl<'n> Records<'n> {
    fn new(fields: &[(String, FieldType)], numbers: &'n Numbers) -> Records<'n> {
        let column = |(name, holds): &(String, FieldType)| {
            let values = match holds {
                FieldType::Text | FieldType::Word => {
                    Values::Views { views: Vec::new(), few: *holds == FieldType::Word }
                }
                FieldType::Int32 => Values::Int32(Vec::new()),
                FieldType::Bool => Values::Bool(Vec::new()),
            };
            Column { name: name.clone(), values, valid: Vec::new() }
        };
        let (columns, known) = (fields.iter().map(column).collect(), Known::default());
        Records { columns, known, arena: Arena::new(numbers), ends: Vec::new(), refused: Vec::new() }
    }

    /// Makes the list of the current text null.
    pub fn refuse(&mut self) {
        self.refused.put(self.ends.len());
    }

    /// Sets the next field of the current record: `index` counts fields. A value of another type is a null.
    pub fn push(&mut self, index: usize, value: Value<'_>) {
        let Some(column) = self.columns.get_mut(index) else { return };
        let valid = match (&mut column.values, value) {
            (Values::Views { views, few }, Value::Text(text)) => {
                let view = if *few { self.known.view(&mut self.arena, text) } else { self.arena.push(text.as_bytes()) };
                views.put(view.unwrap_or(0));
                view.is_some()
            }
            (Values::Int32(values), Value::Int32(value)) => {
                values.put(value);
                true
            }
            (Values::Bool(values), Value::Bool(value)) => {
                values.put(value);
                true
            }
            (values, _) => {
                match values {
                    Values::Views { views, .. } => views.put(0),
                    Values::Int32(values) => values.put(0),
                    Values::Bool(values) => values.put(false),
                }
                false
            }
        };
        column.valid.put(valid);
    }

    /// The number of records, including those of earlier texts.
    fn count(&self) -> usize {
        self.columns.first().map_or(0, |column| column.valid.len())
    }

    /// Ends the records of a text.
    fn end(&mut self) {
        self.ends.put(self.count() as i64);
    }

    fn finish(self) -> (Vec<i64>, StructArray) {
        let buffers = all_buffers(&[], vec![self.arena]);
        let (mut fields, mut arrays) = (Vec::new(), Vec::new());
        for column in self.columns {
            let nulls = nulls(column.valid);
            let array: ArrayRef = match column.values {
                Values::Views { views, .. } => Arc::new(string_views(views.into(), &buffers, nulls)),
                Values::Int32(values) => Arc::new(PrimitiveArray::<Int32Type>::new(values.into(), nulls)),
                Values::Bool(values) => Arc::new(BooleanArray::new(bitmap(values.into_iter()), nulls)),
            };
            fields.push(Field::new(column.name, array.data_type().clone(), true));
            arrays.push(array);
        }
        (self.ends, StructArray::new(Fields::from(fields), arrays, None))
    }
}

/// The records that `find` returns for each text, as a column of lists.
///
/// Calls `find` for each row that is not null; it pushes every field of every record.
///
/// # Errors
/// The errors of `find`; as [`Texts::read`].
pub fn lists<E: From<ColumnError>>(
    array: &dyn Array,
    fields: &[(String, FieldType)],
    mut find: impl FnMut(&[u8], &mut Records<'_>) -> Result<(), E>,
) -> Result<ArrayRef, E> {
    let numbers = Numbers::after(0);
    let mut records = Records::new(fields, &numbers);
    let dictionary =
        array.as_any_dictionary_opt().filter(|dictionary| dictionary.values().len() <= dictionary.keys().len());
    let texts = Texts::read(dictionary.map_or(array, |dictionary| dictionary.values().as_ref()), Octets::Data)?;
    for row in 0..texts.len() {
        if texts.is_present(row) {
            find(texts.text(row), &mut records)?;
        }
        records.end();
    }
    let refused = std::mem::take(&mut records.refused);
    let (ends, found) = records.finish();
    let mut valid = gathered((0..texts.len()).map(|row| texts.is_present(row)));
    refused.into_iter().for_each(|row| valid[row] = false);
    let answers = list(ends, Arc::new(found), nulls(valid));
    Ok(match dictionary {
        None => answers,
        Some(dictionary) => Keys::new(dictionary).to_rows(&answers),
    })
}
