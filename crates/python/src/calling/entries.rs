//! The functions and methods that Python calls: each with its entry point and its documentation.

use std::ffi::CStr;

use pyo3::ffi;
use pyo3::prelude::*;

use crate::calling::arguments::{entry, RawCall};
use crate::reference::{calls, composition, normalizing, percent, queries, resolving, urls};
use crate::text::masking;
use crate::whatwg::calls as whatwg;

macro_rules! fast_calls {
    (fast $fast:path) => { $fast };
    (fast) => { |_| None };
    ($list:ident:
    $($name:ident = $function:path $([$fast:path])?: $doc:literal),* $(,)?) => {
        mod $list {
            use super::*;
            $(
                pub unsafe extern "C" fn $name(
                    receiver: *mut ffi::PyObject,
                    args: *const *mut ffi::PyObject,
                    count: ffi::Py_ssize_t,
                    keywords: *mut ffi::PyObject,
                ) -> *mut ffi::PyObject {
                    let raw = RawCall { receiver, args, count, keywords };
                    // SAFETY: registered below as METH_FASTCALL | METH_KEYWORDS.
                    unsafe { entry(raw, fast_calls!(fast $($fast)?), $function) }
                }
            )*
            pub const ALL: &[(&CStr, ffi::PyCFunctionFastWithKeywords, &CStr)] = &[$((
                // SAFETY: the literal ends with NUL and has no other.
                unsafe { CStr::from_bytes_with_nul_unchecked(concat!(stringify!($name), "\0").as_bytes()) },
                $name,
                $doc,
            )),*];
        }
    };
}

