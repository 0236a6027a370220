//! Reading an edition's resolution choices from its settings.

use crate::dots::Excess;
use crate::tables::{Choices, EmptyBasePath, EmptyReference, SameScheme};

/// Reads an edition's choices from its settings; an unknown value is an error, a missing choice is RFC 3986's.
pub(crate) fn choices(settings: &[(Box<str>, Box<str>)]) -> Result<Choices, String> {
    let mut choices = Choices {
        empty_reference: EmptyReference::BaseWithoutFragment,
        query_merges: false,
        replaces_params: false,
        dots_everywhere: true,
        excess: Excess::Drop,
        same_scheme: SameScheme::First,
        hierarchical_schemes: Vec::new(),
        empty_base_path: EmptyBasePath::SlashWithAuthority,
        refuses_opaque_base: false,
    };
    for (name, value) in settings {
        match (&**name, &**value) {
            ("empty_reference", "base") => choices.empty_reference = EmptyReference::Base,
            ("empty_reference", "base-without-fragment") => {
                choices.empty_reference = EmptyReference::BaseWithoutFragment;
            }
            ("empty_reference", "current-document") => choices.empty_reference = EmptyReference::CurrentDocument,
            ("query_only", "keep-path") => choices.query_merges = false,
            ("query_only", "merge") => choices.query_merges = true,
            ("params", "replace") => choices.replaces_params = true,
            ("params", "none") => choices.replaces_params = false,
            ("dot_segments", "merged") => choices.dots_everywhere = false,
            ("dot_segments", "all") => choices.dots_everywhere = true,
            ("excess_parents", "keep") => choices.excess = Excess::Keep,
            ("excess_parents", "drop") => choices.excess = Excess::Drop,
            ("excess_parents", "refuse") => choices.excess = Excess::Refuse,
            ("same_scheme", "never") => choices.same_scheme = SameScheme::Never,
            ("same_scheme", "after-empty-check") => choices.same_scheme = SameScheme::AfterEmptyCheck,
            ("same_scheme", "first") => choices.same_scheme = SameScheme::First,
            ("hierarchical_schemes", schemes) => {
                choices.hierarchical_schemes = schemes.split_ascii_whitespace().map(Into::into).collect();
            }
            ("empty_base_path", "printed") => choices.empty_base_path = EmptyBasePath::Printed,
            ("empty_base_path", "slash") => choices.empty_base_path = EmptyBasePath::Slash,
            ("empty_base_path", "slash-with-authority") => choices.empty_base_path = EmptyBasePath::SlashWithAuthority,
            ("opaque_base", "refuse") => choices.refuses_opaque_base = true,
            ("opaque_base", "allow") => choices.refuses_opaque_base = false,
            (
                "empty_reference" | "query_only" | "params" | "dot_segments" | "excess_parents" | "same_scheme"
                | "empty_base_path" | "opaque_base",
                _,
            ) => return Err(format!("the setting {name} has no value {value:?}")),
            _ => {}
        }
    }
    Ok(choices)
}
