//! Links what is left of one name to the words of the other that it is short for.

use super::abbreviation::{LETTERS_SURE, Word, stands_for};
use super::likeness::{How, Likeness};
use super::link::{Link, accounted};
use crate::name::few::sort_few;
use crate::name::initials::{WORDS_MIN, may_be_short};
use crate::name::listed::Listed;
use crate::name::masks::{Mask, members};
use crate::name::query::Query;
use crate::name::token::{Kind, TOKENS_MAX};
use crate::name::weigh::BODY;
use crate::text::organisations::{first_letter, letters_in_short};
use crate::text::phrases::initials_of_phrases;
use crate::weights::Weights;

/// The words of a side that one of the other side is short for, of those that are not `accounted` for.
pub(super) fn link_initials(
    query: &Query,
    listed: &[Listed],
    accounted: (Mask, Mask),
    weights: &Weights,
) -> Option<Link> {
    let (q_taken, l_taken) = accounted;
    let left = |of: usize, taken: Mask| of.saturating_sub(taken.count_ones() as usize);
    let sides = (
        left(query.tokens.len(), q_taken),
        left(listed.len(), l_taken),
    );
    if !matches!(sides, (1.., 2..) | (2.., 1..)) {
        return None;
    }
    let (asked, held) = (
        || is_left(words_of_query(query), q_taken),
        || is_left(words_of_list(listed), l_taken),
    );
    let (in_asked, in_held) = (letters_of(asked()), letters_of(held()));
    let is_short = |word: Word, letters| may_stand_for(&word, letters);
    if !asked().any(|word| is_short(word, in_held)) && !held().any(|word| is_short(word, in_asked))
    {
        return None;
    }
    let (mut asked, mut held) = ([Word::NONE; TOKENS_MAX], [Word::NONE; TOKENS_MAX]);
    let asked = left_over(words_of_query(query), q_taken, &mut asked);
    let held = left_over(words_of_list(listed), l_taken, &mut held);
    let from_list = || {
        // A listed word beside others that the query lacks is a word: `Harbour Repair Design` is no
        // `HRD Falcon`.
        let is_all = held.iter().filter(|word| word.kind == Kind::Word).count() == 1;
        is_all.then(|| first_short(held, asked)).flatten()
    };
    let (query, listed) =
        first_short(asked, held).or_else(|| from_list().map(|(listed, query)| (query, listed)))?;
    Some(by_initials(query, listed, weights))
}

/// What a name has besides because it says itself in short as well: `Liberation Tigers of Tamil Eelam
/// (LTTE)` has all that either half of it has.
///
/// Words of the listed name that an acronym stands for which both names have, and an acronym that the
/// query has besides its own words.
pub(super) fn link_own_initials(
    query: &Query,
    listed: &[Listed],
    links: &mut Vec<Link>,
    weights: &Weights,
) {
    let (q_taken, l_taken) = accounted(links);
    let mut words = [Word::NONE; TOKENS_MAX];
    let left = listed.len().saturating_sub(l_taken.count_ones() as usize);
    // Beside another word of the query the acronym is not all that is asked for.
    let is_all = query.masks[BODY].of_kind(Kind::Word) & !q_taken == 0;
    if is_all && left >= WORDS_MIN as usize {
        let held = left_over(words_of_list(listed), l_taken, &mut words);
        let same = links.iter().filter(|link| link.likeness.how == How::Same);
        let found = same
            .filter(|link| link.query.is_power_of_two())
            .find_map(|link| {
                let token = query.tokens.get(link.query.trailing_zeros() as usize)?;
                let short = Word {
                    text: &token.token.text,
                    kind: token.kinds[BODY],
                    unvowelled: token.token.unvowelled,
                    bit: link.query,
                    ..Word::NONE
                };
                is_acronym(&short)
                    .then(|| first_short(&[short], held))
                    .flatten()
            });
        links.extend(found.map(|(query, listed)| by_initials(query, listed, weights)));
    }
    let is_left = query.tokens.len() > q_taken.count_ones() as usize;
    if q_taken.count_ones() >= WORDS_MIN && is_left {
        let asked = left_over(words_of_query(query), !q_taken, &mut words);
        let short = words_of_query(query).take(TOKENS_MAX).enumerate();
        let mut short = short.filter(|(at, word)| q_taken & (1 << at) == 0 && is_acronym(word));
        let stands = |(at, word): (usize, Word)| {
            let bit = 1 << at;
            first_short(&[Word { bit, ..word }], asked)
        };
        let found = short.find_map(stands);
        links.extend(found.map(|(query, _)| by_initials(query, 0, weights)));
    }
}

