//! `Numbers`: what is found at the ports and addresses of an authority.

/// What the numbers in an authority have findings for, by their places in [`COUNTED`](super::counts::COUNTED).
#[derive(Debug, Default)]
pub struct Numbers {
    /// The ports of http and of https, in order; each other port is not the scheme's.
    pub ports: [Vec<(u16, usize)>; 2],
    /// Blocks of IPv4 addresses: the address without its last bits, how many bits those are, and the finding, if any.
    /// The first block that holds an address decides.
    pub addresses: Vec<(u32, u32, Option<usize>)>,
}
