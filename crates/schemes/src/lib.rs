//! The rules of one URI scheme: which texts it accepts, their normal form, and which are equivalent (RFC 3986, section
//! 6.2.3).
//!
//! Input: the facts of a document about a scheme ([`Facts`], which the package reads from a table), an edition's
//! tables, and a text that the edition accepts. `tel:+1-2%2e` becomes
//!
//! ```text
//! the generic steps                   tel:+1-2.
//! drop-visual-separators              tel:+12
//! once more: nothing changes          tel:+12
//! ```
//!
//! The generic steps come first (percent-encoding, case, dot segments, default ports), without those that the scheme
//! excludes: RFC 8141 forbids decoding a URN. Then come the scheme's own.
//!
//! Every result is a fixed point, and equivalence is an equivalence relation:
//!
//! - A step is taken only if the scheme accepts its result. A text that the scheme refuses gets the generic normal
//!   form; if the scheme accepts that one, the scheme's own steps follow.
//! - The steps are repeated until nothing changes. Each shortens, lowers case or sorts, and is idempotent, so this ends
//!   after a few rounds.
//!
//! Finally, domain names are written in canonical form. Two texts are equivalent if their normal forms are equal
//! without the components that the scheme does not compare ([`compared`]).
//!
//! | module | subject |
//! |---|---|
//! | [`steps`] | the steps by name; those of paths and authorities |
//! | `parts` | the components that a step may change |
//! | `names` | the one form of a domain name, and an IRI as a URI |
//! | `mail`, `media`, `tel`, `geo` | the steps of these schemes |
#![forbid(unsafe_code)]

mod geo;
mod mail;
mod media;
mod names;
mod parts;
pub mod steps;
mod tel;

use std::borrow::Cow;

use uriverse_core as core;
use uriverse_core::{named_enum, parse, split, Level, Offsets, SplitStyle, Tables};

use crate::names::{may_have_another_form, with_name_in_one_form};
use crate::parts::Parts;
use crate::steps::Step;

/// The facts of a document about a scheme.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    /// The scheme, in lower case.
    pub name: &'a str,
    /// The grammar: its start rule decides on a whole text.
    pub tables: Tables,
    /// How the edition that the grammar extends splits a text.
    pub split: SplitStyle,
    /// Whether the start rule includes the fragment.
    pub whole: bool,
    /// Whether the scheme has a host: then the grammar's edition must find the same authority.
    pub has_host: bool,
    /// The components that must not be empty.
    pub nonempty: Vec<String>,
    /// The components that must be undefined.
    pub forbidden: Vec<String>,
    /// Whether triplets are kept.
    pub keeps_triplets: bool,
    /// Whether dot segments are kept.
    pub keeps_dots: bool,
    /// The default port, and the equivalent of an empty path.
    pub port: Option<(u16, String)>,
    /// The names of the steps, in their order.
    pub steps: Vec<String>,
    /// The components that are not compared.
    pub ignored: Vec<String>,
}

/// An unknown name of a step or a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName(pub String);

/// The rules of a scheme; see the crate.
#[derive(Clone, Debug)]
pub struct Scheme {
    name: String,
    tables: Tables,
    split: SplitStyle,
    whole: bool,
    has_host: bool,
    nonempty: Vec<ComponentName>,
    forbidden: Vec<ComponentName>,
    forms: &'static [&'static [Level]],
    steps: Vec<Step>,
    ignored: Vec<ComponentName>,
}

named_enum! {
    enum ComponentName {
        Userinfo = "userinfo",
        Host = "host",
        Port = "port",
        Authority = "authority",
        Path = "path",
        Query = "query",
        Fragment = "fragment",
    }
}

impl ComponentName {
    /// Whether it is nonempty; None if it is undefined.
    fn has_text(self, offsets: &Offsets, length: usize) -> Option<bool> {
        let place = match self {
            ComponentName::Userinfo => offsets.userinfo(),
            ComponentName::Host => offsets.host(),
            ComponentName::Port => offsets.port(),
            ComponentName::Authority => offsets.authority(),
            ComponentName::Path => Some(offsets.path()),
            ComponentName::Query => offsets.query(),
            ComponentName::Fragment => offsets.fragment(length),
        };
        place.map(|place| !place.is_empty())
    }
}

/// The generic normal forms, the most normalized first, each as the levels that lead to it. The last is the text
/// itself.
fn generic_forms(keeps_triplets: bool, keeps_dots: bool) -> &'static [&'static [Level]] {
    use Level::{Case, Path, Percent, Scheme};
    match (keeps_triplets, keeps_dots) {
        (false, false) => &[&[Scheme], &[Percent, Case], &[Case], &[]],
        (false, true) => &[&[Percent, Case], &[Case], &[]],
        (true, false) => &[&[Case, Path], &[Case], &[]],
        (true, true) => &[&[Case], &[]],
    }
}

/// The normal form of a text that the edition's tables have split; None if the text is in it, or if there is no level.
///
/// `rules` are the scheme's own, for the level "scheme"; None if the tables have all of them. On that level domain
/// names have one form too ([`names`]).
pub fn normalize(
    tables: &Tables,
    text: &[u8],
    offsets: &Offsets,
    level: Option<Level>,
    rules: Option<&Scheme>,
) -> Option<Vec<u8>> {
    let changed = match rules {
        Some(scheme) => scheme.normalize(tables, text),
        None => core::normalize(tables, text, offsets, level?),
    };
    if level != Some(Level::Scheme) || !may_have_another_form(tables, text, offsets) {
        return changed;
    }
    match with_name_in_one_form(tables, changed.as_deref().unwrap_or(text)) {
        Some(named) => (named != text).then_some(named),
        None => changed,
    }
}

