//! Answers a query from one snapshot.

use crate::explain::addresses::find_addresses;
use crate::explain::answer::{Candidate, MatchResult};
use crate::explain::bearer::compare_bearer;
use crate::explain::births::{BirthRelation, compare_births_of};
use crate::explain::candidate::{Best, birth_of, explain};
use crate::explain::comparison::{Compared, Comparison, ListedName, Side, has_same_tokens};
use crate::explain::evidence::weigh_evidence;
use crate::explain::kept::Kept;
use crate::explain::nationalities::compare_nationalities;
use crate::explain::points::round;
use crate::find::asked::{Asked, MatchQuery};
use crate::find::scratch::Scratch;
use crate::name::listed::Listed;
use crate::name::query::Query;
use crate::name::query_token::QueryToken;
use crate::name::token::TOKENS_MAX;
use crate::order::sort_by;
use crate::snapshot::entry::EntityType;
use crate::snapshot::format::Section;
use crate::snapshot::lists::Lists;
use crate::snapshot::seen::Seen;
use crate::weights::Weights;

/// Version of the engine. It changes with every answer that changes.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Candidates of an answer.
const CANDIDATES_MAX: usize = 64;
/// Names that are compared of an entity which an identifier names, whatever they are like.
const NAMES_OF_BEARER_MAX: u32 = 256;

/// Everything that is kept between queries, none of which shows in an answer.
#[derive(Debug, Default)]
pub struct Working {
    scratch: Scratch,
    comparison: Comparison,
    names: Vec<u32>,
    found: Vec<u32>,
    seen: Seen,
    bests: Vec<Best>,
    kept: Kept,
    left_out: usize,
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
        candidates.push(working.explain(lists, &prepared, best, weights));
    }
    let query = &prepared.query;
    let result = MatchResult {
        query_tokens: query.comparable(),
        tokens_left_out: query.tokens_left_out(),
        untransliterated: &query.untransliterated,
        unread: unread(lists, query),
        candidates,
        candidates_left_out: working.left_out,
        addresses: find_addresses(lists, &asked.addresses),
    };
    serde_json::to_string(&result).map_err(|e| format!("answer: {e}"))
}

/// Whether the name of any entity reaches a score: one for all, and one for whose date of birth agrees. A query
/// of which a part is compared with nothing does.
///
/// # Errors
/// When the date of birth or nationality is not in the agreed form.
pub fn reaches(
    lists: &Lists,
    asked: &MatchQuery,
    [from, born_from]: [f64; 2],
    weights: &Weights,
    working: &mut Working,
) -> Result<bool, String> {
    let prepared = Asked::new(lists, asked, weights)?;
    let bests = working.screen(lists, &prepared, weights);
    let reaches = |best: &Best| {
        let least = if best.born { born_from } else { from };
        round(best.name_score) >= least
    };
    Ok(bests.iter().any(reaches) || !unread(lists, &prepared.query).is_empty())
}

/// Codes of the scripts of a query of which more than a particle was compared with nothing.
fn unread(lists: &Lists, query: &Query) -> Vec<&'static str> {
    let codes = query.unread.iter().copied();
    codes
        .filter(|code| !lists.dictionary.has_script(code))
        .collect()
}

impl Working {
    /// Steps of work since the last call: postings read, tokens compared, ways of joining them, and
    /// sums of assignments. What a query costs, measured without a clock.
    pub fn take_steps(&mut self) -> u64 {
        self.scratch.take_effort() + self.comparison.scoring.alignment.take_effort()
    }

    /// Finds the entities that a query may mean, best first. Takes no memory but to grow its buffers.
    pub fn screen(&mut self, lists: &Lists, asked: &Asked, weights: &Weights) -> &[Best] {
        self.bests.clear();
        self.kept.clear();
        self.seen.forget(&self.names);
        self.names.clear();
        let is_named = asked.query.comparable() > 0;
        if is_named || !asked.scope.bearers.is_empty() {
            let dictionary = lists.snapshot.count(Section::Tokens);
            let alignment = &mut self.comparison.scoring.alignment;
            alignment.begin(asked.different as usize, dictionary as usize);
            self.scratch.begin(asked.different as usize);
        }
        if is_named {
            self.find(lists, asked, weights);
        }
        self.add_bearers(lists, asked);
        self.compare_names(lists, asked, weights);
        self.left_out = keep_best(&mut self.bests, asked.count_from);
        &self.bests
    }

