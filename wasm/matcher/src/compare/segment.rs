//! The stretch of a field that a listed name accounts for: a semi-global alignment.
//!
//! Words outside the stretch cost nothing, as with and without the name they are as probable. What
//! agrees is worth the information of the listed words, in nats: the logarithm of how many bearers of
//! other names there are for one who bears it. What the stretch lacks or has besides takes nats off.

use super::alignment::Alignment;
use super::hit::{Hit, Segment, Segments};
use super::likeness::{How, Likeness};
use super::link::Link;
use super::stretch::{Field, missing_cost};
use crate::name::listed::Listed;
use crate::name::masks::{Mask, members};
use crate::name::query::Query;
use crate::name::query_token::QueryToken;
use crate::name::token::{Kind, TOKENS_MAX};
use crate::name::weigh::{BODY, PERSON};
use crate::weights::{SegmentWeights, Weights};

/// Words of a listed name that must agree: one is no name.
const WORDS_MIN: u32 = 2;
/// Characters of a number with letters, such as a tail number, that says by itself who is meant.
const SURE_NUMBER_LETTERS_MIN: usize = 5;

impl Alignment {
    /// The best stretch of a field for a listed name; none that falls short of the least information.
    /// A stretch that is the whole field is a name, and no part of one.
    pub fn segment(
        &mut self,
        query: &Query,
        reading: usize,
        listed: &[Listed],
        weights: &Weights,
    ) -> Option<Segment> {
        let costs = &weights.segment;
        let words_min = if listed.iter().any(is_sure) {
            1
        } else {
            WORDS_MIN
        };
        if query.in_order.len() <= words_min as usize {
            return None;
        }
        self.find_hits(query, reading, listed, weights);
        let field = Field::new(query, reading, listed, words_min, costs);
        if field.most(&self.segments.found) < costs.least {
            return None;
        }
        self.segments.lay_out(&query.says_as);
        let best = field.best(&self.segments.hits);
        best.filter(|best| {
            let (first, last) = best.slots;
            best.nats >= costs.least && last - first + 1 < query.in_order.len()
        })
    }

    /// Whether what was aligned last says as much as a stretch of a field must: of a body that is one of
    /// several names in a field of so many words.
    #[must_use]
    pub fn says_enough(
        &self,
        query: &Query,
        words: usize,
        listed: &[Listed],
        weights: &Weights,
    ) -> bool {
        let costs = &weights.segment;
        let (_, accounted) = self.accounted();
        let missing = listed.iter().enumerate().take(TOKENS_MAX);
        let missing = missing.filter(|(l, _)| accounted & 1 << l == 0);
        let missing: f64 = missing.map(|(_, t)| missing_cost(t, BODY, costs)).sum();
        let links = self.links.iter();
        let gained: f64 = links.map(|l| gain_of_link(l, query, listed, costs)).sum();
        gained - missing - (words as f64).ln() >= costs.least
    }

    /// The tokens of the field with the listed ones that they may stand for: once for all slots that say the same.
    fn find_hits(&mut self, query: &Query, reading: usize, listed: &[Listed], weights: &Weights) {
        let Segments { found, ends, .. } = &mut self.segments;
        found.clear();
        ends.clear();
        let mut rows = [None; TOKENS_MAX];
        for (row, other) in rows.iter_mut().zip(listed) {
            *row = self.memo.row(other);
        }
        self.effort += (query.different.len() * listed.len()) as u64;
        for &slot in &query.different {
            let token = &*query.tokens[query.in_order[slot]];
            let next = query.in_order.get(slot + 1).map(|q| &*query.tokens[*q]);
            for (l, other) in listed.iter().enumerate().take(TOKENS_MAX) {
                let is_word = other.kind.identifies() && token.token.letters > 1;
                let mut add = |last: usize, tokens: Mask, gain: f64| {
                    let (first, listed) = (slot, tokens << l);
                    found.push(Hit {
                        first,
                        last,
                        listed,
                        gain,
                        is_word,
                    });
                };
                let like = self.memo.likeness_in(rows[l], token, other, weights);
                if like.value > 0.0 {
                    if let Some(gain) = gain_of(token, other, &like, reading, weights) {
                        add(slot, 1, gain);
                    }
                    continue;
                }
                // Consonants alone are written together in too many ways.
                if token.token.unvowelled || other.unvowelled {
                    continue;
                }
                let together = |rarity| weights.segment.nats_of(rarity, weights.similarity.joined);
                if next.is_some_and(|next| spells(other.fold, &token.token.fold, &next.token.fold))
                {
                    add(slot + 1, 1, together(other.idf));
                }
                let behind = listed.get(l + 1).filter(|_| l + 1 < TOKENS_MAX);
                if behind.is_some_and(|behind| spells(&token.token.fold, other.fold, behind.fold)) {
                    add(slot, 3, together(rarity_of(token, reading)));
                }
            }
            ends.push(found.len());
        }
    }
}

