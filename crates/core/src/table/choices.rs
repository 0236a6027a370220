//! An edition's choices in resolution and normalization, parsed from its settings.
//!
//! A setting is a name and a value, such as `query_only` = `merge`. The choices are the settings that the resolver acts
//! on. The default of a setting is RFC 3986's value. An unknown name or value is an error, so that a misspelt setting
//! does not silently fall back to the default.

use crate::resolve::dots::Excess;
use crate::table::model::Component;

/// The target of an empty reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EmptyReference {
    Base,
    BaseWithoutFragment,
    CurrentDocument,
}

/// How a non-strict resolver treats a reference with the base's scheme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SameScheme {
    Never,
    AfterEmptyCheck,
    First,
}

/// What a relative path is appended to if the base's path is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EmptyBasePath {
    Printed,
    Slash,
    SlashWithAuthority,
}

/// The steps to a normal form that an edition's document justifies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NormalForm {
    /// The two cases of a triplet's digits are equivalent.
    pub triplet_case: bool,
    /// A triplet for an unreserved character is equivalent to that character.
    pub unreserved_triplets: bool,
    /// Dot segments have a meaning in a path that is not relative.
    pub dot_segments: bool,
    /// A scheme's default port is equivalent to no port.
    pub default_port: bool,
    /// An empty port is equivalent to no port.
    pub empty_port: bool,
    /// An empty path after an authority is equivalent to the scheme's choice.
    pub empty_path: bool,
}

impl NormalForm {
    /// RFC 3986, 6.2.2 and 6.2.3.
    const RFC_3986: NormalForm = NormalForm {
        triplet_case: true,
        unreserved_triplets: true,
        dot_segments: true,
        default_port: true,
        empty_port: true,
        empty_path: true,
    };

    /// Parses the names of the steps; the error is the unknown name.
    fn from_names(names: &str) -> Result<NormalForm, &str> {
        let mut steps = NormalForm {
            triplet_case: false,
            unreserved_triplets: false,
            dot_segments: false,
            default_port: false,
            empty_port: false,
            empty_path: false,
        };
        for name in names.split_ascii_whitespace() {
            *match name {
                "triplet-case" => &mut steps.triplet_case,
                "unreserved-triplets" => &mut steps.unreserved_triplets,
                "dot-segments" => &mut steps.dot_segments,
                "default-port" => &mut steps.default_port,
                "empty-port" => &mut steps.empty_port,
                "empty-path" => &mut steps.empty_path,
                _ => return Err(name),
            } = true;
        }
        Ok(steps)
    }
}

/// An edition's choices in resolution and normalization.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choices {
    pub empty_reference: EmptyReference,
    /// `?y` drops the last segment of the base's path (url-syntax to RFC 2732) instead of keeping the path.
    pub query_merges: bool,
    /// RFC 1808: path and params are separate, and its conditions say "non-empty" where others say "defined".
    pub replaces_params: bool,
    /// Dot segments are removed from every path of a reference, not only from a merged one.
    pub dots_everywhere: bool,
    /// RFC 1630: of a merged path only "xxx/../" and "/." are removed, so a ".." at its end stays.
    pub dots_as_patterns: bool,
    /// RFC 1630: a reference that begins with n slashes replaces the base from its first run of n slashes on, and a
    /// text has no authority.
    pub counts_slashes: bool,
    pub excess: Excess,
    pub same_scheme: SameScheme,
    pub hierarchical_schemes: Vec<Box<str>>,
    pub empty_base_path: EmptyBasePath,
    pub refuses_opaque_base: bool,
    /// The edition resolves by another edition's algorithm, which the callers select (`resolves_as`).
    pub resolves_as_another: bool,
    /// The scheme is case-insensitive.
    pub scheme_folds: bool,
    /// The host is case-insensitive.
    pub host_folds: bool,
    pub normal_form: NormalForm,
}

impl Default for Choices {
    /// RFC 3986, 5.2.2; no case is folded.
    fn default() -> Choices {
        Choices {
            empty_reference: EmptyReference::BaseWithoutFragment,
            query_merges: false,
            replaces_params: false,
            dots_everywhere: true,
            dots_as_patterns: false,
            counts_slashes: false,
            excess: Excess::Drop,
            same_scheme: SameScheme::First,
            hierarchical_schemes: Vec::new(),
            empty_base_path: EmptyBasePath::SlashWithAuthority,
            refuses_opaque_base: false,
            resolves_as_another: false,
            scheme_folds: false,
            host_folds: false,
            normal_form: NormalForm::RFC_3986,
        }
    }
}

