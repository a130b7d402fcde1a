//! What of two names agrees, and what is left.

use super::two_names::TwoNames;
use crate::compare::link::Link;
use crate::name::masks::Mask;

/// Weights of what is and is not accounted for.
#[derive(Default)]
pub(super) struct Sums {
    pub(super) gained: f64,
    pub(super) matched: f64,
    pub(super) asked_left: f64,
    pub(super) listed_left: f64,
    pub(super) edit: f64,
    pub(super) sounds: f64,
    pub(super) asked: f64,
    /// No weight, but a sum of idf.
    pub(super) rarity: f64,
}

impl Sums {
    /// Of two names that are aligned.
    pub(super) fn of(
        links: &[Link],
        (asked_in, listed_in): (Mask, Mask),
        names: &TwoNames,
    ) -> Sums {
        let mut sums = Sums::default();
        for link in links {
            let (asked, held) = names.weights_of(link);
            let weight = f64::midpoint(asked, held);
            sums.gained += weight * link.likeness.value;
            sums.matched += weight;
        }
        for (q, token) in names.query.tokens.iter().enumerate() {
            if asked_in & (1 << q) == 0 {
                sums.asked_left += token.weights[names.reading];
            }
        }
        for (l, token) in names.listed.iter().enumerate() {
            if listed_in & (1 << l) == 0 {
                sums.listed_left += token.weight;
            }
        }
        sums
    }

    /// Adds what counts only where a name does not fall short.
    pub(super) fn complete(&mut self, links: &[Link], names: &TwoNames) {
        for link in links {
            let (asked, held) = names.weights_of(link);
            self.edit += f64::midpoint(asked, held) * link.likeness.edit;
            self.sounds += if link.likeness.sounds { asked } else { 0.0 };
            self.rarity += names.rarity_of(link);
        }
        let tokens = names.query.tokens.iter();
        self.asked = tokens.fold(0.0, |sum, token| sum + token.weights[names.reading]);
    }
}
