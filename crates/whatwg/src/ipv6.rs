//! IPv6 addresses: the parser and the serializer (§3.5, §3.6).

use crate::errors::{Failure, Report, ValidationError as Error};
use uriverse_core::memory::GrowText;

/// An IPv6 address's pieces.
pub type Pieces = [u16; 8];

/// The IPv6 parser, for the text between the brackets. `start` is its position, for the report.
pub fn parse<R: Report>(input: &str, start: usize, report: &mut R) -> Result<Pieces, Failure> {
    let text = input.as_bytes();
    let mut address = [0; 8];
    let mut piece_index = 0;
    let mut compress = None;
    let mut pointer = 0;
    let c = |pointer: usize| text.get(pointer).copied();
    if c(0) == Some(b':') {
        if c(1) != Some(b':') {
            return Err(report.fail(Error::Ipv6InvalidCompression, start));
        }
        pointer = 2;
        piece_index = 1;
        compress = Some(1);
    }
    while pointer < text.len() {
        if piece_index == 8 {
            return Err(report.fail(Error::Ipv6TooManyPieces, start + pointer));
        }
        if c(pointer) == Some(b':') {
            if compress.is_some() {
                return Err(report.fail(Error::Ipv6MultipleCompression, start + pointer));
            }
            pointer += 1;
            piece_index += 1;
            compress = Some(piece_index);
            continue;
        }
        let piece_start = pointer;
        let mut value = 0;
        while let Some(digit) = c(pointer).filter(|_| pointer - piece_start < 4).and_then(hex_digit) {
            value = value * 16 + digit;
            pointer += 1;
        }
        match c(pointer) {
            Some(b'.') => {
                if pointer == piece_start {
                    return Err(report.fail(Error::Ipv4InIpv6InvalidCodePoint, start + pointer));
                }
                if piece_index > 6 {
                    return Err(report.fail(Error::Ipv4InIpv6TooManyPieces, start + piece_start));
                }
                let parts = ipv4_parts(text, piece_start, start, report)?;
                address[piece_index] = parts[0] << 8 | parts[1];
                address[piece_index + 1] = parts[2] << 8 | parts[3];
                piece_index += 2;
                break;
            }
            Some(b':') => {
                pointer += 1;
                if pointer == text.len() {
                    return Err(report.fail(Error::Ipv6InvalidCodePoint, start + pointer));
                }
            }
            Some(_) => return Err(report.fail(Error::Ipv6InvalidCodePoint, start + pointer)),
            None => {}
        }
        if text[piece_start] == b'0' && matches!(c(piece_start + 1), Some(next) if hex_digit(next).is_some()) {
            report.add(Error::Ipv6PieceLeadingZero, start + piece_start);
        }
        address[piece_index] = value;
        piece_index += 1;
    }
    match compress {
        // The pieces after "::" move to the end.
        Some(compress) => {
            let pieces = piece_index - compress;
            address[compress..].rotate_right(8 - compress - pieces);
        }
        None if piece_index != 8 => return Err(report.fail(Error::Ipv6TooFewPieces, start + text.len())),
        None => {}
    }
    Ok(address)
}

/// The four parts of an IPv4 address that begins at `pointer` and must be the rest of the text.
fn ipv4_parts<R: Report>(text: &[u8], mut pointer: usize, start: usize, report: &mut R) -> Result<[u16; 4], Failure> {
    let mut parts = [0; 4];
    let mut numbers_seen = 0;
    while pointer < text.len() {
        if numbers_seen > 0 {
            if text[pointer] != b'.' || numbers_seen == 4 {
                return Err(report.fail(Error::Ipv4InIpv6InvalidCodePoint, start + pointer));
            }
            pointer += 1;
        }
        let part_start = pointer;
        let mut part = 0;
        while let Some(digit) = text.get(pointer).filter(|byte| byte.is_ascii_digit()) {
            if pointer > part_start && part == 0 {
                return Err(report.fail(Error::Ipv4InIpv6InvalidCodePoint, start + pointer));
            }
            part = part * 10 + u16::from(digit - b'0');
            if part > 255 {
                return Err(report.fail(Error::Ipv4InIpv6OutOfRangePart, start + part_start));
            }
            pointer += 1;
        }
        if pointer == part_start {
            return Err(report.fail(Error::Ipv4InIpv6InvalidCodePoint, start + pointer));
        }
        parts[numbers_seen] = part;
        numbers_seen += 1;
    }
    if numbers_seen != 4 {
        return Err(report.fail(Error::Ipv4InIpv6TooFewParts, start + text.len()));
    }
    Ok(parts)
}

fn hex_digit(byte: u8) -> Option<u16> {
    char::from(byte).to_digit(16).map(|digit| digit as u16)
}

/// The IPv6 serializer: the text that RFC 5952 recommends, without brackets, and without dotted decimals.
pub fn serialize(address: &Pieces) -> String {
    let compress = compressed_piece_index(address);
    let mut output = String::with_capacity(39);
    let mut ignore0 = false;
    for (index, &piece) in address.iter().enumerate() {
        if ignore0 && piece == 0 {
            continue;
        }
        ignore0 = false;
        if compress == Some(index) {
            output.put_str(if index == 0 { "::" } else { ":" });
            ignore0 = true;
            continue;
        }
        output.put_str(&format!("{piece:x}"));
        if index != 7 {
            output.put(':');
        }
    }
    output
}

/// Finding the IPv6 address compressed piece index: the start of the first longest run of zero pieces, of two at least.
fn compressed_piece_index(address: &Pieces) -> Option<usize> {
    let mut longest = (None, 1);
    let mut found = (0, 0);
    for (index, &piece) in address.iter().enumerate() {
        if piece != 0 {
            found = (index + 1, 0);
            continue;
        }
        found.1 += 1;
        if found.1 > longest.1 {
            longest = (Some(found.0), found.1);
        }
    }
    longest.0
}
