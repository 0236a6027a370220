//! `compose` and `replace`: encode the arguments, and take the other parts from the old reference.

use std::borrow::Cow;
use std::ops::Range;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use uriverse_core::memory::{joined, lossy, owned, Grow};
use uriverse_core::{
    compose as compose_parts, decode, is_above_16_bits, split, Kind, Malformed, Offsets, Parts, SplitStyle,
};
use uriverse_hosts::numeric::ipv6_text;

use crate::calling::arguments::Call;
use crate::calling::objects::value_text;
use crate::calling::references::offsets_of;
use crate::calling::references::{edition_for, reference_from_bytes};
use crate::calling::text::Text;
use crate::calling::values::{no_such_word, Answer};
use crate::editions::Edition;
use crate::ground::charsets::{self, Lacking};
use crate::ground::errors::wrong_type;
use crate::ground::handed_over::{import_late, LateImport};
use crate::ground::strings::{ascii, string, utf8, without_utf8};
use crate::layout::object::{is_url, layout, without_fragment};
use crate::reference::percent::without_colon;
use crate::reference::queries::query_of_pairs;
use crate::reference::urls::edited;

use super::arguments::Part::{
    Authority, Fragment, Host, Pairs, Params, Password, Path, Port, Query, Scheme, Segments, User, Userinfo,
};
use super::arguments::{Part, PartArguments, PartSet, IN_AUTHORITY, WITH_EDITION};

type Octets<'a> = Cow<'a, [u8]>;

/// The parts of an authority as written.
pub(super) struct Login<'a> {
    userinfo: Option<Octets<'a>>,
    host: Option<Octets<'a>>,
    port: Option<Octets<'a>>,
}

/// The reference whose parts are changed.
pub(super) struct Old<'a> {
    pub(super) parts: Parts<'a>,
    userinfo: Option<&'a [u8]>,
    host: Option<&'a [u8]>,
    port: Option<&'a [u8]>,
    is_opaque: bool,
    pub(super) is_url: bool,
}

impl<'a> Old<'a> {
    fn new(text: &'a [u8], offsets: &Offsets, is_url: bool) -> Old<'a> {
        let cut = |range: Option<Range<usize>>| range.and_then(|range| text.get(range));
        Old {
            parts: Parts::from_offsets(text, offsets),
            userinfo: cut(offsets.userinfo()),
            host: cut(offsets.host()),
            port: cut(offsets.port()),
            is_opaque: offsets.kind() == Kind::Opaque,
            is_url,
        }
    }
}

/// Writes the parts of the arguments by an edition.
pub(super) struct Writer<'e, 'py> {
    pub(super) py: Python<'py>,
    pub(super) edition: &'e Edition<'py>,
    /// Whether the result is a `URL`.
    pub(super) is_url: bool,
}

impl<'py> Writer<'_, 'py> {
    /// An argument that is already encoded, or None.
    fn written<'a>(&self, value: Borrowed<'a, 'py, PyAny>) -> PyResult<Option<Octets<'a>>> {
        if value.is_none() {
            return Ok(None);
        }
        let text = value.cast::<PyString>()?;
        match utf8(text) {
            Some(bytes) => Ok(Some(Cow::Borrowed(bytes))),
            // Every edition refuses a lone surrogate, at its position.
            None => Ok(without_utf8(&text)?.map(|bytes| Cow::Owned(bytes.as_bytes().to_vec()))),
        }
    }

    /// Data, encoded for a component. Lone surrogates are octets that are not UTF-8.
    fn encoded<'a>(&self, data: Borrowed<'a, 'py, PyString>, component: &str) -> PyResult<Octets<'a>> {
        let tables = self.edition.tables();
        let Some(set) = tables.encode_set(component) else {
            return Err(no_such_word("component", component, &tables.encode_names().collect::<Vec<_>>()));
        };
        if let Some(text) = utf8(data) {
            return Ok(set.encode(text, false).map_or(Cow::Borrowed(text), Cow::Owned));
        }
        let octets = charsets::octets(&data, charsets::UTF_8, Lacking::Refused)?;
        Ok(Cow::Owned(set.ascii_only().encode(&octets, false).unwrap_or(octets)))
    }

