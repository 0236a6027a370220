//! The kernels as functions of Polars' plug-ins: a query runs them without Python.
//!
//! Polars opens this shared library by its path, asks for the version of the interface (0.1) and calls two functions
//! for each function of a query. For `pl.col("url").uri.host()` on a column of 3 rows in one chunk:
//!
//! | symbol | Polars passes | it gets |
//! |---|---|---|
//! | `_polars_plugin_field_host` | the schema of "url", the options | the schema of the result, or null and a message |
//! | `_polars_plugin_host` | the column as a [`Series`], the options | a column of 3 rows, or null and a message |
//!
//! The options are a pickle of a dictionary with one text: the name and the options of a kernel, in JSON, as
//! [`super::options`] notes them. The name in a symbol is only for people, who see it in `explain()`.
//!
//! Why the unsafe code is safe:
//! - Polars passes pointers to as many columns, schemas and octets as it says, which live during the call;
//! - a column's arrays are moved out of it, as `from_raw` does, and then its `release` frees the structures alone;
//! - a result's arrays and schema are boxes, whose owner is its private data. Polars copies the arrays out of the boxes
//!   and calls `release` once, which frees the boxes, and the schema, but not the contents of the arrays;
//! - no panic leaves a function.

use std::cell::RefCell;
use std::ffi::{c_char, c_void, CString};
use std::mem::ManuallyDrop;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::{self, null_mut};
use std::slice;
use std::sync::Arc;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::types::Int32Type;
use arrow_array::{new_empty_array, Array, ArrayRef, DictionaryArray, Int32Array};
use arrow_schema::{DataType, Field};
use serde_json::{Map, Value};

use super::capsules::{imported, type_of};
use super::kernels::KERNELS;
use super::options::Options;
use super::running::{pairs, Prepared};

/// The major version of the interface in the upper 16 bits, the minor version in the lower ones.
const VERSION: u32 = 1;

/// `struct SeriesExport`: a column of Polars.
#[repr(C)]
pub struct Series {
    field: *mut FFI_ArrowSchema,
    arrays: *mut *mut FFI_ArrowArray,
    len: usize,
    release: Option<unsafe extern "C" fn(*mut Series)>,
    private_data: *mut c_void,
}

/// The boxes of a result.
struct Boxes {
    field: FFI_ArrowSchema,
    arrays: Vec<*mut FFI_ArrowArray>,
}

/// A column: its field, and its chunks.
struct Chunks {
    field: Field,
    chunks: Vec<ArrayRef>,
}

thread_local! {
    static MESSAGE: RefCell<CString> = RefCell::default();
}

/// The result of a function; None if it fails, whose message is then the thread's last one.
fn guarded<T>(run: impl FnOnce() -> Result<T, String>) -> Option<T> {
    let result = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Err("uriverse failed".to_owned()));
    result.map_err(|message| MESSAGE.set(CString::new(message.replace('\0', " ")).unwrap_or_default())).ok()
}

/// The text in a pickle of a dictionary with one key, by protocol 5: the last text before the marks that end it.
///
/// Such a pickle is: two octets of the protocol, nine of a frame, `}` and a mark; the key, a text with one octet of
/// length (`\x8c`), and its mark; the value, a text with one octet of length or four (`X`); a mark, `s` and `.`.
fn text_of(pickle: &[u8]) -> Option<&[u8]> {
    let key = pickle.get(13..)?.strip_prefix(b"\x8c")?;
    let value = key.get(usize::from(*key.first()?) + 2..)?;
    match value.split_first()? {
        (b'\x8c', rest) => rest.get(1..usize::from(*rest.first()?) + 1),
        (b'X', rest) => {
            let (length, text) = rest.split_first_chunk::<4>()?;
            text.get(..u32::from_le_bytes(*length) as usize)
        }
        _ => None,
    }
}

/// The kernel of the options.
fn prepared(options: &[u8]) -> Result<Prepared, String> {
    let unknown = || format!("the options of this plan are not those of uriverse {}", env!("CARGO_PKG_VERSION"));
    let text = text_of(options).ok_or_else(unknown)?;
    let mut plan: Map<String, Value> = serde_json::from_slice(text).map_err(|_| unknown())?;
    let name = plan.remove("kernel");
    let kernel = KERNELS.iter().find(|(known, _)| name.as_ref().is_some_and(|name| name == known));
    let (_, kernel) = kernel.ok_or_else(unknown)?;
    let options = Options::of_plan(plan);
    let prepared = kernel(&options).map_err(|_| unknown())?;
    options.finish().map_err(|_| unknown())?;
    Ok(prepared)
}

