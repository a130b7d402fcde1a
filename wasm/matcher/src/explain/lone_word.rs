//! Queries of one word.

use crate::compare::likeness::How;
use crate::compare::link::Link;
use crate::name::listed::Listed;
use crate::name::masks::{Mask, Masks};
use crate::name::query::Query;
use crate::name::token::Kind;
use crate::name::weigh::PERSON;
use crate::weights::Weights;

/// Points by which a word that is only like the one asked for stays below the same word, at least.
const LIKE_BELOW_SAME: f64 = 1.0;

/// The score of a query of one word, perhaps with an article or a form of address. Nobody's full name is
/// one word, so it is asked for whoever bears it: each whose name has exactly this word, where few have
/// it, before all whose word is only like it.
///
/// `at` is the word's place in the query, `reading` an index in [`crate::name::weigh::BEARERS`].
#[must_use]
pub fn lone_word(
    score: f64,
    (query, at): (&Query, usize),
    links: &[Link],
    listed: &[Listed],
    reading: usize,
    weights: &Weights,
) -> f64 {
    let penalties = &weights.penalties;
    let words = Masks::of(listed.iter().map(|t| (t.kind, t.part))).names();
    // Two words or more that are written together are no lone word.
    let is_several =
        |link: &Link| link.likeness.how == How::Joined && (link.listed & words).count_ones() > 1;
    if links.iter().any(is_several) {
        return score;
    }
    let word: Mask = 1 << at;
    let mut same = links.iter().filter(|link| link.likeness.how == How::Same);
    if !same.any(|link| link.query & word != 0 && link.listed & words != 0) {
        // The consonants of one word are those of too many.
        let is_heard = |link: &Link| {
            let unvowelled = listed[link.listed.trailing_zeros() as usize].unvowelled;
            link.query & word != 0 && link.likeness.how == How::SoundsAlike && unvowelled
        };
        if !query.tokens[at].token.unvowelled && links.iter().any(is_heard) {
            return score.min(penalties.one_word_most);
        }
        // A form of address may agree as well, and is then as much of a name as the list has.
        if query.masks[PERSON].of_kind(Kind::Title) != 0 {
            return score;
        }
        // The liker word stays before the less like.
        let below = LIKE_BELOW_SAME + (100.0 - score) / 100.0;
        return score.min(penalties.one_rare_word_most - below);
    }
    let identifies = reading == PERSON && query.identifies;
    if identifies && query.tokens[at].rarity >= penalties.lone_rare_from {
        score.max(penalties.one_rare_word_most)
    } else {
        score
    }
}
