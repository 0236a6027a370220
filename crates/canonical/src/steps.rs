//! The steps. One declaration for each has its name, its arguments, its preconditions and its work.
//!
//! A declaration has three parts. For `remove-empty` with `parts = ["query"]`, on `http://h/a?`:
//!
//! - its preconditions ([`Needs`]): an empty query. Without one the step would change nothing, so it does not run
//!   (`watch`);
//! - the parts it reads: the query. While that does not change, neither does the step's result;
//! - its work: the query becomes undefined, and the text is `http://h/a`.

use std::collections::BTreeMap;

use uriverse_core::query::Names;
use uriverse_core::Level;

use crate::escapes::{escape, kept_bytes, unescape, unescape_repeatedly};
use crate::hosts::{self, TooLarge};
use crate::keys::Key;
use crate::paths;
use crate::queries;
use crate::running::{self, changed, removed, RulesOf, Step, Work};
use crate::url::{mask, UrlPart};
use crate::watch::Needs;

/// The arguments of a step: each a list of texts; a single text is a list of one, and a switch is `true` or `false`.
pub type Arguments = BTreeMap<String, Vec<String>>;

/// The fault in a step of a profile, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadStep(pub String);

/// The names of the steps; docs/canonical.md describes them.
pub const STEPS: &[&str] = &[
    "add-scheme",
    "backslash-to-slash",
    "collapse-dots",
    "collapse-slashes",
    "empty-path-to-slash",
    "escape",
    "form-query",
    "host-from-path",
    "host-to-ascii",
    "ipv4",
    "ipv6",
    "keep-if-begins",
    "keep-if-empty",
    "lower-case",
    "normalize",
    "remove",
    "remove-default-pages",
    "remove-default-port",
    "remove-dots",
    "remove-empty",
    "remove-pairs",
    "remove-path-parameters",
    "remove-tab-and-newline",
    "require-absolute",
    "require-url",
    "scheme-once",
    "sort-query",
    "strip-dots",
    "strip-path-session",
    "strip-query-session",
    "strip-trailing-slash",
    "strip-white-space",
    "strip-www",
    "unescape",
    "unescape-repeatedly",
    "url-standard",
    "key",
];

/// The arguments that no declaration has read yet; arguments left over at the end are unknown.
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
        let part = |name: &String| UrlPart::named(name).ok_or_else(|| name.clone());
        names.iter().map(part).collect::<Result<_, _>>().or_else(|name| self.bad(&format!("there is no part {name:?}")))
    }
}

impl Step {
    pub(crate) fn new(name: &str, given: &Arguments, rules_of: RulesOf) -> Result<Step, BadStep> {
        let mut arguments = ArgumentsLeft { step: name, left: given.clone() };
        let step = declared(name, &mut arguments, rules_of)?;
        match arguments.left.keys().next() {
            Some(unknown) => arguments.bad(&format!("has no argument {unknown:?}")),
            None => Ok(step),
        }
    }
}