    fn segment<'a>(&self, text: Borrowed<'a, 'py, PyString>) -> PyResult<Octets<'a>> {
        if let Some(dots @ (b"." | b"..")) = utf8(text) {
            let dots = lossy(dots);
            return Err(PyValueError::new_err(format!(
                "a segment cannot be '{dots}': it would be removed as a dot segment (RFC 3986, section 5.2.4); resolve \
                 \"{dots}/\" against the reference instead"
            )));
        }
        self.encoded(text, "segment")
    }

    /// Segments, joined by "/". One that is equal to the segment of the old path in its place is written as that is:
    /// as data, `a;x` and `a%3Bx` are the same, and to RFC 2396, 3.3, they are different segments.
    pub(super) fn segments<'a>(
        &self,
        segments: impl Iterator<Item = PyResult<Bound<'py, PyAny>>>,
        old: &[u8],
    ) -> PyResult<Option<Vec<u8>>> {
        let mut joined: Option<Vec<u8>> = None;
        let mut pieces = old.strip_prefix(b"/").unwrap_or(old).split(|&byte| byte == b'/');
        for segment in segments {
            let segment = segment?;
            let name = || "each of segments".to_owned();
            let Some(text) = value_text(&segment, name)? else {
                return Err(wrong_type(&name(), "a str, a reference, a number, a UUID or a date", &segment));
            };
            let as_before = pieces.next().filter(|piece| {
                let data = decode(piece, Malformed::Keep).unwrap_or_default();
                !old.is_empty() && utf8(text.as_borrowed()) == Some(data.as_deref().unwrap_or(piece))
            });
            let written = match as_before {
                Some(piece) => Cow::Borrowed(piece),
                None => self.segment(text.as_borrowed())?,
            };
            match &mut joined {
                None => joined = Some(owned(written)),
                Some(path) => {
                    path.put(b'/');
                    path.put_all(&written);
                }
            }
        }
        Ok(joined)
    }

    fn host<'a>(&self, host: Borrowed<'a, 'py, PyAny>) -> PyResult<Option<Octets<'a>>> {
        if let Some(text) = host.cast::<PyString>().ok().and_then(utf8) {
            if text.is_ascii() && (text.first() == Some(&b'[') || !text.contains(&b':')) {
                return Ok(Some(Cow::Borrowed(text)));
            }
            if let Some(address) = std::str::from_utf8(text).ok().and_then(ipv6_text) {
                return Ok(Some(Cow::Owned(format!("[{address}]").into_bytes())));
            }
        }
        if host.is_none() {
            return Ok(None);
        }
        // An address, or a name beyond US-ASCII.
        let written = self.python()?.call_method1("written_host", (host, self.edition.name(self.py)))?;
        Ok(self.written(written.as_borrowed())?.map(|host| Cow::Owned(owned(host))))
    }

    /// A port; the grammar accepts any number, but TCP and UDP have 16 bits for it.
    fn port<'a>(&self, port: Borrowed<'a, 'py, PyAny>) -> PyResult<Option<Octets<'a>>> {
        let written = match port.is_none() || port.is_instance_of::<PyString>() {
            true => self.written(port)?,
            false => Some(Cow::Owned(port.str()?.to_str()?.as_bytes().to_vec())),
        };
        if written.as_deref().is_some_and(is_above_16_bits) {
            let reason = "port: no port is above 65535 (RFC 6335, section 6); authority= takes any digits";
            return Err(PyValueError::new_err(reason));
        }
        Ok(written)
    }

    fn login<'a>(&self, arguments: &PartArguments<'a, 'py>, old: Option<&Old<'a>>) -> PyResult<Login<'a>> {
        let was = |part: Option<&'a [u8]>| part.map(Cow::Borrowed);
        if let Some(authority) = old.and_then(|old| old.parts.authority) {
            let has_host = old.is_some_and(|old| old.host.is_some());
            if !has_host && !authority.is_empty() && arguments.get(Host).is_none() {
                let error = self.python()?.call_method1("names_no_host", (string(self.py, authority)?,))?;
                return Err(PyErr::from_value(error));
            }
        }
        let host = match arguments.get(Host) {
            Some(host) => self.host(host)?,
            None => old.and_then(|old| was(old.host)),
        };
        let port = match arguments.get(Port) {
            Some(port) => self.port(port)?,
            None => old.and_then(|old| was(old.port)),
        };
        let mut userinfo = match arguments.get(Userinfo) {
            Some(userinfo) => self.written(userinfo)?,
            None => old.and_then(|old| was(old.userinfo)),
        };
        if arguments.has_any(PartSet::from_parts(&[User, Password])) {
            userinfo = self.userinfo(arguments, old.and_then(|old| old.userinfo))?;
        }
        if host.is_none() && (userinfo.is_some() || port.is_some()) {
            return Err(needs_a_host(arguments, userinfo.is_some(), port.is_some()));
        }
        Ok(Login { userinfo, host, port })
    }

    /// A userinfo of data. A missing part is copied from the old userinfo.
    fn userinfo<'a>(&self, arguments: &PartArguments<'a, 'py>, old: Option<&'a [u8]>) -> PyResult<Option<Octets<'a>>> {
        let (mut user, mut password) = (None, None);
        if let Some(old) = old {
            let colon = old.iter().position(|&byte| byte == b':');
            user = Some(Cow::Borrowed(&old[..colon.unwrap_or(old.len())]));
            password = colon.map(|colon| Cow::Borrowed(&old[colon + 1..]));
        }
        if let Some(data) = arguments.get(User) {
            user = self.data(data)?.map(without_colon);
            password = password.filter(|_| user.is_some());
        }
        if let Some(data) = arguments.get(Password) {
            password = self.data(data)?;
        }
        match (user, password) {
            (None, Some(_)) => Err(PyValueError::new_err("password needs a user, which may be empty")),
            (user, None) => Ok(user),
            (Some(user), Some(password)) => Ok(Some(Cow::Owned(joined(&[&user, b":", &password])))),
        }
    }

    fn data<'a>(&self, data: Borrowed<'a, 'py, PyAny>) -> PyResult<Option<Octets<'a>>> {
        data.cast::<PyString>().ok().map(|data| self.encoded(data, "userinfo")).transpose()
    }

    /// The Python code that writes hosts and raises errors.
    fn python(&self) -> PyResult<Bound<'py, PyAny>> {
        import_late(self.py, LateImport::Composition)
    }

    /// The reference of the parts, or an error that names the argument at fault.
    pub(super) fn reference(
        &self,
        parts: &Parts<'_>,
        login: Option<&Login<'_>>,
        arguments: impl Fn() -> Vec<&'static str>,
    ) -> Answer<'py> {
        if self.is_url {
            let is_read = |text: &[u8], offsets: &Offsets| login.is_none_or(|login| login.is_read(text, offsets));
            return edited(self.py, parts, is_read, &arguments());
        }
        if let Some((text, offsets)) = compose_parts(self.edition.tables(), parts) {
            if login.is_none_or(|login| login.is_read(&text, &offsets)) {
                return reference_from_bytes(self.py, &text, self.edition, &offsets);
            }
        }
        let written = PyDict::new(self.py);
        let add = |name: &str, part: Option<&[u8]>| -> PyResult<()> {
            written.set_item(name, part.map(|part| string(self.py, part)).transpose()?)
        };
        if let Some(login) = login {
            add("userinfo", login.userinfo.as_deref())?;
            add("host", login.host.as_deref())?;
            add("port", login.port.as_deref())?;
        }
        add("scheme", parts.scheme)?;
        add("authority", parts.authority)?;
        add("path", Some(parts.path))?;
        add("params", parts.params)?;
        add("query", parts.query)?;
        add("fragment", parts.fragment)?;
        let error = self.python()?.call_method1("refusal", (written, self.edition.name(self.py), arguments()))?;
        Err(PyErr::from_value(error))
    }
}

