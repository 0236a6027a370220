//! Validation errors: their names, and how they are reported (§1.1 of the URL Standard, "Writing").

use uriverse_core::memory::Grow;
use uriverse_core::named_enum;

named_enum! {
    /// A validation error by the Standard's name.
    pub enum ValidationError {
        /// Unicode ToASCII records an error under strict parameters.
        DomainToAscii = "domain-to-ASCII",
        /// A host that is read as a domain has a percent-encoded byte.
        DomainPercentEncoded = "domain-percent-encoded",
        /// An opaque host has a forbidden host code point.
        HostInvalidCodePoint = "host-invalid-code-point",
        /// An IPv4 address ends with a dot.
        Ipv4EmptyPart = "IPv4-empty-part",
        /// An IPv4 address has fewer than four parts.
        Ipv4TooFewParts = "IPv4-too-few-parts",
        /// An IPv4 address has more than four parts.
        Ipv4TooManyParts = "IPv4-too-many-parts",
        /// A part of an IPv4 address is not a number.
        Ipv4NonNumericPart = "IPv4-non-numeric-part",
        /// A part of an IPv4 address is written in hexadecimal or octal digits.
        Ipv4NonDecimalPart = "IPv4-non-decimal-part",
        /// A part of an IPv4 address exceeds 255.
        Ipv4OutOfRangePart = "IPv4-out-of-range-part",
        /// "]" is missing after an IPv6 address.
        Ipv6Unclosed = "IPv6-unclosed",
        /// An IPv6 address begins with one ":".
        Ipv6InvalidCompression = "IPv6-invalid-compression",
        /// An IPv6 address has more than eight pieces.
        Ipv6TooManyPieces = "IPv6-too-many-pieces",
        /// An IPv6 address has "::" twice.
        Ipv6MultipleCompression = "IPv6-multiple-compression",
        /// An IPv6 address has a code point that is neither a hexadecimal digit nor ":", or ends too early.
        Ipv6InvalidCodePoint = "IPv6-invalid-code-point",
        /// An IPv6 address without "::" has fewer than eight pieces.
        Ipv6TooFewPieces = "IPv6-too-few-pieces",
        /// A piece of an IPv6 address begins with a needless 0.
        Ipv6PieceLeadingZero = "IPv6-piece-leading-zero",
        /// An IPv4 address begins after the sixth piece of an IPv6 address.
        Ipv4InIpv6TooManyPieces = "IPv4-in-IPv6-too-many-pieces",
        /// A part of the IPv4 address in an IPv6 address is malformed.
        Ipv4InIpv6InvalidCodePoint = "IPv4-in-IPv6-invalid-code-point",
        /// A part of the IPv4 address in an IPv6 address exceeds 255.
        Ipv4InIpv6OutOfRangePart = "IPv4-in-IPv6-out-of-range-part",
        /// The IPv4 address in an IPv6 address has fewer than four parts.
        Ipv4InIpv6TooFewParts = "IPv4-in-IPv6-too-few-parts",
        /// A code point is not a URL unit.
        InvalidUrlUnit = "invalid-URL-unit",
        /// "//" is missing after a special scheme.
        SpecialSchemeMissingFollowingSolidus = "special-scheme-missing-following-solidus",
        /// There is no scheme, and no base that could supply one.
        MissingSchemeNonRelativeUrl = "missing-scheme-non-relative-URL",
        /// A special URL uses "\" in place of "/".
        InvalidReverseSolidus = "invalid-reverse-solidus",
        /// The input includes credentials.
        InvalidCredentials = "invalid-credentials",
        /// A special URL has no host.
        HostMissing = "host-missing",
        /// The port exceeds 65535.
        PortOutOfRange = "port-out-of-range",
        /// The port has a character that is not a digit.
        PortInvalid = "port-invalid",
        /// A relative URL begins with a Windows drive letter, and the base is a file URL.
        FileInvalidWindowsDriveLetter = "file-invalid-Windows-drive-letter",
        /// The host of a file URL is a Windows drive letter.
        FileInvalidWindowsDriveLetterHost = "file-invalid-Windows-drive-letter-host",
    }
}

/// Why a parser returned failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The input has this validation error at this byte.
    Input {
        /// The error.
        error: ValidationError,
        /// The byte offset in the input.
        at: usize,
    },
    /// A setter ignores its value. The Standard names no validation error for this.
    Setter,
}

/// Receives the validation errors of a run.
pub trait Report {
    /// Whether errors are collected. Work that only serves the report is skipped if this is false.
    const LISTENS: bool;

    /// Reports an error at a byte of the parser's input.
    fn add(&mut self, error: ValidationError, at: usize);

    /// Reports an error that ends the run.
    fn fail(&mut self, error: ValidationError, at: usize) -> Failure {
        self.add(error, at);
        Failure::Input { error, at }
    }
}

/// A report that discards all errors.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Report for Silent {
    const LISTENS: bool = false;

    fn add(&mut self, _error: ValidationError, _at: usize) {}
}

impl Report for Vec<(ValidationError, usize)> {
    const LISTENS: bool = true;

    fn add(&mut self, error: ValidationError, at: usize) {
        self.put((error, at));
    }
}
