//! Likenesses that were found before: the names that a query is compared with share their words, and
//! each reading of the query most of its own.

use super::likeness::{Likeness, likeness};
use crate::name::listed::Listed;
use crate::name::query_token::QueryToken;
use crate::name::token::Kind;
use crate::weights::Weights;

/// What the tokens of one query and of the dictionary are to each other, as far as anybody asked.
#[derive(Debug, Default)]
pub(super) struct Memo {
    /// Different tokens of the query.
    asked: usize,
    /// By token of the dictionary: the last of its rows, counted from 1.
    rows: Vec<u32>,
    /// By row: what is known of its token.
    taken: Vec<Row>,
    /// By row and token of the query: [`UNKNOWN`], [`UNLIKE`], or an index in `likes` and 2.
    cells: Vec<u16>,
    likes: Vec<Likeness>,
}

/// A token of the dictionary that was compared, as it is taken in a name.
#[derive(Clone, Copy, Debug)]
struct Row {
    token: u32,
    kind: Taken,
    /// Another row of the token, counted from 1.
    other: u32,
    /// The first 64 tokens of the query that it is not like, as far as is known.
    unlike: u64,
}

const UNKNOWN: u16 = 0;
const UNLIKE: u16 = 1;

/// What a comparison makes of the kind of a listed token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taken {
    ByLetters,
    ByClass,
    Exactly,
}

impl Taken {
    fn of(kind: Kind) -> Taken {
        match kind {
            Kind::OrganisationForm | Kind::Generic | Kind::Topic => Taken::ByClass,
            Kind::Number | Kind::Ordinal => Taken::Exactly,
            Kind::Word | Kind::Particle | Kind::Initial | Kind::Title => Taken::ByLetters,
        }
    }
}

impl Memo {
    /// Forgets the last query. The next has so many different tokens, the dictionary so many.
    pub(super) fn begin(&mut self, asked: usize, dictionary: usize) {
        for row in self.taken.drain(..) {
            self.rows[row.token as usize] = 0;
        }
        self.rows.resize(dictionary, 0);
        self.cells.clear();
        self.likes.clear();
        self.asked = asked;
    }

    /// As [`likeness`].
    pub(super) fn likeness(
        &mut self,
        query: &QueryToken,
        listed: &Listed,
        weights: &Weights,
    ) -> Likeness {
        let row = self.row(listed);
        self.likeness_in(row, query, listed, weights)
    }

    /// The same, of a listed token whose row is known.
    pub(super) fn likeness_in(
        &mut self,
        row: Option<usize>,
        query: &QueryToken,
        listed: &Listed,
        weights: &Weights,
    ) -> Likeness {
        let (Some(row), Some(asked)) = (row, query.number) else {
            return likeness(query, listed, weights);
        };
        let cell = row * self.asked + asked as usize;
        match self.cells[cell] {
            UNKNOWN => {
                let found = likeness(query, listed, weights);
                if found.value <= 0.0 {
                    self.cells[cell] = UNLIKE;
                    self.taken[row].unlike |= 1_u64.checked_shl(asked).unwrap_or_default();
                } else if let Ok(kept) = u16::try_from(self.likes.len() + 2) {
                    self.cells[cell] = kept;
                    self.likes.push(found);
                }
                found
            }
            UNLIKE => Likeness::NONE,
            kept => self.likes[usize::from(kept) - 2],
        }
    }

    /// The first 64 tokens of the query that a row is not like, as far as is known.
    pub(super) fn unlike(&self, row: Option<usize>) -> u64 {
        row.map_or(0, |row| self.taken[row].unlike)
    }

    /// Whether a row is known to be like none of the tokens of a query with these numbers.
    pub(super) fn is_unlike(&self, row: Option<usize>, numbers: Option<u64>) -> bool {
        let all = row.zip(numbers);
        all.is_some_and(|(row, numbers)| numbers & !self.taken[row].unlike == 0)
    }

    /// The row of a listed token, if it can have one.
    pub(super) fn row(&mut self, listed: &Listed) -> Option<usize> {
        let token = listed.index?;
        let last = self.rows.get_mut(token as usize)?;
        let kind = Taken::of(listed.kind);
        let mut next = *last;
        while let Some(row) = next.checked_sub(1) {
            let known = self.taken[row as usize];
            if known.kind == kind {
                return Some(row as usize);
            }
            next = known.other;
        }
        self.taken.push(Row {
            token,
            kind,
            other: *last,
            unlike: 0,
        });
        *last = self.taken.len() as u32;
        self.cells.resize(self.cells.len() + self.asked, UNKNOWN);
        Some(self.taken.len() - 1)
    }
}
