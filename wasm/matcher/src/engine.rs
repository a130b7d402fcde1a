//! Answers a query from one snapshot.

use crate::compare::alignment::Alignment;
use crate::compare::likeness::Listed;
use crate::explain::answer::{MatchQuery, MatchResult};
use crate::explain::candidate::{explain, find_addresses, round};
use crate::explain::evidence::{compare_births, compare_nationalities, weigh_evidence};
use crate::explain::score::{NameScore, has_same_words, lone_word, score_name, score_part};
use crate::explain::steps::Step;
use crate::find::asked::Asked;
use crate::find::candidates::Scratch;
use crate::name::parse::TOKENS_MAX;
use crate::name::query::{PERSON, Query};
use crate::snapshot::entry::Strength;
use crate::snapshot::format::Section;
use crate::snapshot::lists::Lists;
use crate::snapshot::records::Name;
use crate::weights::Weights;

/// Version of the engine. It changes with every answer that changes.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Candidates of an answer.
const CANDIDATES_MAX: usize = 64;

/// Everything that is kept between queries, none of which shows in an answer.
#[derive(Debug, Default)]
pub struct Working {
    scratch: Scratch,
    pub(crate) alignment: Alignment,
    names: Vec<u32>,
    whole_names: Vec<u32>,
    bests: Vec<Best>,
    /// The words of a text that account for the name that was compared last.
    pub(crate) part: Query,
}

/// The best name of an entity so far.
#[derive(Clone, Copy, Debug)]
pub struct Best {
    /// Index of the entity.
    pub entity: u32,
    /// Its UUID.
    pub id: [u8; 16],
    /// Index of the name.
    pub name: u32,
    /// Of the name alone.
    pub name_score: f64,
    /// With all evidence.
    pub score: f64,
    /// Whether it has the very tokens of the query.
    pub exact: bool,
}

/// How a query compares with one name, as it stands or read another way.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// The score.
    pub scored: NameScore,
    /// What was compared.
    pub side: Side,
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

/// Compares a query with a snapshot.
///
/// # Errors
/// When the date of birth or nationality is not in the agreed form.
pub fn match_query(
    lists: &Lists,
    asked: &MatchQuery,
    weights: &Weights,
    working: &mut Working,
) -> Result<String, String> {
    let prepared = Asked::new(lists, asked, weights)?;
    working.screen(lists, &prepared, weights);
    let mut candidates = Vec::with_capacity(working.bests.len());
    for at in 0..working.bests.len() {
        let best = working.bests[at];
        candidates.push(explain(lists, &prepared, best, weights, working));
    }
    let query = &prepared.query;
    let result = MatchResult {
        query_tokens: query.comparable(),
        tokens_left_out: query.tokens_left_out(),
        untransliterated: &query.untransliterated,
        candidates,
        addresses: find_addresses(lists, &asked.addresses),
    };
    serde_json::to_string(&result).map_err(|e| format!("answer: {e}"))
}

impl Working {
    /// Steps of work since the last call: postings read, tokens compared, ways of joining them, and
    /// sums of assignments. What a query costs, told without a clock.
    pub fn take_steps(&mut self) -> u64 {
        let compared = std::mem::take(&mut self.scratch.compared);
        let aligned = std::mem::take(&mut self.alignment.effort);
        self.scratch.postings.take_read() + compared + aligned
    }

    /// Finds the entities that a query may mean, best first. Takes no memory but to grow its buffers.
    pub fn screen(&mut self, lists: &Lists, asked: &Asked, weights: &Weights) -> &[Best] {
        self.bests.clear();
        if asked.query.comparable() > 0 {
            let dictionary = lists.snapshot.count(Section::Tokens);
            let memo = &mut self.alignment.memo;
            memo.begin(asked.different as usize, dictionary as usize);
            self.find(lists, asked, weights);
            best_entities(lists, asked, weights, self);
        }
        &self.bests
    }

    /// Finds the names to compare.
    fn find(&mut self, lists: &Lists, asked: &Asked, weights: &Weights) {
        self.names.clear();
        if asked.is_text {
            self.scratch
                .find_in_text(lists, &asked.query, weights, &mut self.names);
        }
        let whole = Some(&asked.query).filter(|query| query.fits());
        let others = asked.others.iter().map(|other| &other.query);
        for query in whole.into_iter().chain(others) {
            let mut names = std::mem::take(&mut self.whole_names);
            self.scratch.find(lists, query, weights, &mut names);
            names.retain(|name| !self.names.contains(name));
            self.names.extend(&names);
            self.whole_names = names;
        }
    }

    /// Compares a query with a name of a snapshot, read as its bearer's, and leaves the alignment of the better reading. What is
    /// only like a weak alias is not worth a look.
    pub(crate) fn compare_with(
        &mut self,
        lists: &Lists,
        asked: &Asked,
        (name, reading): (&Name, usize),
        tokens: &[Listed],
        weights: &Weights,
    ) -> Compared {
        let mut compared = self.compare_any(lists, asked, (name, reading), tokens, weights);
        let is_weak = Strength::of(name.strength) == Strength::Weak;
        if is_weak && !has_same_words(&self.alignment.links, tokens) {
            let most = weights.penalties.weak_like_most;
            let steps = &mut self.alignment.steps;
            compared.scored.score = steps.at_most(Step::WeakAlias, compared.scored.score, most);
        }
        compared
    }

