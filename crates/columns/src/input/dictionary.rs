//! Dictionaries: a kernel runs on the values, and the keys map its results to the rows.
//!
//! With the values `[http://a/, http://b/]` and the keys `[1, 0, null, 1]` the hosts `[a, b]` become `[b, a, null, b]`.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{AnyDictionaryArray, Array, ArrayRef, BooleanArray, PrimitiveArray};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;

use crate::bitmaps::bitmap;
use crate::output::lists::{list, structs};
use crate::output::unchecked::string_views;
use uriverse_core::memory::{buffer, filled, gathered, probe, Grow};

/// For each row the index of its value, and which rows are null.
pub(crate) struct Keys {
    places: Vec<usize>,
    nulls: Option<NullBuffer>,
}

impl Keys {
    pub(crate) fn new(dictionary: &dyn AnyDictionaryArray) -> Keys {
        let places = if dictionary.values().is_empty() {
            filled(0, dictionary.keys().len())
        } else {
            probe(size_of::<usize>() * dictionary.keys().len());
            dictionary.normalized_keys()
        };
        Keys { places, nulls: dictionary.keys().nulls().cloned() }
    }

    /// Keys without nulls.
    pub(crate) fn of_places(places: Vec<usize>) -> Keys {
        Keys { places, nulls: None }
    }

    /// The index of each row's value; None if the key is null.
    pub(crate) fn places(&self) -> impl ExactSizeIterator<Item = Option<usize>> + '_ {
        self.places
            .iter()
            .enumerate()
            .map(|(row, &place)| self.nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row)).then_some(place))
    }

    /// The nulls of the rows, if the values have these nulls.
    pub(crate) fn nulls(&self, values: Option<&NullBuffer>) -> Option<NullBuffer> {
        let Some(values) = values else { return self.nulls.clone() };
        let valid = |place: usize| place < values.len() && values.is_valid(place);
        Some(NullBuffer::new(bitmap(self.places().map(|place| place.is_some_and(valid)))))
    }

    /// Maps the results for the values to the rows.
    pub(crate) fn to_rows(&self, answers: &ArrayRef) -> ArrayRef {
        let nulls = self.nulls(answers.nulls());
        match answers.data_type() {
            DataType::Utf8View => {
                let answers = answers.as_string_view();
                Arc::new(string_views(self.gather(answers.views()).into(), answers.data_buffers(), nulls))
            }
            DataType::Int32 => {
                let values = self.gather(answers.as_primitive::<Int32Type>().values());
                Arc::new(PrimitiveArray::<Int32Type>::new(values.into(), nulls))
            }
            DataType::Int64 => {
                let values = self.gather(answers.as_primitive::<Int64Type>().values());
                Arc::new(PrimitiveArray::<Int64Type>::new(values.into(), nulls))
            }
            DataType::Boolean => {
                let values = answers.as_boolean().values();
                let bit = |place: usize| place < values.len() && values.value(place);
                Arc::new(BooleanArray::new(bitmap(self.places.iter().map(|&place| bit(place))), nulls))
            }
            DataType::LargeList(_) => {
                let lists = answers.as_list::<i64>();
                let offsets = lists.value_offsets();
                let (mut places, mut ends) = (Vec::new(), buffer(self.places.len()));
                for place in self.places() {
                    if let Some([start, end]) = place.and_then(|place| offsets.get(place..place + 2)) {
                        let range = *start as usize..*end as usize;
                        places.room(range.len());
                        places.extend(range);
                    }
                    ends.put(places.len() as i64);
                }
                let records = Keys::of_places(places).to_rows(lists.values());
                list(ends, records, nulls)
            }
            _ => {
                let (fields, columns, _) = answers.as_struct().clone().into_parts();
                let columns = columns.iter().map(|column| self.to_rows(column)).collect();
                structs(fields, columns, self.places.len(), nulls)
            }
        }
    }

    fn gather<T: Copy + Default>(&self, values: &[T]) -> Vec<T> {
        gathered(self.places.iter().map(|&place| values.get(place).copied().unwrap_or_default()))
    }
}
