//! What dates of birth and nationalities do to a score.

use super::score::NameScore;
use crate::weights::Weights;

/// Moves a name's score by what births (`birth`) and nationalities (`nationality`) say, from -1 to
/// 1 each. Agreement goes a share of the way to 100, so it never lowers; contradiction takes points
/// off, so it never raises; silence changes nothing.
///
/// The more people bear a name, the less it says of who is meant. A date that contradicts takes
/// more off then, up to `birth.penaltyCommon` times as much again. A name that agrees in part alone
/// is lifted over `penalties.commonPartMost` only by a date that adds to its rarity, by `birth.nats`
/// nats for the very day, what it lacks of `penalties.commonLikeUnder`.
pub fn weigh_evidence(scored: &NameScore, birth: f64, nationality: f64, weights: &Weights) -> f64 {
    let births = &weights.birth;
    let penalties = &weights.penalties;
    let common = scored.lacks / penalties.common_like_under.max(f64::MIN_POSITIVE);
    let more = 1.0 + births.penalty_common * common;
    let parts = [
        (birth, births.boost, births.penalty * more),
        (
            nationality,
            weights.nationality.boost,
            weights.nationality.penalty,
        ),
    ];
    let name = scored.score;
    let mut score = name;
    for (value, boost, penalty) in parts {
        if value < 0.0 {
            score += value * penalty;
        } else if name >= weights.limits.evidence_from {
            score += value * boost * (100.0 - score);
        }
    }
    if scored.in_part && birth * births.nats < scored.lacks {
        score = score.min(penalties.common_part_most.max(name));
    }
    score.clamp(0.0, 100.0)
}
