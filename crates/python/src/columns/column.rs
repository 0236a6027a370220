//! `Column`: Arrow memory with the PyCapsule interface, and the few methods needed to inspect it.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, StringArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyIterator, PyList, PyString, PyTuple, PyType};
use uriverse_columns::input::lines::{answered, column_of_lines};
use uriverse_columns::output::concat::{as_type, concat, in_parts, type_for};
use uriverse_columns::output::lists::nulls;
use uriverse_columns::ColumnError;
use uriverse_core::memory::Grow;

use super::capsules::{self, ColumnType};
use super::options::Recording;
use super::pickling::{array_of_parts, parts_of, Parts};
use crate::ground::errors::wrong_type;
use crate::ground::memory::guarded;
use crate::ground::strings::bytes_object;
use crate::text::editing::UnansweredLine;

/// A column of Arrow memory: the argument and the result of the functions of `uriverse.columns`.
#[pyclass(frozen, module = "uriverse.columns", name = "Column")]
pub struct Column {
    pub data_type: DataType,
    pub chunks: Vec<ArrayRef>,
}

/// What rebuilds a column, and its arguments: the type, and the parts of each chunk.
type Pickled<'py> = (Bound<'py, PyAny>, (String, Vec<Parts>));

impl Column {
    /// An argument of that name as a column: one of ours, or any object with the interface.
    pub fn import(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<Column> {
        Column::imported(name, argument, false)
    }

    fn imported(name: &str, argument: &Bound<'_, PyAny>, trusted: bool) -> PyResult<Column> {
        if let Ok(column) = argument.cast::<Column>() {
            let column = column.get();
            return Ok(Column { data_type: column.data_type.clone(), chunks: column.chunks.clone() });
        }
        if argument.is_instance_of::<Recording>() {
            return Ok(Column { data_type: DataType::Utf8View, chunks: Vec::new() });
        }
        let py = argument.py();
        if let Some(stream) = argument.getattr_opt(pyo3::intern!(py, "__arrow_c_stream__"))? {
            return Column::single(capsules::stream(&stream.call0()?, trusted)?);
        }
        if let Some(array) = argument.getattr_opt(pyo3::intern!(py, "__arrow_c_array__"))? {
            return Column::single(capsules::array(&array.call0()?, trusted)?);
        }
        Err(wrong_type(name, "a column that Arrow's C interface reads", argument))
    }

    /// A table of one column is that column. A column of structs is none of texts, however many fields it has.
    fn single((ColumnType { data_type, is_table }, chunks): (ColumnType, Vec<ArrayRef>)) -> PyResult<Column> {
        let DataType::Struct(fields) = &data_type else { return Ok(Column { data_type, chunks }) };
        if !is_table {
            return Ok(Column { data_type, chunks });
        }
        let [field] = &fields[..] else {
            let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
            return Err(PyTypeError::new_err(format!("one column is wanted, not a table of [{}]", names.join(", "))));
        };
        let data_type = field.data_type().clone();
        let chunks = chunks.iter().map(|chunk| child(chunk, 0)).collect::<PyResult<_>>()?;
        Ok(Column { data_type, chunks })
    }

    /// A column of one chunk.
    pub fn from_array(array: ArrayRef) -> Column {
        Column { data_type: array.data_type().clone(), chunks: vec![array] }
    }

    pub fn rows(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    fn requested(&self, requested: Option<&Bound<'_, PyAny>>) -> PyResult<DataType> {
        match requested.filter(|requested| !requested.is_none()) {
            None => Ok(self.data_type.clone()),
            Some(capsule) => Ok(type_for(&self.data_type, &capsules::data_type(capsule)?.data_type)),
        }
    }

    /// The chunks converted to a type, and their common type after the conversion.
    fn chunks_as(&self, wanted: DataType) -> (DataType, Vec<ArrayRef>) {
        let chunks: Vec<ArrayRef> = self.chunks.iter().flat_map(|chunk| in_parts(chunk, &wanted)).collect();
        if chunks.iter().all(|chunk| *chunk.data_type() == wanted) {
            (wanted, chunks)
        } else {
            (self.data_type.clone(), self.chunks.clone())
        }
    }
}

/// A field of a struct array; null where the struct is.
fn child(array: &ArrayRef, index: usize) -> PyResult<ArrayRef> {
    let parent = array.as_struct();
    let column = parent.column(index);
    if parent.null_count() == 0 {
        return Ok(column.clone());
    }
    let nulls = NullBuffer::union(parent.nulls(), column.nulls());
    let data = column.to_data().into_builder().nulls(nulls).build();
    data.map(arrow_array::make_array).map_err(|error| PyValueError::new_err(error.to_string()))
}

#[pymethods]
impl Column {
    /// A column of texts, None for null.
    #[new]
    fn new(texts: &Bound<'_, PyAny>) -> PyResult<Column> {
        guarded(|| {
            let (mut octets, mut ends, mut valid) = (Vec::new(), vec![0], Vec::new());
            for text in texts.try_iter()? {
                let text = text?.extract::<Option<PyBackedStr>>()?;
                octets.put_all(text.as_deref().unwrap_or_default().as_bytes());
                ends.put(
                    i32::try_from(octets.len())
                        .map_err(|_| PyOverflowError::new_err(ColumnError::TooLong.to_string()))?,
                );
                valid.put(text.is_some());
            }
            let column = StringArray::try_new(OffsetBuffer::new(ends.into()), octets.into(), nulls(valid));
            let column = column.map_err(|error| PyValueError::new_err(error.to_string()))?;
            Ok(Column::from_array(std::sync::Arc::new(column)))
        })
    }

    /// A column of another library, imported once: the functions then take it without checking its rows again. With
    /// `trusted` they are not checked at all, which saves some nanoseconds a row; texts that are not UTF-8, or invalid
    /// offsets, then give wrong rows.
    #[staticmethod]
    #[pyo3(signature = (column, *, trusted=false))]
    fn from_arrow(column: &Bound<'_, PyAny>, trusted: bool) -> PyResult<Column> {
        Column::imported("column", column, trusted)
    }

    /// The lines of a block as a column, without LF or CR LF; a line that is not UTF-8 is null.
    #[staticmethod]
    fn of_lines(py: Python<'_>, block: &[u8]) -> PyResult<Column> {
        guarded(|| {
            let lines =
                py.detach(|| column_of_lines(block)).map_err(|error| PyValueError::new_err(error.to_string()))?;
            Ok(Column::from_array(lines))
        })
    }

    /// Writes the rows as the answers to the lines of a block, one a line. Also returns the lines without an answer
    /// (null or false): their start and end in the block, and the position in the output where the answer belongs. The
    /// answer of a true row is the line itself, with `before` in front.
    #[pyo3(signature = (block, *, before=""))]
    fn to_lines<'py>(
        &self,
        py: Python<'py>,
        block: &[u8],
        before: &str,
    ) -> PyResult<(Bound<'py, PyBytes>, Vec<UnansweredLine>)> {
        guarded(|| {
            let answers = py.detach(|| answered(block, &self.chunks, before));
            let answers = answers.map_err(|error| PyValueError::new_err(error.to_string()))?;
            let left = answers.left.into_iter().map(|(line, at)| (line.start, line.end, at)).collect();
            Ok((bytes_object(py, &answers.answers)?, left))
        })
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsules::schema_capsule(py, &self.data_type)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        guarded(|| {
            let wanted = self.requested(requested_schema)?;
            let whole = py.detach(|| concat(&self.data_type, &self.chunks).map(|whole| as_type(&whole, &wanted)));
            capsules::array_capsules(py, &whole.map_err(|error| PyValueError::new_err(error.to_string()))?)
        })
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        guarded(|| {
            let wanted = self.requested(requested_schema)?;
            let (data_type, chunks) = py.detach(|| self.chunks_as(wanted));
            capsules::stream_capsule(py, data_type, chunks)
        })
    }

    /// A column of what `__reduce__` gives; `ValueError` if it is not valid.
    #[classmethod]
    fn of_parts(class: &Bound<'_, PyType>, data_type: &str, chunks: Vec<Parts>) -> PyResult<Column> {
        let py = class.py();
        let bad = |error: ArrowError| PyValueError::new_err(format!("the pickle of a column is not valid: {error}"));
        let data_type: DataType = data_type.parse().map_err(bad)?;
        let chunks = chunks.into_iter().map(|parts| array_of_parts(py, &data_type, parts));
        let chunks = chunks.collect::<Result<_, _>>().map_err(bad)?;
        Ok(Column { data_type, chunks })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let (py, column) = (slf.py(), slf.get());
        let chunks = column.chunks.iter().map(|chunk| parts_of(py, chunk)).collect();
        Ok((slf.get_type().getattr("of_parts")?, (column.data_type.to_string(), chunks)))
    }

    /// A column is immutable, so it is its own copy.
    fn __copy__<'py>(slf: &Bound<'py, Self>) -> Bound<'py, Self> {
        slf.clone()
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf.clone()
    }

    fn __len__(&self) -> usize {
        self.rows()
    }

    /// Iterates over the rows as in `to_pylist`; pandas builds a frame's column this way.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.to_pylist(py)?.try_iter()
    }

    /// The number of null rows.
    #[getter]
    fn null_count(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.logical_null_count()).sum()
    }

    /// The names of a struct column's fields; empty for any other.
    #[getter]
    fn names(&self) -> Vec<String> {
        match &self.data_type {
            DataType::Struct(fields) => fields.iter().map(|field| field.name().clone()).collect(),
            _ => Vec::new(),
        }
    }

    /// A field of a struct column by name.
    fn field(&self, name: &str) -> PyResult<Column> {
        let DataType::Struct(fields) = &self.data_type else {
            return Err(PyKeyError::new_err(format!("{name:?}: the column has no fields")));
        };
        let Some((index, field)) = fields.iter().enumerate().find(|(_, field)| field.name() == name) else {
            return Err(PyKeyError::new_err(format!("{name:?} is none of {}", self.names().join(", "))));
        };
        let chunks = self.chunks.iter().map(|chunk| child(chunk, index)).collect::<PyResult<_>>()?;
        Ok(Column { data_type: field.data_type().clone(), chunks })
    }

    /// A range of the rows, without a copy.
    #[pyo3(signature = (offset, length=None))]
    fn slice(&self, offset: usize, length: Option<usize>) -> PyResult<Column> {
        let rows = self.rows();
        if offset > rows {
            return Err(PyIndexError::new_err(format!("the column has {rows} rows")));
        }
        let (mut skip, mut rest) = (offset, length.unwrap_or(rows).min(rows - offset));
        let mut chunks = Vec::new();
        for chunk in &self.chunks {
            let start = skip.min(chunk.len());
            let count = rest.min(chunk.len() - start);
            skip -= start;
            rest -= count;
            if count > 0 {
                chunks.push(chunk.slice(start, count));
            }
        }
        Ok(Column { data_type: self.data_type.clone(), chunks })
    }

    /// The rows as Python objects: str, bool, int, dict, list, None.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        guarded(|| {
            let rows = PyList::empty(py);
            for chunk in &self.chunks {
                for row in 0..chunk.len() {
                    if row % 65_536 == 0 {
                        py.check_signals()?;
                    }
                    rows.append(value(py, chunk, row)?)?;
                }
            }
            Ok(rows)
        })
    }

    /// The column as a `pyarrow.ChunkedArray`, without a copy; texts as `string` if `views` is false.
    #[pyo3(signature = (*, views=true))]
    fn to_pyarrow<'py>(slf: &Bound<'py, Self>, views: bool) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let pyarrow = py.import("uriverse.ground.extras")?.call_method0("pyarrow")?;
        if views {
            return pyarrow.call_method1("chunked_array", (slf,));
        }
        let wanted = Column { data_type: type_for_plain(&slf.get().data_type), chunks: Vec::new() };
        let schema = pyarrow.call_method1("field", (Bound::new(py, wanted)?,))?.getattr("type")?;
        let keywords = PyDict::new(py);
        keywords.set_item("type", schema)?;
        pyarrow.call_method("chunked_array", (slf,), Some(&keywords))
    }

    /// The fields of a struct column as a `pyarrow.Table`. A null row has null in each field, since a table has no null
    /// rows.
    #[pyo3(signature = (*, views=true))]
    fn to_pyarrow_table<'py>(slf: &Bound<'py, Self>, views: bool) -> PyResult<Bound<'py, PyAny>> {
        let (py, column) = (slf.py(), slf.get());
        if !matches!(column.data_type, DataType::Struct(_)) {
            return Err(PyTypeError::new_err(format!(
                "a table is made of a struct column, not of {}",
                column.data_type
            )));
        }
        let fields = PyDict::new(py);
        for name in column.names() {
            let field = Bound::new(py, column.field(&name)?)?;
            fields.set_item(name, Column::to_pyarrow(&field, views)?)?;
        }
        py.import("uriverse.ground.extras")?.call_method0("pyarrow")?.call_method1("table", (fields,))
    }

    fn __repr__(&self) -> String {
        let rows = self.rows();
        format!("<uriverse.columns.Column of {rows} {}: {}>", if rows == 1 { "row" } else { "rows" }, self.data_type)
    }
}