fast_calls! {
    functions:
    parse = calls::parse [calls::parse_fast]: c"parse($module, text, *, edition=None, agree=None)\n--\n\nRead a text strictly: a URI or a RelativeReference, or URISyntaxError.\n\n`agree` names parsers, as `uriverse.agreement` takes them; AgreementError where they do not all accept the text and agree on\nscheme, userinfo, host, port and path.",
    compose = composition::compose: c"compose($module, *, scheme=None, authority=None, userinfo=None, user=None, password=None, host=None, port=None, path='', segments=None, params=None, query=None, pairs=None, fragment=None, edition=None)\n--\n\nA reference of the given components; None leaves a component undefined, \"\" makes it empty.\n\nArgs:\n    scheme, authority, path, params, query, fragment: encoded text without delimiters.\n    userinfo, host, port: the authority by its parts, instead of `authority`.\n    user, password: data, instead of `userinfo`.\n    host: a name as it is written, an address, or an `ipaddress` object. An IPv6 address gets its brackets. A name\n        beyond US-ASCII becomes A-labels (see `hosts.to_ascii`) unless the edition takes it as it is.\n    segments: data, instead of `path`: a path that begins with \"/\". `()` is the empty path, `(\"\",)` is \"/\".\n    pairs: data, instead of `query`, as for `compose_query`.\n    edition: an edition or its id, by which the whole is checked; RFC 3986 if None.\n\nRaises:\n    URISyntaxError: if the edition refuses the whole (a note names the argument), or reads it as other components\n        than these: a host \"h:80\" is read as a host and a port.\n    HostNameError: if a host beyond US-ASCII is not a name of the DNS.\n    TypeError: if an argument has a wrong type, or excludes another one.\n    ValueError: if an argument cannot be written: a dot segment, a password without a user, a port without a host\n        or above 65535.\n\n>>> import uriverse as uv\n>>> str(uv.compose(scheme=\"http\", host=\"h\", port=8080, path=\"/a\"))\n'http://h:8080/a'\n>>> str(uv.compose(scheme=\"ftp\", user=\"me@home\", host=\"::1\", segments=[\"a/b\", \"c\"], pairs={\"n\": 1}))\n'ftp://me%40home@[::1]/a%2Fb/c?n=1'\n",
    split = calls::split [calls::split_fast]: c"split($module, text, *, edition=None)\n--\n\nCut a text leniently into Components; never fails.",
    is_valid = calls::is_valid [calls::is_valid_fast]: c"is_valid($module, text, *, rule=None, edition=None, scheme_rules=False)\n--\n\nWhether an edition's start rule, or any rule by name, accepts the text; and its scheme's own rules, if asked.",
    resolve = resolving::resolve [resolving::resolve_fast]: c"resolve($module, reference, base, *, edition=None, strict=True, excess_parents=None, new_request=False, guards=True)\n--\n\nThe target of a reference, seen from a base, by the steps of an edition (RFC 3986, section 5.2).\n\nArgs:\n    reference: what to resolve, a text or a reference.\n    base: a URI. To resolve texts that an edition refuses, call `split(base).resolve(reference)`.\n    edition: an edition or its id; without one the given references', or RFC 3986. With \"whatwg\" the answer is a URL.\n    strict: False lets a reference with the base's own scheme be read as relative (section 5.2.2).\n    excess_parents: what to do with more \"..\" than there are levels: \"keep\", \"drop\", \"refuse\", or None for the\n        edition's own way.\n    new_request: give the base, without its fragment, where the answer would be \"the current document\". Set it for a\n        reference that always makes a new request, such as a form's action (RFC 2396, section 4.2). The editions from\n        url-syntax-03 to rfc2396bis-00 give the current document; the others never do.\n    guards: False gives what the document's algorithm prints, also where that text is read as other components\n        (`http://hg` by RFC 2396) or the base is opaque. `Edition.guards` says where that is.\n\nReturns:\n    A URI, or a SameDocument where the edition says so.\n\nRaises:\n    URISyntaxError: if the edition refuses the reference or the base.\n    ResolutionError: if the base has no scheme, or is opaque where the edition refuses that; if `excess_parents` is\n        \"refuse\".\n\n>>> import uriverse as uv\n>>> uv.resolve(\"../g\", \"http://a/b/c/d\")\nURI('http://a/b/g')\n>>> uv.resolve(\"\", \"http://a/b#f\", edition=\"rfc2396\")\nSameDocument(fragment=None)\n>>> uv.resolve(\"\", \"http://a/b#f\", edition=\"rfc2396\", new_request=True)\nURI('http://a/b', edition='rfc2396')\n",
    target = resolving::target [resolving::target_fast]: c"target($module, reference, base)\n--\n\nThe target of a valid reference at a base and the reference's kind, or None where there is anything to say.",
    relativize = resolving::relativize: c"relativize($module, target, base, *, edition=None)\n--\n\nThe shortest relative reference that resolves against the base to the target; the target itself if none does.",
    normalize = normalizing::normalize [normalizing::normalize_fast]: c"normalize($module, reference, *, level='syntax', edition=None)\n--\n\nThe normal form on a level of RFC 3986, section 6.2.",
    normalize_generic = normalizing::normalize_generic: c"normalize_generic($module, reference, *, level='syntax', edition=None)\n--\n\nThe normal form by the edition alone, without what a scheme adds.",
    equivalent = normalizing::equivalent: c"equivalent($module, a, b, *, level='syntax', edition=None)\n--\n\nWhether two references have the same normal form on a level (RFC 3986, section 6.2; RFC 3987, section 5.3).\n\nOn \"scheme\" the host of a scheme that has a default port is a domain name: its A-labels, its U-labels and their triplets\nare the same (RFC 3986, section 3.2.2; RFC 3987, section 5.3.3). IRIs are compared as the URIs to which they map, on\nevery level but \"string\" (RFC 3987, section 5.3.2.3). Characters are never brought into NFC (5.3.2.2).\n\n>>> import uriverse as uv\n>>> uv.equivalent(\"http://b%C3%BCcher.de\", \"http://xn--bcher-kva.de:80/\", level=\"scheme\")\nTrue\n>>> uv.equivalent(\"http://bücher.de/é\", \"http://xn--bcher-kva.de/%C3%A9\", level=\"scheme\", edition=\"rfc3987\")\nTrue\n",
    remove_dot_segments = calls::remove_dot_segments: c"remove_dot_segments($module, path, /)\n--\n\nRFC 3986, section 5.2.4, on any path.",
    encode = percent::encode [percent::encode_fast]: c"encode($module, text, *, component, encoding='utf-8', keep_triplets=False, edition=None)\n--\n\nPercent-encode data for a component (RFC 3986, section 2.4).\n\nThe characters that the edition's document allows in the component stay. Of octets, which are `bytes` or a text in another\nencoding than UTF-8, none beyond US-ASCII stays.\n\nA `userinfo` keeps \":\"; `user` and `password` are its two parts, and in a `user` a \":\" is encoded. A `uri` keeps the\nbrackets of an IP literal and no others, because a URI may hold them nowhere else (RFC 3986, section 3.2.2).\n\n>>> import uriverse as uv\n>>> uv.encode(\"a/b ä\", component=\"segment\")\n'a%2Fb%20%C3%A4'\n>>> uv.encode(\"a/b ä\", component=\"segment\", edition=\"rfc3987\")\n'a%2Fb%20ä'\n",
    compose_query = queries::compose_query: c"compose_query($module, pairs, *, separator='&', form=False, encoding='utf-8', edition=None)\n--\n\nA query of pairs, each part encoded so that `query_pairs` gives the pairs back.\n\nArgs:\n    pairs: pairs of a name and a value, or a mapping; a list or tuple in a mapping repeats its name. A value is written\n        as in `URIReference.with_pairs`.\n    separator: what stands between two pairs.\n    form: write `application/x-www-form-urlencoded` (URL Standard, section 5.2): a space becomes \"+\", None \"\".\n    encoding: the charset of the octets that are percent-encoded.\n    edition: by which characters are encoded; rfc3986 if None.\n\nRaises:\n    TypeError: if a name is not a str, a value is none of these, or a pair is not a tuple or list of two.\n\n>>> import uriverse as uv\n>>> uv.compose_query([(\"q\", \"a&b\"), (\"flag\", None)])\n'q=a%26b&flag'\n>>> uv.compose_query({\"id\": 5, \"tag\": [\"x\", \"y z\"]}, form=True)\n'id=5&tag=x&tag=y+z'\n",
    decode = percent::decode [percent::decode_fast]: c"decode($module, text, *, encoding='utf-8', errors='surrogateescape', malformed='refuse')\n--\n\nDecode percent-encoded octets, once.\n\nDecode components, not a whole URI: its delimiters cannot be told from decoded data afterwards (RFC 3986, section 2.4).\n\nArgs:\n    text: an encoded component.\n    encoding: the charset of the octets.\n    errors: what octets that are not in the charset become: lone surrogates (\"surrogateescape\"), of which `encode` makes\n        the same octets again, U+FFFD (\"replace\"), or an error (\"strict\"). `query_pairs`, `segments`, `user` and all that\n        reads data has the same default.\n    malformed: whether a \"%\" that begins no triplet is refused (\"refuse\") or stays (\"keep\").\n\nRaises:\n    PercentError: a \"%\" begins no triplet, or octets are not in the charset.\n\n>>> import uriverse as uv\n>>> uv.decode(\"a%2Fb%ff\", errors=\"replace\")\n'a/b\\ufffd'\n",
}

