//! Two or three tokens that the other side writes as one: `Abd al-Rahman` and `Abdurrahman`.

use super::likeness::{How, Likeness};
use super::link::Link;
use crate::name::listed::Listed;
use crate::name::masks::Mask;
use crate::name::query::Query;
use crate::name::query_token::QueryToken;
use crate::name::token::{Kind, TOKENS_MAX};
use crate::text::edits::{LETTERS_MAX, Pattern, edits_least};
use crate::text::fold::seam_is_doubled;
use crate::text::phonetic::joined_skeleton;
use crate::weights::Weights;

/// Left-over tokens of one side that are tried together.
const JOINED_MAX: usize = 8;
/// Letters of a joined word for which one may differ, and from how many any may.
const LETTERS_PER_JOINED_EDIT: u32 = 5;
const JOINED_EDITS_FROM: u32 = 8;

/// The best join of tokens that are not accounted for, and how many ways were tried.
pub(super) fn join_best(
    query: &Query,
    listed: &[Listed],
    (q_taken, l_taken): (Mask, Mask),
    joined: &mut String,
    weights: &Weights,
) -> (Option<Link>, u64) {
    let (mut asked, mut others) = ([Piece::NONE; JOINED_MAX], [Piece::NONE; JOINED_MAX]);
    let tokens = query.tokens.iter().map(|token| &**token);
    let asked = left_over(&mut asked, tokens, q_taken, Piece::of_query);
    let others = left_over(&mut others, listed.iter(), l_taken, Piece::of_listed);
    if asked.is_empty() || others.is_empty() || asked.len() + others.len() < 3 {
        return (None, 0);
    }
    let effort = joins(asked.len(), others.len()) + joins(others.len(), asked.len());
    let split_in_query = best_join(asked, others, joined, weights);
    let split_in_list = best_join(others, asked, joined, weights).map(|found| Link {
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

/// A token that may be part of a compound, or a compound.
#[derive(Clone, Copy)]
struct Piece<'a> {
    bit: Mask,
    /// Where it stands in its name.
    place: usize,
    fold: &'a str,
    text: &'a str,
    /// The letters of the fold.
    bag: u32,
    skeleton: u32,
    unvowelled: bool,
    known: bool,
    first_sound: u8,
    syllabic: bool,
    kind: Kind,
}

impl<'a> Piece<'a> {
    const NONE: Piece<'static> = Piece {
        bit: 0,
        place: 0,
        fold: "",
        text: "",
        bag: 0,
        skeleton: 0,
        unvowelled: false,
        known: false,
        first_sound: 0,
        syllabic: false,
        kind: Kind::Word,
    };

    fn of_query(_: usize, of: &'a QueryToken) -> Piece<'a> {
        Piece {
            bit: 0,
            place: of.position as usize,
            fold: &of.token.fold,
            text: &of.token.text,
            bag: of.pattern.bag(),
            skeleton: of.token.skeleton,
            unvowelled: of.token.unvowelled,
            known: of.known,
            first_sound: of.first_sound,
            syllabic: of.syllabic,
            kind: of.kinds[0],
        }
    }

    fn of_listed(place: usize, of: &Listed<'a>) -> Piece<'a> {
        Piece {
            bit: 0,
            place,
            fold: of.fold,
            text: of.text,
            bag: of.bags[0],
            skeleton: of.skeleton,
            unvowelled: of.unvowelled,
            known: of.known,
            first_sound: of.first_sound,
            syllabic: false,
            kind: of.kind,
        }
    }

    /// Whether it may be the first part of the letters of another.
    fn begins(&self, whole: &Piece) -> bool {
        let first = |text: &str| text.bytes().next();
        first(self.fold) == first(whole.fold)
    }
}

/// Tokens of one side that nothing accounts for.
fn left_over<'b, 'a, Token>(
    into: &'b mut [Piece<'a>; JOINED_MAX],
    tokens: impl Iterator<Item = Token>,
    taken: Mask,
    part_of: impl Fn(usize, Token) -> Piece<'a>,
) -> &'b [Piece<'a>] {
    let left = tokens
        .take(TOKENS_MAX)
        .enumerate()
        .filter(|(at, _)| taken & (1 << at) == 0)
        .map(|(at, token)| Piece {
            bit: 1 << at,
            ..part_of(at, token)
        })
        .filter(|part| part.kind != Kind::Number);
    let mut count = 0;
    for (slot, part) in into.iter_mut().zip(left) {
        *slot = part;
        count += 1;
    }
    &into[..count]
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
    joined: &mut String,
    weights: &Weights,
) -> Option<Link> {
    let mut best = Joins {
        best: None,
        joined,
        weights,
    };
    let any_known = parts.iter().any(|part| part.known);
    for whole in wholes.iter().filter(|whole| whole.fold.len() >= 4) {
        let mut pattern = None;
        for a in parts {
            let begins = a.begins(whole);
            if !begins && !any_known {
                continue;
            }
            for b in parts.iter().filter(|b| b.bit != a.bit) {
                let letters = a.fold.len() + b.fold.len();
                if begins && is_near(letters, whole) {
                    best.consider(&[a, b], whole, &mut pattern);
                } else if any_known {
                    best.consider_unvowelled(&[a, b], whole);
                }
                // Only letters can be in three parts.
                for c in parts.iter().filter(|_| begins) {
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

/// Whether two words have the consonants of a third, and one side has no short vowels. One of them is
/// a word that makes compounds: those of any two are shared by too many names. Where both are, as in
/// `Abd Allah`, either side may be spelt in any way.
fn spells_unvowelled(parts: &[&Piece], whole: &Piece) -> bool {
    let bare = parts.iter().any(|part| part.unvowelled);
    let known = parts.iter().filter(|part| part.known).count();
    let vowels_left_out = bare != whole.unvowelled;
    if parts.len() != 2 || whole.skeleton == 0 || known == 0 {
        return false;
    }
    // The article belongs to what follows it.
    if parts[1].text == "al" {
        return false;
    }
    let first = match parts[0].first_sound {
        0 => parts[1].first_sound,
        sound => sound,
    };
    let compound = known == 2 && parts[0].text != "al";
    first == whole.first_sound
        && (compound || known == 1 && vowels_left_out)
        && joined_skeleton(parts[0].text, parts[1].text) == whole.skeleton
}

/// Whether parts of so many letters may spell a whole.
fn is_near(letters: usize, whole: &Piece) -> bool {
    letters.abs_diff(whole.fold.len()) <= 2
}

/// How alike the letters of parts are to those of a whole that begins as they do and is near them in
/// length. `pattern` is of the
/// whole, made when it is first needed.
fn by_letters(
    parts: &[&Piece],
    whole: &Piece,
    joined: &mut String,
    pattern: &mut Option<Pattern>,
    weights: &Weights,
) -> Option<Likeness> {
    let syllabic = whole.syllabic || parts.iter().any(|part| part.syllabic);
    // Syllables in another order are another name.
    let in_order = |pair: &[&Piece]| pair[0].place + 1 == pair[1].place;
    if syllabic && !parts.windows(2).all(in_order) {
        return None;
    }
    let (whole, bag) = (whole.fold, whole.bag);
    let letters: usize = parts.iter().map(|part| part.fold.len()).sum();
    let allowed = |letters: usize| match letters as u32 {
        longer if longer < JOINED_EDITS_FROM || syllabic => 0,
        longer => longer / LETTERS_PER_JOINED_EDIT,
    };
    let most = allowed(letters.max(whole.len()));
    let of_parts = parts.iter().fold(0, |bag, part| bag | part.bag);
    if letters <= LETTERS_MAX && edits_least(of_parts, bag) > most {
        return None;
    }
    joined.clear();
    for part in parts {
        let doubled = seam_is_doubled(joined.as_bytes(), part.fold.as_bytes());
        joined.push_str(&part.fold[usize::from(doubled)..]);
    }
    let longer = joined.len().max(whole.len());
    let allowed = allowed(longer);
    let edits = if allowed == 0 {
        (joined == whole).then_some(0)?
    } else {
        pattern
            .get_or_insert_with(|| Pattern::new(whole))
            .distance(joined, allowed)?
    };
    let edit = 1.0 - f64::from(edits) / longer.max(1) as f64;
    Some(Likeness {
        value: weights.similarity.joined * edit,
        how: How::Joined,
        edit,
        sounds: edits == 0,
    })
}
