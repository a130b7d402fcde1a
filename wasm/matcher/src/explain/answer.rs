//! What an answer says, in the shapes of the TypeScript port `Matcher`.

use serde::Serialize;
use serde_json::value::RawValue;

use super::births::BirthRelation;
use super::nationalities::NationalityRelation;
use super::steps::Step;
use crate::name::reading::ReadAs;
use crate::name::token::Kind;
use crate::snapshot::entry::{EntityType, Strength};
use crate::words::words;

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
    /// Those of them in which more than a particle was compared with nothing: no list has the script.
    pub unread: Vec<&'static str>,
    /// Best first.
    pub candidates: Vec<Candidate<'a>>,
    /// Entities beyond those that reach the score from which they are counted.
    pub candidates_left_out: usize,
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
    /// Whether the query is a person's name and the entity is none.
    #[serde(skip_serializing_if = "is_false")]
    pub other_kind: bool,
    /// Whether what was compared has its very words, beside other names or a remark.
    pub same_words: bool,
    /// As published.
    pub matched_name: &'a str,
    /// Of the matched name.
    pub matched_strength: Strength,
    /// ISO 15924 code of the matched name's script.
    pub matched_script: &'static str,
    /// Identifying tokens of the matched name.
    pub matched_tokens: usize,
    /// Idf of what is accounted for.
    pub rarity: f64,
    /// What of the query was compared with the matched name.
    pub read_as: ReadAs,
    /// By token of the matched name.
    pub alignment: Vec<TokenAlignment<'a>>,
    /// Tokens of the query that nothing in the matched name accounts for.
    pub unaccounted: Vec<UnaccountedToken>,
    /// What made the score, in order; the points add up to it.
    pub steps: Vec<ScoreStep>,
    /// Of the dates of birth.
    pub birth: Evidence<BirthRelation, Option<String>>,
    /// Of the nationalities.
    pub nationality: Evidence<NationalityRelation, Vec<String>>,
}

/// A relation, what it is worth from -1 to 1, and what of the list it rests on.
#[derive(Debug, Serialize)]
pub struct Evidence<Relation, Held> {
    /// How they compare.
    pub relation: Relation,
    /// What it is worth.
    pub value: f64,
    /// What the list says.
    pub listed: Held,
}

words! {
    /// How a query accounts for a listed token, as an explanation says it.
    pub enum Account {
        /// Equal once case, marks and script are laid aside.
        Same,
        /// Another spelling of the same sounds.
        Respelled,
        /// Another legal form or generic word of the same meaning.
        SameMeaning,
        /// Some letters differ.
        Edited,
        /// The word of the query is taken for this one: cut, declined, without vowels, misread.
        StandsFor,
        /// The consonants sound alike.
        SoundsAlike,
        /// The same given name in another language, or cut short.
        Nickname,
        /// One is the other's first letter.
        Initial,
        /// Several tokens of the query are one of the listed name.
        Joined,
        /// One token of the query is several of the listed name.
        Split,
        /// Nothing in the query accounts for it.
        Missing,
    }
}

/// `TokenAlignment`.
#[derive(Debug, Serialize)]
pub struct TokenAlignment<'a> {
    /// Normalised.
    pub listed: &'a str,
    /// Words of the query.
    pub query: Vec<u32>,
    /// How they account for it.
    pub how: Account,
    /// Letters that differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edits: Option<u32>,
    /// Whether the query has it in another script.
    #[serde(skip_serializing_if = "is_false")]
    pub transliterated: bool,
    /// What it is in its name.
    pub kind: Kind,
    /// Whether it belongs to the family name.
    #[serde(skip_serializing_if = "is_false")]
    pub family: bool,
    /// What it did to the score.
    pub points: f64,
}

/// `UnaccountedToken`.
#[derive(Debug, Serialize)]
pub struct UnaccountedToken {
    /// Word of the query.
    pub query: u32,
    /// What it is in its name.
    pub kind: Kind,
    /// Whether it belongs to the family name.
    #[serde(skip_serializing_if = "is_false")]
    pub family: bool,
    /// What it did to the score.
    pub points: f64,
}

/// `ScoreStep`.
#[derive(Debug, Serialize)]
pub struct ScoreStep {
    /// What moved the score.
    pub step: Step,
    /// By how much, in hundredths rounded so that all add up.
    pub points: f64,
}

/// What is seldom true is left out where it is not.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_false(flag: &bool) -> bool {
    !flag
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
