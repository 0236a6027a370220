//! A struct column from Python rows: texts, numbers, lists of texts, lists of pairs.
//!
//! For rare rows with many fields, such as the parts of a `mailto` URI. Operations on every row of a log have kernels.

use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, Int64Builder, LargeListBuilder, StringBuilder};
use arrow_array::{ArrayRef, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{Field, Fields};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use uriverse_columns::output::lists::{list, nulls};
use uriverse_core::memory::Grow;

use crate::calling::values::{no_such_word, Items};
use crate::columns::column::Column;
use crate::ground::memory::guarded;

/// One field under construction.
enum Building {
    Text(StringBuilder),
    Int64(Int64Builder),
    Texts(LargeListBuilder<StringBuilder>),
    Pairs(Pairs),
}

/// Lists of pairs: their names and values, the end of each list, and whether it is not null.
#[derive(Default)]
struct Pairs {
    texts: [StringBuilder; 2],
    ends: Vec<i64>,
    valid: Vec<bool>,
}

impl Building {
    fn named(word: &str) -> PyResult<Building> {
        Ok(match word {
            "text" => Building::Text(StringBuilder::new()),
            "int64" => Building::Int64(Int64Builder::new()),
            "texts" => Building::Texts(LargeListBuilder::new(StringBuilder::new())),
            "pairs" => Building::Pairs(Pairs::default()),
            other => return Err(no_such_word("field", other, &["text", "int64", "texts", "pairs"])),
        })
    }

    fn push(&mut self, value: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let value = value.filter(|value| !value.is_none());
        match self {
            Building::Text(texts) => texts.append_option(value.map(|value| value.extract::<String>()).transpose()?),
            Building::Int64(numbers) => numbers.append_option(value.map(|value| value.extract::<i64>()).transpose()?),
            Building::Texts(lists) => {
                if let Some(value) = value {
                    for text in value.try_iter()? {
                        lists.values().append_option(text?.extract::<Option<String>>()?);
                    }
                }
                lists.append(value.is_some());
            }
            Building::Pairs(Pairs { texts: [names, values], ends, valid }) => {
                if let Some(value) = value {
                    for pair in value.try_iter()? {
                        let (name, value): (String, Option<String>) = pair?.extract()?;
                        names.append_value(name);
                        values.append_option(value);
                    }
                }
                ends.put(names.len() as i64);
                valid.put(value.is_some());
            }
        }
        Ok(())
    }

    fn finish(self) -> ArrayRef {
        match self {
            Building::Text(mut texts) => Arc::new(texts.finish()),
            Building::Int64(mut numbers) => Arc::new(numbers.finish()),
            Building::Texts(mut lists) => Arc::new(lists.finish()),
            Building::Pairs(Pairs { texts, ends, valid }) => {
                let texts = texts.map(|mut texts| Arc::new(texts.finish()) as ArrayRef);
                list(ends, Arc::new(structs(["name", "value"], texts.into(), None)), nulls(valid))
            }
        }
    }
}

/// A struct column of rows, each None or a tuple with a value for each field. The fields are pairs of a name and
/// "text", "int64", "texts" or "pairs".
#[pyfunction]
pub fn of_records(fields: Items<(String, String)>, rows: &Bound<'_, PyAny>) -> PyResult<Column> {
    guarded(|| {
        if fields.is_empty() {
            return Err(PyValueError::new_err("fields must name one field or more"));
        }
        let mut building = fields.iter().map(|(_, word)| Building::named(word)).collect::<PyResult<Vec<_>>>()?;
        let mut present = Vec::new();
        for row in rows.try_iter()? {
            let row = row?;
            let values = if row.is_none() { None } else { Some(row.cast_into::<PyTuple>()?) };
            if values.as_ref().is_some_and(|values| values.len() != fields.len()) {
                return Err(PyValueError::new_err("a record has a value for each field"));
            }
            for (index, field) in building.iter_mut().enumerate() {
                let value = values.as_ref().map(|values| values.get_item(index)).transpose()?;
                field.push(value.as_ref())?;
            }
            present.push(values.is_some());
        }
        let columns = building.into_iter().map(Building::finish).collect();
        Ok(Column::from_array(Arc::new(structs(fields.iter().map(|(name, _)| name), columns, nulls(present)))))
    })
}

fn structs(
    names: impl IntoIterator<Item = impl Into<String>>,
    columns: Vec<ArrayRef>,
    nulls: Option<NullBuffer>,
) -> StructArray {
    let field = |(name, column): (_, &ArrayRef)| Field::new(name, column.data_type().clone(), true);
    let fields: Fields = names.into_iter().zip(&columns).map(field).collect();
    StructArray::new(fields, columns, nulls)
}