fast_calls! {
    methods:
    resolve = resolving::resolve_method [resolving::resolve_method_fast]: c"resolve($self, reference, *, strict=True, excess_parents=None, new_request=False, guards=True)\n--\n\nResolve a reference against this one as its base (RFC 3986, section 5.2).\n\nArgs:\n    reference: what to resolve, a text or a reference.\n    strict: False lets a reference with the base's own scheme be read as relative (section 5.2.2).\n    excess_parents: what to do with more \"..\" than there are levels: \"keep\", \"drop\", \"refuse\", or None for the\n        edition's own way.\n    new_request: give the base, without its fragment, where the answer would be \"the current document\" (RFC 2396,\n        section 4.2); for a reference that always makes a new request, such as a form's action.\n    guards: False gives what the document's algorithm prints, as for `uriverse.resolve`.\n\n>>> import uriverse as uv\n>>> uv.parse(\"http://a/b/c\").resolve(\"../d\")\nURI('http://a/d')\n",
    relativize = resolving::relativize_method: c"relativize($self, base)\n--\n\nThe shortest relative reference that resolves against `base` to this URI; the URI itself if none does.\n\nRaises:\n    ResolutionError: \"unreachable\", where none does, because the path has dot segments that resolution would remove.\n\n>>> import uriverse as uv\n>>> uv.parse(\"http://a/b/d\").relativize(\"http://a/b/c\")\nRelativeReference('d')\n>>> uv.parse(\"http://a/\").relativize(\"http://a/b/c/d\")\nRelativeReference('/')\n",
    replace = composition::replace [composition::replace_fast]: c"replace($self, *, scheme=..., authority=..., userinfo=..., user=..., password=..., host=..., port=..., path=..., segments=..., params=..., query=..., pairs=..., fragment=...)\n--\n\nThis reference with some components replaced; None undefines one, \"\" empties it, and the others stay.\n\nArgs:\n    scheme, authority, path, params, query, fragment: encoded text without delimiters.\n    userinfo, host, port: parts of the authority; they exclude `authority`.\n    user, password, segments, pairs: data, as for `compose`; they exclude the components that they are written in.\n        `user` and `password` leave each other as they are written; None takes the user away with the password.\n        `segments` begin with \"/\" unless this path is relative; one that is equal to the segment in its place keeps\n        its spelling.\n\nRaises:\n    URISyntaxError: if the edition refuses the result, or reads it as other components.\n    TypeError: if a part has a wrong type, or excludes another one.\n    ValueError: if a part cannot be written, as for `compose`.\n\n>>> import uriverse as uv\n>>> uv.parse(\"http://a/b?q#f\").replace(query=\"y\", fragment=None)\nURI('http://a/b?y')\n>>> uv.parse(\"http://a/b?q\").replace(host=\"::1\", segments=[\"c/d\"], pairs={\"x\": \"&\"})\nURI('http://[::1]/c%2Fd?x=%26')\n",
    redacted = masking::redacted: c"redacted($self, *, also=(), wide=False)\n--\n\nThis reference as a text to show, and no reference: passwords, tokens and values that give access as stars.\n\nThe values are those of names in the query, the fragment and the parameters of the path.\n\nArgs:\n    also: names to hide besides `uriverse.integrations.logging.STRONG`; case and \"_-.\" do not count. A `Glob`\n        stands for many names.\n    wide: whether names count that often give access and often do not, such as `key` and `code`.\n\nRaises:\n    TypeError: `also` is not an iterable of names and Globs.\n\n>>> import uriverse as uv\n>>> uv.parse(\"https://me:secret@h/?page=2&access_token=abc\").redacted()\n'https://me:***@h/?page=2&access_token=***'\n>>> uv.parse(\"/?page=2&code=abc\").redacted(also=[\"page\"], wide=True)\n'/?page=***&code=***'\n",
    append = composition::append: c"append($self, *segments)\n--\n\nThis reference with more segments, each taken as data; query and fragment are dropped.\n\nArgs:\n    segments: decoded text, or another value as in `with_pairs`, such as a number. A \"/\" in it is encoded; \"\" at the end makes the path end with \"/\". A path that ends\n        with \"/\" goes on there. Without any, the reference is returned as it is.\n\nRaises:\n    ValueError: for \".\" and \"..\", which are no data in a path (RFC 3986, section 3.3), and for an opaque URI.\n\n>>> import uriverse as uv\n>>> uv.parse(\"http://a/b?q\").append(\"c d\", \"e/f\")\nURI('http://a/b/c%20d/e%2Ff')\n",
    with_pairs = queries::with_pairs [queries::with_pairs_fast]: c"with_pairs($self, *, set=None, add=None, remove=None, form=False, encoding='utf-8')\n--\n\nThis reference with some pairs of its query changed; all other pairs keep their spelling and their place.\n\nPairs are removed first, then set, then added. Nothing that is named nowhere changes, and where nothing changes the\nreference itself is returned. A query that loses all its pairs is undefined.\n\nArgs:\n    set: a mapping of names to values, or `QueryPairs`. The first pair of the name gets the value and keeps the spelling of its name, the\n        others of that name go; without one the pair is added at the end. A list of values is given one by one.\n        A `Glob` or a function gives its value to every pair that it selects.\n    add: a mapping, or pairs, to be added at the end.\n    remove: a name, a `Glob`, a function, or an iterable of these. A function is called with the decoded name and value.\n    form: read and write `application/x-www-form-urlencoded`: \"+\" is a space.\n    encoding: the charset of the octets.\n\nA value is a str, a reference or a URL, a bool (\"true\" or \"false\"), a finite number, a UUID, a date or a time (as Python\nwrites it), or None for a pair without \"=\".\n\nRaises:\n    TypeError: if a name or a value has a wrong type.\n    ValueError: if a number is not finite.\n    URISyntaxError: if the edition has no query there, as in an opaque URI of RFC 2396.\n\n>>> import uriverse as uv\n>>> ref = uv.parse(\"http://h/?a=%7e&utm_id=1&page=1&b#f\")\n>>> ref.with_pairs(set={\"page\": 2}, remove=uv.Glob(\"utm_*\"), add={\"q\": \"x&y z\"})\nURI('http://h/?a=%7e&page=2&b&q=x%26y%20z#f')\n",
    normalize = normalizing::normalize_method: c"normalize($self, *, level='syntax')\n--\n\nThe normal form on a level of RFC 3986, section 6.2; the same object when nothing changes.\n\n>>> import uriverse as uv\n>>> uv.parse(\"HTTP://EXAMPLE.com/%7euser/../x\").normalize()\nURI('http://example.com/x')\n",
}

