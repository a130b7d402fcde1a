//! What dates of birth and nationalities do to a score.

use crate::weights::Weights;

/// Moves a name's score by what births (`birth`) and nationalities (`nationality`) say, from -1 to
/// 1 each. Agreement goes a share of the way to 100, so it never lowers; contradiction takes points
/// off, so it never raises; silence changes nothing.
#[must_use]
pub fn weigh_evidence(name: f64, birth: f64, nationality: f64, weights: &Weights) -> f64 {
    let parts = [
        (birth, weights.birth.boost, weights.birth.penalty),
        (
            nationality,
            weights.nationality.boost,
            weights.nationality.penalty,
        ),
    ];
    let mut score = name;
    for (value, boost, penalty) in parts {
        if value < 0.0 {
            score += value * penalty;
        } else if name >= weights.limits.evidence_from {
            score += value * boost * (100.0 - score);
        }
    }
    score.clamp(0.0, 100.0)
}
