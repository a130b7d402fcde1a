//! Which tokens stand for which.

use super::likeness::Likeness;
use crate::name::masks::Mask;

/// A group of query tokens and the group of listed tokens that it accounts for.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// Tokens of the query.
    pub query: Mask,
    /// Tokens of the listed name.
    pub listed: Mask,
    /// How alike they are.
    pub likeness: Likeness,
}

/// Bits of the tokens that links account for, on each side.
pub fn accounted(links: &[Link]) -> (Mask, Mask) {
    links
        .iter()
        .fold((0, 0), |(q, l), link| (q | link.query, l | link.listed))
}
