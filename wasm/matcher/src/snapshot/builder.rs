//! Turns list entries into a snapshot. The same entries in the same order make the same bytes.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Deserialize;
use serde_json::value::RawValue;

use super::checked::CheckedEntity;
use super::entry::{ListedEntity, OrphanAddress, Strength};
use super::error::BuildError;
use super::format::{KIND_SHIFT, NONE, PART_SHIFT, Section, TOKEN_BITS};
use super::pool::Pool;
use crate::date::PartialDate;
use crate::name::glued::keys_of_name;
use crate::name::initials::{further_initials_of, initials_key, initials_of};
use crate::name::set_key::set_key;
use crate::name::token::{Bearer, NameToken, Token};
use crate::order::sort;
use crate::text::jumble::jumble;

/// Collects entries.
#[derive(Debug, Default)]
pub struct Builder {
    pub(super) pool: Pool,
    pub(super) sources: Vec<String>,
    pub(super) counts: Vec<[u32; 3]>,
    pub(super) sections: BTreeMap<usize, Vec<u8>>,
    pub(super) entities: u32,
    pub(super) names: u32,
    pub(super) tokens: Vec<Token>,
    pub(super) token_ids: HashMap<(String, bool), u32>,
    /// Token uses of all names, by the token's id in order of appearance.
    pub(super) name_tokens: Vec<u32>,
    pub(super) postings: Vec<Vec<u32>>,
    /// By token: entities that have it, and the last one counted.
    pub(super) entity_counts: Vec<(u32, u32)>,
    pub(super) set_keys: Vec<(u64, u32)>,
    pub(super) addresses: Vec<(String, String, u32, u32)>,
    pub(super) ids: HashSet<[u8; 16]>,
    pub(super) finished: bool,
}

impl Builder {
    /// Adds a batch of entities, as JSON.
    ///
    /// # Errors
    /// When the batch or an entity is not as agreed; the message names the entity.
    pub fn add(&mut self, json: &str) -> Result<(), BuildError> {
        if self.finished {
            return Err(BuildError::Finished);
        }
        let batch: Vec<&RawValue> =
            serde_json::from_str(json).map_err(|e| BuildError::Shape(format!("entities: {e}")))?;
        for raw in batch {
            let entity: ListedEntity =
                serde_json::from_str(raw.get()).map_err(|e| shape_error(raw.get(), &e))?;
            self.add_entity(&entity)?;
        }
        Ok(())
    }

    /// Adds a batch of addresses without entities, as JSON.
    ///
    /// # Errors
    /// When the batch or an address is not as agreed.
    pub fn add_addresses(&mut self, json: &str) -> Result<(), BuildError> {
        if self.finished {
            return Err(BuildError::Finished);
        }
        let batch: Vec<OrphanAddress> =
            serde_json::from_str(json).map_err(|e| BuildError::Shape(format!("addresses: {e}")))?;
        for orphan in batch {
            let source = self.source_of(&orphan.source)?;
            if orphan.address.is_empty() || orphan.network.is_empty() {
                let what = "expected an address and a network, got an empty one".to_owned();
                return Err(BuildError::Address {
                    source: orphan.source,
                    what,
                });
            }
            self.addresses
                .push((orphan.address, orphan.network, source, NONE));
        }
        Ok(())
    }

    fn source_of(&mut self, source: &str) -> Result<u32, BuildError> {
        if let Some(at) = self.sources.iter().position(|known| known == source) {
            return Ok(at as u32);
        }
        if self.sources.len() >= usize::from(u16::MAX) {
            return Err(BuildError::TooLarge("lists"));
        }
        self.sources.push(source.to_owned());
        self.counts.push([0; 3]);
        Ok(self.sources.len() as u32 - 1)
    }

    pub(super) fn section(&mut self, section: Section) -> &mut Vec<u8> {
        self.sections.entry(section as usize).or_default()
    }

    pub(super) fn records(&mut self, section: Section) -> u32 {
        (self.section(section).len() / section.record()) as u32
    }

    fn add_entity(&mut self, entity: &ListedEntity) -> Result<(), BuildError> {
        let refused = |what: String| BuildError::Entity {
            source: entity.source.clone(),
            list_ref: entity.list_ref.clone(),
            what,
        };
        let checked = CheckedEntity::of(entity).map_err(refused)?;
        if !self.ids.insert(checked.id) {
            return Err(refused(
                "expected every entityId once, got it twice".to_owned(),
            ));
        }
        let source = self.source_of(&entity.source)?;
        let first_name = self.names;
        for (name, tokens) in entity.names.iter().zip(&checked.tokens) {
            if entity.entity_type.bearer() == Bearer::Body {
                self.add_initials(&name.text, tokens);
            }
            self.add_name(&name.text, name.strength, tokens)?;
        }
        self.write_entity(entity, &checked, source, first_name)?;
        for listed in &entity.addresses {
            let (address, network) = (listed.address.clone(), listed.network.clone());
            self.addresses
                .push((address, network, source, self.entities));
        }
        let counts = &mut self.counts[source as usize];
        counts[0] += 1;
        counts[1] += self.names - first_name;
        self.entities += 1;
        Ok(())
    }

