//! What of a field a listed name may account for, before and after the search.

use std::ops::Range;

use crate::name::masks::Mask;

/// A stretch of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Places in [`Query::in_order`], first and last.
    pub slots: (usize, usize),
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
    /// What slots stand for, of those that say the same the first alone.
    pub(super) found: Vec<Hit>,
    /// By slot: where in `found` that is.
    pub(super) of_slot: Vec<Range<usize>>,
    /// What each slot stands for, in the order of the field.
    pub(super) hits: Vec<Hit>,
}

impl Segments {
    /// Lays what was found out, slot by slot.
    pub(super) fn lay_out(&mut self) {
        self.hits.clear();
        for (slot, range) in self.of_slot.iter().enumerate() {
            let found = self.found[range.clone()].iter();
            self.hits.extend(found.map(|hit| Hit {
                first: slot,
                last: slot + hit.last - hit.first,
                ..*hit
            }));
        }
    }
}
