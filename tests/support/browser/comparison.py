"""What a browser makes of a page's references beside what our rows say, place by place."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, NamedTuple

from uriverse._core import LinkRows
from uriverse.documents import Document, establish, links
from uriverse.documents.context import Context
from uriverse.documents.readers.elements import elements_of
from uriverse.documents.readers.html import Page

if TYPE_CHECKING:
    from uriverse.editions.registry import Standard

WHITE_SPACE = "\t\n\f\r "


class Difference(NamedTuple):
    """Where the two don't agree; the pages' root is written "{root}", the
    server's "{host}".

    Attributes:
        page: the page's name.
        place: "a href" and so on; "base" and "encoding" of the page, "chosen" of a srcset.
        reference: as it is written; "" for the whole page.
        ours: what our row resolves it to; None where we give no target, "absent" where we give no row.
        browser: what the browser gives, "absent" where it has no such element.
    """

    page: str
    place: str
    reference: str
    ours: str | None
    browser: str | None


def differences(name: str, data: bytes, root: str, seen: dict[str, Any], edition: Standard) -> list[Difference]:
    """The differences on one page, read by an edition or by the URL Standard ("whatwg")."""
    rows = list(links(io.BytesIO(data), base=root + name, format="html", edition=edition))
    found: list[Difference] = []

    def differ(place: str, reference: str, ours: str | None, browser: str | None) -> None:
        if ours != browser:
            host = root.removesuffix("pages/")
            texts = (
                None if text is None else text.replace(root, "{root}").replace(host, "{host}")
                for text in (ours, browser)
            )
            found.append(Difference(name, place, reference, *texts))

    document = Document(name, data, root + name)
    elements, _ = elements_of(document)
    context = Context(edition, lambda *_: iter(()), LinkRows())
    page = Page(elements, document, establish(retrieval=root + name, edition=edition), context)
    differ("base", "", str(page.base.uri), seen["base"])
    differ("encoding", "", elements.encoding.lower(), seen["encoding"].lower())
    reflected = {(tag, attribute) for tag, attribute, _, _ in seen["found"]}
    ours = {
        (row.element, row.attribute, row.reference): row.resolved
        for row in rows
        if (row.element, row.attribute) in reflected or (row.element, row.attribute) in REFLECTED
    }
    theirs = {(tag, attribute, value.strip(WHITE_SPACE)): url for tag, attribute, value, url in seen["found"]}
    for tag, attribute, reference in dict.fromkeys((*ours, *theirs)):
        key = (tag, attribute, reference)
        differ(f"{tag} {attribute}", str(reference), ours.get(key, "absent"), theirs.get(key, "absent"))
    candidates = {
        row.resolved for row in rows if row.element in ("img", "source") and row.attribute in ("srcset", "src")
    }
    for value, chosen in seen["chosen"]:
        if chosen not in candidates:
            differ("chosen", value, "absent", chosen)
    return found


# Attributes that the driver asks for, so that a row of ours that the browser has no element for is a difference too.
REFLECTED = {
    *(("a", "href"), ("area", "href"), ("link", "href"), ("base", "href"), ("img", "src"), ("script", "src")),
    *(("iframe", "src"), ("frame", "src"), ("embed", "src"), ("source", "src"), ("track", "src"), ("video", "src")),
    *(("video", "poster"), ("audio", "src"), ("input", "src"), ("object", "data"), ("form", "action")),
    *(
        ("blockquote", "cite"),
        ("q", "cite"),
        ("ins", "cite"),
        ("del", "cite"),
        ("frame", "longdesc"),
        ("img", "longdesc"),
    ),
}