impl Login<'_> {
    /// The authority of these parts; None if all of them are absent.
    fn authority(&self) -> Option<Vec<u8>> {
        let mut authority = Vec::new();
        if let Some(userinfo) = &self.userinfo {
            authority.put_all(userinfo);
            authority.push(b'@');
        }
        authority.put_all(self.host.as_ref()?);
        if let Some(port) = &self.port {
            authority.push(b':');
            authority.put_all(port);
        }
        Some(authority)
    }

    /// Whether an authority was parsed into these parts. A registry's name has none: clients split it by RFC 3986,
    /// section 3.2, so that the host of `h:80@x@evil.example` is evil.example.
    fn is_read(&self, text: &[u8], offsets: &Offsets) -> bool {
        let is_name = offsets.host().is_none() && offsets.authority().is_some();
        let lenient = is_name.then(|| split(SplitStyle::AppendixB, text));
        let offsets = lenient.as_ref().unwrap_or(offsets);
        let read = |range: Option<Range<usize>>| range.and_then(|range| text.get(range));
        read(offsets.host()).unwrap_or_default() == self.host.as_deref().unwrap_or_default()
            && read(offsets.userinfo()) == self.userinfo.as_deref()
            && read(offsets.port()) == self.port.as_deref()
    }
}

/// authority = [ userinfo "@" ] host [ ":" port ]: a host may be empty, but not absent (RFC 3986, section 3.2).
#[cold]
fn needs_a_host(arguments: &PartArguments<'_, '_>, has_userinfo: bool, has_port: bool) -> PyErr {
    let mut others: Vec<&str> = Vec::new();
    if has_userinfo {
        let named = [(User, "user"), (Password, "password")];
        let is_data = |part: Part| arguments.get(part).is_some_and(|value| !value.is_none());
        others.extend(named.into_iter().filter(|(part, _)| is_data(*part)).map(|(_, name)| name));
        if others.is_empty() {
            others.push("userinfo");
        }
    }
    if has_port {
        others.push("port");
    }
    let need = if others.len() == 1 { "needs" } else { "need" };
    let others = others.join(" and ");
    PyValueError::new_err(format!("{others} {need} a host, which may be empty; without a host there is no authority"))
}

