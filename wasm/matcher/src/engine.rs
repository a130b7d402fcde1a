//! Answers a query from one snapshot, and compares pairs of names outside any.

use std::collections::BTreeSet;

use crate::align::Alignment;
use crate::answer::{
    AddressEntity, AddressHit, Candidate, Evidence, MatchQuery, MatchResult, NamePair,
    TokenAlignment,
};
use crate::candidates::Scratch;
use crate::date::PartialDate;
use crate::evidence::{compare_births, compare_nationalities, weigh_evidence};
use crate::likeness::{How, Listed};
use crate::lists::Lists;
use crate::name::parse_name;
use crate::query::{Query, weigh};
use crate::score::{NameScore, members, score_name};
use crate::snapshot::entry::{EntityType, Strength};
use crate::snapshot::uuid_text;
use crate::weights::Weights;

/// Candidates of an answer.
const CANDIDATES_MAX: usize = 64;
/// Rarity of a token where there are no lists to tell it.
const RARITY_UNKNOWN: f64 = 0.7;

/// Everything that is kept between queries, none of which shows in an answer.
#[derive(Debug, Default)]
pub struct Working {
    scratch: Scratch,
    alignment: Alignment,
    names: Vec<u32>,
}

/// The best name of an entity so far.
#[derive(Clone, Copy)]
struct Best {
    entity: u32,
    id: [u8; 16],
    name: u32,
    name_score: f64,
    score: f64,
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
    let born = parse_dob(asked.dob.as_deref())?;
    let nationality = parse_nationality(asked.nationality.as_deref())?;
    let query = match asked.name.as_deref() {
        Some(name) => Query::new(name, weights, &|fold| lists.rarity_of(fold)),
        None => Query::default(),
    };
    let mut candidates = Vec::new();
    if query.comparable() > 0 {
        working
            .scratch
            .find(lists, &query, weights, &mut working.names);
        for best in best_entities(lists, &query, born, nationality, weights, working) {
            let explained = explain(
                lists,
                &query,
                best,
                born,
                nationality,
                weights,
                &mut working.alignment,
            );
            candidates.push(explained);
        }
    }
    let result = MatchResult {
        query_tokens: if query.tells || !candidates.is_empty() {
            query.comparable()
        } else {
            0
        },
        untransliterated: &query.untransliterated,
        candidates,
        addresses: find_addresses(lists, &asked.addresses),
    };
    serde_json::to_string(&result).map_err(|e| format!("answer: {e}"))
}

fn parse_dob(text: Option<&str>) -> Result<Option<PartialDate>, String> {
    let parse = |text: &str| {
        PartialDate::parse(text)
            .ok_or_else(|| "query: expected dob as 1969, 1969-07 or 1969-07-16".to_owned())
    };
    text.map(parse).transpose()
}

fn parse_nationality(text: Option<&str>) -> Result<Option<[u8; 2]>, String> {
    match text.map(str::as_bytes) {
        None => Ok(None),
        Some(&[a, b]) if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
            Ok(Some([a.to_ascii_uppercase(), b.to_ascii_uppercase()]))
        }
        Some(_) => Err("query: expected nationality as two letters".to_owned()),
    }
}

/// Scores the candidate names and keeps the best of each entity, best first.
fn best_entities(
    lists: &Lists,
    query: &Query,
    born: Option<PartialDate>,
    nationality: Option<[u8; 2]>,
    weights: &Weights,
    working: &mut Working,
) -> Vec<Best> {
    let s = &lists.snapshot;
    let mut bests: Vec<Best> = Vec::with_capacity(working.names.len());
    let mut tokens: Vec<Listed> = Vec::with_capacity(16);
    let names: Vec<(u32, crate::snapshot::Name)> = working
        .names
        .iter()
        .map(|index| (*index, s.name(*index)))
        .collect();
    for (index, name) in &names {
        let entity = s.entity(name.entity);
        let reading = reading_of(entity.kind);
        tokens.clear();
        tokens.extend(s.name_tokens(name).map(|used| lists.used(used, weights)));
        let scored = score_name(&mut working.alignment, query, reading, &tokens, weights);
        // What no evidence can lift to the floor needs no evidence.
        if scored.score < weights.limits.floor.min(weights.limits.evidence_from) {
            continue;
        }
        let (_, birth) = compare_births(born, s.births(&entity), weights);
        let (_, from) = compare_nationalities(nationality, s.nationalities(&entity), weights);
        let score = weigh_evidence(scored.score, birth, from, weights);
        if round(score) >= weights.limits.floor {
            let name_score = scored.score;
            bests.push(Best {
                entity: name.entity,
                id: entity.id,
                name: *index,
                name_score,
                score,
            });
        }
    }
    // The better score, then the stronger name, which comes first in the snapshot.
    bests.sort_by(|a, b| {
        a.entity
            .cmp(&b.entity)
            .then(b.name_score.total_cmp(&a.name_score))
            .then(a.name.cmp(&b.name))
    });
    bests.dedup_by_key(|best| best.entity);
    bests.sort_by(|a, b| {
        round(b.score)
            .total_cmp(&round(a.score))
            .then(a.id.cmp(&b.id))
    });
    bests.truncate(CANDIDATES_MAX);
    bests
}

