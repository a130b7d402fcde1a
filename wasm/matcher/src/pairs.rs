//! Compares pairs of names outside any list.

use serde::Deserialize;

use crate::explain::coverage::meets;
use crate::explain::points::round;
use crate::explain::score::{Scoring, score_name};
use crate::name::beside::Known;
use crate::name::listed::Listed;
use crate::name::meant::Respellings;
use crate::name::parse::parse_name;
use crate::name::query::Query;
use crate::name::query_token::FoldRarity;
use crate::name::readings::{Spellings, other_readings};
use crate::name::token::{NameToken, StatedParts, TOKENS_MAX};
use crate::name::weigh::{PERSON, weigh};
use crate::snapshot::entry::{EntityType, reading_of};
use crate::text::frequent::is_frequent_fold;
use crate::text::normalise::SplitText;
use crate::weights::Weights;

/// `NamePair`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NamePair {
    /// As asked.
    pub left: String,
    /// As listed.
    pub right: String,
    /// How `right` is listed.
    pub entity_type: EntityType,
}

/// Idf of a token where there are no lists to measure it: that of a rare one.
const IDF_UNKNOWN: f64 = 10.0;
/// Rarity of a token where there are no lists to measure it.
const RARITY_UNKNOWN: f64 = 0.7;
/// The same in a person's name: of a name that many people bear, and of any other.
const RARITIES_OF_PERSONS: [f64; 2] = [0.4, 0.75];

fn rarity_of(fold: &str, reading: usize) -> f64 {
    match (reading, is_frequent_fold(fold)) {
        (PERSON, true) => RARITIES_OF_PERSONS[0],
        (PERSON, false) => RARITIES_OF_PERSONS[1],
        _ => RARITY_UNKNOWN,
    }
}

/// Scores pairs of names as they would be scored on a list, but for the rarity of their words.
pub fn compare(pairs: &[NamePair], weights: &Weights, scoring: &mut Scoring) -> Vec<f64> {
    let scores = pairs.iter().map(|pair| score_pair(pair, weights, scoring));
    scores.collect()
}

fn score_pair(pair: &NamePair, weights: &Weights, scoring: &mut Scoring) -> f64 {
    let reading = reading_of(pair.entity_type as u8);
    // Outside any list nobody has namesakes.
    let unknown = |fold: &str| FoldRarity {
        idf: IDF_UNKNOWN,
        share: rarity_of(fold, reading),
        among_people: None,
    };
    let split = SplitText::of(&pair.left);
    let words = split.words();
    let mut query = Query::new(words.clone(), weights, &unknown);
    query.number(&[], 0);
    let mut parsed = parse_name(
        &pair.right,
        pair.entity_type.bearer(),
        StatedParts::default(),
    );
    parsed.truncate(TOKENS_MAX);
    let weighed = |t: &NameToken| weigh(weights, t.kind, t.part, rarity_of(&t.token.fold, reading));
    let tokens = parsed.iter();
    let listed: Vec<Listed> = tokens
        .map(|t| Listed {
            idf: IDF_UNKNOWN,
            ..Listed::of(&t.token, t.kind, t.part, weighed(t))
        })
        .collect();
    if !query.fits() {
        return round(score_in_field(&query, reading, &listed, weights, scoring));
    }
    let mut score = score_name(scoring, &query, reading, &listed, weights).score;
    if score >= 100.0 {
        return round(score);
    }
    let is_listed = |fold: &str| listed.iter().any(|t| t.fold == fold);
    let known = Known {
        is_listed: &is_listed,
        is_of_bodies: &|_| false,
        begun_by: &|_| Vec::new(),
        with_vowels: &|_| Vec::new(),
        compares: &|whose| whose.has(reading, None),
        reached: score,
    };
    let spellings = Spellings::of(&pair.left, &split, None, &known, weights);
    let respelt = Respellings::of(&words, &known);
    let others = other_readings(&words, &respelt, spellings, &known, &unknown, weights);
    for other in &others {
        if score >= other.most {
            continue;
        }
        let read = score_name(scoring, &other.query, reading, &listed, weights);
        let links = &scoring.alignment.links;
        if meets(other.needs, links, &other.query, &listed) {
            score = score.max(read.score.min(other.most));
        }
    }
    round(score)
}

/// Scores the stretch of a field that a name accounts for.
fn score_in_field(
    query: &Query,
    reading: usize,
    listed: &[Listed],
    weights: &Weights,
    scoring: &mut Scoring,
) -> f64 {
    let alignment = &mut scoring.alignment;
    let Some(segment) = alignment.segment(query, reading, false, listed, weights) else {
        return 0.0;
    };
    let (first, last) = segment.slots;
    let mut part = Query::default();
    query.part(first..last + 1, segment.asked, &mut part);
    let scored = score_name(scoring, &part, reading, listed, weights);
    scored.score.min(weights.penalties.in_text_most)
}
