//! The file format of tables: the header, the checksum, and a bounds-checked cursor.
//!
//! Input: the bytes of a file. Output: numbers, texts and masks in the order of the format, or a [`TableError`] that
//! names the section and the byte. The cursor checks the remaining length before it moves, so no read is out of bounds.

use std::fmt;

use crate::bytes::ByteSet;
use crate::characters::Characters;

/// Why a table was not loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError {
    /// The section of the file, as `docs/tables.md` names it.
    pub section: &'static str,
    /// The offset in the file at which reading stopped.
    pub at: usize,
    /// What is wrong at that offset.
    pub what: String,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (section {:?}, byte {} of the table)", self.what, self.section, self.at)
    }
}

impl std::error::Error for TableError {}

const MAGIC: &[u8; 4] = b"URIT";
const VERSION: u16 = 2;
/// Where the bytes under the checksum begin.
const CHECKED_FROM: usize = 16;

pub(crate) type Result<T> = std::result::Result<T, TableError>;

/// A cursor over the file.
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    section: &'static str,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Cursor<'a> {
        Cursor { bytes, at: 0, section: "header" }
    }

    /// Enters a section: errors name it from here on.
    pub(crate) fn section(&mut self, name: &'static str) -> &mut Self {
        self.section = name;
        self
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    pub(crate) fn error<T>(&self, what: impl Into<String>) -> Result<T> {
        Err(TableError { section: self.section, at: self.at, what: what.into() })
    }

    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let Some(taken) = self.bytes.get(self.at..).and_then(|rest| rest.get(..count)) else {
            return self.error("the table ends too early");
        };
        self.at += count;
        Ok(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub(crate) fn u8(&mut self) -> Result<u8> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    pub(crate) fn u16(&mut self) -> Result<u16> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    pub(crate) fn u32(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub(crate) fn flag(&mut self) -> Result<bool> {
        match self.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => self.error("a flag must be 0 or 1"),
        }
    }

    pub(crate) fn str(&mut self) -> Result<&'a str> {
        let len = usize::from(self.u16()?);
        match std::str::from_utf8(self.take(len)?) {
            Ok(text) => Ok(text),
            Err(_) => self.error("a text is not UTF-8"),
        }
    }

    pub(crate) fn mask(&mut self) -> Result<ByteSet> {
        Ok(ByteSet::from_ascii_mask(self.array()?))
    }

    /// Ranges of code points beyond US-ASCII, which follow a mask; None if there are none.
    pub(crate) fn ranges(&mut self) -> Result<Option<Characters>> {
        let count = self.u16()?;
        if count == 0 {
            return Ok(None);
        }
        let ranges = (0..count).map(|_| Ok((self.u32()?, self.u32()?))).collect::<Result<Vec<_>>>()?;
        Characters::from_ranges(&ranges).map(Some).or_else(|what| self.error(what))
    }

    pub(crate) fn varint(&mut self) -> Result<u32> {
        let mut value = 0u32;
        for shift in [0, 7, 14] {
            let byte = self.u8()?;
            value |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        self.error("a transition is longer than three bytes")
    }
}

/// Reads the header, checks the length and the checksum, and returns the edition's digest.
pub(crate) fn header(r: &mut Cursor<'_>) -> Result<[u8; 32]> {
    if r.take(4)? != MAGIC {
        return r.error("this is not a table: it does not begin with URIT");
    }
    let version = r.u16()?;
    if version != VERSION {
        return r.error(format!("the table is of version {version}; this engine reads version {VERSION}"));
    }
    if r.u16()? != 0 {
        return r.error("a reserved field is not 0");
    }
    if r.u32()? as usize != r.bytes.len() {
        return r.error("the file is not as long as its header says");
    }
    let expected = r.u32()?;
    if crc32(&r.bytes[CHECKED_FROM..]) != expected {
        return r.error("the checksum does not match");
    }
    r.array()
}

/// The CRC-32 of zlib and PNG.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0u32; 256];
        let mut index = 0;
        while index < 256 {
            let mut value = index as u32;
            let mut bit = 0;
            while bit < 8 {
                value = if value & 1 == 1 { value >> 1 ^ 0xedb8_8320 } else { value >> 1 };
                bit += 1;
            }
            table[index] = value;
            index += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |crc, &byte| crc >> 8 ^ TABLE[usize::from(crc as u8 ^ byte)])
}
