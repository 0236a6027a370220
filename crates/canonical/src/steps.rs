//! The steps by name. Each does one thing; its arguments come from the profile's data. `needs` says when a step has
//! something to do, and `running` does it.

use std::collections::BTreeMap;

use uriverse_core::{ByteTable, Level};

use crate::escapes::kept;
use crate::hosts::TooLarge;
use crate::keys::Key;
use crate::queries::Names;
use crate::url::UrlPart;

/// The arguments of a step: each a list of texts; a single text is a list of one, and a switch is `true` or `false`.
pub type Arguments = BTreeMap<String, Vec<String>>;

/// What is wrong with a step of a profile, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadStep(pub String);

/// One step with its arguments. The name in a profile is the variant's in lower case, with hyphens.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Writes a scheme before a text that has none.
    AddScheme(Vec<u8>),
    /// Under these schemes, "\\" before the query is read as "/".
    BackslashToSlash(Vec<String>),
    /// Runs of dots in the host become one.
    CollapseDots,
    /// Runs of slashes in the path become one.
    CollapseSlashes,
    /// An empty path after a host that is not empty becomes "/".
    EmptyPathToSlash,
    /// Percent-encodes all but letters, digits and the characters of `keep`.
    Escape { parts: Vec<UrlPart>, keep: Box<ByteTable>, triplets: bool },
    /// Reads the query as a form, sorts its pairs, and writes it again.
    FormQuery,
    /// Takes the host from the path of `http:////host/path`.
    HostFromPath,
    /// Names beyond US-ASCII become A-labels; with `triplets` those too that are written in triplets.
    HostToAscii { triplets: bool },
    /// Any form of an IPv4 address becomes the dotted one.
    Ipv4 { hexadecimal: bool, too_large: TooLarge },
    /// An IPv6 address is written as RFC 5952 has it.
    Ipv6,
    /// Texts that begin so are final as they stand.
    KeepIfBegins(Vec<String>),
    /// An empty text is final.
    KeepIfEmpty,
    /// US-ASCII letters become lower-case.
    LowerCase(Vec<UrlPart>),
    /// The normal form of RFC 3986 at a level; refuses what RFC 3986 refuses.
    Normalize(Level),
    /// The parts become undefined.
    Remove(Vec<UrlPart>),
    /// A last segment that is one of the names is removed.
    RemoveDefaultPages(Vec<String>),
    /// The port goes if it is the scheme's default one, written `scheme:port`.
    RemoveDefaultPort(Vec<(String, String)>),
    /// Removes dot segments; `keep` keeps a ".." that has nothing to remove.
    RemoveDots { keep: bool },
    /// Parts that are empty become undefined.
    RemoveEmpty(Vec<UrlPart>),
    /// Pairs of the query with these names go.
    RemovePairs(Names),
    /// Tab, carriage return and line feed go, wherever they stand.
    RemoveTabAndNewline,
    /// Refuses all but an absolute URI without a fragment, by RFC 3986.
    RequireAbsolute,
    /// `http://https://host` becomes `https://host`, for these schemes.
    SchemeOnce(Vec<String>),
    /// Sorts the pairs of the query as they are written.
    SortQuery,
    /// Dots at both ends of the host go.
    StripDots,
    /// ASP.NET's session id in a path goes.
    StripPathSession,
    /// Session ids that archives know go from the query.
    StripQuerySession,
    /// Slashes at the end go, unless they are the whole path.
    StripTrailingSlash,
    /// White space and controls at both ends go.
    StripWhiteSpace,
    /// `www.` and `www2.` go, except under the schemes of `not`.
    StripWww { not: Vec<String> },
    /// Decodes triplets once, except those of `not`.
    Unescape { parts: Vec<UrlPart>, not: Vec<u8> },
    /// Decodes triplets until there is none.
    UnescapeRepeatedly(Vec<UrlPart>),
    /// Parses and writes by the URL Standard; refuses what it refuses.
    UrlStandard,
    /// Writes a sort-friendly key; the last step.
    Key(Key),
}

/// A step's arguments while they are read: what is left over at the end is unknown.
struct ArgumentsLeft<'a> {
    step: &'a str,
    left: Arguments,
}