/// The reference of the arguments and the old reference's other parts.
fn composed<'a, 'py>(
    py: Python<'py>,
    edition: &Edition<'py>,
    arguments: &PartArguments<'a, 'py>,
    old: Option<&Old<'a>>,
) -> Answer<'py> {
    arguments.check()?;
    let writer = Writer { py, edition, is_url: old.is_some_and(|old| old.is_url) };
    let mut parts = old.map(|old| old.parts).unwrap_or_default();
    let written = |part: Part| arguments.get(part).map(|text| writer.written(text)).transpose();
    let (scheme, authority, path) = (written(Scheme)?, written(Authority)?, written(Path)?);
    let (params, query, fragment) = (written(Params)?, written(Query)?, written(Fragment)?);
    for (part, text) in [
        (&mut parts.scheme, &scheme),
        (&mut parts.authority, &authority),
        (&mut parts.params, &params),
        (&mut parts.query, &query),
        (&mut parts.fragment, &fragment),
    ] {
        if let Some(text) = text {
            *part = text.as_deref();
        }
    }
    if let Some(Some(path)) = &path {
        parts.path = path;
    }
    let login = match arguments.has_any(IN_AUTHORITY) {
        true => Some(writer.login(arguments, old)?),
        false => None,
    };
    let of_login = login.as_ref().map(Login::authority);
    if let Some(authority) = &of_login {
        parts.authority = authority.as_deref();
    }
    let of_segments;
    if let Some(segments) = arguments.get(Segments) {
        let rooted = old.is_none_or(|old| {
            old.parts.authority.is_some() || old.parts.path.is_empty() || old.parts.path.starts_with(b"/")
        });
        let (old_path, is_opaque) = old.map_or((b"".as_slice(), false), |old| (old.parts.path, old.is_opaque));
        of_segments = match writer.segments(segments.try_iter()?, if is_opaque { b"" } else { old_path })? {
            None if is_opaque => old_path.to_vec(),
            Some(path) if rooted => joined(&[b"/", &path]),
            Some(path) => path,
            None => Vec::new(),
        };
        parts.path = &of_segments;
    }
    let of_pairs;
    if let Some(pairs) = arguments.get(Pairs) {
        of_pairs = if pairs.is_none() { None } else { Some(query_of_pairs(py, edition, &pairs)?) };
        parts.query = of_pairs.as_deref();
    }
    writer.reference(&parts, login.as_ref(), || arguments.names(PartSet::ALL))
}

