//! An edition's choices in resolution and normalization, parsed from its settings.
//!
//! A setting is a name and a value, such as `query_only` = `merge`. The choices are the settings that the resolver acts
//! on. The default of a setting is RFC 3986's value. An unknown name or value is an error, so that a misspelt setting
//! does not silently fall back to the default.

use crate::dots::Excess;
use crate::model::Component;
use crate::named::named_enum;

named_enum! {
    /// The target of an empty reference.
    pub(crate) enum EmptyReference {
        Base = "base",
        BaseWithoutFragment = "base-without-fragment",
        CurrentDocument = "current-document",
    }
}

named_enum! {
    /// How a non-strict resolver treats a reference with the base's scheme.
    pub(crate) enum SameScheme {
        Never = "never",
        AfterEmptyCheck = "after-empty-check",
        First = "first",
    }
}

named_enum! {
    /// What a relative path is appended to if the base's path is empty.
    pub(crate) enum EmptyBasePath {
        Printed = "printed",
        Slash = "slash",
        SlashWithAuthority = "slash-with-authority",
    }
}

/// The steps to a normal form that an edition's document justifies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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
        let mut steps = NormalForm::default();
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
        match name {
            "empty_reference" => {
                self.empty_reference = one_of(name, value, &EmptyReference::NAMES, EmptyReference::named)?;
            }
            "query_only" => self.query_merges = is_second(name, value, ["keep-path", "merge"])?,
            "params" => self.replaces_params = is_second(name, value, ["none", "replace"])?,
            "dot_segments" => {
                one_of(name, value, &["merged", "merged-patterns", "all"], |_| Some(()))?;
                self.dots_everywhere = value == "all";
                self.dots_as_patterns = value == "merged-patterns";
            }
            "leading_slashes" => self.counts_slashes = is_second(name, value, ["components", "counted"])?,
            "excess_parents" => self.excess = one_of(name, value, &Excess::NAMES, Excess::named)?,
            "same_scheme" => self.same_scheme = one_of(name, value, &SameScheme::NAMES, SameScheme::named)?,
            "hierarchical_schemes" => {
                self.hierarchical_schemes = value.split_ascii_whitespace().map(Into::into).collect();
            }
            "empty_base_path" => {
                self.empty_base_path = one_of(name, value, &EmptyBasePath::NAMES, EmptyBasePath::named)?;
            }
            "opaque_base" => self.refuses_opaque_base = is_second(name, value, ["allow", "refuse"])?,
            // For callers: how the edition treats a request for the current document. The engine uses
            // `Options::new_request`.
            "new_request" => one_of(name, value, &["base", "document", "none"], |_| Some(()))?,
            // For readers of documents: whether a base in the head of a composite entity applies to its parts.
            "composite_base" => one_of(name, value, &["parts", "head"], |_| Some(()))?,
            "normal_form" => {
                self.normal_form = NormalForm::from_names(value)
                    .map_err(|name| format!("normal_form names {name:?}, which is not a step of normalization"))?;
            }
            "resolves_as" => self.resolves_as_another = true,
            "judged_by" if is_rule(value) => {}
            "judged_by" => return Err(format!("judged_by names {value:?}, which is not a rule")),
            "case_insensitive" => {
                for name in value.split_ascii_whitespace() {
                    match name {
                        "scheme" => self.scheme_folds = true,
                        "host" => self.host_folds = true,
                        _ if Component::named(name).is_some() || is_rule(name) => {}
                        _ => return Err(format!("case_insensitive names {name:?}: not a component, not a rule")),
                    }
                }
            }
            _ => return Err(format!("there is no setting {name:?}")),
        }
        Ok(())
    }
}

/// The meaning of a setting's value, which is one of `known`.
fn one_of<T>(name: &str, value: &str, known: &[&str], meaning: impl Fn(&str) -> Option<T>) -> Result<T, String> {
    let found = known.contains(&value).then(|| meaning(value)).flatten();
    found.ok_or_else(|| format!("the setting {name} has no value {value:?}, only {}", known.join(", ")))
}

/// Whether a setting has the second of its two values.
fn is_second(name: &str, value: &str, values: [&str; 2]) -> Result<bool, String> {
    one_of(name, value, &values, |value| Some(value == values[1]))
}
