//! How many letters of two tokens differ, and how alike that makes them.

use crate::name::listed::Listed;
use crate::name::query_token::QueryToken;
use crate::text::edits::{begin_alike, is_swap};
use crate::weights::Weights;

/// The letters of two tokens that differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edits {
    /// None where it is more than what can make two tokens alike: more than half of the letters of those that
    /// share a sound, more than the length allows of any others.
    pub(super) count: Option<u32>,
    /// As a share of the longer token's letters.
    pub(super) share: f64,
    /// Letters of the longer token.
    longer: u32,
}

impl Edits {
    /// Counts them, of tokens that share a sound or do not.
    pub(super) fn between(
        query: &QueryToken,
        listed: &Listed,
        share_sound: bool,
        weights: &Weights,
    ) -> Edits {
        let longer = query.token.letters.max(listed.letters);
        let most = if share_sound {
            longer / 2
        } else {
            edits_most(longer, weights)
        };
        let count = fewest(query, listed, most);
        let share = f64::from(count.unwrap_or(longer)) / f64::from(longer.max(1));
        Edits {
            count,
            share,
            longer,
        }
    }

    /// How alike they make two tokens, and the share of letters that agree; 0 where they are more than
    /// the length allows.
    pub(super) fn likeness(
        &self,
        query: &QueryToken,
        listed: &Listed,
        sounds: bool,
        weights: &Weights,
    ) -> (f64, f64) {
        let (asked, s) = (&query.token, &weights.similarity);
        let allowed = self.longer / s.letters_per_edit;
        if self.count.is_none_or(|count| count > allowed) {
            return (0.0, 0.0);
        }
        let swapped = self.count == Some(1) && is_swap(&asked.text, listed.text);
        let cost = if swapped { s.swap_cost } else { s.edit_cost };
        let mut value = 1.0 - cost * self.share;
        if !sounds && !begin_alike(&asked.text, listed.text) {
            value -= s.first_letter;
        }
        (value, 1.0 - self.share)
    }
}

/// The most edits that make two tokens alike which share no sound, by the letters of the longer.
pub(super) fn edits_most(longer: u32, weights: &Weights) -> u32 {
    (longer / 2).min(longer / weights.similarity.letters_per_edit)
}

/// The fewer of the edits between the folds and between the texts.
fn fewest(query: &QueryToken, listed: &Listed, most: u32) -> Option<u32> {
    let [of_fold, of_text] = listed.bags;
    let folds = query.pattern.distance_in(of_fold, listed.fold, most);
    // The texts count where they have fewer.
    let Some(most) = folds.map_or(Some(most), |count| count.checked_sub(1)) else {
        return folds;
    };
    let texts = match &query.text_pattern {
        Some(pattern) => pattern.distance_in(of_text, listed.text, most),
        None if listed.text != listed.fold => query.pattern.distance_in(of_text, listed.text, most),
        None => None,
    };
    texts.or(folds)
}