fast_calls! {
    methods_of_components:
    redacted = masking::redacted: c"redacted($self, *, also=(), wide=False)\n--\n\nThis reference as a text to show, and no reference: passwords, tokens and values that give access as stars.\n\nThe values are those of names in the query, the fragment and the parameters of the path.\n\nArgs:\n    also: names to hide besides `uriverse.integrations.logging.STRONG`; case and \"_-.\" do not count. A `Glob`\n        stands for many names.\n    wide: whether names count that often give access and often do not, such as `key` and `code`.\n\nRaises:\n    TypeError: `also` is not an iterable of names and Globs.\n\n>>> import uriverse as uv\n>>> uv.parse(\"https://me:secret@h/?page=2&access_token=abc\").redacted()\n'https://me:***@h/?page=2&access_token=***'\n>>> uv.parse(\"/?page=2&code=abc\").redacted(also=[\"page\"], wide=True)\n'/?page=***&code=***'\n",
    resolve = resolving::resolve_components: c"resolve($self, reference, *, strict=True, excess_parents=None, new_request=False, guards=True)\n--\n\nResolve any text against these components as its base; the answer is Components too, and nothing in it is judged.\n\nA text that the edition accepts is read as `uriverse.resolve` reads it. Any other is cut as `split` cuts it: `parse` in\nthe steps of RFC 3986, section 5.2.2, may be Appendix B's expression, which \"will take any given string\" (section 4.1).\n\nArgs:\n    reference: what to resolve, a text or a reference.\n    strict, excess_parents, new_request, guards: as for `uriverse.resolve`.\n\nReturns:\n    Components of the target, or a SameDocument where the edition says so.\n\nRaises:\n    ResolutionError: if the base has no scheme, or the edition finds it opaque; if `excess_parents` is \"refuse\".\n\n>>> import uriverse as uv\n>>> base = uv.split(\"http://a/my files/index.html\")\n>>> str(base.resolve(\"../photo 1.jpg\"))\n'http://a/photo 1.jpg'\n",
}

