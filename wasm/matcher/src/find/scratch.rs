//! What finding names works on.

use super::splits::Splits;
use crate::snapshot::postings::Postings;

/// Buffers that are used again for every query on one snapshot.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(super) keys: Vec<u32>,
    pub(super) found: Vec<u32>,
    pub(super) alike: Vec<(f32, u32)>,
    pub(super) postings: Postings,
    pub(super) splits: Splits,
    pub(super) joined: String,
    pub(super) shared: Vec<u32>,
    /// Tokens of the dictionary that were compared with one of the query.
    pub(super) compared: u64,
}

impl Scratch {
    /// Steps of work since the last call: postings read and tokens compared.
    pub fn take_effort(&mut self) -> u64 {
        self.postings.take_read() + std::mem::take(&mut self.compared)
    }
}
