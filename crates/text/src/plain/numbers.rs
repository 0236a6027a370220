//! `Numbers`: what is found at the ports and addresses of an authority.

/// What the numbers in an authority have findings for, by their places in [`COUNTED`](super::counts::COUNTED).
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// For http and for https the first port of each range and the range's finding, in order of the ports.
    pub ports: [Vec<(u16, usize)>; 2],
    /// Blocks of IPv4 addresses: the address without its last bits, how many bits those are, and the finding, if any.
    /// The first block that holds an address decides.
    pub addresses: Vec<(u32, u32, Option<usize>)>,
}
