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

register! {
    agreement::agreement, canonical::canonical, canonical::key, find::lists, find::matches, hierarchy::hierarchy,
    hosts::name_part, hosts::origin, hosts::site, hosts::without_www, parse::parse, parse::split, parse::part,
    parse::errors, predicates::is_valid, predicates::equivalent, queries::query_value, queries::query_pairs,
    queries::query_names, queries::with_pairs, resolve::relativize, resolve::resolve, rewrite::normalize,
    rewrite::to_ascii, rewrite::converted, rewrite::to_unicode, rewrite::to_uri, rewrite::encode, rewrite::decode,
    rewrite::url, rewrite::mend, predicates::judged, views::of_records
}
