//! Answers a query from one snapshot.

use crate::align::Alignment;
use crate::answer::{MatchQuery, MatchResult};
use crate::candidates::Scratch;
use crate::date::PartialDate;
use crate::evidence::{compare_births, compare_nationalities, weigh_evidence};
use crate::explain::{explain, find_addresses, round};
use crate::likeness::Listed;
use crate::lists::Lists;
use crate::query::{PERSON, Query, reading_of};
use crate::readings::{ReadAs, Reading, other_readings};
use crate::score::{NameScore, has_same_words, lone_word, score_name, score_part};
use crate::snapshot::Name;
use crate::snapshot::entry::Strength;
use crate::steps::Step;
use crate::text::normalise::{other_spellings, split_words};
use crate::weights::Weights;

/// Candidates of an answer.
const CANDIDATES_MAX: usize = 64;

/// Everything that is kept between queries, none of which shows in an answer.
#[derive(Debug, Default)]
pub struct Working {
    scratch: Scratch,
    pub(crate) alignment: Alignment,
    names: Vec<u32>,
    whole_names: Vec<u32>,
}

/// A query as it is asked: the name, prepared, and what is known besides.
#[derive(Debug, Default)]
pub struct Asked {
    /// The name.
    pub query: Query,
    /// Other ways to read the name.
    pub others: Vec<Reading>,
    /// Whether the name is also searched as a text for names in it.
    pub is_text: bool,
    /// Date of birth.
    pub born: Option<PartialDate>,
    /// Two capital letters each.
    pub nationalities: Vec<[u8; 2]>,
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
#[derive(Debug)]
pub struct Compared {
    /// The score.
    pub scored: NameScore,
    /// What was compared, if it is not the query as it stands: another reading, or the words of a text
    /// that the name accounts for.
    pub query: Option<Query>,
    /// What that is.
    pub read_as: ReadAs,
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
    let words = asked.name.as_deref().map(split_words).unwrap_or_default();
    let (rarity, is_listed) = (
        |fold: &str| lists.rarity_of(fold),
        |fold: &str| lists.is_listed(fold),
    );
    let query = Query::new(words.clone(), weights, &rarity);
    let is_text = query.is_text(weights);
    let prepared = Asked {
        is_text,
        others: if is_text {
            Vec::new()
        } else {
            let spellings = asked.name.as_deref().map(other_spellings);
            let spellings = spellings.unwrap_or_default();
            other_readings(&words, spellings, &is_listed, &rarity, weights)
        },
        query,
        born: parse_dob(asked.dob.as_deref())?,
        nationalities: parse_nationalities(&asked.nationalities)?,
    };
    let query = &prepared.query;
    let mut candidates = Vec::new();
    if query.comparable() > 0 {
        working.find(lists, &prepared, weights);
        for best in best_entities(lists, &prepared, weights, working) {
            candidates.push(explain(lists, &prepared, best, weights, working));
        }
    }
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

