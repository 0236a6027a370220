//! The corpus: the initial texts, and every past failure.
//!
//! The texts come from the vectors of the repository (`vectors/`, printed in the documents), from the engine's sample,
//! and from the cases in `fuzz/corpus`. A case is one file with a line for each field, `name: value`; the bytes of
//! texts are escaped as in Rust; a line that begins with "#" is a comment.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::editions::repository;

/// A text, or a text and its base, on which a law once failed or must be checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Case {
    /// The law that failed.
    pub law: String,
    /// The edition; "" for all.
    pub edition: String,
    /// The text: a reference, or a target.
    pub text: Vec<u8>,
    /// The base, for the laws that need one.
    pub base: Vec<u8>,
}

impl Case {
    /// The case as the contents of a file.
    #[must_use]
    pub fn write(&self) -> String {
        let (text, base) = (self.text.escape_ascii(), self.base.escape_ascii());
        format!("law: {}\nedition: {}\ntext: {text}\nbase: {base}\n", self.law, self.edition)
    }

    /// The case in a file's contents.
    ///
    /// # Errors
    /// A message about the faulty line.
    pub fn read(contents: &str) -> Result<Case, String> {
        let mut case = Case::default();
        for line in contents.lines().filter(|line| !line.starts_with('#')) {
            let (name, value) = line.split_once(':').ok_or_else(|| format!("no field: {line}"))?;
            let value = value.strip_prefix(' ').unwrap_or(value);
            match name {
                "law" => case.law = value.to_owned(),
                "edition" => case.edition = value.to_owned(),
                "text" => case.text = unescape(value)?,
                "base" => case.base = unescape(value)?,
                _ => return Err(format!("no field is called {name:?}")),
            }
        }
        Ok(case)
    }

    /// The name of the case's file: the law, and a hash of the rest.
    #[must_use]
    pub fn file_name(&self) -> String {
        let number = self
            .write()
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        format!("{}-{number:016x}.case", self.law)
    }
}

/// The inverse of `escape_ascii`.
fn unescape(value: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = value.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        let (&kind, after) = rest.split_first().ok_or("a backslash ends the text")?;
        rest = after;
        bytes.push(match kind {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'x' => {
                let digits = rest.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
                let octet = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
                rest = rest.get(2..).unwrap_or_default();
                octet.ok_or_else(|| format!("no octet follows \\x in {value:?}"))?
            }
            other => other,
        });
    }
    Ok(bytes)
}

/// The folder of the committed cases.
#[must_use]
pub fn folder() -> PathBuf {
    repository("fuzz/corpus")
}

/// All cases of a folder, by name.
///
/// # Errors
/// A message that names the file.
pub fn cases(folder: &Path) -> Result<Vec<Case>, String> {
    let files = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "case"));
    paths.sort();
    let read = |path: &PathBuf| {
        let contents = fs::read_to_string(path).map_err(|error| error.to_string());
        contents.and_then(|contents| Case::read(&contents)).map_err(|error| format!("{}: {error}", path.display()))
    };
    paths.iter().map(read).collect()
}

/// Writes a case into a folder.
///
/// # Errors
/// The error of the file system.
pub fn keep(folder: &Path, case: &Case) -> io::Result<PathBuf> {
    let path = folder.join(case.file_name());
    fs::write(&path, case.write())?;
    Ok(path)
}

/// The initial texts: those of all vectors, of all cases and of the engine's sample, each once.
///
/// # Errors
/// A message that names the file that cannot be read.
pub fn seeds() -> Result<Vec<Vec<u8>>, String> {
    let mut texts: Vec<Vec<u8>> = Vec::new();
    for case in cases(&folder())? {
        texts.extend([case.text, case.base]);
    }
    for operation in ["parse", "split", "valid", "resolve", "normalize", "equivalent", "remove_dot_segments"] {
        let folder = repository("vectors").join(operation);
        let files = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for path in files.flatten().map(|entry| entry.path()) {
            let contents = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let file: Value =
                serde_json::from_slice(&contents).map_err(|error| format!("{}: {error}", path.display()))?;
            let cases = file["cases"].as_array().into_iter().flatten().filter_map(Value::as_object);
            let texts_of = |case: &serde_json::Map<String, Value>| {
                let named = ["text", "base", "reference", "result", "path", "a", "b"].map(|name| case.get(name));
                named.into_iter().flatten().filter_map(Value::as_str).map(Into::into).collect::<Vec<Vec<u8>>>()
            };
            texts.extend(cases.flat_map(texts_of));
        }
    }
    for name in ["urls.txt", "references.txt"] {
        let path = repository("crates/core/examples/sample").join(name);
        let contents = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        texts.extend(contents.split(|&byte| byte == b'\n').map(<[u8]>::to_vec));
    }
    texts.sort();
    texts.dedup();
    Ok(texts)
}
