"""file: a file on this machine or another, and its path on POSIX and on Windows (RFC 1738, 3.10; RFC 8089).

Paths are converted as text, so the result is the same on every platform and no file is accessed.
"""

from __future__ import annotations

from _collections_abc import Sequence

from uriverse.errors import URIError
from uriverse.ground.base_errors import UnknownWordError
from uriverse.ground.late import pathlib
from uriverse.ground.lean_typing import Final, Literal, Self, TypeAlias
from uriverse.ground.patterns import pattern
from uriverse.ground.records import dataclass, field
from uriverse.schemes.catalogue import Scheme
from uriverse.schemes.judging import Components
from uriverse.schemes.parts import View, authority, decoded, encoded, host_of, path_of, rest_of

Flavour: TypeAlias = Literal["posix", "windows"]
_DRIVE: Final = pattern(r"[A-Za-z]:\Z")
_DRIVE_WRITTEN: Final = pattern(r"(/?)([A-Za-z])([:|])(?=/)")
_UNC: Final = pattern(r"(//|///)([^/]+)(?=/)")


@dataclass(frozen=True, slots=True, repr=False)
class File(View):
    """A file URI.

    Attributes:
        segments: the path's decoded segments, without the first slash; a drive letter is the first, as "c:".
        host: "", "localhost" and None (no authority is written) are this machine (RFC 8089, section 2).
        user: only in Appendix E.1, or None.
        variants: the forms of Appendix E in the text: "user" (E.1), "drive-without-slash" (E.2), "vertical-line"
            (E.2.2), "unc-4-slashes" and "unc-5-slashes" (E.3.2); not compared, because they do not change the meaning.

    >>> from uriverse import schemes
    >>> schemes.view("file:///c|/notes.txt", document="rfc8089-appendix-f")
    File(segments=('c:', 'notes.txt'), document='rfc8089-appendix-f', variants=('vertical-line',))
    """

    segments: Sequence[str]
    host: str | None = ""
    user: str | None = None
    variants: tuple[str, ...] = field(default=(), compare=False, kw_only=True)
    scheme: str = field(default="file", kw_only=True)
    document: str = field(default="rfc8089", kw_only=True)

    @classmethod
    def read(cls, parts: Components, scheme: Scheme) -> Self:
        """Recognize the forms of Appendix E; the rest is a path of segments."""
        # RFC 1738 allows "?" in a segment.
        path, host, variants = rest_of(parts), host_of(parts), []
        user = None if parts.userinfo is None else decoded(parts.userinfo)
        if user is not None:
            variants.append("user")
        if scheme.lenient:
            unc = _UNC.match(path) if not host and user is None and parts.authority is not None else None
            if unc is not None:
                variants.append(f"unc-{len(unc[1]) + 2}-slashes")
                host, path = decoded(unc[2]), path[unc.end() :]
            drive = _DRIVE_WRITTEN.match(path) if unc is None else None
            if drive is not None:
                variants += ["drive-without-slash"] if not drive[1] else []
                variants += ["vertical-line"] if drive[3] == "|" else []
                path = f"/{drive[2]}:{path[drive.end() :]}"
        segments = tuple(decoded(segment) for segment in path.split("/")[1:])
        return cls(segments, host, user, variants=tuple(variants), **cls._shared(parts, scheme))

    def written(self, scheme: Scheme) -> str:
        """Write the standard form."""
        user = None if self.user is None else encoded(scheme, "segment", self.user).replace("@", "%40")
        start = "" if self.host is None else authority(self.host, None, user)
        return start + path_of(scheme, tuple(self.segments))

    @property
    def is_local(self) -> bool:
        """Whether the file is on the machine that reads the URI (RFC 8089, section 2)."""
        return (self.host or "").lower() in {"", "localhost"}

    @property
    def drive(self) -> str | None:
        """The drive, as "c:", or None (RFC 8089, Appendix D.2)."""
        first = self.segments[0] if self.segments else ""
        return first if _DRIVE.match(first) else None

    def to_path(self, flavour: Flavour) -> pathlib.PurePosixPath | pathlib.PureWindowsPath:
        r"""The path in the notation of a system.

        Args:
            flavour: "posix" or "windows"; never the platform's own, so that the answer is the same everywhere.

        Raises:
            URIError: if the system has no such path: a segment has "/" or NUL (on Windows also one of
                ``\ < > : " | ? *``), a host on POSIX, a drive on another host.

        >>> from uriverse import schemes
        >>> schemes.view("file:///c:/a%20b").to_path("windows")
        PureWindowsPath('c:/a b')
        >>> schemes.view("file://host.example.com/Share/f.txt").to_path("windows")
        PureWindowsPath('//host.example.com/Share/f.txt')
        """
        if flavour == "posix":
            return self._posix()
        if flavour == "windows":
            return self._windows()
        raise UnknownWordError("flavour", flavour, ("posix", "windows"))

    def _posix(self) -> pathlib.PurePosixPath:
        if not self.is_local:
            raise URIError(f"a POSIX path names no host, and this file is on {self.host!r}")
        self._check("/\0", self.segments)
        # Two leading slashes have another meaning (POSIX, 4.13, pathname resolution).
        return pathlib.PurePosixPath("/" + "/".join(self.segments).lstrip("/"))

    def _windows(self) -> pathlib.PureWindowsPath:
        names = self.segments if self.drive is None else self.segments[1:]
        self._check('/\\<>:"|?*', names)
        self._check("".join(map(chr, range(32))), names)
        path = "\\".join(names)
        if not self.is_local:
            if self.drive is not None:
                raise URIError(f"a drive letter names a drive of this machine, and this file is on {self.host!r}")
            if not names or not names[0]:
                raise URIError("a UNC path has a share after its host (RFC 8089, Appendix E.3)")
            return pathlib.PureWindowsPath(f"\\\\{self.host}\\{path}")
        return pathlib.PureWindowsPath(f"{self.drive or ''}\\{path.lstrip(chr(92))}")

    @staticmethod
    def _check(characters: str, segments: Sequence[str]) -> None:
        for segment in segments:
            if set(segment) & set(characters):
                raise URIError(f"{segment!r} cannot be a file name there")

    @classmethod
    def from_path(cls, path: str | pathlib.PurePath, flavour: Flavour | None = None) -> File:
        r"""The value of an absolute path.

        Args:
            path: a path, or its text.
            flavour: "posix" or "windows", required for a text; a path of `pathlib` has its own.

        Raises:
            URIError: if the path is relative (on Windows also: without a drive, or without a root), or is one of
                the device paths that begin with ``\\?\`` or ``\\.\``.

        >>> str(File.from_path("/etc/motd", "posix").uri())
        'file:///etc/motd'
        >>> from pathlib import PurePosixPath
        >>> str(File.from_path(PurePosixPath("/etc/motd")).uri())
        'file:///etc/motd'
        >>> str(File.from_path(r"\\host\Share\a b.txt", "windows").uri())
        'file://host/Share/a%20b.txt'
        """
        if flavour is None:
            if not isinstance(path, pathlib.PurePath):
                raise TypeError('flavour is needed for a text: "posix" or "windows"')
            flavour = "windows" if isinstance(path, pathlib.PureWindowsPath) else "posix"
        if flavour == "posix":
            posix = pathlib.PurePosixPath(path)
            if not posix.is_absolute():
                raise URIError(f"a file URI needs an absolute path, and {str(path)!r} is relative")
            return cls(posix.parts[1:] or ("",))
        if flavour != "windows":
            raise UnknownWordError("flavour", flavour, ("posix", "windows"))
        windows = pathlib.PureWindowsPath(path)
        if not windows.is_absolute():
            raise URIError(f"a file URI needs an absolute path with its drive, and {str(path)!r} lacks one")
        host, _, share = windows.drive.lstrip("\\").partition("\\")
        if not windows.drive.startswith("\\\\"):
            return cls((windows.drive, *(windows.parts[1:] or ("",))))
        if host in {"?", "."}:
            raise URIError(f"{str(path)!r} is a path of devices, which a file URI cannot name")
        if not share:
            raise URIError(f"a UNC path has a share after its host, and {str(path)!r} has none")
        return cls((share, *(windows.parts[1:] or ("",))), host)
