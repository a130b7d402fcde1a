//! Compares pairs of names outside any list.

use serde::Deserialize;

use crate::compare::likeness::likeness;
use crate::explain::coverage::meets;
use crate::explain::points::round;
use crate::explain::score::{Scoring, score_name, score_part};
use crate::name::beside::Known;
use crate::name::listed::Listed;
use crate::name::parse::parse_name;
use crate::name::query::Query;
use crate::name::query_token::FoldRarity;
use crate::name::readings::{Spellings, other_readings};
use crate::name::token::{NameToken, StatedParts, TOKENS_MAX};
use crate::name::weigh::{PERSON, weigh};
use crate::snapshot::entry::{EntityType, reading_of};
use crate::text::frequent::is_frequent_fold;
use crate::text::normalise::split_words;
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
#[must_use]
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
    let words = split_words(&pair.left);
    let query = Query::new(words.clone(), weights, &unknown);
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
    let mut score = 0.0;
    if query.fits() {
        score = score_name(scoring, &query, reading, &listed, weights).score;
    }
    if query.is_text(weights) {
        let in_part = score_in_text(query, reading, &listed, weights, scoring);
        return round(score.max(in_part));
    }
    let is_listed = |fold: &str| listed.iter().any(|t| t.fold == fold);
    let known = Known {
        is_listed: &is_listed,
        is_of_bodies: &|_| false,
    };
    let spellings = Spellings::of(&pair.left);
    let others = other_readings(&words, spellings, &known, &unknown, weights);
    for other in others.iter().filter(|other| other.is_for(reading, None)) {
        let read = score_name(scoring, &other.query, reading, &listed, weights);
        let links = &scoring.alignment.links;
        if meets(other.needs, links, &listed) {
            score = score.max(read.score.min(other.most));
        }
    }
    round(score)
}

/// Scores the words of a text that are like those of a name.
fn score_in_text(
    mut query: Query,
    reading: usize,
    listed: &[Listed],
    weights: &Weights,
    scoring: &mut Scoring,
) -> f64 {
    if !query.fits() {
        let mut part = Query::default();
        part_like(&query, listed, weights, &mut part);
        query = part;
    }
    score_part(scoring, &mut query, reading, listed, weights).score
}

/// Makes `part` of the words of a text that are like any of a name.
fn part_like(query: &Query, listed: &[Listed], weights: &Weights, part: &mut Query) {
    let alike = |at: &usize| {
        let token = &query.tokens[*at];
        let mut names = listed.iter();
        names.any(|other| likeness(token, other, weights).value > 0.0)
    };
    query.part((0..query.tokens.len()).filter(alike), part);
}
