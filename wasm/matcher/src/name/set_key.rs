//! The key by which equal names are found.

use super::token::Kind;
use crate::order::sort;

/// Key of the folded tokens in no order, by which equal names are found.
///
/// A word counts as often as it stands there: who has his grandfather's name twice is not who has it
/// once. Titles do not belong to it, particles and legal forms once.
pub fn set_key<'a>(tokens: impl Iterator<Item = (&'a str, u16, Kind)>) -> u64 {
    let mut folds: Vec<(u16, &str, bool)> = tokens
        .filter(|(_, _, kind)| *kind != Kind::Title)
        .map(|(fold, form, kind)| match kind {
            Kind::OrganisationForm => (form, "", true),
            _ => (0, fold, kind == Kind::Particle),
        })
        .collect();
    sort(&mut folds);
    folds.dedup_by(|a, b| a == b && a.2);
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for (form, fold, _) in folds {
        for byte in form
            .to_le_bytes()
            .into_iter()
            .chain(fold.bytes())
            .chain([0xFF])
        {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
    hash
}
