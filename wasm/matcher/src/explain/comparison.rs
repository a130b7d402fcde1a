//! A query and one name of the lists, in every reading of the query.

use std::ops::Range;

use super::coverage::{has_same_words, is_given_left, meets};
use super::firm_name::is_of_firm;
use super::lone_word::{lone_word, means_nobody};
use super::score::{NameScore, Scoring, score_name};
use super::steps::Step;
use crate::compare::likeness::How;
use crate::compare::link::Link;
use crate::find::asked::Asked;
use crate::name::craft::Craft;
use crate::name::listed::Listed;
use crate::name::masks::members;
use crate::name::query::Query;
use crate::name::reading::{Needs, Reading};
use crate::name::token::Kind;
use crate::name::weigh::BODY;
use crate::snapshot::entry::Strength;
use crate::snapshot::records::Name;
use crate::weights::Weights;

/// A name of the lists, decoded.
#[derive(Clone, Copy, Debug)]
pub struct ListedName<'t, 'a> {
    /// As the snapshot has it.
    pub name: &'t Name,
    /// As whose name it is read: an index in [`crate::name::weigh::BEARERS`].
    pub reading: usize,
    /// Whether it is that of a ship or an aircraft.
    pub craft: Option<Craft>,
    /// Its tokens.
    pub tokens: &'t [Listed<'a>],
}

/// How a query compares with one name, as it stands or read another way.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// The score.
    pub scored: NameScore,
    /// What was compared.
    pub side: Side,
    /// Whether a name in the query, beside others or a remark, has the very tokens of this one.
    pub same_words: bool,
}

/// What of a query was compared with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The query as it stands.
    Whole,
    /// Another reading, by its index.
    Reading(usize),
    /// The stretch of a field that the name accounts for, by its places in [`Query::in_order`].
    Part {
        /// The first.
        first: usize,
        /// The one behind the last.
        end: usize,
        /// Those from the first on that stand for a listed token, as bits.
        asked: u64,
    },
}

/// What comparing names works on, used again for every name.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Of the name that was compared last.
    pub scoring: Scoring,
    /// The stretch of a field that accounts for the name that was compared last.
    pub part: Query,
}

impl Comparison {
    /// Compares a query with a name and leaves the alignment of the better reading; of that alone, where it is
    /// known from before. What is only like a weak alias reaches no more than `penalties.weakLikeMost`.
    pub fn compare(
        &mut self,
        asked: &Asked,
        listed: ListedName,
        known: Option<Side>,
        weights: &Weights,
    ) -> Compared {
        let mut compared = match known {
            Some(side) => self.compare_again(asked, listed, side, weights),
            None => self.compare_in_field(asked, listed, weights),
        };
        let Scoring {
            alignment, steps, ..
        } = &mut self.scoring;
        let is_weak = Strength::of(listed.name.strength) == Strength::Weak;
        if is_weak && !has_same_words(&alignment.links, listed.tokens) {
            let most = weights.penalties.weak_like_most;
            let score = &mut compared.scored.score;
            *score = steps.at_most(Step::WeakAlias, *score, most);
        }
        compared
    }

    /// The same, however little the name scores.
    pub(super) fn compare_exactly(
        &mut self,
        asked: &Asked,
        listed: ListedName,
        weights: &Weights,
    ) -> Compared {
        let least = std::mem::take(&mut self.scoring.least);
        let compared = self.compare(asked, listed, None, weights);
        self.scoring.least = least;
        compared
    }

    /// Compares what was the best of a query before.
    fn compare_again(
        &mut self,
        asked: &Asked,
        listed: ListedName,
        side: Side,
        weights: &Weights,
    ) -> Compared {
        let Comparison { scoring, part } = self;
        let scored = match side {
            Side::Part {
                first,
                end,
                asked: taken,
            } => compare_part(scoring, part, asked, (first..end, taken), listed, weights),
            Side::Whole | Side::Reading(_) => compare_side(scoring, asked, side, listed, weights),
        };
        Compared {
            scored,
            side,
            same_words: false,
        }
    }