fast_calls! {
    url_functions:
    whatwg_parse = whatwg::parse [whatwg::parse_fast]: c"whatwg_parse($module, text, base=None, *, encoding=None)\n--\n\nThe URL of a text, as `URL(...)` makes it.",
    whatwg_can_parse = whatwg::can_parse [whatwg::can_parse_fast]: c"whatwg_can_parse($module, text, base=None)\n--\n\nWhether the URL Standard's parser makes a URL of a text.",
}

fast_calls! {
    methods_of_urls:
    with_pairs = queries::url_with_pairs: c"with_pairs($self, *, set=None, add=None, remove=None, form=False, encoding='utf-8')\n--\n\nThis URL with some pairs of its query changed, as `URIReference.with_pairs` changes them.\n\n>>> from uriverse.whatwg import URL\n>>> URL(\"http://h/?a=1&b=2\").with_pairs(set={\"a\": \"x y\"})\nwhatwg.URL('http://h/?a=x%20y&b=2')\n",
    resolve = whatwg::resolve [whatwg::resolve_fast]: c"resolve($self, reference, *, encoding=None)\n--\n\nThe URL of a text with this one as its base (URL Standard, section 4.4).\n\nArgs:\n    reference: any text that could stand in a link.\n    encoding: the label of the encoding in which a query is written, for old documents; UTF-8 if None.\n\nRaises:\n    URLError: if the parser returns failure.\n\n>>> from uriverse.whatwg import URL\n>>> URL(\"https://example.org/a/b\").resolve(\"../c d\")\nwhatwg.URL('https://example.org/c%20d')\n",
}

