//! Names of hosts: public suffixes, origins and sites.
//!
//! Input: a host, or a parsed reference. Output: ranges in it, or a host in the canonical form in which hosts are
//! compared. For `https://www.Example.co.uk:443/a`:
//!
//! ```text
//! names      www.example.co.uk                      in lower case; not an address
//! suffixes   www | example.co.uk | co.uk            subdomain, registrable domain, public suffix
//! origins    https://www.example.co.uk              443 is the default port of https
//! site       https://example.co.uk                  the origin's scheme, and the registrable domain of its host
//! ```
//!
//! The rules about suffixes are data with a date, which the caller supplies: [`SuffixTable::read`] compiles the text of
//! a list. Every function takes time linear in the host.
//!
//! | module | subject |
//! |---|---|
//! | [`names`] | the domain name of a host |
//! | [`labels`] | which international labels are valid, and which look like others |
//! | [`suffixes`] | the rules of a list in a table, and the prevailing rule |
//! | `list` | the text of a list |
//! | [`parts`] | a name, split at its public suffix |
//! | [`origins`] | origins and sites |
//! | [`iris`] | the URI to which an IRI maps |
//! | [`verdicts`] | the form of a host, and where it leads; `numeric`, `idna2003` and `embedding` are other readings of it |
//! | [`kinds`] | where an address or a name leads, by lists |
//! | [`patterns`], [`policies`] | patterns of hosts; what a policy admits |
//! | [`characters`] | Unicode properties and normal forms |
#![forbid(unsafe_code)]

pub mod characters;
pub mod embedding;
pub mod idna2003;
pub mod iris;
pub mod kinds;
pub mod labels;
mod list;
pub mod names;
pub mod numeric;
pub mod origins;
pub mod parts;
pub mod patterns;
pub mod policies;
pub mod suffixes;
pub mod verdicts;

pub use list::Section;
pub use names::{domain_name, MoreThanAHost, Name};
pub use origins::{origin, serialized_origin, url_origin, Origin};
pub use parts::{cut, cut_in_place, NamePart, Parts, Places};
pub use suffixes::{BadRule, Choice, SuffixTable};
