//! `Numbers`: the findings of the ports and addresses of an authority.

/// The findings of the numbers in an authority, as indices of [`COUNTED`](super::counts::COUNTED).
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// For http and for https the first port of each range and the range's finding, in order of the ports.
    pub ports: [Vec<(u16, usize)>; 2],
    /// Blocks of IPv4 addresses: the common prefix, the number of bits after it, and the finding, if any. The first
    /// block that contains an address decides.
    pub addresses: Vec<(u32, u32, Option<usize>)>,
}
