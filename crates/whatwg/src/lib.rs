//! The URL Standard (<https://url.spec.whatwg.org/>, the text of July 2026), step by step.
//!
//! An RFC defines a language: a text is in it or not. The URL Standard defines an algorithm: it parses any text,
//! repairs errors where it can, and rewrites the URL. This crate follows that algorithm. Each function names the
//! section or the state that it implements, and the states of the parser have the Standard's names.
//!
//! `HTTP://Example.com:80/a/../b c`, step by step:
//!
//! | step | result |
//! |---|---|
//! | [`input`]: strip spaces at the ends, remove tabs and newlines | unchanged |
//! | [`parser`], scheme state | scheme `http` |
//! | authority state, host state, [`host`] parser, [`domain`] parser | host `example.com` |
//! | port state | port null, because 80 is the default port of `http` |
//! | path state: `..` shortens the path, the space is percent-encoded | path `/b%20c` |
//! | [`record`]: the URL serializer | `http://example.com/b%20c` |
//!
//! The other files:
//!
//! | file | subject |
//! |---|---|
//! | [`encodings`] | octets in the encodings of the Encoding Standard |
//! | [`percent`], `code_points` | the percent-encode sets, and classes of code points |
//! | `ipv4`, `ipv6` | addresses as hosts |
//! | [`errors`] | validation errors |
//! | [`special_schemes`] | the special schemes and their default ports |
//! | [`setters`], [`origin`], [`form`], [`writing`] | the setters of the API, origins, forms, valid URL strings |
//! | [`serialized`] | the fast path: texts that the parser leaves unchanged |
//! | [`web`], [`changes`] | Web URLs, which RFC 3986 accepts too, and what is changed in a text to make one |
//! | [`destination`] | where a request goes, in a form for comparing two parses |
//!
//! A *validation error* of the Standard does not stop the parser. The errors go to a [`Report`], with their positions
//! in the input; a caller that discards them does not pay for them.
//!
//! In the whole crate, texts are UTF-8, shorter than [`u32::MAX`]; nothing panics on any input; every operation is
//! linear in its input.
#![forbid(unsafe_code)]

pub mod changes;
mod code_points;
pub mod destination;
pub mod domain;
pub mod encodings;
pub mod errors;
pub mod form;
pub mod host;
pub mod input;
pub mod ipv4;
pub mod ipv6;
pub mod origin;
pub mod parser;
pub mod percent;
pub mod record;
pub mod serialized;
pub mod setters;
pub mod special_schemes;
pub mod web;
pub mod writing;

pub use encoding_rs::{Encoding, UTF_8};
pub use errors::{Failure, Report, ValidationError};
pub use origin::Origin;
pub use parser::{parse, parse_with_errors, Parsed};
pub use record::Record;
