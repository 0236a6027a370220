//! Canonical forms: the key under which a crawler, an archive or a threat list stores a URL.
//!
//! A canonical form is not a normal form. A normal form keeps the meaning of a URI; a canonical form drops what its
//! users have agreed to ignore: a fragment, "www.", tracking parameters. So it is only computed on request.
//!
//! A [`Profile`] is a list of named steps. Each step does one small thing to the components of a URL. These are the
//! steps of the `surt` profile on `http://www.Archive.org/goo/?b&a=1#x` (without those that change nothing):
//!
//! ```text
//! remove fragment          http://www.Archive.org/goo/?b&a=1
//! lower-case host          http://www.archive.org/goo/?b&a=1
//! strip-www                http://archive.org/goo/?b&a=1
//! strip-trailing-slash     http://archive.org/goo?b&a=1
//! sort-query               http://archive.org/goo?a=1&b
//! write key                org,archive)/goo?a=1&b
//! ```
//!
//! [`Profile::apply`] repeats the steps until they change nothing, so every result is a fixed point. A URL that reaches
//! no fixed point is refused. Each step takes linear time.
//!
//! | module | subject |
//! |---|---|
//! | `url` | the components of a URL, split leniently, and its text |
//! | [`steps`] | the steps: name, arguments, preconditions, work |
//! | `escapes`, `hosts`, `paths`, `queries` | the work on one kind of component |
//! | `keys` | sort-friendly keys, host labels first |
//! | `watch` | which steps of a profile can change a URL |
//! | `running` | running a step, and the longer ones |
//! | `state` | the URL between two steps |
//! | `stable_key` | a form as one number |
#![forbid(unsafe_code)]

mod escapes;
mod hosts;
mod keys;
mod paths;
mod profile;
mod queries;
mod running;
mod stable_key;
mod state;
pub mod steps;
mod url;
mod watch;

pub use profile::{Memory, Profile, Refused};
pub use running::RulesOf;
pub use stable_key::stable_key;
pub use steps::{Arguments, BadStep};