/// The compared form of a text that the edition's tables have split: its normal form, without the components that the
/// scheme ignores, and an IRI as the URI to which it maps. Without a level it is the text.
pub fn compared<'a>(
    tables: &Tables,
    text: &'a [u8],
    offsets: &Offsets,
    level: Option<Level>,
    rules: Option<&Scheme>,
) -> Cow<'a, [u8]> {
    let mut normal = normalize(tables, text, offsets, level, rules).map_or(Cow::Borrowed(text), Cow::Owned);
    if let Some(scheme) = rules {
        normal = scheme.without_ignored(normal);
    }
    if level.is_none() || tables.is_ascii() || normal.is_ascii() {
        return normal;
    }
    let mut uri = Vec::new();
    core::percent::push_mapped(&normal, &mut uri);
    Cow::Owned(uri)
}

impl Scheme {
    /// The rules that follow from the facts.
    ///
    /// # Errors
    /// [`UnknownName`] of a step or a component.
    pub fn new(facts: Facts<'_>) -> Result<Scheme, UnknownName> {
        let component = |name: &String| ComponentName::named(name).ok_or_else(|| UnknownName(name.clone()));
        let components = |names: &[String]| names.iter().map(component).collect::<Result<Vec<_>, _>>();
        let mut steps = Vec::new();
        if let Some((number, empty_path)) = facts.port {
            steps.extend([Step::WithoutPort(number), Step::WithPath(empty_path)]);
        }
        for name in &facts.steps {
            steps.push(Step::named(name).ok_or_else(|| UnknownName(name.clone()))?);
        }
        Ok(Scheme {
            name: facts.name.to_owned(),
            tables: facts.tables,
            split: facts.split,
            whole: facts.whole,
            has_host: facts.has_host,
            nonempty: components(&facts.nonempty)?,
            forbidden: components(&facts.forbidden)?,
            forms: generic_forms(facts.keeps_triplets, facts.keeps_dots),
            steps,
            ignored: components(&facts.ignored)?,
        })
    }

    /// Whether the scheme accepts a text.
    pub fn accepts(&self, text: &[u8]) -> bool {
        let cut = split(SplitStyle::AppendixB, text);
        let is_named = cut.scheme().is_some_and(|scheme| text[scheme].eq_ignore_ascii_case(self.name.as_bytes()));
        let end = cut.fragment(text.len()).filter(|_| !self.whole).map_or(text.len(), |fragment| fragment.start - 1);
        let judged = &text[..end];
        is_named
            && parse(&self.tables, judged).is_some()
            // RFC 1738's user and password may contain "?", which ends the authority in RFC 3986: two different hosts.
            && (!self.has_host || split(self.split, judged).authority() == cut.authority())
            && self.nonempty.iter().all(|component| component.has_text(&cut, text.len()) == Some(true))
            && self.forbidden.iter().all(|component| component.has_text(&cut, text.len()).is_none())
    }

    /// The normal form of a text that the edition accepts, by steps alone; None if the text is in it.
    fn normalize(&self, edition: &Tables, text: &[u8]) -> Option<Vec<u8>> {
        let mut normal = self.round(edition, text)?;
        while let Some(next) = self.round(edition, &normal) {
            normal = next;
        }
        Some(normal)
    }

    /// A normal form without the ignored components.
    fn without_ignored<'a>(&self, normal: Cow<'a, [u8]>) -> Cow<'a, [u8]> {
        if self.ignored.is_empty() || !self.accepts(&normal) {
            return normal;
        }
        let mut parts = Parts::new(&normal);
        for component in &self.ignored {
            match component {
                ComponentName::Authority => parts.authority = None,
                ComponentName::Query => parts.query = None,
                ComponentName::Fragment => parts.fragment = None,
                ComponentName::Path => parts.path = Cow::Borrowed(b""),
                ComponentName::Userinfo | ComponentName::Host | ComponentName::Port => {}
            }
        }
        Cow::Owned(parts.text())
    }

    /// All steps once: the generic ones, then the scheme's. None if nothing changes.
    fn round(&self, edition: &Tables, text: &[u8]) -> Option<Vec<u8>> {
        let (mut normal, accepted) = self.generic(edition, text);
        for step in self.steps.iter().filter(|_| accepted) {
            let mut parts = Parts::new(&normal);
            if !step.take(&mut parts) {
                continue;
            }
            let changed = parts.text();
            // An older edition may refuse a result that the scheme's document allows: then the step is not taken.
            if parse(edition, &changed).is_some() && self.accepts(&changed) {
                normal = Cow::Owned(changed);
            }
        }
        match normal {
            Cow::Owned(normal) if normal != text => Some(normal),
            _ => None,
        }
    }

    /// The most normalized generic form that the scheme accepts, and true.
    ///
    /// If the scheme accepts none, the most normalized of all, and false. A scheme may refuse a step's result without
    /// excluding the step: RFC 1738 wants "~" encoded.
    fn generic<'a>(&self, edition: &Tables, text: &'a [u8]) -> (Cow<'a, [u8]>, bool) {
        let mut furthest = None;
        for levels in self.forms {
            let form = levels.iter().fold(Cow::Borrowed(text), |form, &level| match at_level(edition, &form, level) {
                Some(next) => Cow::Owned(next),
                None => form,
            });
            if self.accepts(&form) {
                return (form, true);
            }
            furthest = furthest.or(Some(form));
        }
        (furthest.unwrap_or(Cow::Borrowed(text)), false)
    }
}

/// The text at a level of the edition; None if it does not change.
fn at_level(edition: &Tables, text: &[u8], level: Level) -> Option<Vec<u8>> {
    core::normalize(edition, text, &parse(edition, text)?, level)
}
