//! What of a field a listed name may account for, before and after the search.

use crate::name::masks::Mask;

/// A stretch of a field.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Segment {
    /// Places in [`crate::name::query::Query::in_order`], first and last.
    pub slots: (usize, usize),
    /// Those from the first on that stand for a listed token, as bits.
    pub asked: u64,
    /// Information of what agrees, less what does not.
    pub nats: f64,
}

/// A listed token, or two, that one slot of the field or two account for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) listed: Mask,
    pub(super) gain: f64,
    /// Whether it is more than a letter, a form or a title.
    pub(super) is_word: bool,
}

/// Buffers of the search for a stretch.
#[derive(Debug, Default)]
pub(super) struct Segments {
    /// What the different slots stand for.
    pub(super) found: Vec<Hit>,
    /// By different slot: where in `found` that ends.
    pub(super) ends: Vec<usize>,
    /// What each slot stands for, in the order of the field.
    pub(super) hits: Vec<Hit>,
}

impl Segments {
    /// Lays out what was found, slot by slot, each of which says the same as one of the different.
    pub(super) fn lay_out(&mut self, says_as: &[usize]) {
        self.hits.clear();
        for (slot, &different) in says_as.iter().enumerate() {
            let start = different
                .checked_sub(1)
                .map_or(0, |before| self.ends[before]);
            let found = &self.found[start..self.ends[different]];
            self.hits.extend(found.iter().map(|hit| Hit {
                first: slot,
                last: slot + hit.last - hit.first,
                ..*hit
            }));
        }
    }
}
