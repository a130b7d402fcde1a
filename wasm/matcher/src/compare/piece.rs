//! A token that may be part of a compound, or a compound.

use crate::name::listed::Listed;
use crate::name::masks::Mask;
use crate::name::query_token::QueryToken;
use crate::name::token::{Kind, TOKENS_MAX};

/// A token that may be part of a compound, or a compound.
#[derive(Clone, Copy)]
pub(super) struct Piece<'a> {
    pub(super) bit: Mask,
    /// Where it stands in its name.
    pub(super) place: usize,
    pub(super) fold: &'a str,
    pub(super) text: &'a str,
    /// The letters of the fold.
    pub(super) bag: u32,
    pub(super) skeleton: u32,
    pub(super) unvowelled: bool,
    pub(super) known: bool,
    pub(super) first_sound: u8,
    pub(super) syllabic: bool,
    pub(super) kind: Kind,
}

impl<'a> Piece<'a> {
    pub(super) const NONE: Piece<'static> = Piece {
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

    pub(super) fn of_query(_: usize, of: &'a QueryToken) -> Piece<'a> {
        Piece {
            bit: 0,
            place: of.place as usize,
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

    pub(super) fn of_listed(place: usize, of: &Listed<'a>) -> Piece<'a> {
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
    pub(super) fn begins(&self, whole: &Piece) -> bool {
        let first = |text: &str| text.bytes().next();
        first(self.fold) == first(whole.fold)
    }
}

/// Whether a piece may stand behind another in what they spell.
pub(super) type Follows = fn(&Piece, &Piece) -> bool;

/// Words of a list in whatever order, but its letters in theirs: `Comet` is no T.E.M. Co.
pub(super) fn may_follow(last: &Piece, piece: &Piece) -> bool {
    last.text.len() > 1 || piece.text.len() > 1 || last.place < piece.place
}

/// Words that may stand between two of a query that spell one: an article.
const BETWEEN_MAX: usize = 1;

/// Words of a query as they stand, or the first behind the last: `zadeh, Mohsen Fakhri`. `Bre Lla` is no LLABRE.
pub(super) fn is_next(last: &Piece, piece: &Piece) -> bool {
    let near = last.place..=last.place + 1 + BETWEEN_MAX;
    near.contains(&piece.place) || piece.place == 0 && last.place > 1
}

/// Tokens of one side that nothing accounts for, of the kinds that are wanted.
pub(super) fn left_over<'b, 'a, Token>(
    into: &'b mut [Piece<'a>],
    tokens: impl Iterator<Item = Token>,
    (taken, is_wanted): (Mask, fn(Kind) -> bool),
    part_of: impl Fn(usize, Token) -> Piece<'a>,
) -> &'b mut [Piece<'a>] {
    let left = tokens
        .take(TOKENS_MAX)
        .enumerate()
        .filter(|(at, _)| taken & (1 << at) == 0)
        .map(|(at, token)| Piece {
            bit: 1 << at,
            ..part_of(at, token)
        })
        .filter(|part| is_wanted(part.kind));
    let mut count = 0;
    for (slot, part) in into.iter_mut().zip(left) {
        *slot = part;
        count += 1;
    }
    &mut into[..count]
}
