//! A query that reads as a person's name beside the name of a body.
//!
//! What people are called is no slip of a body's word, no other language's, and short for nothing: of
//! such words only those stand for each other that are the same.

use super::likeness::How;
use super::link::Link;
use crate::name::listed::Listed;
use crate::name::masks::{Mask, members};
use crate::name::query::Query;
use crate::name::token::Kind;
use crate::name::weigh::BODY;
use crate::text::edits::Pattern;
use crate::text::people::is_borne;

/// Letters of a part of a word that no syllable of a name is likely to be.
const PART_LETTERS_MIN: usize = 3;
/// Letters of words that are written as one for each in which they may differ.
const LETTERS_PER_JOINED_SLIP: usize = 4;

/// Drops the links of a person's words with a body's that are not of the same word, unless a word that
/// few people bear is the same.
pub(super) fn keep_same_words(links: &mut Vec<Link>, query: &Query, listed: &[Listed]) {
    let is_word = |link: &Link| members(link.listed).all(|l| listed[l].kind == Kind::Word);
    let is_borne = |link: &Link| members(link.query).any(|q| query.tokens[q].borne);
    let is_rare = |link: &Link| link.likeness.how == How::Same && !is_borne(link) && is_word(link);
    let has_rare = links.iter().any(is_rare);
    links.retain(|link| match link.likeness.how {
        How::Same => true,
        How::Joined => is_written_apart(link, query, listed),
        How::Initial => false,
        How::Edited | How::SoundsAlike | How::Nickname | How::Missing => {
            has_rare || !is_borne(link)
        }
    });
}

/// Drops the links by letters of a common name in a query with a word of a body that is none: who asks for
/// `Petrovic Design` has not mistyped `Petrokick`.
pub(super) fn drop_slips_of_people(links: &mut Vec<Link>, query: &Query, listed: &[Listed]) {
    let is_lone = query.masks[BODY].identifying.count_ones() < 2;
    links.retain(|link| {
        if is_lone || !matches!(link.likeness.how, How::Edited | How::Nickname) {
            return true;
        }
        let asked = members(link.query).all(|q| query.tokens[q].borne);
        let is_name = |l: usize| !listed[l].kind.identifies() || is_borne(listed[l].fold);
        !asked || members(link.listed).all(is_name)
    });
}

/// Drops all links of a name in syllables with a body's unless its words are all of that in any order, or words of
/// it in theirs with none between them: `Li Wei` is no WEI TA LEE COMPANY. The body's may be written in other words, but
/// for syllables of two letters: `Lin Da` is no LINDA.
pub(super) fn keep_whole_name(links: &mut Vec<Link>, query: &Query, listed: &[Listed]) {
    let stands = (0..listed.len()).any(|from| is_spelled_from(query, &listed[from..]));
    if !stands && !has_same_words(query, listed) {
        links.clear();
    }
}

/// Whether a listed name is the words of a query, in whatever order.
fn has_same_words(query: &Query, listed: &[Listed]) -> bool {
    let mut taken: Mask = 0;
    listed.len() == query.tokens.len()
        && query.tokens.iter().all(|asked| {
            let is_same = |l: &usize| taken & 1 << l == 0 && listed[*l].text == asked.token.text;
            let same = (0..listed.len()).find(is_same);
            taken |= same.map_or(0, |l| 1 << l);
            same.is_some()
        })
}

/// Whether the words of a query are the first of a listed name.
fn is_spelled_from(query: &Query, listed: &[Listed]) -> bool {
    let mut held = listed.iter();
    // What of the listed word, and of that of the query, is not yet used.
    let mut rest = "";
    for q in query.in_text_order() {
        let asked = &query.tokens[q];
        let mut text = &*asked.token.text;
        let begins_word = rest.is_empty();
        if begins_word {
            let Some(next) = held.next() else {
                return false;
            };
            if next.text == text || asked.spellings.iter().any(|fold| fold == next.fold) {
                continue;
            }
            rest = next.text;
        }
        loop {
            if let Some(after) = rest.strip_prefix(text) {
                rest = after;
                break;
            }
            let Some(after) = text.strip_prefix(rest) else {
                return false;
            };
            text = after;
            let Some(next) = held.next() else {
                return false;
            };
            rest = next.text;
        }
        // A word that the list writes together with another.
        let is_part = !begins_word || !rest.is_empty();
        if is_part && asked.token.text.len() < PART_LETTERS_MIN {
            return false;
        }
    }
    rest.is_empty()
}

/// Whether a word of a body's name is the words of a link as they stand, letter by letter; none of them is so
/// short that it is a syllable of a name. Words of which one is no common name are written together at will.
fn is_written_apart(link: &Link, query: &Query, listed: &[Listed]) -> bool {
    if !members(link.query).all(|q| query.tokens[q].borne) {
        return true;
    }
    let mut rest = listed[link.listed.trailing_zeros() as usize].text;
    let in_order = query.in_text_order();
    let mut in_order = in_order.filter(|q| link.query & 1 << q != 0);
    let spells = in_order.all(|q| {
        let text = &*query.tokens[q].token.text;
        let after = rest.strip_prefix(text);
        rest = after.unwrap_or_default();
        after.is_some() && text.len() >= PART_LETTERS_MIN
    });
    link.listed.is_power_of_two() && spells && rest.is_empty()
}

/// Drops the links of several words of a query with one that a body's name writes together, where these words do
/// not spell it as they stand: `Reed Dyer` only sounds like RIDER, and `Ma Da` is no DAMA.
pub(super) fn drop_jumbled(
    links: &mut Vec<Link>,
    query: &Query,
    listed: &[Listed],
    letters: &mut String,
) {
    links.retain(|link| {
        let is_together = !link.query.is_power_of_two() && link.listed.is_power_of_two();
        let held = &listed[link.listed.trailing_zeros() as usize];
        let unvowelled = |q: usize| query.tokens[q].token.unvowelled;
        // What a body does is one word in whatever order it is written: `Building Machine`.
        if link.likeness.how != How::Joined
            || !is_together
            || held.kind != Kind::Word
            || held.unvowelled
            || members(link.query).any(unvowelled)
        {
            return true;
        }
        letters.clear();
        let in_order = query.in_text_order();
        let in_order = in_order.filter(|q| link.query & 1 << q != 0);
        in_order.for_each(|q| letters.push_str(&query.tokens[q].token.text));
        let most = letters.len().max(held.text.len()) / LETTERS_PER_JOINED_SLIP;
        let distance = Pattern::new(held.text).distance(letters, most as u32);
        distance.is_some() && are_neighbours(link, query)
    });
}

/// Whether the words of a link follow each other in the query.
fn are_neighbours(link: &Link, query: &Query) -> bool {
    let positions = || members(link.query).map(|q| query.tokens[q].position);
    let (first, last) = (positions().min(), positions().max());
    let count = link.query.count_ones();
    first
        .zip(last)
        .is_none_or(|(first, last)| last - first < count)
}
