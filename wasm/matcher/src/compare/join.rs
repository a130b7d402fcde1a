//! Two or three tokens that the other side writes as one: `Abd al-Rahman` and `Abdurrahman`.

use super::likeness::{How, Likeness};
use super::link::Link;
use super::piece::{Follows, Piece, is_next, left_over, may_follow};
use super::spelling::{by_letters, is_near, spells_unvowelled};
use crate::name::listed::Listed;
use crate::name::masks::{Mask, left_of_all, members};
use crate::name::query::Query;
use crate::name::query_token::QueryToken;
use crate::name::token::Kind;
use crate::text::edits::Pattern;
use crate::text::word::first_bit;
use crate::weights::Weights;

/// Shortest token that the other side may write in parts.
const WHOLE_LETTERS_MIN: usize = 4;
/// Left-over tokens of one side that are tried together.
const JOINED_MAX: usize = 8;

/// The best join of tokens that are not accounted for, and how many ways were tried.
pub(super) fn join_best(
    query: &Query,
    listed: &[Listed],
    (q_taken, l_taken): (Mask, Mask),
    joined: &mut String,
    weights: &Weights,
) -> (Option<Link>, u64) {
    if !may_be_joined(query, listed, (q_taken, l_taken)) {
        return (None, 0);
    }
    let (mut asked, mut others) = ([Piece::NONE; JOINED_MAX], [Piece::NONE; JOINED_MAX]);
    let tokens = query.tokens.iter().map(|token| &**token);
    let asked = left_over(&mut asked, tokens, (q_taken, is_written), Piece::of_query);
    let others = left_over(
        &mut others,
        listed.iter(),
        (l_taken, is_written),
        Piece::of_listed,
    );
    let (asked, others) = (&*asked, &*others);
    if asked.is_empty() || others.is_empty() || asked.len() + others.len() < 3 {
        return (None, 0);
    }
    let effort = joins(asked.len(), others.len()) + joins(others.len(), asked.len());
    let split_in_query = best_join(asked, others, is_next, joined, weights);
    let split_in_list = best_join(others, asked, may_follow, joined, weights).map(|found| Link {
        query: found.listed,
        listed: found.query,
        likeness: found.likeness,
    });
    let link = match (split_in_query, split_in_list) {
        (Some(a), Some(b)) if b.likeness.value > a.likeness.value => Some(b),
        (a, b) => a.or(b),
    };
    (link, effort)
}

/// Whether what is left of one side may be parts of a token that is left of the other, by how it begins or as
/// words that make compounds. Most names are told apart by this.
fn may_be_joined(query: &Query, listed: &[Listed], (q_taken, l_taken): (Mask, Mask)) -> bool {
    let asked = left_of_all(query.tokens.len(), q_taken);
    let held = left_of_all(listed.len(), l_taken);
    let (in_query, in_list) = (asked.count_ones(), held.count_ones());
    if asked == 0 || held == 0 || in_query + in_list < 3 {
        return false;
    }
    let begins = |part: &str, whole: &str| {
        whole.len() >= WHOLE_LETTERS_MIN && part.as_bytes().first() == whole.as_bytes().first()
    };
    let asked_first = members(asked).fold(0, |all, q| all | first_bit(&query.tokens[q].token.fold));
    let held_first = members(held).fold(0, |all, l| all | first_bit(listed[l].fold));
    let known = |is: &dyn Fn(bool, bool) -> bool| {
        let asked = members(asked).map(|q| &query.tokens[q]);
        let asked = asked.map(|t| is(t.known, t.token.unvowelled));
        let held = members(held).map(|l| is(listed[l].known, listed[l].unvowelled));
        asked.chain(held).filter(|is| *is).count()
    };
    let makes_compounds = || match known(&|known, _| known) {
        0 => false,
        1 => known(&|_, unvowelled| unvowelled) > 0,
        _ => true,
    };
    let any = |may_be: &dyn Fn(&QueryToken, &Listed) -> bool| {
        members(asked).any(|q| members(held).any(|l| may_be(&query.tokens[q], &listed[l])))
    };
    let begin = |asked: &QueryToken, held: &Listed| {
        let (asked, held) = (&*asked.token.fold, held.fold);
        in_query > 1 && begins(asked, held) || in_list > 1 && begins(held, asked)
    };
    // A first part without a consonant says nothing of the whole.
    let sound = |asked: &QueryToken, held: &Listed| {
        let sounds = [asked.first_sound, held.first_sound];
        sounds[0] == sounds[1] || sounds.contains(&0)
    };
    asked_first & held_first != 0 && any(&begin) || makes_compounds() && any(&sound)
}

