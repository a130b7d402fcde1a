//! List entries as their readers give them, in the shapes of the TypeScript port `Matcher`.

use crate::name::craft::Craft;
use crate::name::token::Bearer;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// `ListedEntity`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedEntity {
    /// List key.
    pub source: String,
    /// The publisher's identifier.
    pub list_ref: String,
    /// UUID.
    pub entity_id: String,
    /// How it is listed.
    pub entity_type: EntityType,
    /// Primary name first.
    pub names: Vec<ListedName>,
    /// EDTF.
    pub births: Vec<String>,
    /// ISO 3166-1 alpha-2.
    pub nationalities: Vec<String>,
    /// Kept as it came: nothing of it is compared.
    pub pep: Option<Box<RawValue>>,
    /// Digital-currency addresses.
    pub addresses: Vec<ListedAddress>,
}

/// `EntityType`.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "UPPERCASE")]
#[repr(u8)]
pub enum EntityType {
    /// A natural person.
    Individual = 0,
    /// A body.
    Organisation = 1,
    /// A ship.
    Vessel = 2,
    /// An aircraft.
    Aircraft = 3,
}

impl EntityType {
    /// The type with this number in the snapshot.
    pub fn of(number: u8) -> EntityType {
        match number {
            0 => EntityType::Individual,
            2 => EntityType::Vessel,
            3 => EntityType::Aircraft,
            _ => EntityType::Organisation,
        }
    }

    /// Which craft it is, if any.
    pub fn craft(self) -> Option<Craft> {
        match self {
            EntityType::Vessel => Some(Craft::Vessel),
            EntityType::Aircraft => Some(Craft::Aircraft),
            EntityType::Individual | EntityType::Organisation => None,
        }
    }

    /// How the words of its names are read.
    pub fn bearer(self) -> Bearer {
        match self {
            EntityType::Individual => Bearer::Person,
            _ => Bearer::Body,
        }
    }
}

/// Index in [`crate::name::weigh::BEARERS`] by the number of an entity's type.
pub fn reading_of(kind: u8) -> usize {
    usize::from(kind != EntityType::Individual as u8)
}

/// `ListedName`.
#[derive(Debug, Deserialize)]
pub struct ListedName {
    /// As published.
    pub text: String,
    /// What the publisher calls it.
    pub strength: Strength,
    /// The part that is the family name.
    pub family: Option<String>,
    /// The part that are the given names.
    pub given: Option<String>,
    /// The part that is the name after the father.
    pub patronymic: Option<String>,
}

/// `NameStrength`.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Strength {
    /// The entry's own name.
    Primary = 0,
    /// A good alias.
    Strong = 1,
    /// A weak alias.
    Weak = 2,
}

impl Strength {
    /// The strength with this number in the snapshot.
    pub fn of(number: u8) -> Strength {
        match number {
            0 => Strength::Primary,
            1 => Strength::Strong,
            _ => Strength::Weak,
        }
    }
}

/// `ListedAddress`.
#[derive(Debug, Deserialize)]
pub struct ListedAddress {
    /// Currency code.
    pub network: String,
    /// Normal form.
    pub address: String,
}

/// `OrphanAddress`.
#[derive(Debug, Deserialize)]
pub struct OrphanAddress {
    /// Currency code.
    pub network: String,
    /// Normal form.
    pub address: String,
    /// List key.
    pub source: String,
}

/// `ListInfo`; the counts are filled in here.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListInfo {
    /// List key.
    pub source: String,
    /// For people.
    pub title: String,
    /// Who publishes it.
    pub publisher: String,
    /// Under which terms.
    pub licence: String,
    /// Date of the data.
    pub as_of: String,
    /// Who said so, as the reader of the list calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of_from: Option<String>,
    /// Entities in the snapshot.
    #[serde(default)]
    pub entities: u32,
    /// Their names.
    #[serde(default)]
    pub names: u32,
    /// Addresses, with and without an entity.
    #[serde(default)]
    pub addresses: u32,
}
