//! What a token weighs in its name, and in whose name that is.

use super::token::{Bearer, Kind, Part};
use crate::weights::Weights;

/// The two ways in which the words of a query can be read, by who may be meant.
pub const BEARERS: [Bearer; 2] = [Bearer::Person, Bearer::Body];

/// Index of a natural person in [`BEARERS`].
pub const PERSON: usize = 0;
/// Index of a body in [`BEARERS`].
pub const BODY: usize = 1;

/// What a token weighs, by its kind, its place and its rarity from 0 to 1.
pub fn weigh(weights: &Weights, kind: Kind, part: Part, rarity: f64) -> f64 {
    let tokens = &weights.tokens;
    let by_rarity = tokens.commonest + (tokens.rarest - tokens.commonest) * rarity.clamp(0.0, 1.0);
    let by_kind = match kind {
        Kind::Word => tokens.word * by_rarity,
        Kind::Generic => tokens.generic * by_rarity,
        Kind::Topic => tokens.topic * by_rarity,
        Kind::Number => tokens.number,
        Kind::Particle => tokens.particle,
        Kind::Initial => tokens.initial,
        Kind::OrganisationForm => tokens.organisation_form,
        Kind::Title => tokens.title,
        Kind::Ordinal => tokens.ordinal,
    };
    match part {
        Part::Family if kind == Kind::Word => by_kind * tokens.family,
        Part::Patronymic if kind == Kind::Word => by_kind * tokens.patronymic,
        _ => by_kind,
    }
}
