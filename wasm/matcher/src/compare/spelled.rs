//! Words that the other side writes together or apart, letter by letter and however many they are:
//! `Vladimirputin`, `EP-GOM` and `EPGOM`, `Is lamic Sta te`.

use super::likeness::{How, Likeness};
use super::link::Link;
use super::piece::{Follows, Piece, is_next, left_over, may_follow};
use crate::name::few::sort_few;
use crate::name::listed::Listed;
use crate::name::masks::{Mask, left_of_all, members};
use crate::name::query::Query;
use crate::name::token::Kind;
use crate::text::fold::seam_is_doubled;
use crate::text::jumble::LETTERS_MIN;
use crate::text::word::first_bits;
use crate::weights::Weights;

/// Left-over tokens of one side that are tried together.
const PIECES_MAX: usize = 12;
/// Pieces that are tried behind others to spell a word: of twelve alike, each order is as good as another.
const TRIES_MAX: u32 = 1_000;

/// What is left of both sides where either spells the other: they have the same letters.
pub(super) fn same_letters(
    query: &Query,
    listed: &[Listed],
    taken: (Mask, Mask),
    letters: &mut String,
    weights: &Weights,
) -> Option<Link> {
    let (mut asked, mut held) = ([Piece::NONE; PIECES_MAX], [Piece::NONE; PIECES_MAX]);
    let (asked, held) = left_of(query, listed, taken, (&mut asked, &mut held));
    if asked.len() + held.len() < 3 {
        return None;
    }
    let all = |pieces: &[Piece]| pieces.iter().fold(0, |bits, piece| bits | piece.bit);
    let mut spells = |whole: &[Piece], parts: &[Piece], follows: Follows| {
        letters.clear();
        for piece in whole {
            letters.push_str(piece.text);
        }
        cover(letters, parts, by_text, follows) == Some(all(parts))
    };
    (spells(asked, held, may_follow) || spells(held, asked, is_next))
        .then(|| link(all(asked), all(held), weights))
}

/// A word of one side and the words of the other that it is written together of.
pub(super) fn glued(
    query: &Query,
    listed: &[Listed],
    taken: (Mask, Mask),
    weights: &Weights,
) -> Option<Link> {
    if !may_be_glued(query, listed, taken) {
        return None;
    }
    let (mut asked, mut held) = ([Piece::NONE; PIECES_MAX], [Piece::NONE; PIECES_MAX]);
    let (asked, held) = left_of(query, listed, taken, (&mut asked, &mut held));
    let is_long = |piece: &Piece| {
        let letters = piece.text.len() + usize::from(piece.kind == Kind::Number);
        letters >= LETTERS_MIN
    };
    let find = |wholes: &[Piece], parts: &[Piece], follows: Follows| {
        if parts.len() < 2 {
            return None;
        }
        // So are letters with full stops between them: `Q.V.R.`
        let letters = parts.iter().filter(|part| part.text.len() == 1).count();
        let may_be = |whole: &&Piece| is_long(whole) || (3..=letters).contains(&whole.text.len());
        let long = wholes.iter().filter(may_be);
        let mut spelt = long.filter_map(|whole| {
            let by_text = cover(whole.text, parts, by_text, follows);
            let parts = by_text.or_else(|| cover(whole.fold, parts, by_fold, follows))?;
            Some((whole.bit, parts))
        });
        spelt.find(|(_, parts)| parts.count_ones() > 1)
    };
    let in_query = find(asked, held, may_follow).map(|(asked, held)| link(asked, held, weights));
    in_query.or_else(|| find(held, asked, is_next).map(|(held, asked)| link(asked, held, weights)))
}