fast_calls! {
    methods_of_web_urls:
    resolve = urls::resolve: c"resolve($self, reference)\n--\n\nThe URL of a text with this one as its base, by the URL Standard (section 4.4), and written as `URL` writes it.\n\nArgs:\n    reference: any text that could stand in a link.\n\nRaises:\n    URLError: if there is no such URL; its scheme may be none of the Web's five, as in `mailto:`.\n\n>>> import uriverse as uv\n>>> uv.URL(\"https://example.org/a/b\").resolve(\"..\\\\c d\")\nURL('https://example.org/c%20d')\n",
}

/// The method definitions of a list. They are leaked, because the interpreter uses them as long as the functions live.
fn definitions(
    list: &[(&'static CStr, ffi::PyCFunctionFastWithKeywords, &'static CStr)],
) -> &'static mut [ffi::PyMethodDef] {
    let definition =
        |(name, function, doc): &(&'static CStr, ffi::PyCFunctionFastWithKeywords, &'static CStr)| ffi::PyMethodDef {
            ml_name: name.as_ptr(),
            ml_meth: ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: *function },
            ml_flags: ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
            ml_doc: doc.as_ptr(),
        };
    let mut definitions: Vec<ffi::PyMethodDef> = list.iter().map(definition).collect();
    definitions.push(ffi::PyMethodDef::zeroed());
    Box::leak(definitions.into_boxed_slice())
}

/// The methods of a reference.
pub fn reference_methods() -> &'static mut [ffi::PyMethodDef] {
    definitions(methods::ALL)
}

/// The methods of components.
pub fn components_methods() -> &'static mut [ffi::PyMethodDef] {
    definitions(methods_of_components::ALL)
}

/// The methods of a URL.
pub fn url_methods() -> &'static mut [ffi::PyMethodDef] {
    definitions(methods_of_urls::ALL)
}

/// The methods that a Web URL has of its own.
pub fn web_url_methods() -> &'static mut [ffi::PyMethodDef] {
    definitions(methods_of_web_urls::ALL)
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add(module, functions::ALL)?;
    add(module, url_functions::ALL)
}

fn add(
    module: &Bound<'_, PyModule>,
    list: &[(&'static CStr, ffi::PyCFunctionFastWithKeywords, &'static CStr)],
) -> PyResult<()> {
    // SAFETY: a well-formed, leaked list that ends with a zeroed entry.
    let status = unsafe { ffi::PyModule_AddFunctions(module.as_ptr(), definitions(list).as_mut_ptr()) };
    if status == 0 {
        Ok(())
    } else {
        Err(PyErr::fetch(module.py()))
    }
}
