//! Percent-encoding of data for a component (RFC 3986, 2.4).
//!
//! Input: an edition's table, the component's name and the characters to keep. Output: the encoded data. For `uri` the
//! host's brackets are kept as well: `http://[::1]/[x]` gives `http://[::1]/%5Bx%5D`.

use std::borrow::Cow;

use crate::memory::joined;
use crate::offsets::NONE;
use crate::percent::EncodeSet;
use crate::split::split;
use crate::table::Tables;

/// Encodes data for a component of the table's `[encode]` section, as [`EncodeSet::encode`] does. `uri` also keeps the
/// brackets of an IP literal. RFC 3986, 3.2.2: "This is the only place where square bracket characters are allowed in
/// the URI syntax." A set of characters cannot depend on the position, so no edition's set for `uri` has brackets.
#[must_use]
pub fn encode_component(
    tables: &Tables,
    component: &[u8],
    keep: &EncodeSet,
    text: &[u8],
    keep_triplets: bool,
) -> Option<Vec<u8>> {
    let encoded = keep.encode(text, keep_triplets)?;
    if component != b"uri" || text.len() >= NONE as usize {
        return Some(encoded);
    }
    let offsets = split(tables.style, text);
    let whole = offsets.host_start as usize..offsets.host_end as usize;
    let inside = match text.get(whole.clone()) {
        Some([b'[', inside @ .., b']']) if offsets.authority_start != NONE => inside,
        _ => return Some(encoded),
    };
    let host = joined(&[b"[".as_slice(), &part(inside, keep, keep_triplets), b"]"]);
    if !matches!(tables.host_type(&host), Some("IPv6" | "IPvFuture")) {
        return Some(encoded);
    }
    let before = part(&text[..whole.start], keep, keep_triplets);
    let after = part(&text[whole.end..], keep, keep_triplets);
    let kept = joined(&[&before, &host, &after]);
    (kept != text).then_some(kept)
}

fn part<'a>(text: &'a [u8], keep: &EncodeSet, keep_triplets: bool) -> Cow<'a, [u8]> {
    keep.encode(text, keep_triplets).map_or(Cow::Borrowed(text), Cow::Owned)
}
