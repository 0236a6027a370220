//! A struct column from Python rows: texts, numbers, lists of texts, lists of pairs.
//!
//! For rare rows with many fields, such as the parts of a `mailto` URI. Operations on every row of a log have kernels.

use std::sync::Arc;

use arrow_array::builder::{Int64Builder, LargeListBuilder, StringBuilder, StructBuilder};
use arrow_array::{ArrayRef, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Fields};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::calling::values::{no_such_word, Items};
use crate::columns::column::Column;

/// One field under construction.
enum Building {
    Text(StringBuilder),
    Int64(Int64Builder),
    Texts(LargeListBuilder<StringBuilder>),
    Pairs(LargeListBuilder<StructBuilder>),
}

impl Building {
    fn named(word: &str) -> PyResult<Building> {
        Ok(match word {
            "text" => Building::Text(StringBuilder::new()),
            "int64" => Building::Int64(Int64Builder::new()),
            "texts" => Building::Texts(LargeListBuilder::new(StringBuilder::new())),
            "pairs" => {
                let fields = ["name", "value"].map(|name| Field::new(name, DataType::Utf8, true));
                Building::Pairs(LargeListBuilder::new(StructBuilder::from_fields(fields.to_vec(), 0)))
            }
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
            Building::Pairs(lists) => {
                if let Some(value) = value {
                    for pair in value.try_iter()? {
                        let (name, value): (String, Option<String>) = pair?.extract()?;
                        let pairs = lists.values();
                        for (index, text) in [Some(name), value].into_iter().enumerate() {
                            if let Some(texts) = pairs.field_builder::<StringBuilder>(index) {
                                texts.append_option(text);
                            }
                        }
                        pairs.append(true);
                    }
                }
                lists.append(value.is_some());
            }
        }
        Ok(())
    }

    fn finish(self) -> ArrayRef {
        match self {
            Building::Text(mut texts) => Arc::new(texts.finish()),
            Building::Int64(mut numbers) => Arc::new(numbers.finish()),
            Building::Texts(mut lists) => Arc::new(lists.finish()),
            Building::Pairs(mut lists) => Arc::new(lists.finish()),
        }
    }
}

/// A struct column of rows, each None or a tuple with a value for each field. The fields are pairs of a name and
/// "text", "int64", "texts" or "pairs".
#[pyfunction]
pub fn of_records(fields: Items<(String, String)>, rows: &Bound<'_, PyAny>) -> PyResult<Column> {
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
    let columns: Vec<ArrayRef> = building.into_iter().map(Building::finish).collect();
    let fields: Fields = fields
        .iter()
        .zip(&columns)
        .map(|((name, _), column)| Field::new(name, column.data_type().clone(), true))
        .collect();
    let nulls = Some(NullBuffer::from(present)).filter(|nulls| nulls.null_count() > 0);
    Ok(Column::from_array(Arc::new(StructArray::new(fields, columns, nulls))))
}
