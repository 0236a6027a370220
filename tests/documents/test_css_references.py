"""Style sheets: examples, and a slow twin that reads tokens letter by letter as CSS Syntax, section 4.3, says."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from uriverse.documents.readers.css import HOLDERS, RULES, references, unescape

SPACE = " \t\n\r\f"
NEWLINE = "\n\r\f"


class SlowReader:
    """CSS Syntax Level 3, section 4.3, "consume a token", for the tokens that references depend on."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\0", "\ufffd")  # section 3.3, preprocessing
        self.at = 0

    def peek(self, ahead: int = 0) -> str:
        return self.text[self.at + ahead : self.at + ahead + 1]

    def is_name(self, ahead: int = 0) -> bool:
        letter = self.peek(ahead)
        plain = letter != "" and (letter in "-_" or (letter.isascii() and letter.isalnum()) or letter >= "\x80")
        return plain or self.is_escape(ahead)

    def is_escape(self, ahead: int = 0) -> bool:
        return self.peek(ahead) == "\\" and self.peek(ahead + 1) not in ("", *NEWLINE)

    def escape(self) -> str:
        self.at += 1
        digits = ""
        while len(digits) < 6 and self.peek() and self.peek() in "0123456789abcdefABCDEF":
            digits += self.peek()
            self.at += 1
        if not digits:
            self.at += 1
            return self.text[self.at - 1]
        if self.text.startswith("\r\n", self.at):
            self.at += 2
        elif self.peek() and self.peek() in SPACE:
            self.at += 1
        code = int(digits, 16)
        return "\ufffd" if code == 0 or code > 0x10FFFF or 0xD800 <= code <= 0xDFFF else chr(code)

    def name(self) -> str:
        found = ""
        while self.is_name():
            if self.is_escape():
                found += self.escape()
            else:
                found += self.peek()
                self.at += 1
        return found

    def string(self) -> str | None:
        """A string token's value, or None for a bad string."""
        quote = self.peek()
        self.at += 1
        found = ""
        while True:
            letter = self.peek()
            if letter == "":
                return found
            if letter == quote:
                self.at += 1
                return found
            if letter in NEWLINE:
                return None
            if letter == "\\" and self.peek(1) == "":
                self.at += 1
            elif letter == "\\" and self.peek(1) in NEWLINE:
                self.at += 3 if self.text.startswith("\r\n", self.at + 1) else 2
            elif letter == "\\":
                found += self.escape()
            else:
                found += letter
                self.at += 1

    def url(self) -> str | None:
        """A url token's value after "url(" and white space, or None for a bad url."""
        found = ""
        while True:
            letter = self.peek()
            if letter in ("", ")"):
                self.at += 1
                return found
            if letter in SPACE:
                while self.peek() and self.peek() in SPACE:
                    self.at += 1
                if self.peek() in ("", ")"):
                    self.at += 1
                    return found
                break
            if letter in "\"'(" or letter < " " or letter == "\x7f" or (letter == "\\" and not self.is_escape()):
                break
            if letter == "\\":
                found += self.escape()
            else:
                found += letter
                self.at += 1
        while self.peek() not in ("", ")"):
            if self.is_escape():
                self.escape()
            else:
                self.at += 1
        self.at += 1
        return None

    def references(self) -> list[str]:
        found: list[str] = []
        functions: list[str] = []
        rule = ""
        while self.at < len(self.text):
            letter = self.peek()
            if self.text.startswith("/*", self.at):
                end = self.text.find("*/", self.at + 2)
                self.at = len(self.text) if end < 0 else end + 2
            elif letter in "\"'":
                value = self.string()
                if value is not None and rule != "@namespace" and (rule or (functions and functions[-1] in HOLDERS)):
                    found.append(value.strip(SPACE))
                rule = ""
            elif letter == "@" and self.is_name(1):
                self.at += 1
                name = f"@{self.name()}".lower()
                rule = name if name in RULES else ""
            elif self.is_name():
                name = self.name()
                if self.peek() != "(":
                    continue
                self.at += 1
                ahead = 0
                while self.peek(ahead) and self.peek(ahead) in SPACE:
                    ahead += 1
                if name.lower() == "url" and self.peek(ahead) not in ('"', "'"):
                    self.at += ahead
                    value = self.url()
                    if value is not None and rule != "@namespace":
                        found.append(value)
                    rule = ""
                else:
                    functions.append(name.lower())
            else:
                self.at += 1
                if letter == "(":
                    functions.append("")
                elif letter == ")" and functions:
                    functions.pop()
                elif letter in ";{}":
                    rule = ""
                    functions.clear()
        return found


PIECES = st.sampled_from(
    [
        *("url(", "URL( ", "src(", "image-set(", "type(", "\\75rl(", "@import ", "@namespace x ", "@media "),
        *("\"", "'", ")", "(", "/*", "*/", ";", "{", "}", "\\", "\\41 ", "\\\n", "\\\r\n", "\n", " ", "a", "é", "\0"),
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=14).map("".join))
@example("url(a b) url(c)")
@example("url(a\\)b)")
@example('image-set("a" type("b"), url(c))')
@example('@import "a\nb" url(x)')
def test_the_scanner_reads_as_the_slow_reader(sheet: str) -> None:
    """The regular expression gives what the tokens give, for any text."""
    assert list(references(sheet)) == SlowReader(sheet).references()


@pytest.mark.parametrize(
    ("sheet", "found"),
    [
        ("background:url(a.png)", ["a.png"]),
        ("background:URL( 'a b.png' )", ["a b.png"]),
        ('@import "a.css" screen;', ["a.css"]),
        ("@IMPORT url(a.css);", ["a.css"]),
        ('@namespace svg "http://www.w3.org/2000/svg";', []),
        ('@charset "utf-8";', []),
        ('content: "url(a)"', []),
        ("/* url(a) */ b{c:url(d)}", ["d"]),
        ("image-set('1.png' 1x, '2.png' 2x)", ["1.png", "2.png"]),
        ("-webkit-image-set(url(1.png) 1x)", ["1.png"]),
        ("url(a.png", ["a.png"]),
        # CSS Syntax, section 4.3.14: what is left of a bad URL ends at the first ")" that is not escaped
        ("url(a url(b) c); d{e:url(f)}", ["f"]),
        ("url(a b\\) url(c); d{e:url(f)}", ["f"]),
        ("url()", [""]),
        ("url(a\\20 b)", ["a b"]),
        ("fill:url(#g) red", ["#g"]),
        ("xurl(a) url-prefix(b)", []),
        ("url(a\0b)", ["a\ufffdb"]),
        ("url(data:image/gif;base64,AA==)", ["data:image/gif;base64,AA=="]),
    ],
)
def test_sheets_as_people_write_them(sheet: str, found: list[str]) -> None:
    """References of a sheet, in order."""
    assert list(references(sheet)) == found


def test_escapes() -> None:
    """CSS Syntax, section 4.3.7."""
    assert unescape("\\61 b\\\nc\\0 \\d800 \\110000 d\\,") == "abc\ufffd\ufffd\ufffdd,"
