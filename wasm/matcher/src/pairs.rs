//! Compares pairs of names outside any list.

use crate::compare::likeness::{Listed, likeness};
use crate::engine::Working;
use crate::explain::answer::NamePair;
use crate::explain::candidate::round;
use crate::explain::score::{score_name, score_part};
use crate::name::parse::{TOKENS_MAX, Told, parse_name};
use crate::name::query::{PERSON, Query, reading_of, weigh};
use crate::name::readings::other_readings;
use crate::text::frequent::is_frequent_fold;
use crate::text::normalise::{other_spellings, split_words};
use crate::weights::Weights;

/// Rarity of a token where there are no lists to tell it.
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
pub fn compare(pairs: &[NamePair], weights: &Weights, working: &mut Working) -> Vec<f64> {
    pairs
        .iter()
        .map(|pair| {
            let reading = reading_of(pair.entity_type as u8);
            let unknown = |fold: &str| (0.0, rarity_of(fold, reading));
            let words = split_words(&pair.left);
            let mut query = Query::new(words.clone(), weights, &unknown);
            let mut parsed = parse_name(&pair.right, pair.entity_type.bearer(), Told::default());
            parsed.truncate(TOKENS_MAX);
            let listed: Vec<Listed> = parsed
                .iter()
                .map(|t| {
                    let weight = weigh(weights, t.kind, t.part, rarity_of(&t.token.fold, reading));
                    Listed::of(&t.token, t.kind, t.part, weight)
                })
                .collect();
            let alignment = &mut working.alignment;
            let mut score = 0.0;
            if query.fits() {
                score = score_name(alignment, &query, reading, &listed, weights).score;
            }
            if query.is_text(weights) {
                if !query.fits() {
                    let mut part = Query::default();
                    part_like(&query, &listed, weights, &mut part);
                    query = part;
                }
                let in_part = score_part(alignment, &mut query, reading, &listed, weights);
                score = score.max(in_part.score);
            } else {
                let is_listed = |fold: &str| listed.iter().any(|t| t.fold == fold);
                let spellings = other_spellings(&pair.left);
                for other in other_readings(&words, spellings, &is_listed, &unknown, weights) {
                    if other.is_for(reading) {
                        let read = score_name(alignment, &other.query, reading, &listed, weights);
                        score = score.max(read.score.min(other.most));
                    }
                }
            }
            round(score)
        })
        .collect()
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