/// A type with `string` for every `string_view`.
fn type_for_plain(answers: &DataType) -> DataType {
    match answers {
        DataType::Utf8View => DataType::Utf8,
        DataType::Struct(fields) => DataType::Struct(
            fields
                .iter()
                .map(|field| field.as_ref().clone().with_data_type(type_for_plain(field.data_type())))
                .collect(),
        ),
        DataType::LargeList(item) => {
            DataType::LargeList(item.as_ref().clone().with_data_type(type_for_plain(item.data_type())).into())
        }
        other => other.clone(),
    }
}

fn text<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyString::from_bytes(py, bytes)?.into_any())
}

/// One value as a Python object.
fn value<'py>(py: Python<'py>, array: &ArrayRef, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    match array.data_type() {
        DataType::Utf8 => text(py, array.as_string::<i32>().value(row).as_bytes()),
        DataType::LargeUtf8 => text(py, array.as_string::<i64>().value(row).as_bytes()),
        DataType::Utf8View => text(py, array.as_string_view().value(row).as_bytes()),
        DataType::Boolean => Ok(array.as_boolean().value(row).into_pyobject(py)?.to_owned().into_any()),
        DataType::Int32 => Ok(array.as_primitive::<Int32Type>().value(row).into_pyobject(py)?.into_any()),
        DataType::Int64 => Ok(array.as_primitive::<Int64Type>().value(row).into_pyobject(py)?.into_any()),
        DataType::Struct(fields) => {
            let dict = PyDict::new(py);
            for (field, column) in fields.iter().zip(array.as_struct().columns()) {
                dict.set_item(field.name(), value(py, column, row)?)?;
            }
            Ok(dict.into_any())
        }
        DataType::LargeList(_) => {
            let records = array.as_list::<i64>().value(row);
            let rows = (0..records.len()).map(|row| value(py, &records, row)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyList::new(py, rows)?.into_any())
        }
        other => Err(PyTypeError::new_err(format!("a column of {other} is not of a type that uriverse makes"))),
    }
}