    /// Compares the readings of a query, where it may be a name, and the stretch of it that the name
    /// accounts for, where it is a field.
    fn compare_in_field(
        &mut self,
        asked: &Asked,
        listed: ListedName,
        weights: &Weights,
    ) -> Compared {
        let fits = asked.query.fits();
        let whole = fits.then(|| compare_readings(&mut self.scoring, asked, listed, weights));
        let most = weights.penalties.in_text_most;
        let may_be_better = whole.is_none_or(|whole| whole.scored.score < most);
        let alignment = &mut self.scoring.alignment;
        let segment = if may_be_better && asked.query.is_field() {
            let is_ship = listed.craft == Some(Craft::Vessel);
            alignment.segment(
                asked.field(),
                listed.reading,
                is_ship,
                listed.tokens,
                weights,
            )
        } else {
            None
        };
        let (first, end, taken) = match (segment, whole) {
            (None, Some(whole)) => return whole,
            (None, None) => (0, 0, 0),
            (Some(segment), _) => (segment.slots.0, segment.slots.1 + 1, segment.asked),
        };
        let Comparison { scoring, part } = self;
        let scored = compare_part(scoring, part, asked, (first..end, taken), listed, weights);
        match whole {
            Some(whole) if whole.scored.score >= scored.score => {
                compare_side(scoring, asked, whole.side, listed, weights);
                whole
            }
            _ => Compared {
                scored,
                side: Side::Part {
                    first,
                    end,
                    asked: taken,
                },
                same_words: false,
            },
        }
    }
}

/// Compares a stretch of a field with a name and leaves the alignment.
fn compare_part(
    scoring: &mut Scoring,
    part: &mut Query,
    asked: &Asked,
    (slots, taken): (Range<usize>, u64),
    listed: ListedName,
    weights: &Weights,
) -> NameScore {
    asked.field().part(slots, taken, part);
    let mut scored = compare_query(scoring, part, listed, weights);
    let most = weights.penalties.in_text_most;
    scored.score = scoring.steps.at_most(Step::WithinText, scored.score, most);
    scored
}

/// Compares every reading of a query with a name and leaves the alignment of the best; of equals, the
/// query as it stands, and that alone where it has the very words of the name.
fn compare_readings(
    scoring: &mut Scoring,
    asked: &Asked,
    listed: ListedName,
    weights: &Weights,
) -> Compared {
    let mut compare = |side: Side| compare_side(scoring, asked, side, listed, weights);
    let mut compared = Compared {
        scored: NameScore::default(),
        side: Side::Whole,
        same_words: false,
    };
    if asked.query.set_keys[listed.reading] == listed.name.set_key {
        compared.scored = compare(Side::Whole);
        if !compared.scored.reversed {
            return compared;
        }
        compared.scored = NameScore::default();
    }
    for (at, other) in asked.others.iter().enumerate() {
        if !other.is_for(listed.reading, listed.craft) {
            continue;
        }
        let read = compare(Side::Reading(at));
        compared.same_words |=
            other.read_as.is_part() && has_same_tokens(&other.query, listed, &read);
        if read.score > compared.scored.score {
            (compared.scored, compared.side) = (read, Side::Reading(at));
        }
    }
    // Last, as it is the best most often.
    let whole = compare(Side::Whole);
    if whole.score >= compared.scored.score {
        (compared.scored, compared.side) = (whole, Side::Whole);
    } else {
        compare(compared.side);
    }
    compared
}