fn explain<'a>(
    lists: &'a Lists,
    query: &Query,
    best: Best,
    born: Option<PartialDate>,
    nationality: Option<[u8; 2]>,
    weights: &'a Weights,
    alignment: &mut Alignment,
) -> Candidate<'a> {
    let s = &lists.snapshot;
    let (name, entity) = (s.name(best.name), s.entity(best.entity));
    let reading = reading_of(entity.kind);
    let tokens: Vec<Listed<'a>> = s
        .name_tokens(&name)
        .map(|used| lists.used(used, weights))
        .collect();
    let scored = score_name(alignment, query, reading, &tokens, weights);
    let exact = query.set_keys[reading] == name.set_key && !scored.reversed;
    let (birth, birth_value) = compare_births(born, s.births(&entity), weights);
    let (from, from_value) = compare_nationalities(nationality, s.nationalities(&entity), weights);
    Candidate {
        entity_id: uuid_text(&entity.id),
        source: s.source(entity.source),
        list_ref: s.list_ref(&entity),
        entity_type: EntityType::of(entity.kind),
        pep: s
            .pep(&entity)
            .and_then(|json| serde_json::from_str(json).ok()),
        score: round(best.score),
        name_score: round(scored.score),
        levenshtein: fine(scored.levenshtein),
        phonetic: fine(scored.phonetic.min(1.0)),
        layers: layers_of(&scored, exact),
        exact,
        matched_name: s.name_text(&name),
        matched_strength: Strength::of(name.strength),
        matched_tokens: tokens.iter().filter(|t| t.kind.is_telling()).count(),
        rarity: fine(scored.rarity),
        alignment: align_tokens(query, &tokens, alignment),
        birth: Evidence {
            relation: birth,
            value: birth_value,
        },
        nationality: Evidence {
            relation: from,
            value: from_value,
        },
    }
}

fn layers_of(scored: &NameScore, exact: bool) -> Vec<&'static str> {
    let layers = [
        ("exact", exact),
        ("fts", scored.found.by_text),
        ("trigram", scored.found.by_edit),
        ("phonetic", scored.found.by_sound),
    ];
    layers
        .into_iter()
        .filter(|(_, found)| *found)
        .map(|(layer, _)| layer)
        .collect()
}

fn align_tokens<'a>(
    query: &Query,
    tokens: &[Listed<'a>],
    alignment: &Alignment,
) -> Vec<TokenAlignment<'a>> {
    let align = |(at, token): (usize, &Listed<'a>)| {
        let link = alignment
            .links
            .iter()
            .find(|link| link.listed & (1 << at) != 0);
        let positions: BTreeSet<u32> = link
            .into_iter()
            .flat_map(|link| members(link.query).map(|q| query.tokens[q].position))
            .collect();
        TokenAlignment {
            listed: token.text,
            query: positions.into_iter().collect(),
            how: link.map_or(How::Missing, |link| link.likeness.how),
        }
    };
    tokens.iter().enumerate().map(align).collect()
}

fn find_addresses<'a>(lists: &'a Lists, addresses: &'a [String]) -> Vec<AddressHit<'a>> {
    let s = &lists.snapshot;
    let hits = addresses.iter().flat_map(|address| {
        s.find_address(address).map(move |found| AddressHit {
            address,
            network: s.network(&found),
            source: s.source(found.source),
            entity: found.entity.map(|index| {
                let entity = s.entity(index);
                AddressEntity {
                    entity_id: uuid_text(&entity.id),
                    list_ref: s.list_ref(&entity),
                    name: s.name_text(&s.name(entity.first_name)),
                }
            }),
        })
    });
    hits.collect()
}

/// Scores pairs of names as they would be scored on a list, but for the rarity of their words.
#[must_use]
pub fn compare(pairs: &[NamePair], weights: &Weights, working: &mut Working) -> Vec<f64> {
    let unknown = |_: &str| (0.0, RARITY_UNKNOWN);
    pairs
        .iter()
        .map(|pair| {
            let query = Query::new(&pair.left, weights, &unknown);
            let parsed = parse_name(&pair.right, pair.entity_type.bearer(), None);
            let listed: Vec<Listed> = parsed
                .iter()
                .map(|t| {
                    Listed::of(
                        &t.token,
                        t.kind,
                        t.family,
                        weigh(weights, t.kind, t.family, RARITY_UNKNOWN),
                    )
                })
                .collect();
            let reading = reading_of(pair.entity_type as u8);
            round(score_name(&mut working.alignment, &query, reading, &listed, weights).score)
        })
        .collect()
}

/// Index in [`crate::query::BEARERS`] by the number of an entity's type.
fn reading_of(kind: u8) -> usize {
    usize::from(kind != EntityType::Individual as u8)
}

/// Scores have two decimals.
fn round(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}

/// Shares have four.
fn fine(share: f64) -> f64 {
    (share * 10_000.0).round() / 10_000.0
}