    /// Compares a query with a name of a snapshot and leaves the alignment of the better reading. What is
    /// only like a weak alias is not worth a look.
    pub(crate) fn compare_with(
        &mut self,
        lists: &Lists,
        asked: &Asked,
        name: &Name,
        tokens: &[Listed],
        weights: &Weights,
    ) -> Compared {
        let mut compared = self.compare_any(lists, asked, name, tokens, weights);
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
        name: &Name,
        tokens: &[Listed],
        weights: &Weights,
    ) -> Compared {
        let entity = lists.snapshot.entity(name.entity);
        let reading = reading_of(entity.kind);
        let alignment = &mut self.alignment;
        if !asked.is_text {
            return compare_readings(alignment, asked, reading, tokens, weights);
        }
        let as_whole = |alignment: &mut Alignment| Compared {
            scored: score_name(alignment, &asked.query, reading, tokens, weights),
            query: None,
            read_as: ReadAs::Name,
        };
        let mut part = if asked.query.fits() {
            asked.query.clone()
        } else {
            let used = lists.snapshot.name_tokens(name).map(|used| used.token);
            self.scratch.part_for(&asked.query, used)
        };
        let in_part = score_part(alignment, &mut part, reading, tokens, weights);
        if asked.query.fits() {
            let whole = as_whole(alignment);
            if whole.scored.score >= in_part.score {
                return whole;
            }
        }
        Compared {
            scored: score_part(alignment, &mut part, reading, tokens, weights),
            query: Some(part),
            read_as: ReadAs::NameInText,
        }
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
    let (mut best, mut last): (Option<&Reading>, _) = (None, None);
    for other in asked.others.iter().filter(|other| other.is_for(bearer)) {
        let read = compare(&other.query, other.most);
        last = Some(other);
        if read.score > scored.score {
            (scored, best) = (read, last);
        }
    }
    if last.is_some() {
        match best {
            Some(other) => compare(&other.query, other.most),
            None => compare(&asked.query, 100.0),
        };
    }
    Compared {
        scored,
        query: best.map(|other| other.query.clone()),
        read_as: best.map_or(ReadAs::Name, |other| other.read_as),
    }
}

fn parse_dob(text: Option<&str>) -> Result<Option<PartialDate>, String> {
    let parse = |text: &str| {
        PartialDate::parse(text)
            .ok_or_else(|| "query: expected dob as 1969, 1969-07 or 1969-07-16".to_owned())
    };
    text.map(parse).transpose()
}

fn parse_nationalities(codes: &[String]) -> Result<Vec<[u8; 2]>, String> {
    let parse = |code: &String| match code.as_bytes() {
        [a, b] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
            Ok([a.to_ascii_uppercase(), b.to_ascii_uppercase()])
        }
        _ => Err("query: expected nationalities as two letters".to_owned()),
    };
    codes.iter().map(parse).collect()
}

/// Scores the candidate names and keeps the best of each entity, best first.
fn best_entities(
    lists: &Lists,
    asked: &Asked,
    weights: &Weights,
    working: &mut Working,
) -> Vec<Best> {
    let s = &lists.snapshot;
    let mut bests: Vec<Best> = Vec::with_capacity(working.names.len());
    let mut tokens: Vec<Listed> = Vec::with_capacity(16);
    let names: Vec<(u32, Name)> = working
        .names
        .iter()
        .map(|index| (*index, s.name(*index)))
        .collect();
    for (index, name) in &names {
        let entity = s.entity(name.entity);
        tokens.clear();
        tokens.extend(s.name_tokens(name).map(|used| lists.used(used, weights)));
        let compared = working.compare_with(lists, asked, name, &tokens, weights);
        let scored = &compared.scored;
        // What no evidence can lift to the floor needs no evidence.
        if scored.score < weights.limits.floor.min(weights.limits.evidence_from) {
            continue;
        }
        let (_, birth) = compare_births(asked.born, s.births(&entity), weights);
        let (_, from) =
            compare_nationalities(&asked.nationalities, s.nationalities(&entity), weights);
        let score = weigh_evidence(scored.score, birth, from, weights);
        // No evidence hides an exact name that would be answered without.
        let exact = is_exact(asked, reading_of(entity.kind), name, &compared);
        let alone = if exact { scored.score } else { 0.0 };
        if round(score.max(alone)) >= weights.limits.floor {
            bests.push(Best {
                entity: name.entity,
                id: entity.id,
                name: *index,
                name_score: scored.score,
                score,
                exact,
            });
        }
    }
    // An exact name, then the better score, then the stronger name, which comes first in the snapshot.
    bests.sort_by(|a, b| {
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
        bests.sort_by(|a, b| b.exact.cmp(&a.exact).then(by_score(a, b)));
        bests.truncate(CANDIDATES_MAX);
    }
    bests.sort_by(by_score);
    bests
}

/// Whether a query as it stands has the very tokens of a name, in whatever order.
fn is_exact(asked: &Asked, reading: usize, name: &Name, compared: &Compared) -> bool {
    compared.query.is_none()
        && asked.query.set_keys[reading] == name.set_key
        && !compared.scored.reversed
}