/// `uriverse.compose`.
pub fn compose<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let ([], [parts @ .., edition]) = call.bind("compose", &[], &WITH_EDITION)?;
    let edition = edition_for(edition, &[])?;
    if let Some(path) = parts[Path as usize].filter(|path| path.is_none()) {
        return Err(wrong_type("path", "a str (segments takes a list)", &path));
    }
    // None leaves a part undefined, and an empty path is the same as no path.
    let mut parts = parts.map(|part| part.filter(|part| !part.is_none()));
    parts[Path as usize] = parts[Path as usize].filter(|path| path.cast::<PyString>().ok().and_then(utf8) != Some(b""));
    composed(call.py(), &edition, &PartArguments::new(parts), None)
}

/// The fast path of `reference.replace`: one component after the authority, of a reference in US-ASCII.
pub fn replace_fast<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let (name, value) = call.only_keyword()?;
    if name == b"fragment" && value.is_none() {
        return without_fragment(call.receiver());
    }
    let (fields, _) = layout(call.receiver()).filter(|_| !is_url(call.receiver()))?;
    let edition = Edition::from_index(fields.edition_index()?)?;
    let old = ascii(fields.text(call.py()))?;
    let text = utf8(value.cast_exact::<PyString>().ok()?)?;
    let mut parts = Parts::from_offsets(old, &fields.offsets(old.len()));
    match name {
        b"path" => parts.path = text,
        b"query" => parts.query = Some(text),
        b"fragment" => parts.fragment = Some(text),
        _ => return None,
    }
    let (text, offsets) = compose_parts(edition.tables(), &parts)?;
    reference_from_bytes(call.py(), &text, &edition, &offsets).ok()
}

/// `reference.replace`.
pub fn replace<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let arguments = PartArguments::new(call.bind("replace", &[], &Part::NAMES)?.1);
    of_reference(call.receiver(), |edition, old, _| composed(call.py(), edition, &arguments, Some(old)))
}

/// The result of `change` on a reference, which it receives as edition, parts and kind.
pub(super) fn of_reference<'py>(
    receiver: Borrowed<'_, 'py, PyAny>,
    change: impl FnOnce(&Edition<'py>, &Old<'_>, Kind) -> Answer<'py>,
) -> Answer<'py> {
    let text = Text::new("self", receiver)?;
    let edition = edition_for(None, &[&text])?;
    let offsets = match layout(receiver) {
        Some((fields, _)) if text.bytes().is_ascii() => fields.offsets(text.bytes().len()),
        _ => offsets_of(&text, &edition)?,
    };
    change(&edition, &Old::new(text.bytes(), &offsets, is_url(receiver)), offsets.kind())
}
