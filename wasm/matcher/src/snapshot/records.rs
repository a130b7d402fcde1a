//! The records of a snapshot, as they are read.

use crate::name::token::{Kind, Part};

/// An entity: source 2, type 1, spare 1, listRef offset 4 and length 4, UUID 16, first name 4,
/// names 4, first birth 4, births 2, nationalities 2, first nationality 4, PEP role 4.
#[derive(Clone, Copy, Debug)]
pub struct Entity {
    /// Index of the list key.
    pub source: u32,
    /// 0 individual, 1 organisation, 2 vessel, 3 aircraft.
    pub kind: u8,
    pub(super) list_ref: (u32, u32),
    /// The UUID's bytes.
    pub id: [u8; 16],
    /// Index of the primary name.
    pub first_name: u32,
    /// Names.
    pub names: u32,
    pub(super) births: (u32, u16),
    pub(super) nationalities: (u32, u16),
    pub(super) pep: u32,
}

/// A name: set key 8, entity 4, text offset 4, first token 4, text length 2, tokens 1, strength 1.
#[derive(Clone, Copy, Debug)]
pub struct Name {
    /// Key of the set of its folded tokens.
    pub set_key: u64,
    /// Index of its entity.
    pub entity: u32,
    pub(super) text: (u32, u16),
    pub(super) first_token: u32,
    pub(super) tokens: u8,
    /// 0 primary, 1 strong, 2 weak.
    pub strength: u8,
}

/// One token of a name.
#[derive(Clone, Copy, Debug)]
pub struct TokenUse {
    /// Index in the dictionary.
    pub token: u32,
    /// What it is in this name.
    pub kind: Kind,
    /// Which part of the name it belongs to.
    pub part: Part,
}

/// A token of the dictionary: text offset 4, fold offset 4, text length 2, fold length 2, letters
/// 2, form 2 whose highest bit says unvowelled, sounds 4 + 4, skeleton 4, idf 4, first posting 4, postings 4.
#[derive(Clone, Copy, Debug)]
pub struct TokenRecord {
    pub(super) text: (u32, u16),
    pub(super) fold: (u32, u16),
    /// Characters of the fold.
    pub letters: u32,
    /// Class of what it may say about a body, 0 for none.
    pub form: u16,
    /// Written without short vowels.
    pub unvowelled: bool,
    /// Phonetic keys, western and Slavic, 0 for none.
    pub sounds: [u32; 2],
    /// Key of the bare consonants, 0 for none.
    pub skeleton: u32,
    /// Inverse frequency: natural logarithm of people over people that have it.
    pub idf: f32,
    pub(super) postings: (u32, u32),
}

/// An address on a list.
#[derive(Clone, Copy, Debug)]
pub struct AddressRecord {
    pub(super) address: (u32, u32),
    pub(super) network: (u32, u32),
    /// Index of the list key.
    pub source: u32,
    /// Index of the entity, if the list names one.
    pub entity: Option<u32>,
}
