//! What finding names works on.

use std::ops::Range;

use super::splits::Splits;
use crate::snapshot::postings::Postings;
use crate::snapshot::seen::Seen;

/// Buffers that are used again for every query on one snapshot.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(super) keys: Vec<u32>,
    pub(super) found: Vec<u32>,
    /// Tokens of the dictionary that are like those of the query, and how much.
    pub(super) alike: Vec<(f32, u32)>,
    /// By number of a token of the query: where in `alike` those are that are like it, once they are found.
    pub(super) alike_of: Vec<Option<Range<usize>>>,
    pub(super) postings: Postings,
    pub(super) splits: Splits,
    pub(super) joined: String,
    /// Tokens that share trigrams, each once, and by token how many; all are 0 between two words.
    pub(super) shared: Vec<u32>,
    pub(super) counts: Vec<u16>,
    pub(super) seen: Seen,
    /// Tokens of the dictionary that were compared with one of the query.
    pub(super) compared: u64,
}

impl Scratch {
    /// Steps of work since the last call: postings read and tokens compared.
    pub fn take_effort(&mut self) -> u64 {
        self.postings.take_read() + std::mem::take(&mut self.compared)
    }
}
