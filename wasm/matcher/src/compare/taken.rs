//! What of a stretch of a field a listed name accounts for.

use super::hit::Hit;
use crate::name::listed::Listed;
use crate::name::masks::{Mask, members};
use crate::name::token::{Kind, TOKENS_MAX};

/// What of a stretch is accounted for.
#[derive(Default)]
pub(super) struct Taken {
    /// By token of the listed name that is: what it gains.
    gains: [f64; TOKENS_MAX],
    /// By token of the listed name that is: the slot, counted from 1.
    slots: [u8; TOKENS_MAX],
    pub(super) listed: Mask,
    /// Those of them that are words.
    pub(super) words: Mask,
    /// Slots from the first of the stretch on.
    pub(super) asked: u64,
}

impl Taken {
    /// Forgets all that was taken.
    pub(super) fn forget(&mut self) {
        (self.listed, self.words, self.asked) = (0, 0, 0);
    }

    /// Takes a hit where it gains more than what it stands in place of.
    pub(super) fn take(&mut self, hit: &Hit, first: usize) {
        let l = hit.listed.trailing_zeros() as usize;
        let slots = (1u64 << (hit.last - first + 1)) - (1u64 << (hit.first - first));
        if self.asked & slots != 0 || self.listed & hit.listed != 0 && self.gains[l] >= hit.gain {
            return;
        }
        if self.listed & hit.listed != 0 {
            // A slot that is given up for a better one is taken for nothing else.
            if !hit.listed.is_power_of_two() || self.slots[l] == 0 {
                return;
            }
            self.asked &= !(1 << (self.slots[l] - 1));
        }
        self.listed |= hit.listed;
        if hit.is_word && hit.gain > 0.0 {
            self.words |= hit.listed;
        }
        self.asked |= slots;
        for second in members(hit.listed).skip(1) {
            (self.gains[second], self.slots[second]) = (0.0, 0);
        }
        self.gains[l] = hit.gain;
        self.slots[l] = (hit.first - first + 1) as u8;
    }

    /// Whether it takes the slot that is so many behind the first of the stretch.
    pub(super) fn has_slot(&self, nth: usize) -> bool {
        self.asked >> nth & 1 != 0
    }

    pub(super) fn has_number(&self, listed: &[Listed]) -> bool {
        members(self.listed).any(|l| listed[l].kind == Kind::Number)
    }

    pub(super) fn gained(&self) -> f64 {
        members(self.listed).map(|l| self.gains[l]).sum()
    }

    /// Whether the listed words stand in another order than theirs, wherever that begins.
    pub(super) fn is_out_of_order(&self) -> bool {
        let slots = members(self.listed)
            .map(|l| self.slots[l])
            .filter(|slot| *slot > 0);
        let (mut falls, mut first, mut before) = (0, 0, 0);
        for slot in slots {
            falls += u32::from(slot < before);
            if first == 0 {
                first = slot;
            }
            before = slot;
        }
        falls + u32::from(first < before && falls > 0) > 1
    }
}
