//! What nationalities say about a name that already matches.

use serde::Serialize;

use crate::weights::Weights;

/// `agrees`, `differs` or `absent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NationalityRelation {
    /// One side does not say.
    Absent,
    /// One of the listed is one of those asked for.
    Agrees,
    /// None is.
    Differs,
}

/// How the countries that a nationality may mean compare with the listed ones: one in common is
/// enough, as people have several.
pub fn compare_nationalities(
    asked: &[[u8; 2]],
    mut listed: impl Iterator<Item = [u8; 2]>,
    weights: &Weights,
) -> (NationalityRelation, f64) {
    let (false, Some(first)) = (asked.is_empty(), listed.next()) else {
        return (NationalityRelation::Absent, 0.0);
    };
    if asked.contains(&first) || listed.any(|code| asked.contains(&code)) {
        (NationalityRelation::Agrees, weights.nationality.agrees)
    } else {
        (NationalityRelation::Differs, weights.nationality.differs)
    }
}
