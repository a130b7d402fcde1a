//! Says why a candidate was found: scores, layers, which word stands for which, evidence.

use std::collections::BTreeSet;

use crate::align::Alignment;
use crate::answer::{AddressEntity, AddressHit, Candidate, Evidence, TokenAlignment};
use crate::engine::{Asked, Best, Compared, Working};
use crate::evidence::{compare_births, compare_nationalities};
use crate::likeness::{How, Listed};
use crate::lists::Lists;
use crate::query::Query;
use crate::score::{NameScore, members};
use crate::snapshot::entry::{EntityType, Strength};
use crate::snapshot::uuid_text;
use crate::weights::Weights;

/// Tells everything about a candidate that an answer has.
#[must_use]
pub fn explain<'a>(
    lists: &'a Lists,
    asked: &Asked,
    best: Best,
    weights: &'a Weights,
    working: &mut Working,
) -> Candidate<'a> {
    let s = &lists.snapshot;
    let (name, entity) = (s.name(best.name), s.entity(best.entity));
    let tokens: Vec<Listed<'a>> = s
        .name_tokens(&name)
        .map(|used| lists.used(used, weights))
        .collect();
    let Compared { scored, read_as } = working.compare_with(lists, asked, &name, &tokens, weights);
    let exact = best.exact;
    let query = read_as.as_ref().unwrap_or(&asked.query);
    let (birth, birth_value) = compare_births(asked.born, s.births(&entity), weights);
    let (from, from_value) =
        compare_nationalities(&asked.nationalities, s.nationalities(&entity), weights);
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
        alignment: align_tokens(query, &tokens, &working.alignment),
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

/// Every listing of the queried addresses.
#[must_use]
pub fn find_addresses<'a>(lists: &'a Lists, addresses: &'a [String]) -> Vec<AddressHit<'a>> {
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

/// Scores have two decimals.
#[must_use]
pub fn round(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}

/// Shares have four.
fn fine(share: f64) -> f64 {
    (share * 10_000.0).round() / 10_000.0
}
