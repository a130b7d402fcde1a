//! Says why a candidate was found: scores, layers, tokens, what each step did, evidence.

use crate::compare::likeness::Listed;
use crate::date::{Birth, PartialDate};
use crate::engine::{Best, Compared, Side, Working};
use crate::explain::account::{
    Accounts, Sides, account, cents, code_of, score_step, script_of_name,
};
use crate::explain::answer::{AddressEntity, AddressHit, Candidate, Evidence};
use crate::explain::evidence::{
    BirthRelation, NationalityRelation, compare_births, compare_nationalities, weigh_evidence,
};
use crate::explain::score::NameScore;
use crate::explain::steps::Step;
use crate::find::asked::Asked;
use crate::name::parse::TOKENS_MAX;
use crate::name::readings::ReadAs;
use crate::snapshot::entry::{EntityType, Strength};
use crate::snapshot::lists::Lists;
use crate::snapshot::reader::uuid_text;
use crate::weights::Weights;

/// Nationalities of an entry that an answer shows.
const NATIONALITIES_MAX: usize = 16;

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
    let reading = lists.reading(best.name);
    let mut tokens = [Listed::NONE; TOKENS_MAX];
    let tokens = lists.tokens_of(&name, weights, &mut tokens);
    let Compared { scored, side } =
        working.compare_with(lists, asked, (&name, reading), tokens, weights);
    let (query, read_as) = match side {
        Side::Whole => (&asked.query, ReadAs::Name),
        Side::Reading(at) => (&asked.others[at].query, asked.others[at].read_as),
        Side::Part => (&working.part, ReadAs::NameInText),
    };
    let exact = best.exact;
    let matched_name = s.name_text(&name);
    let script = script_of_name(matched_name);
    let sides = Sides {
        query,
        reading,
        listed: tokens,
        script,
    };
    let Accounts {
        tokens: alignment,
        unaccounted,
        mut steps,
    } = account(sides, &working.alignment, weights);
    let (birth, birth_value) = compare_births(asked.born, s.births(&entity), weights);
    let (from, from_value) =
        compare_nationalities(&asked.nationalities, s.nationalities(&entity), weights);
    let after_birth = cents(weigh_evidence(scored.score, birth_value, 0.0, weights));
    let evidence = [
        (Step::DateOfBirth, after_birth - cents(scored.score)),
        (Step::Nationality, cents(best.score) - after_birth),
    ];
    steps.extend(
        evidence
            .into_iter()
            .filter_map(|(step, cents)| score_step(step, cents)),
    );
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
        matched_name,
        matched_strength: Strength::of(name.strength),
        matched_script: code_of(script),
        matched_tokens: tokens.iter().filter(|t| t.kind.is_telling()).count(),
        rarity: fine(scored.rarity),
        read_as,
        alignment,
        unaccounted,
        steps,
        birth: Evidence {
            relation: birth,
            value: birth_value,
            listed: compared_birth(asked.born, s.births(&entity), weights),
        },
        nationality: Evidence {
            relation: from,
            value: from_value,
            listed: s
                .nationalities(&entity)
                .filter(|_| from != NationalityRelation::Absent)
                .take(NATIONALITIES_MAX)
                .map(|code| String::from_utf8_lossy(&code).into_owned())
                .collect(),
        },
    }
}

/// The listed date of birth that counts, as EDTF; none where there is nothing to compare.
fn compared_birth(
    asked: Option<PartialDate>,
    listed: impl Iterator<Item = Birth>,
    weights: &Weights,
) -> Option<String> {
    let mut best: Option<(Birth, f64)> = None;
    for birth in listed {
        let (relation, value) = compare_births(asked, std::iter::once(birth), weights);
        if relation != BirthRelation::Absent && best.is_none_or(|(_, most)| value > most) {
            best = Some((birth, value));
        }
    }
    best.map(|(birth, _)| edtf(&birth))
}

/// A listed birth as the readers wrote it (EDTF, ISO 8601-2).
fn edtf(birth: &Birth) -> String {
    let date = |date: PartialDate| match date {
        PartialDate {
            year,
            month: 0,
            day: _,
        } => format!("{year:04}"),
        PartialDate {
            year,
            month,
            day: 0,
        } => format!("{year:04}-{month:02}"),
        PartialDate { year, month, day } => format!("{year:04}-{month:02}-{day:02}"),
    };
    let circa = if birth.circa { "~" } else { "" };
    let from = date(birth.from);
    if birth.from == birth.to {
        format!("{from}{circa}")
    } else {
        format!("{from}{circa}/{}{circa}", date(birth.to))
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