    /// Adds the names of those whom an identifier names to the names to compare.
    fn add_bearers(&mut self, lists: &Lists, asked: &Asked) {
        for &bearer in &asked.scope.bearers {
            let entity = lists.snapshot.entity(bearer);
            let first = entity.first_name;
            let names = first..first + entity.names.min(NAMES_OF_BEARER_MAX);
            self.names
                .extend(names.filter(|name| self.seen.insert(*name)));
        }
    }

    /// Finds the names to compare.
    fn find(&mut self, lists: &Lists, asked: &Asked, weights: &Weights) {
        let alignment = &mut self.comparison.scoring.alignment;
        let mut measure =
            |token: &QueryToken, listed: &Listed| alignment.likeness(token, listed, weights).value;
        let whole = (asked.field(), true, usize::MAX);
        // A word that was taken apart may be one with a slip.
        let is_apart = asked.field().tokens.len() > asked.query.tokens.len();
        let written = is_apart.then_some((&asked.query, true, usize::MAX));
        let others = asked.others.iter();
        let others = others.map(|other| (&other.query, false, other.names_max()));
        let others = written.into_iter().chain(others);
        for (query, in_field, most) in std::iter::once(whole).chain(others) {
            let in_field = in_field && query.is_field();
            let found = &mut self.found;
            self.scratch
                .find(lists, query, in_field, weights, &mut measure, found);
            let found = found.iter().copied().take(most);
            self.names
                .extend(found.filter(|name| self.seen.insert(*name)));
        }
    }

    /// Compares the names that were found and adds those that reach the floor to the best.
    fn compare_names(&mut self, lists: &Lists, asked: &Asked, weights: &Weights) {
        let s = &lists.snapshot;
        let least = least_score(weights);
        let mut tokens = [Listed::NONE; TOKENS_MAX];
        for &index in &self.names {
            let name = &s.name(index);
            let listed = ListedName {
                name,
                reading: lists.reading(index),
                craft: lists.craft(index),
                tokens: lists.tokens_of(name, weights, &mut tokens),
            };
            let comparison = &mut self.comparison;
            let bears = asked.scope.bears(name.entity);
            comparison.scoring.least = if bears { 0.0 } else { least };
            let compared = compare_bearer(comparison, lists, asked, listed, weights);
            let best = with_evidence(lists, asked, index, listed, &compared, weights);
            self.bests.extend(best.map(|best| Best {
                kept: self.kept.keep(compared, &self.comparison.scoring),
                ..best
            }));
        }
        self.comparison.scoring.least = 0.0;
    }

    /// The best name of an entity, whatever it scores, and whether the last query found any of them.
    pub(crate) fn best_of(
        &mut self,
        lists: &Lists,
        asked: &Asked,
        entity: u32,
        weights: &Weights,
    ) -> (Option<Best>, bool) {
        let s = &lists.snapshot;
        let record = s.entity(entity);
        let found = std::mem::take(&mut self.names);
        let names = record.first_name..record.first_name + record.names;
        let compared = names.clone().any(|name| found.contains(&name));
        let mut best: Option<Best> = None;
        let mut tokens = [Listed::NONE; TOKENS_MAX];
        for index in names {
            let name = &s.name(index);
            let listed = ListedName {
                name,
                reading: lists.reading(index),
                craft: lists.craft(index),
                tokens: lists.tokens_of(name, weights, &mut tokens),
            };
            let comparison = &mut self.comparison;
            let compared = compare_bearer(comparison, lists, asked, listed, weights);
            let one = weighed(lists, asked, index, listed, &compared, weights);
            let rank = |best: &Best| (best.exact, best.same_words, best.name_score);
            if best.as_ref().is_none_or(|best| rank(&one) > rank(best)) {
                let kept = self.kept.keep(compared, &self.comparison.scoring);
                best = Some(Best { kept, ..one });
            }
        }
        self.names = found;
        (best, compared)
    }