fn declared(name: &str, arguments: &mut ArgumentsLeft<'_>, rules_of: RulesOf) -> Result<Step, BadStep> {
    use UrlPart::{Host, Path, Port, Query, Scheme, Userinfo};
    let is = |wanted: u8| move |byte: u8| byte == wanted;
    Ok(match name {
        // Writes a scheme before a text without one.
        "add-scheme" => {
            let scheme = arguments.text("scheme")?;
            Step::on_text([Needs::undefined(Scheme)], move |state, tables| running::add_scheme(state, tables, &scheme))
        }
        // Under these schemes, replaces "\\" before the query by "/".
        "backslash-to-slash" => {
            let (needs, schemes) = (Needs::anywhere(&[Userinfo, Host, Path], is(b'\\')), arguments.list("schemes")?);
            Step::on_text([needs], move |state, tables| running::backslash_to_slash(state, tables, &schemes))
        }
        // Collapses runs of dots in the host.
        "collapse-dots" => Step::on_parts([Needs::in_a_row(&[Host], is(b'.'))], vec![Host], hosts::collapse_dots),
        // Collapses runs of slashes in the path.
        "collapse-slashes" => Step::on_parts([Needs::in_a_row(&[Path], is(b'/'))], vec![Path], paths::collapse_slashes),
        // Replaces an empty path after a nonempty host by "/".
        "empty-path-to-slash" => {
            Step::on_url([Needs::empty(&[Path])], Host.bit() | Path.bit(), running::empty_path_to_slash)
        }
        // Percent-encodes everything except letters, digits and the characters of `keep`.
        "escape" => {
            let (parts, keep) = (arguments.parts()?, kept_bytes(&arguments.text("keep")?));
            let (needs, triplets) =
                (Needs::anywhere(&parts, |byte| !keep.contains(byte)), arguments.switch("triplets")?);
            Step::on_parts([needs], parts, move |text| escape(text, &keep, triplets))
        }
        // Parses the query as a form, sorts its pairs, and serializes it.
        "form-query" => Step::on_parts([Needs::defined(&[Query])], vec![Query], queries::rewrite_form),
        // Takes the host from the path of `http:////host/path`.
        "host-from-path" => Step::on_url([Needs::empty(&[Host])], mask(&UrlPart::ALL), running::host_from_path),
        // Converts names beyond US-ASCII to A-labels; with `triplets` also those written in triplets.
        "host-to-ascii" => {
            let triplets = arguments.switch("triplets")?;
            let needs = Needs::anywhere(&[Host], |byte| !byte.is_ascii() || triplets && byte == b'%');
            Step::on_parts([needs], vec![Host], move |host| hosts::to_ascii(host, triplets))
        }
        // Converts any form of an IPv4 address to the dotted one.
        "ipv4" => {
            let hexadecimal = arguments.switch("hexadecimal")?;
            let too_large = if arguments.switch("wrap")? { TooLarge::Wrap } else { TooLarge::Refuse };
            let needs = Needs::at_start(Host, |byte| byte.is_ascii_digit());
            Step::on_parts([needs], vec![Host], move |host| hosts::ipv4(host, hexadecimal, too_large))
        }
        // Writes an IPv6 address by RFC 5952.
        "ipv6" => Step::on_parts([Needs::at_start(Host, is(b'['))], vec![Host], hosts::ipv6),
        // Texts with one of these prefixes are final. The prefix is in the scheme or in the path.
        "keep-if-begins" => {
            let beginnings = arguments.list("with")?;
            let first = |text: &String| text.bytes().next().filter(u8::is_ascii_alphanumeric);
            let needs = match beginnings.iter().map(first).collect::<Option<Vec<u8>>>() {
                Some(first) => [Scheme, Path].map(|part| Needs::at_start(part, |byte| first.contains(&byte))).to_vec(),
                None => vec![Needs::nothing()],
            };
            Step::on_text(needs, move |state, _| {
                let text = state.text();
                state.is_final = beginnings.iter().any(|beginning| text.starts_with(beginning.as_bytes()));
                Ok(())
            })
        }
        // An empty text is final.
        "keep-if-empty" => Step::on_text([Needs::empty(&[Path])], |state, _| {
            state.is_final = state.text().is_empty();
            Ok(())
        }),
        // Lowercases US-ASCII letters.
        "lower-case" => {
            let parts = arguments.parts()?;
            let needs = Needs::anywhere(&parts, |byte| byte.is_ascii_uppercase() || byte == b'%');
            Step::on_url([needs], mask(&parts), move |url| changed(&parts, |part| url.lower_case(part)))
        }
        // The normal form of RFC 3986 at a level; refuses what RFC 3986 refuses.
        "normalize" => {
            let level = match arguments.text("level")?.as_str() {
                "syntax" => Level::Syntax,
                "scheme" => Level::Scheme,
                _ => return arguments.bad("the level is \"syntax\" or \"scheme\""),
            };
            Step::on_text([Needs::nothing()], move |state, tables| {
                running::normalize_to(state, tables, level, rules_of)
            })
        }
        // Makes the parts undefined.
        "remove" => {
            let parts = arguments.parts()?;
            let needs = Needs::defined(&parts);
            Step::on_url([needs], mask(&parts), move |url| removed(url, &parts, |text| text.is_some()))
        }
        // Removes a last segment that is one of the names.
        "remove-default-pages" => {
            let names = arguments.list("names")?;
            let ends = |byte: u8, name: &String| name.bytes().last().is_some_and(|own| own.eq_ignore_ascii_case(&byte));
            let needs = Needs::at_end(Path, |byte| names.iter().any(|name| ends(byte, name)));
            Step::trims([needs], Path, move |path| paths::without_default_page(path, &names))
        }
        // Removes the scheme's default port, written `scheme:port`.
        "remove-default-port" => {
            let ports = arguments.list("ports")?;
            let pairs = ports.iter().map(|text| text.split_once(':').map(|(a, b)| (a.to_owned(), b.to_owned())));
            let Some(pairs) = pairs.collect::<Option<Vec<_>>>() else {
                return arguments.bad("a port is written \"scheme:port\"");
            };
            Step::on_url([Needs::defined(&[Port])], Scheme.bit() | Port.bit(), move |url| {
                running::remove_default_port(url, &pairs)
            })
        }
        // Removes dot segments; `keep` keeps a ".." that has nothing to remove. A dot segment begins after a slash.
        "remove-dots" => {
            let keep = arguments.switch("keep_excess")?;
            let needs = Needs::in_a_row(&[Path], |byte| matches!(byte, b'/' | b'.'));
            Step::on_parts([needs], vec![Path], move |path| paths::remove_dots(path, keep))
        }
        // Makes empty parts undefined.
        "remove-empty" => {
            let parts = arguments.parts()?;
            let needs = Needs::empty(&parts);
            Step::on_url([needs], mask(&parts), move |url| {
                removed(url, &parts, |text| text.is_some_and(<[u8]>::is_empty))
            })
        }
        // Removes pairs of the query with these names.
        "remove-pairs" => {
            let names = Names::new(&arguments.list("names")?);
            let needs = Needs::defined(&[Query]);
            Step::on_url([needs], Query.bit(), move |url| running::remove_pairs(url, &names))
        }
        // Removes parameters of the path with these names: `/a;jsessionid=7F` becomes `/a`.
        "remove-path-parameters" => {
            let names = Names::new(&arguments.list("names")?);
            Step::on_parts([Needs::anywhere(&[Path], is(b';'))], vec![Path], move |path| {
                paths::remove_parameters(path, &names)
            })
        }
        // Removes tabs, carriage returns and line feeds anywhere.
        "remove-tab-and-newline" => {
            let is_removed = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r');
            Step::on_text([Needs::anywhere(&UrlPart::ALL, is_removed)], move |state, _| {
                state.text_to_change().retain(|&byte| !is_removed(byte));
                Ok(())
            })
        }
        // Refuses all but an absolute URI without a fragment, by RFC 3986; with `url` also what `require-url` refuses.
        "require-absolute" => {
            let url = arguments.switch("url")?;
            Step::on_text([Needs::nothing()], move |state, tables| running::require_absolute(state, tables, url))
        }
        // Refuses a text whose host or port the URL Standard refuses; a relative reference may have neither.
        "require-url" => {
            // A host that is not plain, or none: without one it may be in the path, as in `http:a b/`.
            let needs = [
                Needs::anywhere(&[Host], |byte| !running::is_plain(byte)),
                Needs::in_a_row(&[Host], is(b'-')),
                Needs::empty(&[Host]),
                Needs::undefined(Host),
                Needs::defined(&[Port]),
            ];
            Step::on_text(needs, |state, _| running::require_url(state.text()))
        }
        // `http://https://host`, whose port is empty, becomes `https://host`, for these schemes.
        "scheme-once" => {
            let schemes = arguments.list("schemes")?;
            let is_scheme = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
            let are_schemes = schemes.iter().flat_map(|scheme| scheme.bytes()).all(is_scheme);
            let needs = if are_schemes { Needs::empty(&[Port]) } else { Needs::nothing() };
            Step::on_text([needs], move |state, _| running::scheme_once(state, &schemes))
        }
        // Sorts the pairs of the query as they are written.
        "sort-query" => Step::on_parts([Needs::anywhere(&[Query], is(b'&'))], vec![Query], queries::sort),
        // Removes dots at both ends of the host.
        "strip-dots" => {
            let needs = [Needs::at_start(Host, is(b'.')), Needs::at_end(Host, is(b'.'))];
            Step::trims(needs, Host, hosts::without_dots)
        }
        // Removes ASP.NET's session id from the path.
        "strip-path-session" => Step::on_parts([Needs::anywhere(&[Path], is(b'('))], vec![Path], paths::strip_session),
        // Removes the session ids that archives know from the query.
        "strip-query-session" => {
            Step::on_parts([Needs::anywhere(&[Query], is(b'='))], vec![Query], queries::strip_sessions)
        }
        // Removes slashes at the end, unless they are the whole path.
        "strip-trailing-slash" => Step::trims([Needs::at_end(Path, is(b'/'))], Path, paths::without_trailing_slash),
        // Removes white space and controls at both ends.
        "strip-white-space" => {
            Step::on_text([Needs::anywhere(&UrlPart::ALL, running::is_white_space)], running::strip_white_space)
        }
        // Removes one `www.` or `www2.`, except under the schemes of `not`: once, although the steps are repeated.
        "strip-www" => {
            let not = arguments.list("not").unwrap_or_default();
            let needs = Needs::at_start(Host, |byte| byte.eq_ignore_ascii_case(&b'w'));
            let step = Step::on_url([needs], Scheme.bit() | Host.bit(), move |url| {
                let stays = not.iter().any(|scheme| url.has_scheme(scheme));
                Host.bit() * u8::from(!stays && url.trim_to(Host, hosts::without_www))
            });
            step.shortening().once()
        }
        // Decodes triplets once, except those of `not`.
        "unescape" => {
            let (parts, not) = (arguments.parts()?, arguments.text("not")?);
            let needs = Needs::anywhere(&parts, is(b'%'));
            Step::on_parts([needs], parts, move |text| unescape(text, not.as_bytes()))
        }
        // Decodes triplets until there are none.
        "unescape-repeatedly" => {
            let parts = arguments.parts()?;
            Step::on_parts([Needs::anywhere(&parts, is(b'%'))], parts, unescape_repeatedly)
        }
        // Parses and serializes by the URL Standard; refuses what it refuses.
        "url-standard" => Step::on_text([Needs::nothing()], running::url_standard),
        // Writes a sort-friendly key; the last step.
        "key" => Step {
            needs: vec![],
            reads: 0,
            is_once: false,
            work: Work::Key(Key {
                scheme: arguments.switch("scheme")?,
                trailing_comma: arguments.switch("trailing_comma")?,
                reverse_addresses: arguments.switch("reverse_addresses")?,
            }),
        },
        _ => return Err(BadStep(format!("there is no step {name:?}; there are {}", STEPS.join(", ")))),
    })
}
