"""Mails for the tests: how a part is written, and the examples of RFC 2557, section 9.

The examples are written from memory of the RFC: their structure, their references and the names in them are its own,
the pictures and the sentences around them are not.
"""

from __future__ import annotations

GIF = "R0lGODlhGAGgAPEAAP/////ZRaCgoAAAACH+PUNvcHlyaWdodCAoQykgMTk5"
LOGO = "http://www.ietf.cnri.reston.va.us/images/ietflogo"


def part(content: str, *fields: str) -> str:
    """A part or a message: its fields, an empty line, its content."""
    return "\n".join((*fields, "", content))


def multipart(subtype: str, boundary: str, parts: list[str], *fields: str) -> str:
    """A multipart of the parts."""
    body = "".join(f"--{boundary}\n{each}\n" for each in parts) + f"--{boundary}--\n"
    return part(body, f'Content-Type: multipart/{subtype}; boundary="{boundary}"', *fields)


def related(*parts: str, location: tuple[str, ...] = ()) -> bytes:
    """A mail that is the page and what it shows."""
    head = ("From: foo1@bar.net", "To: foo2@bar.net", "Subject: A simple example", "Mime-Version: 1.0")
    return multipart("related", "boundary-example", list(parts), *head, *location).encode()


PAGE = 'Content-Type: text/html;charset="US-ASCII"'
PICTURE = ("Content-Type: IMAGE/GIF", "Content-Transfer-Encoding: BASE64")

# RFC 2557, section 9.2: an absolute URI to a picture in the message; the location is folded.
ABSOLUTE = related(
    part(f'<IMG SRC="{LOGO}.gif"\n ALT="IETF logo">', PAGE, "Content-ID: <foo3@foo1@bar.net>"),
    part(GIF, f"Content-Location:\n      {LOGO}.gif", *PICTURE),
)
# Section 9.3: relative URIs; the heading of the multipart has the base, for the page and for the second picture.
RELATIVE = related(
    part(
        '<IMG SRC=3D"/images/ietflogo1.gif" ALT=3D"IETF logo1">\n'
        '<IMG SRC=3D"images/ietflogo2.gif" ALT=3D"=\nIETF logo2">',
        PAGE,
        "Content-Transfer-Encoding: QUOTED-PRINTABLE",
    ),
    part(GIF, f"Content-Location: {LOGO}1.gif", *PICTURE),
    part(GIF, "Content-Location: images/ietflogo2.gif", *PICTURE),
    location=("Content-Location: http://www.ietf.cnri.reston.va.us/",),
)
# Section 9.4: a relative URI and no base at all.
NO_BASE = related(
    part('<IMG SRC="ietflogo.gif" ALT="IETF logo">', PAGE), part(GIF, "Content-Location: ietflogo.gif", *PICTURE)
)
# Section 9.5: by Content-ID.
BY_ID = related(
    part('<IMG SRC="cid:foo4@foo1@bar.net" ALT="IETF logo">', PAGE, "Content-ID: <foo3@foo1@bar.net>"),
    part(GIF, "Content-ID: <foo4@foo1@bar.net>", *PICTURE),
)
