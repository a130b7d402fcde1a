//! Explains why a candidate was found: scores, layers, tokens, what each step did, evidence.

use super::account::{Accounts, Sides, account};
use super::answer::{Candidate, Evidence, ScoreStep};
use super::births::{BirthRelation, compare_births, compare_births_of};
use super::comparison::{Compared, Comparison, ListedName, Side};
use super::evidence::weigh_evidence;
use super::nationalities::{NationalityRelation, compare_nationalities};
use super::points::{cents, fine, round, score_step};
use super::score::NameScore;
use super::steps::Step;
use crate::date::{Birth, PartialDate};
use crate::find::asked::Asked;
use crate::name::query::Query;
use crate::name::reading::{ReadAs, Reading};
use crate::snapshot::entries::uuid_text;
use crate::snapshot::entry::{EntityType, Strength};
use crate::snapshot::lists::Lists;
use crate::snapshot::records::Entity;
use crate::text::script::{code_of, script_of_name};
use crate::weights::Weights;

/// Nationalities of an entry that an answer shows.
const NATIONALITIES_MAX: usize = 16;

/// The best name of an entity so far.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Copy, Debug)]
pub struct Best {
    /// Index of the entity.
    pub entity: u32,
    /// Its UUID.
    pub id: [u8; 16],
    /// Index of the name.
    pub name: u32,
    /// Where what was found of it is kept.
    pub kept: usize,
    /// Of the name alone.
    pub name_score: f64,
    /// With all evidence.
    pub score: f64,
    /// Whether it has the very tokens of the query.
    pub exact: bool,
    /// Whether what was compared has the very tokens of it, beside other names or a remark.
    pub same_words: bool,
    /// Whether an identifier of the query names it.
    pub bears: bool,
    /// Whether the date of birth agrees.
    pub born: bool,
    /// Whether its bearer was born years apart from who is asked about.
    pub apart: bool,
}

/// Explains a candidate, whose comparison was left as it was.
pub fn explain<'a>(
    lists: &'a Lists,
    asked: &Asked,
    best: Best,
    listed: ListedName<'_, 'a>,
    Compared { scored, side, .. }: Compared,
    comparison: &Comparison,
    weights: &'a Weights,
) -> Candidate<'a> {
    let s = &lists.snapshot;
    let (name, tokens) = (listed.name, listed.tokens);
    let entity = s.entity(best.entity);
    let (query, read_as) = read_as(asked, side, comparison);
    let matched_name = s.name_text(name);
    let script = script_of_name(matched_name);
    let sides = Sides {
        query,
        reading: listed.reading,
        listed: tokens,
        script,
    };
    let Accounts {
        tokens: alignment,
        unaccounted,
        mut steps,
    } = account(sides, &comparison.scoring, weights);
    let mut birth = birth_evidence(lists, asked, &entity, weights);
    birth.value = birth_of(birth.value, asked, side);
    let nationality = nationality_evidence(lists, asked, &entity, weights);
    steps.extend(steps_of_evidence(best, &scored, birth.value, weights));
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
        layers: layers_of(&scored, best.exact),
        exact: best.exact,
        other_kind: is_other_kind(asked, &entity),
        same_words: best.same_words,
        matched_name,
        matched_strength: Strength::of(name.strength),
        matched_script: code_of(script),
        matched_tokens: tokens.iter().filter(|t| t.kind.identifies()).count(),
        rarity: fine(scored.rarity),
        read_as,
        alignment,
        unaccounted,
        steps,
        birth,
        nationality,
    }
}

/// Whether a query is a person's name and an entity is none, unless its type was asked for.
fn is_other_kind(asked: &Asked, entity: &Entity) -> bool {
    let is_person = EntityType::of(entity.kind) == EntityType::Individual;
    !is_person && !asked.scope.has_type() && asked.query.is_of_person()
}

/// What of a query was compared, and as what.
fn read_as<'q>(asked: &'q Asked, side: Side, comparison: &'q Comparison) -> (&'q Query, ReadAs) {
    match side {
        Side::Whole if asked.is_apart => (&asked.query, ReadAs::WordsApart),
        Side::Whole => (&asked.query, ReadAs::Name),
        Side::Reading(at) => (&asked.others[at].query, asked.others[at].read_as),
        Side::Part { .. } => (&comparison.part, ReadAs::NameInText),
    }
}

/// What the dates of birth and the nationalities did to the score of the name.
fn steps_of_evidence(
    best: Best,
    scored: &NameScore,
    birth: f64,
    weights: &Weights,
) -> impl Iterator<Item = ScoreStep> {
    let after_birth = cents(weigh_evidence(scored, birth, 0.0, weights));
    let evidence = [
        (Step::DateOfBirth, after_birth - cents(scored.score)),
        (Step::Nationality, cents(best.score) - after_birth),
    ];
    let steps = evidence.into_iter();
    steps.filter_map(|(step, cents)| score_step(step, cents))
}

/// What a date of birth says of a name: beside other names it contradicts nothing, as it may be another's.
pub fn birth_of(value: f64, asked: &Asked, side: Side) -> f64 {
    let is_one = |reading: &Reading| reading.read_as == ReadAs::OneOfSeveralNames;
    if matches!(side, Side::Part { .. }) || asked.others.iter().any(is_one) {
        value.max(0.0)
    } else {
        value
    }
}

/// How the dates of birth compare, and the listed one that counts.
fn birth_evidence(
    lists: &Lists,
    asked: &Asked,
    entity: &Entity,
    weights: &Weights,
) -> Evidence<BirthRelation, Option<String>> {
    let births = || lists.snapshot.births(entity);
    let (relation, value) =
        compare_births_of(asked, EntityType::of(entity.kind), births(), weights);
    let listed = compared_birth(asked.born, births(), weights);
    Evidence {
        relation,
        value,
        listed,
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
    best.map(|(birth, _)| birth.to_edtf())
}

/// How the nationalities compare, and those that are listed.
fn nationality_evidence(
    lists: &Lists,
    asked: &Asked,
    entity: &Entity,
    weights: &Weights,
) -> Evidence<NationalityRelation, Vec<String>> {
    let nationalities = || lists.snapshot.nationalities(entity);
    let (relation, value) = compare_nationalities(&asked.nationalities, nationalities(), weights);
    Evidence {
        relation,
        value,
        listed: nationalities()
            .filter(|_| relation != NationalityRelation::Absent)
            .take(NATIONALITIES_MAX)
            .map(|code| String::from_utf8_lossy(&code).into_owned())
            .collect(),
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
