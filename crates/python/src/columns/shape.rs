//! Whether an array that came over the C data interface has the shape that its schema says.
//!
//! The interface hands over two structures, which may come from different hands. arrow-rs takes them for a pair and
//! panics where they are none, so the numbers of buffers and children are compared first. Example: a schema that says
//! `string` with an array of two buffers (a `string` has three: nulls, offsets, bytes) is refused here.

use arrow_array::ffi::FFI_ArrowArray;
use arrow_data::layout;
use arrow_schema::DataType;

/// Compares an array with its type.
///
/// # Errors
/// What differs, in one sentence.
pub fn check(array: &FFI_ArrowArray, data_type: &DataType) -> Result<(), String> {
    let physical = match data_type {
        DataType::Dictionary(keys, _) => keys,
        other => other,
    };
    let expected = layout(physical);
    let nulls = usize::from(expected.can_contain_null_mask);
    let buffers = nulls + expected.buffers.len() + usize::from(expected.variadic);
    let found = array.num_buffers();
    if if expected.variadic { found < buffers } else { found != buffers } {
        return Err(format!("the schema says {data_type}, which has {buffers} buffers, and the array has {found}"));
    }
    let children = children(data_type);
    let found = array.num_children();
    if found != children.len() {
        let children = children.len();
        return Err(format!("the schema says {data_type}, which has {children} children, and the array has {found}"));
    }
    for (index, child) in children.into_iter().enumerate() {
        check(array.child(index), child)?;
    }
    match (array.dictionary(), data_type) {
        (Some(values), DataType::Dictionary(_, of)) => check(values, of),
        (None, DataType::Dictionary(_, _)) => {
            Err(format!("the schema says {data_type}, and the array has no dictionary"))
        }
        (Some(_), _) => Err(format!("the schema says {data_type}, and the array has a dictionary")),
        (None, _) => Ok(()),
    }
}

fn children(data_type: &DataType) -> Vec<&DataType> {
    match data_type {
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::FixedSizeList(field, _)
        | DataType::ListView(field)
        | DataType::LargeListView(field)
        | DataType::Map(field, _) => vec![field.data_type()],
        DataType::Struct(fields) => fields.iter().map(|field| field.data_type()).collect(),
        DataType::Union(fields, _) => fields.iter().map(|(_, field)| field.data_type()).collect(),
        DataType::RunEndEncoded(ends, values) => vec![ends.data_type(), values.data_type()],
        _ => Vec::new(),
    }
}