/// Whether a token is letters, which may be misspelt, and no number.
fn is_written(kind: Kind) -> bool {
    kind != Kind::Number
}

/// Ways to make one of so many wholes of two or three of so many parts.
fn joins(parts: usize, wholes: usize) -> u64 {
    let pairs = parts * parts.saturating_sub(1);
    (wholes * (pairs + pairs * parts.saturating_sub(2))) as u64
}

/// The two or three of `parts` that best spell one of `wholes`.
fn best_join(
    parts: &[Piece],
    wholes: &[Piece],
    follows: Follows,
    joined: &mut String,
    weights: &Weights,
) -> Option<Link> {
    let mut best = Joins {
        best: None,
        joined,
        weights,
    };
    let known = parts.iter().filter(|part| part.known).count();
    let bare = parts.iter().any(|part| part.unvowelled);
    for whole in wholes
        .iter()
        .filter(|whole| whole.fold.len() >= WHOLE_LETTERS_MIN)
    {
        let mut pattern = None;
        let any_known = known > 1 || known == 1 && (bare || whole.unvowelled);
        for a in parts {
            let begins = a.begins(whole);
            let sounds = any_known && [0, whole.first_sound].contains(&a.first_sound);
            if !begins && !sounds {
                continue;
            }
            for b in parts.iter().filter(|b| b.bit != a.bit && follows(a, b)) {
                let letters = a.fold.len() + b.fold.len();
                if begins && is_near(letters, whole) {
                    best.consider(&[a, b], whole, &mut pattern);
                } else if sounds {
                    best.consider_unvowelled(&[a, b], whole);
                }
                // Only letters can be in three parts.
                for c in parts.iter().filter(|c| begins && follows(b, c)) {
                    if (a.bit | b.bit) & c.bit == 0 && is_near(letters + c.fold.len(), whole) {
                        best.consider(&[a, b, c], whole, &mut pattern);
                    }
                }
            }
        }
    }
    best.best
}

/// The best of the joins that were considered.
struct Joins<'a> {
    best: Option<Link>,
    joined: &'a mut String,
    weights: &'a Weights,
}

impl Joins<'_> {
    fn consider(&mut self, parts: &[&Piece], whole: &Piece, pattern: &mut Option<Pattern>) {
        match by_letters(parts, whole, self.joined, pattern, self.weights) {
            Some(likeness) => self.keep(parts, whole, likeness),
            None => self.consider_unvowelled(parts, whole),
        }
    }

    fn consider_unvowelled(&mut self, parts: &[&Piece], whole: &Piece) {
        if spells_unvowelled(parts, whole) {
            let s = &self.weights.similarity;
            let likeness = Likeness {
                value: s.joined * s.unvowelled,
                how: How::Joined,
                edit: 0.0,
                sounds: true,
            };
            self.keep(parts, whole, likeness);
        }
    }

    fn keep(&mut self, parts: &[&Piece], whole: &Piece, likeness: Likeness) {
        let better = |known: Link| likeness.value > known.likeness.value;
        if self.best.is_none_or(better) {
            self.best = Some(Link {
                query: parts.iter().fold(0, |bits, part| bits | part.bit),
                listed: whole.bit,
                likeness,
            });
        }
    }
}
