//! Kinds: where an address or a name leads, by lists with a date, which the caller supplies.
//!
//! There is no DNS query: a name is "public" if no list has it.
//!
//! ```text
//!   10.0.0.1               private
//!   168.63.129.16          metadata: public by IANA's registries, and a cloud's host agent by the list
//!   api.localhost          loopback
//!   127.0.0.1.nip.io       rebinding: the public DNS resolves it to 127.0.0.1
//! ```

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};

use uriverse_core::named_enum;

use crate::embedding::embedded_address;

named_enum! {
    /// Where an address or a name leads.
    pub enum Kind {
        /// The public Internet.
        Public = "public",
        /// A cloud's metadata service.
        Metadata = "metadata",
        /// The unspecified address.
        Unspecified = "unspecified",
        /// The machine itself.
        Loopback = "loopback",
        /// Addresses of one link.
        LinkLocal = "link-local",
        /// Addresses of private networks.
        Private = "private",
        /// Other blocks that are not globally reachable.
        Special = "special",
        /// Names that the public DNS lacks.
        Local = "local",
        /// Names that resolve to an address of anybody's choice.
        Rebinding = "rebinding",
    }
}

/// A block of addresses of one IP version: the bits of its prefix, the number of free bits after it, and its kind.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The prefix, shifted to the right by the free bits.
    pub prefix: u128,
    /// The number of bits after the prefix.
    pub free: u32,
    /// The kind of its addresses.
    pub kind: Kind,
}

/// The lists. A lookup takes the first block that contains the address, so the most specific blocks come first.
#[derive(Clone, Debug, Default)]
pub struct Kinds {
    /// The blocks of IPv4 addresses, and of IPv6 addresses.
    pub blocks: [Vec<Block>; 2],
    /// The kind of a whole name.
    pub names: HashMap<String, Kind>,
    /// The kind of a name with this suffix, which has at most [`LONGEST_SUFFIX`] labels. A suffix of the kind
    /// "rebinding" is such a name itself.
    pub suffixes: HashMap<String, Kind>,
}

/// The most labels of a suffix.
pub const LONGEST_SUFFIX: usize = 4;

impl Kinds {
    /// The kind of an address. The first match decides: a cloud's metadata service; the kind of an IPv4 address inside
    /// the IPv6 address, if that is not public; the most specific block.
    pub fn of_address(&self, address: IpAddr) -> Kind {
        match address {
            IpAddr::V4(address) => self.of_bits(0, u32::from(address).into()),
            IpAddr::V6(address) => {
                let bits = u128::from(address);
                let inner = embedded_address(bits).map(|inner| self.of_address(Ipv4Addr::from(inner).into()));
                match self.of_bits(1, bits) {
                    Kind::Metadata => Kind::Metadata,
                    kind => inner.filter(|inner| *inner != Kind::Public).unwrap_or(kind),
                }
            }
        }
    }

    fn of_bits(&self, version: usize, bits: u128) -> Kind {
        // A shift of all 128 bits leaves nothing of the address, as it leaves nothing of the prefix.
        let contains = |block: &&Block| bits.checked_shr(block.free).unwrap_or_default() == block.prefix;
        self.blocks[version].iter().find(contains).map_or(Kind::Public, |block| block.kind)
    }

    /// The kind of a name in lower-case US-ASCII, without a trailing dot.
    ///
    /// The names of RFC 6761, section 6.3, are "loopback". "local" are names of one label, because a resolver appends
    /// the network's own domain, and names with a suffix that is never public (RFC 6761, RFC 7686, among others).
    pub fn of_name(&self, name: &str) -> Kind {
        if let Some(kind) = self.names.get(name) {
            return *kind;
        }
        if name.ends_with(".localhost") {
            return Kind::Loopback;
        }
        if !name.contains('.') {
            return Kind::Local;
        }
        suffixes(name).find_map(|suffix| self.suffixes.get(suffix)).copied().unwrap_or(Kind::Public)
    }

    /// The listed domain whose subdomains resolve to an address of anybody's choice.
    pub fn resolving_domain<'a>(&self, name: &'a str) -> Option<&'a str> {
        suffixes(name).find(|suffix| self.suffixes.get(*suffix) == Some(&Kind::Rebinding))
    }
}

/// The suffixes of a name that may be listed, the shortest first.
fn suffixes(name: &str) -> impl Iterator<Item = &str> {
    let dots = name.rmatch_indices('.').map(|(dot, _)| &name[dot + 1..]);
    dots.chain(std::iter::once(name)).take(LONGEST_SUFFIX)
}
