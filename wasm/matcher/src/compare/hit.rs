//! What of a field a listed name may account for, before and after the search.

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
    pub(super) hits: Vec<Hit>,
}
