//! Links what is left of one name to the words of the other that it is short for.

use super::abbreviation::{LETTERS_SURE, Word, stands_for};
use super::likeness::{How, Likeness};
use super::link::Link;
use crate::name::initials::may_be_short;
use crate::name::listed::Listed;
use crate::name::masks::Mask;
use crate::name::query::Query;
use crate::name::token::TOKENS_MAX;
use crate::name::weigh::BODY;
use crate::text::organisations::{first_letter, letters_in_short};
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
    let (mut asked, mut held) = ([Word::NONE; TOKENS_MAX], [Word::NONE; TOKENS_MAX]);
    let of_query = query.tokens.iter().map(|t| Word {
        text: &t.token.text,
        class: t.token.form,
        kind: t.kinds[BODY],
        place: t.position,
        unvowelled: t.token.unvowelled,
        bit: 0,
    });
    let of_list = listed.iter().zip(0..).map(|(t, place)| Word {
        text: t.text,
        class: t.form,
        kind: t.kind,
        place,
        unvowelled: t.unvowelled,
        bit: 0,
    });
    let asked = left_over(of_query, q_taken, &mut asked);
    let held = left_over(of_list, l_taken, &mut held);
    let swap = |(listed, query)| (query, listed);
    let (query, listed) =
        first_short(asked, held).or_else(|| first_short(held, asked).map(swap))?;
    Some(Link {
        query,
        listed,
        likeness: Likeness {
            value: weights.similarity.initials,
            how: How::Initial,
            edit: 0.0,
            sounds: false,
        },
    })
}

/// What nothing accounts for, in the order of the text.
fn left_over<'b, 'a>(
    words: impl Iterator<Item = Word<'a>>,
    taken: Mask,
    into: &'b mut [Word<'a>; TOKENS_MAX],
) -> &'b [Word<'a>] {
    let words = words.take(TOKENS_MAX).enumerate();
    let left = words.filter(|(at, _)| taken & (1 << at) == 0);
    let mut count = 0;
    for (slot, (at, word)) in into.iter_mut().zip(left) {
        *slot = Word {
            bit: 1 << at,
            ..word
        };
        count += 1;
    }
    let left = &mut into[..count];
    // No two places of a name have one bit, so that the order is theirs.
    left.sort_unstable_by_key(|word| (word.place, word.bit));
    left
}

/// The first of some words that is short for others, and those.
fn first_short(short: &[Word], words: &[Word]) -> Option<(Mask, Mask)> {
    if words.len() < 2 {
        return None;
    }
    let letters = words.iter().fold(0, |letters, word| {
        letters | letters_in_short(word.text, word.class)
    });
    // The first letter and another begin words.
    let begins = |text: &str| {
        let count = (0..text.len()).filter(|at| first_letter(&text[*at..]) & letters != 0);
        first_letter(text) & letters != 0 && count.count() >= 2
    };
    short
        .iter()
        .filter(|word| !word.unvowelled && may_be_short(word.text, word.kind))
        .filter(|word| begins(word.text))
        .find_map(|word| Some((word.bit, stands_for(word.text, words)?)))
}

/// Whether a link by initials takes up so many words that few other names have them.
#[must_use]
pub fn is_sure(link: &Link) -> bool {
    let words = link.query.count_ones().max(link.listed.count_ones());
    link.likeness.how == How::Initial && words as usize >= LETTERS_SURE
}