impl Choices {
    /// Parses the choices from an edition's settings. The error is a sentence about the first invalid setting.
    ///
    /// * `is_rule`: whether the grammar has a rule of that name. The table of a scheme may name case-insensitive rules
    ///   of its own (`NID` of URNs); the engine itself folds only the scheme and the host.
    pub(crate) fn from_settings(
        settings: &[(Box<str>, Box<str>)],
        is_rule: impl Fn(&str) -> bool,
    ) -> Result<Choices, String> {
        let mut choices = Choices::default();
        for (name, value) in settings {
            choices.set(name, value, &is_rule)?;
        }
        Ok(choices)
    }

    fn set(&mut self, name: &str, value: &str, is_rule: impl Fn(&str) -> bool) -> Result<(), String> {
        match (name, value) {
            ("empty_reference", "base") => self.empty_reference = EmptyReference::Base,
            ("empty_reference", "base-without-fragment") => self.empty_reference = EmptyReference::BaseWithoutFragment,
            ("empty_reference", "current-document") => self.empty_reference = EmptyReference::CurrentDocument,
            ("query_only", "keep-path") => self.query_merges = false,
            ("query_only", "merge") => self.query_merges = true,
            ("params", "replace") => self.replaces_params = true,
            ("params", "none") => self.replaces_params = false,
            ("dot_segments", "all") => self.dots_everywhere = true,
            ("dot_segments", "merged" | "merged-patterns") => {
                self.dots_everywhere = false;
                self.dots_as_patterns = value == "merged-patterns";
            }
            ("leading_slashes", "components") => self.counts_slashes = false,
            ("leading_slashes", "counted") => self.counts_slashes = true,
            ("excess_parents", "keep") => self.excess = Excess::Keep,
            ("excess_parents", "drop") => self.excess = Excess::Drop,
            ("excess_parents", "refuse") => self.excess = Excess::Refuse,
            ("same_scheme", "never") => self.same_scheme = SameScheme::Never,
            ("same_scheme", "after-empty-check") => self.same_scheme = SameScheme::AfterEmptyCheck,
            ("same_scheme", "first") => self.same_scheme = SameScheme::First,
            ("hierarchical_schemes", schemes) => {
                self.hierarchical_schemes = schemes.split_ascii_whitespace().map(Into::into).collect();
            }
            ("empty_base_path", "printed") => self.empty_base_path = EmptyBasePath::Printed,
            ("empty_base_path", "slash") => self.empty_base_path = EmptyBasePath::Slash,
            ("empty_base_path", "slash-with-authority") => self.empty_base_path = EmptyBasePath::SlashWithAuthority,
            ("opaque_base", "refuse") => self.refuses_opaque_base = true,
            ("opaque_base", "allow") => self.refuses_opaque_base = false,
            // For callers: how the edition treats a request for the current document. The engine uses
            // `Options::new_request`.
            ("new_request", "base" | "document" | "none") => {}
            // For readers of documents: whether a base in the head of a composite entity applies to its parts.
            ("composite_base", "parts" | "head") => {}
            ("normal_form", steps) => {
                self.normal_form = NormalForm::from_names(steps)
                    .map_err(|name| format!("normal_form names {name:?}, which is not a step of normalization"))?;
            }
            ("resolves_as", _) => self.resolves_as_another = true,
            ("judged_by", rule) if is_rule(rule) => {}
            ("judged_by", rule) => return Err(format!("judged_by names {rule:?}, which is not a rule")),
            ("case_insensitive", components) => {
                for name in components.split_ascii_whitespace() {
                    match name {
                        "scheme" => self.scheme_folds = true,
                        "host" => self.host_folds = true,
                        _ if Component::named(name).is_some() || is_rule(name) => {}
                        _ => return Err(format!("case_insensitive names {name:?}: not a component, not a rule")),
                    }
                }
            }
            _ => {
                let known = VALUES.iter().find(|(known, _)| *known == name);
                return Err(match known {
                    Some((_, values)) => format!("the setting {name} has no value {value:?}, only {values}"),
                    None => format!("there is no setting {name:?}"),
                });
            }
        }
        Ok(())
    }
}

/// The settings with a fixed set of values, as an error shows them.
const VALUES: [(&str, &str); 11] = [
    ("empty_reference", "base, base-without-fragment, current-document"),
    ("query_only", "keep-path, merge"),
    ("params", "replace, none"),
    ("dot_segments", "merged, merged-patterns, all"),
    ("leading_slashes", "components, counted"),
    ("excess_parents", "keep, drop, refuse"),
    ("same_scheme", "never, after-empty-check, first"),
    ("empty_base_path", "printed, slash, slash-with-authority"),
    ("opaque_base", "refuse, allow"),
    ("new_request", "base, document, none"),
    ("composite_base", "parts, head"),
];