/// Whether two folds are written together as a third.
fn spells(whole: &str, left: &str, right: &str) -> bool {
    whole.len() == left.len() + right.len() && whole.starts_with(left) && whole.ends_with(right)
}

fn rarity_of(token: &QueryToken, reading: usize) -> f64 {
    if reading == PERSON {
        token.rarity_at_most()
    } else {
        token.idf
    }
}

/// Information of a token of the field that stands for a listed one; none where it says nothing. No
/// particle, title, form or letter makes a name rare.
fn gain_of(
    token: &QueryToken,
    other: &Listed,
    like: &Likeness,
    reading: usize,
    weights: &Weights,
) -> Option<f64> {
    let costs = &weights.segment;
    let is_same_word = token.token.fold == other.fold;
    // A letter beside a word of a body's name is in too many fields.
    if reading != PERSON && like.how == How::Initial && !is_same_word {
        return None;
    }
    if !other.kind.identifies() || !token.kinds[reading].identifies() {
        return match like.how {
            How::Initial => Some(costs.initial),
            _ => is_same_word.then_some(0.0),
        };
    }
    // Another word of the same class is in too many names.
    if matches!(other.kind, Kind::Generic | Kind::Topic) && !is_same_word {
        return Some(0.0);
    }
    let by_sound = like.how == How::SoundsAlike || token.token.unvowelled != other.unvowelled;
    let rarity = rarity_of(token, reading).min(other.idf);
    let rarity = if by_sound {
        rarity - costs.by_sound
    } else {
        rarity
    };
    Some(costs.nats_of(rarity, like.value))
}

/// Information of a body's words that are linked: of no more letters than either side has.
fn gain_of_link(link: &Link, query: &Query, listed: &[Listed], costs: &SegmentWeights) -> f64 {
    let asked = || members(link.query).map(|q| &query.tokens[q].token);
    let held = || members(link.listed).map(|l| &listed[l]);
    let is_same_word = || {
        let mut folds = asked().map(|token| &*token.fold);
        held().all(|token| folds.next() == Some(token.fold))
    };
    let says_what = |kind| matches!(kind, Kind::Generic | Kind::Topic);
    if held().all(|token| says_what(token.kind)) && !is_same_word() {
        return 0.0;
    }
    let named = held().filter(|token| token.kind.identifies());
    let rarity: f64 = named.map(|token| token.idf).sum();
    // As written: the fold of `PKK` has two letters.
    let letters_of = |text: &str| text.chars().count() as u32;
    let letters: u32 = asked().map(|token| letters_of(&token.text)).sum();
    let letters = letters.min(held().map(|t| letters_of(t.text)).sum());
    let rarity = if held().any(|token| token.kind == Kind::Number) {
        rarity
    } else {
        costs.at_most_by_letters(rarity, letters)
    };
    let rarity = if link.likeness.how == How::SoundsAlike {
        rarity - costs.by_sound
    } else {
        rarity
    };
    costs.nats_of(rarity, link.likeness.value)
}

/// Whether a token is a number with letters that is long enough to say who is meant.
fn is_sure(token: &Listed) -> bool {
    let has = |is: fn(char) -> bool| token.text.contains(is);
    token.kind == Kind::Number
        && token.text.len() >= SURE_NUMBER_LETTERS_MIN
        && has(char::is_alphabetic)
        && has(char::is_numeric)
}
