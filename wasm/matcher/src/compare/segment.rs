//! The stretch of a field that a listed name accounts for: a semi-global alignment.
//!
//! Words outside the stretch cost nothing, as with and without the name they are as probable. What
//! agrees is worth the information of the listed words, in nats: the logarithm of how many bearers of
//! other names there are for one who bears it. What the stretch lacks or has besides takes nats off.

use super::alignment::Alignment;
use super::hit::{Hit, Segment, Segments};
use super::likeness::{How, Likeness};
use super::link::Link;
use super::memo::Memo;
use super::stretch::{Field, missing_cost};
use crate::name::few::sort_few;
use crate::name::listed::Listed;
use crate::name::masks::{Mask, left_of_all, members};
use crate::name::query::Query;
use crate::name::query_token::QueryToken;
use crate::name::token::{Kind, TOKENS_MAX};
use crate::name::weigh::{BODY, PERSON};
use crate::text::word::{Read, first_bits};
use crate::weights::{SegmentWeights, Weights};

/// Words of a listed name that must agree: one is no name.
const WORDS_MIN: u32 = 2;
/// Characters of a code, such as a tail number, that says by itself who is meant.
const SURE_LETTERS_MIN: usize = 5;
/// Letters of a word of a body's name that is in a field as it is written, or not at all.
const SHORT_LETTERS: u32 = 3;

impl Alignment {
    /// The best stretch of a field for a listed name; none that falls short of the least information.
    /// A stretch that is the whole field is a name, and no part of one. One word is a ship's name where the text says so.
    pub fn segment(
        &mut self,
        query: &Query,
        reading: usize,
        is_ship: bool,
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
        let has_ships = is_ship && !query.edges.ships.is_empty();
        let found = self.segments.found.iter();
        let found = found.fold(0, |all: Mask, hit| all | hit.listed);
        if found.count_ones() < words_min && !has_ships {
            return None;
        }
        let field = Field::new(query, reading, has_ships, listed, words_min, costs);
        if !field.may_have_name(&self.segments.found) {
            return None;
        }
        self.segments.lay_out(&query.says_as);
        let is_name = |slot: usize| reading != PERSON || !query.edges.is_letter_between(slot);
        self.segments.hits.retain(|hit| is_name(hit.first));
        let best = field.best(&self.segments.hits);
        best.filter(|best| {
            let (first, last) = best.slots;
            last - first + 1 < query.in_order.len()
        })
    }

    /// Whether what was aligned last says as much as a stretch of a field must: of a body whose name may stand at
    /// so many places of a field.
    pub fn says_enough(
        &self,
        query: &Query,
        places: usize,
        listed: &[Listed],
        weights: &Weights,
    ) -> bool {
        let costs = &weights.segment;
        let (_, accounted) = self.accounted();
        let missing = listed.iter().enumerate().take(TOKENS_MAX);
        let missing = missing.filter(|(l, _)| accounted & 1 << l == 0 && !query.is_cut);
        let missing: f64 = missing.map(|(_, t)| missing_cost(t, BODY, costs)).sum();
        let links = self.links.iter();
        let gained: f64 = links.map(|l| gain_of_link(l, query, listed, costs)).sum();
        let mut named = members(accounted).filter(|l| listed[*l].kind.identifies());
        let mut left = members(left_of_all(listed.len(), accounted));
        if left.any(|l| listed[l].tells_apart()) && named.all(|l| listed[l].is_generic()) {
            return false;
        }
        gained - missing - (places as f64).ln() >= costs.least
    }