    fn compare_any(
        &mut self,
        lists: &Lists,
        asked: &Asked,
        (name, reading): (&Name, usize),
        tokens: &[Listed],
        weights: &Weights,
    ) -> Compared {
        let alignment = &mut self.alignment;
        if !asked.is_text {
            return compare_readings(alignment, asked, reading, tokens, weights);
        }
        let fits = asked.query.fits();
        let part = &mut self.part;
        if fits {
            asked.query.part(0..TOKENS_MAX, part);
        } else {
            let used = lists.snapshot.name_tokens(name).map(|used| used.token);
            self.scratch.part_for(&asked.query, used, part);
        }
        let mut scored = score_part(alignment, part, reading, tokens, weights);
        let is_settled = alignment.accounted().0.count_ones() as usize == part.tokens.len();
        if fits {
            let whole = score_name(alignment, &asked.query, reading, tokens, weights);
            if whole.score >= scored.score {
                let side = Side::Whole;
                return Compared {
                    scored: whole,
                    side,
                };
            }
        }
        // Of words that all stand for something the same would come out.
        if fits || !is_settled {
            scored = score_part(alignment, part, reading, tokens, weights);
        }
        let side = Side::Part;
        Compared { scored, side }
    }
}

/// Compares every reading of a query with a name and leaves the alignment of the best; of equals, the
/// query as it stands.
fn compare_readings(
    alignment: &mut Alignment,
    asked: &Asked,
    bearer: usize,
    tokens: &[Listed],
    weights: &Weights,
) -> Compared {
    let mut compare = |query: &Query, most: f64| {
        let mut scored = score_name(alignment, query, bearer, tokens, weights);
        let lone = query.lone().filter(|_| scored.score > 0.0);
        if let Some(word) = lone {
            let (rarity, links) = (word.rarity, &alignment.links);
            let tells = bearer == PERSON && query.tells;
            let lone = lone_word(scored.score, links, tokens, rarity, tells, weights);
            alignment.steps.record(Step::LoneWord, scored.score, lone);
            scored.score = lone;
        }
        let steps = &mut alignment.steps;
        scored.score = steps.at_most(Step::OneOfSeveralNames, scored.score, most);
        scored
    };
    let mut scored = compare(&asked.query, 100.0);
    let (mut best, mut last) = (None, None);
    for (at, other) in asked.others.iter().enumerate() {
        if !other.is_for(bearer) {
            continue;
        }
        let read = compare(&other.query, other.most);
        last = Some(at);
        if read.score > scored.score {
            (scored, best) = (read, last);
        }
    }
    if best != last {
        match best {
            Some(at) => compare(&asked.others[at].query, asked.others[at].most),
            None => compare(&asked.query, 100.0),
        };
    }
    let side = best.map_or(Side::Whole, Side::Reading);
    Compared { scored, side }
}

/// Scores the candidate names and keeps the best of each entity, best first.
fn best_entities(lists: &Lists, asked: &Asked, weights: &Weights, working: &mut Working) {
    let s = &lists.snapshot;
    let mut bests = std::mem::take(&mut working.bests);
    bests.clear();
    let mut tokens = [Listed::NONE; TOKENS_MAX];
    for at in 0..working.names.len() {
        let index = working.names[at];
        let name = &s.name(index);
        let reading = lists.reading(index);
        let tokens = lists.tokens_of(name, weights, &mut tokens);
        let compared = working.compare_with(lists, asked, (name, reading), tokens, weights);
        let scored = &compared.scored;
        // What no evidence can lift to the floor needs no evidence.
        if scored.score < weights.limits.floor.min(weights.limits.evidence_from) {
            continue;
        }
        let entity = s.entity(name.entity);
        let (_, birth) = compare_births(asked.born, s.births(&entity), weights);
        let (_, from) =
            compare_nationalities(&asked.nationalities, s.nationalities(&entity), weights);
        let score = weigh_evidence(scored.score, birth, from, weights);
        // No evidence hides an exact name that would be answered without.
        let exact = is_exact(asked, reading, name, &compared);
        let alone = if exact { scored.score } else { 0.0 };
        if round(score.max(alone)) >= weights.limits.floor {
            bests.push(Best {
                entity: name.entity,
                id: entity.id,
                name: index,
                name_score: scored.score,
                score,
                exact,
            });
        }
    }
    // An exact name, then the better score, then the stronger name, which comes first in the snapshot.
    bests.sort_unstable_by(|a, b| {
        a.entity
            .cmp(&b.entity)
            .then(b.exact.cmp(&a.exact))
            .then(b.name_score.total_cmp(&a.name_score))
            .then(a.name.cmp(&b.name))
    });
    bests.dedup_by_key(|best| best.entity);
    let by_score = |a: &Best, b: &Best| {
        round(b.score)
            .total_cmp(&round(a.score))
            .then(a.id.cmp(&b.id))
    };
    if bests.len() > CANDIDATES_MAX {
        // No evidence moves an exact name out of the answer.
        bests.sort_unstable_by(|a, b| b.exact.cmp(&a.exact).then(by_score(a, b)));
        bests.truncate(CANDIDATES_MAX);
    }
    bests.sort_unstable_by(by_score);
    working.bests = bests;
}

/// Whether a query as it stands has the very tokens of a name, in whatever order.
fn is_exact(asked: &Asked, reading: usize, name: &Name, compared: &Compared) -> bool {
    compared.side == Side::Whole
        && asked.query.set_keys[reading] == name.set_key
        && !compared.scored.reversed
}
