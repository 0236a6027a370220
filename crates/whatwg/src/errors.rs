//! Validation errors: their names, and how they are reported (§1.1 of the URL Standard, "Writing").

/// A validation error by the Standard's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ValidationError {
    /// Unicode ToASCII records an error under strict parameters.
    DomainToAscii,
    /// A host that is read as a domain has a percent-encoded byte.
    DomainPercentEncoded,
    /// An opaque host has a forbidden host code point.
    HostInvalidCodePoint,
    /// An IPv4 address ends with a dot.
    Ipv4EmptyPart,
    /// An IPv4 address has fewer than four parts.
    Ipv4TooFewParts,
    /// An IPv4 address has more than four parts.
    Ipv4TooManyParts,
    /// A part of an IPv4 address is not a number.
    Ipv4NonNumericPart,
    /// A part of an IPv4 address is written in hexadecimal or octal digits.
    Ipv4NonDecimalPart,
    /// A part of an IPv4 address exceeds 255.
    Ipv4OutOfRangePart,
    /// "]" is missing after an IPv6 address.
    Ipv6Unclosed,
    /// An IPv6 address begins with one ":".
    Ipv6InvalidCompression,
    /// An IPv6 address has more than eight pieces.
    Ipv6TooManyPieces,
    /// An IPv6 address has "::" twice.
    Ipv6MultipleCompression,
    /// An IPv6 address has a code point that is neither a hexadecimal digit nor ":", or ends too early.
    Ipv6InvalidCodePoint,
    /// An IPv6 address without "::" has fewer than eight pieces.
    Ipv6TooFewPieces,
    /// A piece of an IPv6 address begins with a needless 0.
    Ipv6PieceLeadingZero,
    /// An IPv4 address begins after the sixth piece of an IPv6 address.
    Ipv4InIpv6TooManyPieces,
    /// A part of the IPv4 address in an IPv6 address is malformed.
    Ipv4InIpv6InvalidCodePoint,
    /// A part of the IPv4 address in an IPv6 address exceeds 255.
    Ipv4InIpv6OutOfRangePart,
    /// The IPv4 address in an IPv6 address has fewer than four parts.
    Ipv4InIpv6TooFewParts,
    /// A code point is not a URL unit.
    InvalidUrlUnit,
    /// "//" is missing after a special scheme.
    SpecialSchemeMissingFollowingSolidus,
    /// There is no scheme, and no base that could supply one.
    MissingSchemeNonRelativeUrl,
    /// A special URL uses "\" in place of "/".
    InvalidReverseSolidus,
    /// The input includes credentials.
    InvalidCredentials,
    /// A special URL has no host.
    HostMissing,
    /// The port exceeds 65535.
    PortOutOfRange,
    /// The port has a character that is not a digit.
    PortInvalid,
    /// A relative URL begins with a Windows drive letter, and the base is a file URL.
    FileInvalidWindowsDriveLetter,
    /// The host of a file URL is a Windows drive letter.
    FileInvalidWindowsDriveLetterHost,
}

impl ValidationError {
    /// The name that the Standard gives the error.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DomainToAscii => "domain-to-ASCII",
            Self::DomainPercentEncoded => "domain-percent-encoded",
            Self::HostInvalidCodePoint => "host-invalid-code-point",
            Self::Ipv4EmptyPart => "IPv4-empty-part",
            Self::Ipv4TooFewParts => "IPv4-too-few-parts",
            Self::Ipv4TooManyParts => "IPv4-too-many-parts",
            Self::Ipv4NonNumericPart => "IPv4-non-numeric-part",
            Self::Ipv4NonDecimalPart => "IPv4-non-decimal-part",
            Self::Ipv4OutOfRangePart => "IPv4-out-of-range-part",
            Self::Ipv6Unclosed => "IPv6-unclosed",
            Self::Ipv6InvalidCompression => "IPv6-invalid-compression",
            Self::Ipv6TooManyPieces => "IPv6-too-many-pieces",
            Self::Ipv6MultipleCompression => "IPv6-multiple-compression",
            Self::Ipv6InvalidCodePoint => "IPv6-invalid-code-point",
            Self::Ipv6TooFewPieces => "IPv6-too-few-pieces",
            Self::Ipv6PieceLeadingZero => "IPv6-piece-leading-zero",
            Self::Ipv4InIpv6TooManyPieces => "IPv4-in-IPv6-too-many-pieces",
            Self::Ipv4InIpv6InvalidCodePoint => "IPv4-in-IPv6-invalid-code-point",
            Self::Ipv4InIpv6OutOfRangePart => "IPv4-in-IPv6-out-of-range-part",
            Self::Ipv4InIpv6TooFewParts => "IPv4-in-IPv6-too-few-parts",
            Self::InvalidUrlUnit => "invalid-URL-unit",
            Self::SpecialSchemeMissingFollowingSolidus => "special-scheme-missing-following-solidus",
            Self::MissingSchemeNonRelativeUrl => "missing-scheme-non-relative-URL",
            Self::InvalidReverseSolidus => "invalid-reverse-solidus",
            Self::InvalidCredentials => "invalid-credentials",
            Self::HostMissing => "host-missing",
            Self::PortOutOfRange => "port-out-of-range",
            Self::PortInvalid => "port-invalid",
            Self::FileInvalidWindowsDriveLetter => "file-invalid-Windows-drive-letter",
            Self::FileInvalidWindowsDriveLetterHost => "file-invalid-Windows-drive-letter-host",
        }
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
        self.push((error, at));
    }
}