/// Letters of an acronym at most.
const ACRONYM_LETTERS_MAX: usize = 8;

fn is_acronym(word: &Word) -> bool {
    word.text.len() <= ACRONYM_LETTERS_MAX && may_be_short(word.text, word.kind)
}

fn by_initials(query: Mask, listed: Mask, weights: &Weights) -> Link {
    Link {
        query,
        listed,
        likeness: Likeness {
            value: weights.similarity.initials,
            how: How::Initial,
            edit: 0.0,
            sounds: false,
        },
    }
}

fn words_of_query(query: &Query) -> impl Iterator<Item = Word<'_>> {
    query.tokens.iter().map(|t| Word {
        text: &t.token.text,
        class: t.token.form,
        kind: t.kinds[BODY],
        place: t.position,
        unvowelled: t.token.unvowelled,
        bit: 0,
    })
}

fn words_of_list<'a>(listed: &[Listed<'a>]) -> impl Iterator<Item = Word<'a>> {
    listed.iter().zip(0..).map(|(t, place)| Word {
        text: t.text,
        class: t.form,
        kind: t.kind,
        place,
        unvowelled: t.unvowelled,
        bit: 0,
    })
}

/// What nothing accounts for, in the order of the words.
fn is_left<'a>(
    words: impl Iterator<Item = Word<'a>>,
    taken: Mask,
) -> impl Iterator<Item = Word<'a>> {
    let words = words.take(TOKENS_MAX).enumerate();
    let words = words.map(|(at, word)| Word {
        bit: 1 << at,
        ..word
    });
    words.filter(move |word| taken & word.bit == 0)
}

/// The letters that words may begin with in short, as bits.
fn letters_of<'a>(words: impl Iterator<Item = Word<'a>>) -> u32 {
    let letters = words.map(|word| letters_in_short(word.text, word.class));
    letters.fold(0, |all, one| all | one)
}

/// Whether a word may be short for words with these letters: its first and another begin them.
fn may_stand_for(word: &Word, letters: u32) -> bool {
    let text = word.text;
    let begins = |at: &usize| first_letter(&text[*at..]) & letters != 0;
    !word.unvowelled
        && may_be_short(text, word.kind)
        && begins(&0)
        && (0..text.len()).filter(begins).count() >= 2
}

/// What nothing accounts for, in the order of the text.
fn left_over<'b, 'a>(
    words: impl Iterator<Item = Word<'a>>,
    taken: Mask,
    into: &'b mut [Word<'a>; TOKENS_MAX],
) -> &'b [Word<'a>] {
    let mut count = 0;
    for (slot, word) in into.iter_mut().zip(is_left(words, taken)) {
        *slot = word;
        count += 1;
    }
    let left = &mut into[..count];
    // No two places of a name have one bit, so that the order is theirs.
    sort_few(left, |word| (word.place, word.bit));
    left
}

/// The first of some words that is short for others, and those.
fn first_short(short: &[Word], words: &[Word]) -> Option<(Mask, Mask)> {
    if words.len() < 2 {
        return None;
    }
    let letters = letters_of(words.iter().copied());
    let mut short = short.iter().filter(|word| may_stand_for(word, letters));
    short.find_map(|word| Some((word.bit, stands_for(word.text, words)?)))
}

/// Whether a link by initials takes up so many words that few other names have them. One that several
/// are read as is two, where there are letters for it.
pub fn is_sure(link: &Link, query: &Query, listed: &[Listed]) -> bool {
    if link.likeness.how != How::Initial {
        return false;
    }
    let asked = || members(link.query).map(|q| &*query.tokens[q].token.text);
    let held = || members(link.listed).map(|l| listed[l].text);
    let words = asked().count().max(held().count());
    let letters = |text: &str| text.len() >= LETTERS_SURE;
    let is_long = if link.query.is_power_of_two() {
        asked().all(letters)
    } else {
        held().all(letters)
    };
    let is_several = |text: &str| initials_of_phrases(text).next().is_some();
    words >= LETTERS_SURE
        || words + 1 == LETTERS_SURE
            && is_long
            && (asked().any(is_several) || held().any(is_several))
}
