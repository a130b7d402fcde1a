//! Queries of one word.

use crate::compare::likeness::How;
use crate::compare::link::{Link, accounted};
use crate::name::listed::Listed;
use crate::name::masks::{Mask, Masks, members};
use crate::name::query::Query;
use crate::name::token::Kind;
use crate::name::weigh::{BODY, PERSON};
use crate::text::organisations::is_nation;
use crate::text::script::Script;
use crate::weights::Weights;

/// Letters of a lone word up to which only the very word is meant: `Web` is no VEB.
const SHORT_LETTERS: u32 = 3;

/// Whether a query means nobody by what it has in common with a listed name.
///
/// What stands in fields where no name is known, and a lone legal form, mean only who is called so and
/// nothing else. A lone country, and a lone word of up to three letters, mean only who has that very word; in
/// another script its letters say too little of how it is spelled.
pub(super) fn means_nobody(
    query: &Query,
    links: &[Link],
    listed: &[Listed],
    reading: usize,
) -> bool {
    let same_text = |link: &Link| {
        let texts = members(link.listed).map(|l| listed[l].text);
        let asked = members(link.query).map(|q| &*query.tokens[q].token.text);
        link.likeness.how == How::Same && texts.eq(asked)
    };
    let mut tokens = query.tokens.iter();
    let is_number = |kind: Kind| matches!(kind, Kind::Number | Kind::Ordinal);
    let fills =
        tokens.clone().any(|t| t.fills) && tokens.all(|t| t.fills || is_number(t.kinds[PERSON]));
    let (lone, is_form) = match &*query.tokens {
        [only] => (Some(only), only.kinds[BODY] == Kind::OrganisationForm),
        _ => (None, false),
    };
    if fills || is_form {
        let (_, listed_in) = accounted(links);
        let is_form = |token: &Listed| token.kind == Kind::OrganisationForm;
        return listed.iter().all(is_form)
            || listed_in.count_ones() as usize != listed.len()
            || !links.iter().all(same_text);
    }
    let Some(only) = lone else { return false };
    let is_short = only.token.letters.max(only.token.text.len() as u32) <= SHORT_LETTERS;
    let is_latin = only.script == Script::LATIN;
    if is_latin && is_short {
        return !links.iter().any(same_text);
    }
    reading == BODY
        && is_nation(only.token.form)
        && !links.iter().any(|link| link.likeness.how == How::Same)
}

/// The score of a query of one word, perhaps with an article or a form of address. Nobody's full name is
/// one word, so it is asked for whoever bears it: each whose name has exactly this word, where few have
/// it, before all whose word is only like it.
///
/// `at` is the word's place in the query, `reading` an index in [`crate::name::weigh::BEARERS`].
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
        // What only sounds like a ship's or a firm's name is another word: Berlin is no BRELYAN.
        let is_alike = |link: &Link| {
            let by_sound = matches!(link.likeness.how, How::SoundsAlike | How::Nickname);
            link.query & word != 0 && by_sound && link.likeness.edit <= 0.0
        };
        let is_read =
            !query.tokens[at].token.unvowelled && query.tokens[at].script == Script::LATIN;
        if reading == BODY && query.tokens.len() == 1 && is_read && links.iter().any(is_alike) {
            return score.min(penalties.one_word_most);
        }
        // A form of address may agree as well, and is then as much of a name as the list has.
        if query.masks[PERSON].of_kind(Kind::Title) != 0 {
            return score;
        }
        // The liker word stays before the less like.
        let below = penalties.lone_like_below + (100.0 - score) / 100.0;
        return score.min(penalties.one_rare_word_most - below);
    }
    let identifies = reading == PERSON && query.identifies;
    if identifies && query.tokens[at].rarity[PERSON] >= penalties.lone_rare_from {
        score.max(penalties.one_rare_word_most)
    } else {
        score
    }
}