impl ArgumentsLeft<'_> {
    fn bad<T>(&self, what: &str) -> Result<T, BadStep> {
        Err(BadStep(format!("{}: {what}", self.step)))
    }

    fn list(&mut self, name: &str) -> Result<Vec<String>, BadStep> {
        match self.left.remove(name) {
            Some(list) => Ok(list),
            None => self.bad(&format!("needs {name:?}")),
        }
    }

    fn text(&mut self, name: &str) -> Result<String, BadStep> {
        match self.list(name)?.as_slice() {
            [text] => Ok(text.clone()),
            _ => self.bad(&format!("{name:?} is one text")),
        }
    }

    fn switch(&mut self, name: &str) -> Result<bool, BadStep> {
        if !self.left.contains_key(name) {
            return Ok(false);
        }
        match self.text(name)?.as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => self.bad(&format!("{name:?} is true or false")),
        }
    }

    fn parts(&mut self) -> Result<Vec<UrlPart>, BadStep> {
        let names = self.list("parts")?;
        names
            .iter()
            .map(|name| {
                UrlPart::named(name).ok_or_else(|| BadStep(format!("{}: there is no part {name:?}", self.step)))
            })
            .collect()
    }
}

impl Step {
    /// The step of a name.
    pub(crate) fn new(name: &str, given: &Arguments) -> Result<Step, BadStep> {
        let mut arguments = ArgumentsLeft { step: name, left: given.clone() };
        let r = &mut arguments;
        let step = match name {
            "add-scheme" => Step::AddScheme(r.text("scheme")?.into_bytes()),
            "backslash-to-slash" => Step::BackslashToSlash(r.list("schemes")?),
            "collapse-dots" => Step::CollapseDots,
            "collapse-slashes" => Step::CollapseSlashes,
            "empty-path-to-slash" => Step::EmptyPathToSlash,
            "escape" => Step::Escape {
                parts: r.parts()?,
                keep: Box::new(kept(&r.text("keep")?)),
                triplets: r.switch("triplets")?,
            },
            "form-query" => Step::FormQuery,
            "host-from-path" => Step::HostFromPath,
            "host-to-ascii" => Step::HostToAscii { triplets: r.switch("triplets")? },
            "ipv4" => Step::Ipv4 {
                hexadecimal: r.switch("hexadecimal")?,
                too_large: if r.switch("wrap")? { TooLarge::Wrap } else { TooLarge::Refuse },
            },
            "ipv6" => Step::Ipv6,
            "keep-if-begins" => Step::KeepIfBegins(r.list("with")?),
            "keep-if-empty" => Step::KeepIfEmpty,
            "lower-case" => Step::LowerCase(r.parts()?),
            "normalize" => match r.text("level")?.as_str() {
                "syntax" => Step::Normalize(Level::Syntax),
                "scheme" => Step::Normalize(Level::Scheme),
                _ => return r.bad("the level is \"syntax\" or \"scheme\""),
            },
            "remove" => Step::Remove(r.parts()?),
            "remove-default-pages" => Step::RemoveDefaultPages(r.list("names")?),
            "remove-default-port" => {
                let ports = r.list("ports")?;
                let pairs = ports.iter().filter_map(|text| text.split_once(':'));
                let pairs: Vec<_> = pairs.map(|(scheme, port)| (scheme.to_owned(), port.to_owned())).collect();
                if pairs.len() < ports.len() {
                    return r.bad("a port is written \"scheme:port\"");
                }
                Step::RemoveDefaultPort(pairs)
            }
            "remove-dots" => Step::RemoveDots { keep: r.switch("keep_excess")? },
            "remove-empty" => Step::RemoveEmpty(r.parts()?),
            "remove-pairs" => Step::RemovePairs(Names::new(&r.list("names")?)),
            "remove-tab-and-newline" => Step::RemoveTabAndNewline,
            "require-absolute" => Step::RequireAbsolute,
            "scheme-once" => Step::SchemeOnce(r.list("schemes")?),
            "sort-query" => Step::SortQuery,
            "strip-dots" => Step::StripDots,
            "strip-path-session" => Step::StripPathSession,
            "strip-query-session" => Step::StripQuerySession,
            "strip-trailing-slash" => Step::StripTrailingSlash,
            "strip-white-space" => Step::StripWhiteSpace,
            "strip-www" => Step::StripWww { not: r.list("not").unwrap_or_default() },
            "unescape" => Step::Unescape { parts: r.parts()?, not: r.text("not")?.into_bytes() },
            "unescape-repeatedly" => Step::UnescapeRepeatedly(r.parts()?),
            "url-standard" => Step::UrlStandard,
            "key" => Step::Key(Key {
                scheme: r.switch("scheme")?,
                trailing_comma: r.switch("trailing_comma")?,
                reverse_addresses: r.switch("reverse_addresses")?,
            }),
            _ => return Err(BadStep(format!("there is no step {name:?}"))),
        };
        match arguments.left.keys().next() {
            Some(unknown) => arguments.bad(&format!("has no argument {unknown:?}")),
            None => Ok(step),
        }
    }
}