    /// The tokens of the field with the listed ones that they may stand for: once for all slots that say the same.
    fn find_hits(&mut self, query: &Query, reading: usize, listed: &[Listed], weights: &Weights) {
        let Segments { found, ends, .. } = &mut self.segments;
        found.clear();
        ends.clear();
        let rows = rows_of(&mut self.memo, listed);
        self.effort += (query.different.len() * listed.len()) as u64;
        for &slot in &query.different {
            let token = &*query.tokens[query.in_order[slot]];
            let next = query.in_order.get(slot + 1).map(|q| &*query.tokens[*q]);
            let first = first_bits(&token.token.text, &token.token.fold);
            for (l, other) in listed.iter().enumerate().take(TOKENS_MAX) {
                let (row, unlike, other_first) = rows[l];
                let may_be_part = first & other_first != 0;
                // Most pairs are neither alike nor parts of each other.
                if unlike & token.bit() != 0 && !may_be_part {
                    continue;
                }
                let is_word = other.kind.identifies() && token.token.letters > 1;
                let mut add = |last: usize, tokens: Mask, gain: f64, is_word: bool| {
                    found.push(Hit {
                        first: slot,
                        last,
                        listed: tokens << l,
                        gain,
                        is_word,
                    });
                };
                let like = self.memo.likeness_in(row, token, other, weights);
                if like.value > 0.0
                    && let Some(gain) = gain_of(token, other, &like, reading, weights)
                {
                    add(slot, 1, gain, is_word);
                    continue;
                }
                // Consonants alone are written together in too many ways.
                if token.token.unvowelled || other.unvowelled || !may_be_part {
                    continue;
                }
                let together = |rarity| weights.segment.nats_of(rarity, weights.similarity.joined);
                let spells_other = |next: &QueryToken| {
                    let next = &next.token;
                    spells(other.fold, &token.token.fold, &next.fold)
                        || spells(other.text, &token.token.text, &next.text)
                };
                if next.is_some_and(spells_other) {
                    add(slot + 1, 1, together(other.idf), is_word);
                }
                let behind = listed.get(l + 1).filter(|_| l + 1 < TOKENS_MAX);
                let is_spelled = |behind: &Listed| {
                    spells(&token.token.fold, other.fold, behind.fold)
                        || spells(&token.token.text, other.text, behind.text)
                };
                if behind.is_some_and(is_spelled) {
                    let is_code = reading != PERSON && token.token.text.len() >= SURE_LETTERS_MIN;
                    let is_word = is_word || is_code;
                    add(slot, 3, together(rarity_of(token, reading)), is_word);
                }
            }
            // What a slot says best is tried first.
            let before = ends.last().copied().unwrap_or_default();
            sort_few(&mut found[before..], |hit| -hit.gain);
            ends.push(found.len());
        }
    }
}

/// By listed token: its row, the tokens of the query that it is known to be unlike, and how it begins.
fn rows_of(memo: &mut Memo, listed: &[Listed]) -> [(Option<usize>, u64, u32); TOKENS_MAX] {
    let mut rows = [(None, 0, 0); TOKENS_MAX];
    for (known, token) in rows.iter_mut().zip(listed) {
        let row = memo.row(token);
        *known = (row, memo.unlike(row), first_bits(token.text, token.fold));
    }
    rows
}

/// Whether two words are written together as a third.
fn spells(whole: &str, left: &str, right: &str) -> bool {
    whole.len() == left.len() + right.len() && whole.starts_with(left) && whole.ends_with(right)
}

fn rarity_of(token: &QueryToken, reading: usize) -> f64 {
    if reading == PERSON {
        token.rarity_at_most()
    } else {
        token.idf[BODY]
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
    // A letter beside a word of a body's name is in too many fields, and so is what is like so few letters.
    let is_short = other.letters <= SHORT_LETTERS && token.token.text != other.text;
    let is_like = like.how == How::Initial && !is_same_word || is_short;
    if reading != PERSON && is_like {
        return None;
    }
    // A title is a name where the listed one says so.
    let is_name = is_same_word && token.kinds[reading] == Kind::Title;
    if !other.kind.identifies() || !is_name && !token.kinds[reading].identifies() {
        return match like.how {
            How::Initial => Some(costs.initial),
            _ => is_same_word.then_some(0.0),
        };
    }
    // Another word of the same class is in too many names.
    if other.says_what() && !is_same_word {
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
    let tokens = || members(link.query).map(|q| &query.tokens[q]);
    let asked = || tokens().map(|token| &token.token);
    let is_guess = tokens().any(|token| token.sense.read == Read::StandsFor);
    let held = || members(link.listed).map(|l| &listed[l]);
    let is_same_word = || {
        let mut folds = asked().map(|token| &*token.fold);
        held().all(|token| folds.next() == Some(token.fold))
    };
    if held().all(Listed::says_what) && !is_same_word() {
        return 0.0;
    }
    let named = held().filter(|token| token.kind.identifies());
    let rarity: f64 = named.map(|token| token.idf).sum();
    // A word that stands for another is as rare as it is likely to.
    let rarity = if is_guess {
        rarity.min(tokens().map(|token| token.idf[BODY]).sum())
    } else {
        rarity
    };
    // As written: the fold of `PKK` has two letters.
    let letters_of = |text: &str| text.chars().count() as u32;
    let letters: u32 = asked().map(|token| letters_of(&token.text)).sum();
    let letters = letters.min(held().map(|t| letters_of(t.text)).sum());
    let rarity = if held().any(|token| token.kind == Kind::Number) {
        rarity
    } else {
        costs.at_most_by_letters(rarity, letters)
    };
    // How likely it is stands in the rarity.
    if is_guess {
        return rarity;
    }
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
        && token.text.len() >= SURE_LETTERS_MIN
        && has(char::is_alphabetic)
        && has(char::is_numeric)
}