/// Compares a query as it stands, or one reading of it, with a name and leaves the alignment.
fn compare_side(
    scoring: &mut Scoring,
    asked: &Asked,
    side: Side,
    listed: ListedName,
    weights: &Weights,
) -> NameScore {
    let Side::Reading(at) = side else {
        return compare_query(scoring, &asked.query, listed, weights);
    };
    let reading = &asked.others[at];
    if !may_meet(scoring, reading, listed, weights) {
        return NameScore::default();
    }
    let scored = compare_query(scoring, &reading.query, listed, weights);
    let alignment = &scoring.alignment;
    let places = if reading.is_body_among_names() {
        Some(asked.query.in_order.len())
    } else {
        is_named_by_guess(&alignment.links, reading, listed).then_some(1)
    };
    let says_enough =
        |places: usize| alignment.says_enough(&reading.query, places, listed.tokens, weights);
    if scored.score > 0.0 && places.is_some_and(|places| !says_enough(places)) {
        return NameScore::default();
    }
    as_read(scoring, reading, scored, listed)
}

/// Guessed words of a body's name that say together which it is.
const GUESSES_SURE: usize = 2;

/// Whether no word that a body is called by agrees as it is written, and the only one that does is guessed.
fn is_named_by_guess(links: &[Link], reading: &Reading, listed: ListedName) -> bool {
    let is_named = |link: &Link| {
        let mut words = members(link.listed).map(|l| listed.tokens[l].kind);
        link.likeness.how == How::Same && words.any(|kind| kind == Kind::Word)
    };
    let says_what = |link: &&Link| {
        let mut words = members(link.listed).map(|l| listed.tokens[l].kind);
        words.any(|kind| matches!(kind, Kind::Word | Kind::Topic))
    };
    listed.reading == BODY
        && reading.query.stands_for
        && !links.iter().any(is_named)
        && links.iter().filter(says_what).count() < GUESSES_SURE
}

/// Whether a name may have of a reading what it needs. What stands for whole words of the lists is linked word
/// by word, so that a name with none of them is known before it is aligned.
fn may_meet(
    scoring: &mut Scoring,
    reading: &Reading,
    listed: ListedName,
    weights: &Weights,
) -> bool {
    let query = &reading.query;
    reading.needs != Needs::OtherWords
        || !query.stands_for
        || scoring
            .alignment
            .has_other_word(query, listed.tokens, weights)
}

/// Whether a query has the very tokens of a name that it was compared with, in whatever order.
pub fn has_same_tokens(query: &Query, listed: ListedName, scored: &NameScore) -> bool {
    query.set_keys[listed.reading] == listed.name.set_key
        && !scored.reversed
        && !scored.alone
        && !scored.respelled
}

/// Compares a query, read in one way.
fn compare_query(
    scoring: &mut Scoring,
    query: &Query,
    ListedName {
        reading,
        tokens,
        craft,
        ..
    }: ListedName,
    weights: &Weights,
) -> NameScore {
    let mut scored = score_name(scoring, query, reading, tokens, weights);
    let Scoring {
        alignment, steps, ..
    } = scoring;
    if means_nobody(query, &alignment.links, tokens, reading) {
        return NameScore::default();
    }
    let is_lone = scored.score > 0.0 && !scored.childs && !is_given_left(query, alignment);
    let lone = query.lone().filter(|_| is_lone);
    if let Some(at) = lone {
        let lone = lone_word(
            scored.score,
            (query, at),
            &alignment.links,
            tokens,
            reading,
            weights,
        );
        steps.record(Step::LoneWord, scored.score, lone);
        scored.score = lone;
    }
    if craft.is_some() && is_of_firm(query, tokens, alignment) {
        let most = weights.penalties.common_part_most;
        scored.score = steps.at_most(Step::FewWords, scored.score, most);
    }
    scored
}

/// The score of what was compared last, as another reading than the whole query reaches it.
fn as_read(
    scoring: &mut Scoring,
    reading: &Reading,
    mut scored: NameScore,
    listed: ListedName,
) -> NameScore {
    let Scoring {
        alignment, steps, ..
    } = scoring;
    if !meets(
        reading.needs,
        &alignment.links,
        &reading.query,
        listed.tokens,
    ) {
        return NameScore::default();
    }
    scored.score = steps.at_most(Step::OneOfSeveralNames, scored.score, reading.most);
    scored
}
