//! The functions over columns: arguments in, the engine's kernels on every chunk, a `Column` out.
//!
//! Kernels run without the interpreter attached. `threads` is the number of threads; 0 is the number of cores.

mod agreement;
mod canonical;
mod find;
mod hierarchy;
mod hosts;
mod parse;
mod predicates;
mod queries;
mod resolve;
mod rewrite;
mod views;

use pyo3::prelude::*;

/// Adds every function to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! add {
        ($($function:path),* $(,)?) => {{ $(module.add_function(wrap_pyfunction!($function, module)?)?;)* }};
    }
    add!(
        agreement::column_agreement,
        canonical::column_canonical,
        canonical::column_key,
        find::column_lists,
        find::column_matches,
        hierarchy::column_hierarchy,
        hosts::column_name_part,
        hosts::column_origin,
        hosts::column_site,
        hosts::column_without_www,
        parse::column_parse,
        parse::column_split,
        parse::column_part,
        parse::column_errors,
        predicates::column_is_valid,
        predicates::column_equivalent,
        queries::column_query_value,
        queries::column_query_pairs,
        queries::column_query_names,
        queries::column_with_pairs,
        resolve::column_relativize,
        resolve::column_resolve,
        rewrite::column_normalize,
        rewrite::column_to_ascii,
        rewrite::column_converted,
        rewrite::column_to_unicode,
        rewrite::column_to_uri,
        rewrite::column_encode,
        rewrite::column_decode,
        views::column_of_records
    );
    Ok(())
}
