//! What crosses the boundary: the shapes of `core/ports/matcher.ts`.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::evidence::{BirthRelation, NationalityRelation};
use crate::likeness::How;
use crate::snapshot::entry::{EntityType, Strength};

/// `MatchQuery`.
#[derive(Debug, Default, Deserialize)]
pub struct MatchQuery {
    /// As the caller wrote it.
    pub name: Option<String>,
    /// `1969`, `1969-07` or `1969-07-16`.
    pub dob: Option<String>,
    /// ISO 3166-1 alpha-2 of every country that may be meant.
    pub nationalities: Vec<String>,
    /// Normal forms.
    pub addresses: Vec<String>,
}

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

/// `MatchResult`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MatchResult<'a> {
    /// Comparable tokens of the query.
    pub query_tokens: usize,
    /// Tokens beyond what is compared as one name.
    pub tokens_left_out: usize,
    /// ISO 15924 codes.
    pub untransliterated: &'a [&'static str],
    /// Best first.
    pub candidates: Vec<Candidate<'a>>,
    /// Queried addresses that are listed.
    pub addresses: Vec<AddressHit<'a>>,
}

/// `MatchCandidate`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Candidate<'a> {
    /// UUID.
    pub entity_id: String,
    /// List key.
    pub source: &'a str,
    /// The publisher's identifier.
    pub list_ref: &'a str,
    /// How it is listed.
    pub entity_type: EntityType,
    /// As it came to the builder.
    pub pep: Option<&'a RawValue>,
    /// 0 to 100.
    pub score: f64,
    /// 0 to 100.
    pub name_score: f64,
    /// 0 to 1.
    pub levenshtein: f64,
    /// 0 to 1.
    pub phonetic: f64,
    /// Layers that found it.
    pub layers: Vec<&'static str>,
    /// Whether the folded token sets are equal.
    pub exact: bool,
    /// As published.
    pub matched_name: &'a str,
    /// Of the matched name.
    pub matched_strength: Strength,
    /// Telling tokens of the matched name.
    pub matched_tokens: usize,
    /// Idf of what is accounted for.
    pub rarity: f64,
    /// By token of the matched name.
    pub alignment: Vec<TokenAlignment<'a>>,
    /// Of the dates of birth.
    pub birth: Evidence<BirthRelation>,
    /// Of the nationalities.
    pub nationality: Evidence<NationalityRelation>,
}

/// A relation and what it is worth, -1 to 1.
#[derive(Debug, Serialize)]
pub struct Evidence<Relation> {
    /// How they compare.
    pub relation: Relation,
    /// What it is worth.
    pub value: f64,
}

/// `TokenAlignment`.
#[derive(Debug, Serialize)]
pub struct TokenAlignment<'a> {
    /// Normalised.
    pub listed: &'a str,
    /// Words of the query.
    pub query: Vec<u32>,
    /// Why.
    pub how: How,
}

/// `AddressHit`.
#[derive(Debug, Serialize)]
pub struct AddressHit<'a> {
    /// As queried.
    pub address: &'a str,
    /// Currency code.
    pub network: &'a str,
    /// List key.
    pub source: &'a str,
    /// Whose it is, if the list says.
    pub entity: Option<AddressEntity<'a>>,
}

/// The entity of an address.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AddressEntity<'a> {
    /// UUID.
    pub entity_id: String,
    /// The publisher's identifier.
    pub list_ref: &'a str,
    /// Primary name.
    pub name: &'a str,
}