    fn write_entity(
        &mut self,
        entity: &ListedEntity,
        checked: &CheckedEntity,
        source: u32,
        first_name: u32,
    ) -> Result<(), BuildError> {
        let list_ref = self.pool.place_of(&entity.list_ref)?;
        let first_birth = self.records(Section::Births);
        let first_nationality = self.records(Section::Nationalities);
        for birth in &checked.births {
            let out = self.section(Section::Births);
            put_date(out, birth.from);
            put_date(out, birth.to);
            out.extend(u32::from(birth.circa).to_le_bytes());
        }
        self.section(Section::Nationalities)
            .extend(checked.nationalities.iter().flatten());
        let pep = match entity.pep.as_deref() {
            Some(role) if role.get() != "null" => self.add_pep(role.get())?,
            _ => NONE,
        };
        let names = self.names - first_name;
        let out = self.section(Section::Entities);
        out.extend((source as u16).to_le_bytes());
        out.extend([entity.entity_type as u8, 0]);
        put(out, &list_ref);
        out.extend(checked.id);
        put(out, &[first_name, names, first_birth]);
        out.extend((checked.births.len() as u16).to_le_bytes());
        out.extend((checked.nationalities.len() as u16).to_le_bytes());
        put(out, &[first_nationality, pep]);
        Ok(())
    }

    fn add_pep(&mut self, role: &str) -> Result<u32, BuildError> {
        let text = self.pool.place_of(role)?;
        let index = self.records(Section::Peps);
        put(self.section(Section::Peps), &text);
        Ok(index)
    }

    fn add_name(
        &mut self,
        text: &str,
        strength: Strength,
        tokens: &[NameToken],
    ) -> Result<(), BuildError> {
        let name = self.names;
        let offset = self.pool.offset_of(text)?;
        let first =
            u32::try_from(self.name_tokens.len()).map_err(|_| BuildError::TooLarge("tokens"))?;
        for used in tokens {
            let id = self.token_id(&used.token)?;
            self.name_tokens
                .push(id | (used.kind as u32) << KIND_SHIFT | (used.part as u32) << PART_SHIFT);
            let posting = &mut self.postings[id as usize];
            if posting.last() != Some(&name) {
                posting.push(name);
            }
            let counted = &mut self.entity_counts[id as usize];
            if counted.0 == 0 || counted.1 != self.entities {
                *counted = (counted.0 + 1, self.entities);
            }
        }
        let key = set_key(
            tokens
                .iter()
                .map(|t| (&*t.token.fold, t.token.form, t.kind)),
        );
        if !tokens.is_empty() {
            self.set_keys.push((key, name));
        }
        let letters = tokens.iter().map(|t| {
            let text = &t.token.text;
            (jumble(text), text.len(), t.kind, t.part)
        });
        let glued = keys_of_name(&letters).map(|key| (key, name));
        self.set_keys.extend(glued);
        let entity = self.entities;
        let out = self.section(Section::Names);
        out.extend(key.to_le_bytes());
        put(out, &[entity, offset, first]);
        out.extend((text.len() as u16).to_le_bytes());
        out.extend([tokens.len() as u8, strength as u8]);
        self.names = name.checked_add(1).ok_or(BuildError::TooLarge("names"))?;
        Ok(())
    }

    /// Finds the next name by its initials as well.
    fn add_initials(&mut self, text: &str, tokens: &[NameToken]) {
        let words = tokens
            .iter()
            .map(|t| (&*t.token.text, t.token.form, t.kind));
        let [written, russian] = initials_of(words);
        let mut all = further_initials_of(text);
        all.extend([written, russian]);
        sort(&mut all);
        all.dedup();
        for initials in all.iter().filter(|found| !found.is_empty()) {
            self.set_keys.push((initials_key(initials), self.names));
        }
    }

    fn token_id(&mut self, token: &Token) -> Result<u32, BuildError> {
        let key = (token.text.clone(), token.unvowelled);
        if let Some(id) = self.token_ids.get(&key) {
            return Ok(*id);
        }
        let id = self.tokens.len() as u32;
        if id >= 1 << TOKEN_BITS {
            return Err(BuildError::TooLarge("different tokens"));
        }
        self.token_ids.insert(key, id);
        self.tokens.push(token.clone());
        self.postings.push(Vec::new());
        self.entity_counts.push((0, 0));
        Ok(id)
    }
}

/// What names an entity, of whatever shape.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct NamedBy<'j> {
    #[serde(borrow)]
    source: Option<&'j RawValue>,
    #[serde(borrow)]
    list_ref: Option<&'j RawValue>,
}

/// Names the entity of a shape error as well as its JSON allows.
fn shape_error(json: &str, error: &serde_json::Error) -> BuildError {
    let named: NamedBy = serde_json::from_str(json).unwrap_or_default();
    let text = |value: Option<&RawValue>| {
        let text = value.and_then(|value| serde_json::from_str(value.get()).ok());
        text.unwrap_or_else(|| "?".to_owned())
    };
    BuildError::Entity {
        source: text(named.source),
        list_ref: text(named.list_ref),
        what: error.to_string(),
    }
}

fn put_date(out: &mut Vec<u8>, date: PartialDate) {
    out.extend(date.year.to_le_bytes());
    out.extend([date.month, date.day]);
}

/// Appends numbers.
pub(super) fn put(out: &mut Vec<u8>, numbers: &[u32]) {
    out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}