/// Whether a word that is left of one side begins with a shorter one of the other, which has two left at
/// least. Most names are told apart by this.
fn may_be_glued(query: &Query, listed: &[Listed], (q_taken, l_taken): (Mask, Mask)) -> bool {
    let (asked, held) = (
        left_of_all(query.tokens.len(), q_taken),
        left_of_all(listed.len(), l_taken),
    );
    if asked == 0 || held == 0 || asked.count_ones() + held.count_ones() < 3 {
        return false;
    }
    // Most words begin with another letter.
    let asked_first = members(asked).map(|q| &query.tokens[q].token);
    let asked_first = asked_first.fold(0, |all, t| all | first_bits(&t.text, &t.fold));
    let held_first = members(held).map(|l| &listed[l]);
    let held_first = held_first.fold(0, |all, t| all | first_bits(t.text, t.fold));
    if asked_first & held_first == 0 {
        return false;
    }
    let begins = |whole: &str, part: &str| whole.len() > part.len() && whole.starts_with(part);
    members(asked).any(|q| {
        let asked = &query.tokens[q].token;
        members(held).any(|l| {
            let held = &listed[l];
            let by_text = begins(&asked.text, held.text) || begins(held.text, &asked.text);
            by_text || begins(&asked.fold, held.fold) || begins(held.fold, &asked.fold)
        })
    })
}

/// What nothing accounts for, in the order of each text.
fn left_of<'b, 'a>(
    query: &'a Query,
    listed: &[Listed<'a>],
    (q_taken, l_taken): (Mask, Mask),
    (asked, held): (&'b mut [Piece<'a>], &'b mut [Piece<'a>]),
) -> (&'b [Piece<'a>], &'b [Piece<'a>]) {
    let tokens = query.tokens.iter().map(|token| &**token);
    let asked = left_over(asked, tokens, (q_taken, |_| true), Piece::of_query);
    let held = left_over(held, listed.iter(), (l_taken, |_| true), Piece::of_listed);
    sort_few(asked, |piece| (piece.place, piece.bit));
    (asked, held)
}

fn link(query: Mask, listed: Mask, weights: &Weights) -> Link {
    Link {
        query,
        listed,
        likeness: Likeness {
            value: weights.similarity.joined,
            how: How::Joined,
            edit: 1.0,
            sounds: true,
        },
    }
}

fn by_text<'a>(piece: &Piece<'a>) -> &'a str {
    piece.text
}

fn by_fold<'a>(piece: &Piece<'a>) -> &'a str {
    piece.fold
}

/// The pieces that spell letters, as bits; each is used once at most. None where [`TRIES_MAX`] find none.
fn cover<'a>(
    letters: &str,
    pieces: &[Piece<'a>],
    spelling: fn(&Piece<'a>) -> &'a str,
    follows: Follows,
) -> Option<Mask> {
    let mut tries = TRIES_MAX;
    let (letters, ways) = (letters.as_bytes(), (spelling, follows));
    spell(letters, pieces, ways, (0, None), &mut tries)
}

/// The pieces that spell the rest of some letters, and those `used` for the letters before it, the last
/// of which is known.
fn spell<'a>(
    rest: &[u8],
    pieces: &[Piece<'a>],
    (spelling, follows): (fn(&Piece<'a>) -> &'a str, Follows),
    (used, last): (Mask, Option<&Piece<'a>>),
    tries: &mut u32,
) -> Option<Mask> {
    if rest.is_empty() {
        return Some(used);
    }
    *tries = tries.checked_sub(1)?;
    pieces.iter().find_map(|piece| {
        let text = spelling(piece).as_bytes();
        if used & piece.bit != 0
            || text.is_empty()
            || last.is_some_and(|last| !follows(last, piece))
        {
            return None;
        }
        let is_doubled = last.is_some_and(|last| seam_is_doubled(spelling(last).as_bytes(), text));
        let after = rest.strip_prefix(text).or_else(|| {
            let once = text.get(1..).filter(|text| is_doubled && !text.is_empty());
            once.and_then(|text| rest.strip_prefix(text))
        });
        spell(
            after?,
            pieces,
            (spelling, follows),
            (used | piece.bit, Some(piece)),
            tries,
        )
    })
}