/// The result of a kernel on the chunks of one column, or of two.
fn run(prepared: &Prepared, columns: &[Chunks], threads: usize) -> Result<Chunks, String> {
    let field_of = |field: &Field, chunks: &[ArrayRef]| {
        let data_type = chunks.first().map_or(DataType::Null, |chunk| chunk.data_type().clone());
        Field::new(field.name(), data_type, true)
    };
    let [Chunks { field, chunks }, others @ ..] = columns else { return Err("no column".to_owned()) };
    // A column of pandas without text is of floats; one of Polars has a type.
    if let Some(Chunks { field, .. }) = columns.iter().find(|column| *column.field.data_type() == DataType::Float64) {
        return Err(format!("a column of texts is wanted, and {:?} has {}", field.name(), field.data_type()));
    }
    let results = match others {
        [] => chunks.iter().map(|chunk| prepared.run(chunk, None, threads)).collect::<Result<Vec<_>, _>>(),
        [other, ..] => {
            let rows = |chunks: &[ArrayRef]| chunks.iter().map(|chunk| chunk.len()).sum::<usize>();
            let most = rows(chunks).max(rows(&other.chunks));
            let [left, right] = [chunks, &other.chunks].map(|chunks| repeated(chunks, rows(chunks), most));
            let pairs = pairs(field.data_type(), &left, other.field.data_type(), &right);
            pairs.iter().map(|(a, b)| prepared.run(a, Some(b), threads)).collect()
        }
    };
    let chunks = results.map_err(|error| error.to_string())?;
    Ok(Chunks { field: field_of(field, &chunks), chunks })
}

/// A literal, which Polars passes as one row, as a dictionary with as many rows as the other column has.
fn repeated(chunks: &[ArrayRef], rows: usize, most: usize) -> Vec<ArrayRef> {
    match chunks.iter().find(|chunk| !chunk.is_empty()) {
        Some(one) if rows == 1 && most > 1 && !matches!(one.data_type(), DataType::Dictionary(..)) => {
            let keys = Int32Array::from(vec![0; most]);
            vec![Arc::new(DictionaryArray::<Int32Type>::new(keys, Arc::clone(one)))]
        }
        _ => chunks.to_vec(),
    }
}

/// The chunks of a column, which is released; one empty chunk if it has none.
fn read(series: Series) -> Result<Chunks, String> {
    struct Released(Series);
    impl Drop for Released {
        fn drop(&mut self) {
            if let Some(release) = self.0.release {
                // SAFETY: see the top of the module.
                unsafe { release(&raw mut self.0) };
            }
        }
    }
    let Released(series) = &Released(series);
    // SAFETY: see the top of the module.
    let (field, arrays) = unsafe {
        let pointers = items(series.arrays.cast_const(), series.len);
        let arrays = pointers.iter().map(|&array| FFI_ArrowArray::from_raw(array)).collect::<Vec<_>>();
        (&*series.field, arrays)
    };
    let data_type = type_of(field)?;
    let chunks = arrays.into_iter().map(|array| imported(array, &data_type, true)).collect::<Result<Vec<_>, _>>()?;
    let chunks = if chunks.is_empty() { vec![new_empty_array(&data_type)] } else { chunks };
    Ok(Chunks { field: Field::new(field.name().unwrap_or_default(), data_type, true), chunks })
}

fn schema(field: &Field) -> Result<FFI_ArrowSchema, String> {
    FFI_ArrowSchema::try_from(field).map_err(|error| error.to_string())
}

/// A column for Polars.
fn written(column: &Chunks) -> Result<Series, String> {
    let array = |chunk: &ArrayRef| {
        Box::into_raw(Box::new(ManuallyDrop::new(FFI_ArrowArray::new(&chunk.to_data())))).cast::<FFI_ArrowArray>()
    };
    let field = schema(&column.field)?;
    let mut boxes = Box::new(Boxes { field, arrays: column.chunks.iter().map(array).collect() });
    Ok(Series {
        field: &raw mut boxes.field,
        arrays: boxes.arrays.as_mut_ptr(),
        len: boxes.arrays.len(),
        release: Some(release),
        private_data: Box::into_raw(boxes).cast(),
    })
}

unsafe extern "C" fn release(series: *mut Series) {
    // SAFETY: see the top of the module; a null `release` marks the column as released.
    unsafe {
        let boxes = Box::from_raw((*series).private_data.cast::<Boxes>());
        for array in &boxes.arrays {
            drop(Box::from_raw(array.cast::<ManuallyDrop<FFI_ArrowArray>>()));
        }
        (*series).private_data = null_mut();
        (*series).release = None;
    }
}

