//! A query and one name of the lists, in every reading of the query.

use super::coverage::{has_same_words, is_given_left, meets};
use super::firm_name::is_of_firm;
use super::lone_word::{lone_word, means_nobody};
use super::score::{NameScore, Scoring, score_name, score_part};
use super::steps::Step;
use crate::find::asked::Asked;
use crate::find::scratch::Scratch;
use crate::name::craft::Craft;
use crate::name::listed::Listed;
use crate::name::query::Query;
use crate::name::reading::Reading;
use crate::name::token::TOKENS_MAX;
use crate::snapshot::entry::Strength;
use crate::snapshot::lists::Lists;
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
    /// The words of a text that the name accounts for.
    Part,
}

/// What comparing names works on, used again for every name.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Of the name that was compared last.
    pub scoring: Scoring,
    /// The words of a text that account for the name that was compared last.
    pub part: Query,
}

impl Comparison {
    /// Compares a query with a name and leaves the alignment of the better reading. What is only like a
    /// weak alias reaches no more than `penalties.weakLikeMost`.
    pub fn compare(
        &mut self,
        lists: &Lists,
        scratch: &Scratch,
        asked: &Asked,
        listed: ListedName,
        weights: &Weights,
    ) -> Compared {
        let mut compared = if asked.is_text {
            self.compare_in_text(lists, scratch, asked, listed, weights)
        } else {
            compare_readings(&mut self.scoring, asked, listed, weights)
        };
        let Scoring { alignment, steps } = &mut self.scoring;
        let is_weak = Strength::of(listed.name.strength) == Strength::Weak;
        if is_weak && !has_same_words(&alignment.links, listed.tokens) {
            let most = weights.penalties.weak_like_most;
            let score = &mut compared.scored.score;
            *score = steps.at_most(Step::WeakAlias, *score, most);
        }
        compared
    }

    /// Compares the words of a text that a name accounts for, and the whole where it may be a name.
    fn compare_in_text(
        &mut self,
        lists: &Lists,
        scratch: &Scratch,
        asked: &Asked,
        listed: ListedName,
        weights: &Weights,
    ) -> Compared {
        let Comparison { scoring, part } = self;
        let ListedName {
            name,
            reading,
            tokens,
            ..
        } = listed;
        let fits = asked.query.fits();
        if fits {
            asked.query.part(0..TOKENS_MAX, part);
        } else {
            let used = lists.snapshot.name_tokens(name).map(|used| used.token);
            scratch.part_for(&asked.query, used, part);
        }
        let mut scored = score_part(scoring, part, reading, tokens, weights);
        let (asked_in, _) = scoring.alignment.accounted();
        let is_settled = asked_in.count_ones() as usize == part.tokens.len();
        if fits {
            let whole = score_name(scoring, &asked.query, reading, tokens, weights);
            if whole.score >= scored.score {
                return Compared {
                    scored: whole,
                    side: Side::Whole,
                    same_words: false,
                };
            }
        }
        // Of words that all stand for something the same would come out.
        if fits || !is_settled {
            scored = score_part(scoring, part, reading, tokens, weights);
        }
        Compared {
            scored,
            side: Side::Part,
            same_words: false,
        }
    }
}

/// Compares every reading of a query with a name and leaves the alignment of the best; of equals, the
/// query as it stands, and that alone where it has the very words of the name.
fn compare_readings(
    scoring: &mut Scoring,
    asked: &Asked,
    listed: ListedName,
    weights: &Weights,
) -> Compared {
    let mut compare = |reading: Option<&Reading>| {
        let query = reading.map_or(&asked.query, |reading| &reading.query);
        let scored = compare_query(scoring, query, listed, weights);
        match reading {
            Some(reading) => as_read(scoring, reading, scored, listed),
            None => scored,
        }
    };
    let mut scored = compare(None);
    let (mut best, mut last) = (None, None);
    let mut same_words = false;
    let exact = asked.query.set_keys[listed.reading] == listed.name.set_key && !scored.reversed;
    let others = if exact { &[] } else { &*asked.others };
    for (at, other) in others.iter().enumerate() {
        if !other.is_for(listed.reading, listed.craft) {
            continue;
        }
        let read = compare(Some(other));
        last = Some(at);
        same_words |= other.read_as.is_part() && has_same_tokens(&other.query, listed, &read);
        if read.score > scored.score {
            (scored, best) = (read, last);
        }
    }
    if best != last {
        compare(best.map(|at| &asked.others[at]));
    }
    let side = best.map_or(Side::Whole, Side::Reading);
    Compared {
        scored,
        side,
        same_words,
    }
}

/// Whether a query has the very tokens of a name that it was compared with, in whatever order.
#[must_use]
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
    let Scoring { alignment, steps } = scoring;
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
    if craft.is_some_and(|craft| is_of_firm(query, tokens, craft, alignment)) {
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
    let Scoring { alignment, steps } = scoring;
    if !meets(reading.needs, &alignment.links, listed.tokens) {
        return NameScore::default();
    }
    scored.score = steps.at_most(Step::OneOfSeveralNames, scored.score, reading.most);
    scored
}