    /// Explains a candidate by what was found of its name.
    pub(crate) fn explain<'a>(
        &mut self,
        lists: &'a Lists,
        asked: &Asked,
        best: Best,
        weights: &'a Weights,
    ) -> Candidate<'a> {
        let mut tokens = [Listed::NONE; TOKENS_MAX];
        let name = lists.snapshot.name(best.name);
        let listed = ListedName {
            name: &name,
            reading: lists.reading(best.name),
            craft: lists.craft(best.name),
            tokens: lists.tokens_of(&name, weights, &mut tokens),
        };
        let comparison = &mut self.comparison;
        let compared = self.kept.restore(best.kept, asked, comparison);
        explain(lists, asked, best, listed, compared, comparison, weights)
    }
}

/// The least score of a name that evidence can lift to the floor.
fn least_score(weights: &Weights) -> f64 {
    weights.limits.floor.min(weights.limits.evidence_from)
}

/// A name with the evidence of births and nationalities; none where it does not reach the floor.
fn with_evidence(
    lists: &Lists,
    asked: &Asked,
    index: u32,
    listed: ListedName,
    compared: &Compared,
    weights: &Weights,
) -> Option<Best> {
    let scored = &compared.scored;
    let bears = asked.scope.bears(listed.name.entity);
    // What no evidence can lift to the floor needs no evidence.
    if !bears && scored.score < least_score(weights) {
        return None;
    }
    let entity = lists.snapshot.entity(listed.name.entity);
    if !asked.scope.has(&entity) {
        return None;
    }
    let best = weighed(lists, asked, index, listed, compared, weights);
    // No evidence hides a name of the same words that would be answered without.
    let alone = if best.same_words { scored.score } else { 0.0 };
    (bears || round(best.score.max(alone)) >= weights.limits.floor).then_some(best)
}

/// A name with the evidence of births and nationalities.
fn weighed(
    lists: &Lists,
    asked: &Asked,
    index: u32,
    listed: ListedName,
    compared: &Compared,
    weights: &Weights,
) -> Best {
    let (s, name, scored) = (&lists.snapshot, listed.name, &compared.scored);
    let entity = s.entity(name.entity);
    let kind = EntityType::of(entity.kind);
    let (born, birth) = compare_births_of(asked, kind, s.births(&entity), weights);
    let birth = birth_of(birth, asked, compared.side);
    let (_, from) = compare_nationalities(&asked.nationalities, s.nationalities(&entity), weights);
    let score = weigh_evidence(scored, birth, from, weights);
    let is_whole = compared.side == Side::Whole;
    let same_words = is_whole && has_same_tokens(&asked.query, listed, scored);
    let exact = same_words && !asked.is_apart;
    Best {
        entity: name.entity,
        id: entity.id,
        name: index,
        kept: 0,
        name_score: scored.score,
        score,
        exact,
        same_words: same_words || compared.same_words,
        bears: asked.scope.bears(name.entity),
        born: birth > 0.0,
        apart: birth < 0.0 && matches!(born, BirthRelation::YearsApart | BirthRelation::NotAPerson),
    }
}

/// Keeps the best name of each entity, and the best entities, best first. Says how many of the others
/// reach a score and were not born years apart.
fn keep_best(bests: &mut Vec<Best>, count_from: f64) -> usize {
    // An exact name, then one of the same words, then the better score, then the stronger name, which comes first in the snapshot.
    sort_by(bests, |a, b| {
        a.entity
            .cmp(&b.entity)
            .then(b.exact.cmp(&a.exact))
            .then(b.same_words.cmp(&a.same_words))
            .then(b.name_score.total_cmp(&a.name_score))
            .then(a.name.cmp(&b.name))
    });
    bests.dedup_by_key(|best| best.entity);
    let by_score = |a: &Best, b: &Best| {
        round(b.score)
            .total_cmp(&round(a.score))
            .then(a.id.cmp(&b.id))
    };
    let mut left_out = 0;
    if bests.len() > CANDIDATES_MAX {
        // No evidence moves an exact name out of the answer, and nothing whom an identifier names.
        let kept = |best: &Best| (best.bears, best.same_words);
        sort_by(bests, |a, b| kept(b).cmp(&kept(a)).then(by_score(a, b)));
        let counts =
            |best: &&Best| best.same_words || !best.apart && round(best.score) >= count_from;
        left_out = bests[CANDIDATES_MAX..].iter().filter(counts).count();
        bests.truncate(CANDIDATES_MAX);
    }
    sort_by(bests, by_score);
    left_out
}
