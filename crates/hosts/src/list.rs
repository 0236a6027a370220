//! Parses the text of a list of public suffixes, in the format of publicsuffix.org, into rules.
//!
//! ```text
//! // ===BEGIN ICANN DOMAINS===
//! co.uk       a comment           line 2, co.uk, of ICANN's section
//! // ===END ICANN DOMAINS===
//! github.io                       line 4, github.io, private
//! ```

use uriverse_core::named_enum;

named_enum! {
    /// The section of a rule in a list.
    pub enum Section {
        /// Names that registries delegate.
        Icann = "icann",
        /// Names below which companies register their customers' names.
        Private = "private",
    }
}

/// The rules of a text with their line numbers and sections. A rule ends at white space; a line that begins with "//"
/// is a comment; rules outside the sections that comments mark as ICANN's are private.
pub(crate) fn rules(text: &str) -> impl Iterator<Item = (usize, &str, Section)> {
    let mut section = Section::Private;
    text.trim_start_matches('\u{feff}').lines().enumerate().filter_map(move |(index, line)| {
        if line.starts_with("// ===BEGIN ICANN DOMAINS===") {
            section = Section::Icann;
        } else if line.starts_with("// ===") {
            section = Section::Private;
        }
        let rule = line.split_whitespace().next().filter(|rule| !rule.starts_with("//"))?;
        Some((index + 1, rule, section))
    })
}