/// The number of threads of a call: as many as Polars has; one if it runs several calls at once.
fn threads(context: *const u8) -> usize {
    // SAFETY: a null pointer, or Polars' structure, whose first bit says so.
    let is_parallel = unsafe { context.as_ref() }.is_some_and(|flags| flags & 1 == 1);
    if is_parallel {
        return 1;
    }
    std::env::var("POLARS_MAX_THREADS").ok().and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// The items at a pointer, which may be null if there are none.
///
/// # Safety
/// There are this many at the pointer.
unsafe fn items<'a, T>(pointer: *const T, count: usize) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { slice::from_raw_parts(pointer, count) }
}

unsafe extern "C" fn on_columns(
    columns: *const Series,
    count: usize,
    options: *const u8,
    options_len: usize,
    result: *mut Series,
    context: *const u8,
) {
    // SAFETY: see the top of the module; each column is moved out of the list, once.
    let (columns, options) = unsafe {
        let columns: Vec<Series> = (0..count).map(|index| ptr::read(columns.add(index))).collect();
        (columns, items(options, options_len))
    };
    let series = guarded(|| {
        let columns = columns.into_iter().map(read).collect::<Vec<_>>().into_iter().collect::<Result<Vec<_>, _>>()?;
        written(&run(&prepared(options)?, &columns, threads(context))?)
    });
    if let Some(series) = series {
        // SAFETY: the caller's structure, which is empty.
        unsafe { ptr::write(result, series) };
    }
}

unsafe extern "C" fn on_fields(
    fields: *const FFI_ArrowSchema,
    count: usize,
    result: *mut FFI_ArrowSchema,
    options: *const u8,
    options_len: usize,
) {
    // SAFETY: see the top of the module.
    let (fields, options) = unsafe { (items(fields, count), items(options, options_len)) };
    let field = guarded(|| {
        let empty = |field: &FFI_ArrowSchema| {
            let data_type = type_of(field)?;
            let chunks = vec![new_empty_array(&data_type)];
            Ok(Chunks { field: Field::new(field.name().unwrap_or_default(), data_type, true), chunks })
        };
        let columns = fields.iter().map(empty).collect::<Result<Vec<_>, String>>()?;
        schema(&run(&prepared(options)?, &columns, 1)?.field)
    });
    if let Some(field) = field {
        // SAFETY: the caller's structure, which is empty.
        unsafe { ptr::write(result, field) };
    }
}

/// Exports what Polars looks up in a library, and the two functions of each function of columns.
macro_rules! exports {
    ($($name:ident),* $(,)?) => {
        /// The names of the functions of columns that run without Python.
        pub const NAMES: &[&str] = &[$(stringify!($name)),*];

        #[export_name = "_polars_plugin_get_version"]
        extern "C" fn version() -> u32 {
            VERSION
        }

        #[export_name = "_polars_plugin_get_last_error_message"]
        extern "C" fn last_message() -> *const c_char {
            MESSAGE.with_borrow(|message| message.as_ptr())
        }

        $(const _: () = {
            #[export_name = concat!("_polars_plugin_", stringify!($name))]
            unsafe extern "C" fn columns(
                columns: *const Series,
                count: usize,
                options: *const u8,
                options_len: usize,
                result: *mut Series,
                context: *const u8,
            ) {
                // SAFETY: Polars' arguments, unchanged.
                unsafe { on_columns(columns, count, options, options_len, result, context) };
            }

            #[export_name = concat!("_polars_plugin_field_", stringify!($name))]
            unsafe extern "C" fn fields(
                fields: *const FFI_ArrowSchema,
                count: usize,
                result: *mut FFI_ArrowSchema,
                options: *const u8,
                options_len: usize,
            ) {
                // SAFETY: Polars' arguments, unchanged.
                unsafe { on_fields(fields, count, result, options, options_len) };
            }
        };)*
    };
}

exports! {
    agreement, authority, canonical, canonical_key, decode, domain, encode, equivalent, errors, fragment, hierarchy,
    host, host_type, is_valid, kind, mend, normalize, origin, params, parse, path, path_hierarchy, port, port_text,
    public_suffix, query, query_names, query_pairs, query_value, relativize, resolve, scheme, site, split, subdomain,
    tld, to_ascii, to_unicode, to_uri, url, userinfo, without_www,
}
