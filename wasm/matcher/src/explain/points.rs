//! Points in hundredths, so that those of all steps add up to the score.

use super::answer::ScoreStep;
use super::score::Scoring;
use super::steps::Step;
use crate::weights::Weights;

/// The points that the tokens take off, shared by what each costs. Hundredths, so that they add up.
pub(super) fn share_points(costs: &[f64], scoring: &Scoring, weights: &Weights) -> Vec<i64> {
    let start = weights.score_of(1.0);
    let lost = start - weights.score_of(scoring.steps.agreement);
    let all = costs.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    let (mut sum, mut before) = (0.0, cents(start));
    costs
        .iter()
        .map(|cost| {
            sum += cost;
            let after = cents(start - lost * sum / all);
            after - std::mem::replace(&mut before, after)
        })
        .collect()
}

/// The steps from full agreement to the score of the name, those that changed nothing left out.
pub(super) fn name_steps(
    listed_missing: i64,
    unaccounted: i64,
    scoring: &Scoring,
    weights: &Weights,
) -> Vec<ScoreStep> {
    let start = cents(weights.score_of(1.0));
    let agreed = cents(weights.score_of(scoring.steps.agreement));
    let mut cents_of = vec![
        (Step::FullAgreement, start),
        (
            Step::TokensDiffer,
            agreed - start - listed_missing - unaccounted,
        ),
        (Step::ListedMissing, listed_missing),
        (Step::QueryUnaccounted, unaccounted),
    ];
    let mut before = agreed;
    for (step, score) in &scoring.steps.then {
        let after = cents(*score);
        cents_of.push((*step, after - before));
        before = after;
    }
    cents_of
        .into_iter()
        .filter_map(|(step, cents)| score_step(step, cents))
        .collect()
}

/// A step of so many hundredths of a point; none of none.
pub fn score_step(step: Step, cents: i64) -> Option<ScoreStep> {
    (cents != 0).then(|| ScoreStep {
        step,
        points: to_points(cents),
    })
}

/// A score in hundredths of a point, rounded as answers round it.
pub fn cents(score: f64) -> i64 {
    (score * 100.0).round() as i64
}

pub(super) fn to_points(cents: i64) -> f64 {
    cents as f64 / 100.0
}

/// A score as answers show it: with two decimals.
pub fn round(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}

/// A share as answers show it: with four.
pub(super) fn fine(share: f64) -> f64 {
    (share * 10_000.0).round() / 10_000.0
}
