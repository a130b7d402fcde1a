//! Turns list entries into a snapshot. The same entries in the same order make the same bytes.

use std::collections::{BTreeMap, HashMap};

use super::entry::{EntityType, ListInfo, ListedEntity, OrphanAddress, Strength};
use super::format::{FAMILY_BIT, KIND_SHIFT, NONE, Section, TOKEN_BITS, assemble};
use super::keys::{TRIGRAMS_INDEXED_FROM, deletion_keys, trigrams};
use crate::date::{Birth, PartialDate};
use crate::error::BuildError;
use crate::name::{NameToken, Token, parse_name, set_key};

/// Longest name that is taken, in characters.
const NAME_CHARACTERS_MAX: usize = 1_000;
/// Names, births or nationalities of one entity.
const PER_ENTITY_MAX: usize = 10_000;

/// Collects entries.
#[derive(Debug, Default)]
pub struct Builder {
    pool: Pool,
    sources: Vec<String>,
    counts: Vec<[u32; 3]>,
    sections: BTreeMap<usize, Vec<u8>>,
    entities: u32,
    names: u32,
    tokens: Vec<Token>,
    token_ids: HashMap<(String, bool), u32>,
    /// Token uses of all names, by the token's id in order of appearance.
    name_tokens: Vec<u32>,
    postings: Vec<Vec<u32>>,
    /// By token: entities that have it, and the last one counted.
    entity_counts: Vec<(u32, u32)>,
    set_keys: Vec<(u64, u32)>,
    addresses: Vec<(String, String, u32, u32)>,
    ids: HashMap<[u8; 16], ()>,
    finished: bool,
}

#[derive(Debug, Default)]
struct Pool {
    bytes: Vec<u8>,
    known: HashMap<String, u32>,
}

impl Pool {
    /// Offset of a text, written once.
    fn offset_of(&mut self, text: &str) -> Result<u32, BuildError> {
        if let Some(offset) = self.known.get(text) {
            return Ok(*offset);
        }
        let offset = u32::try_from(self.bytes.len())
            .ok()
            .filter(|offset| offset.checked_add(text.len() as u32).is_some())
            .ok_or(BuildError::TooLarge("bytes of text"))?;
        self.bytes.extend(text.as_bytes());
        self.known.insert(text.to_owned(), offset);
        Ok(offset)
    }
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
        let batch: Vec<&serde_json::value::RawValue> =
            serde_json::from_str(json).map_err(|e| BuildError::Shape(format!("entities: {e}")))?;
        for raw in batch {
            let entity: ListedEntity =
                serde_json::from_str(raw.get()).map_err(|e| shape_error(raw.get(), &e))?;
            self.add_entity(&entity).map_err(|what| match what {
                Refused::What(what) => BuildError::Entity {
                    source: entity.source.clone(),
                    list_ref: entity.list_ref.clone(),
                    what,
                },
                Refused::Whole(error) => error,
            })?;
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
            self.counts[source as usize][2] += 1;
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

    fn section(&mut self, section: Section) -> &mut Vec<u8> {
        self.sections.entry(section as usize).or_default()
    }

    fn records(&mut self, section: Section) -> u32 {
        (self.section(section).len() / section.record()) as u32
    }

    fn add_entity(&mut self, entity: &ListedEntity) -> Result<(), Refused> {
        let id = parse_uuid(&entity.entity_id).ok_or_else(|| {
            Refused::What(format!(
                "expected a UUID as entityId, got {:?}",
                entity.entity_id
            ))
        })?;
        if self.ids.insert(id, ()).is_some() {
            return Err(Refused::What(
                "expected every entityId once, got it twice".to_owned(),
            ));
        }
        let primaries = entity
            .names
            .iter()
            .filter(|n| n.strength == Strength::Primary)
            .count();
        if primaries != 1 || entity.names[0].strength != Strength::Primary {
            return Err(Refused::What(format!(
                "expected one primary name, and first, got {primaries}"
            )));
        }
        if entity
            .names
            .len()
            .max(entity.births.len())
            .max(entity.nationalities.len())
            > PER_ENTITY_MAX
        {
            return Err(Refused::What(format!(
                "expected at most {PER_ENTITY_MAX} names, births or nationalities"
            )));
        }
        let births = parse_births(&entity.births)?;
        let nationalities = parse_nationalities(&entity.nationalities)?;
        let source = self.source_of(&entity.source)?;
        let list_ref = self.pool.offset_of(&entity.list_ref)?;
        let (first_name, first_birth) = (self.names, self.records(Section::Births));
        let first_nationality = self.records(Section::Nationalities);
        for name in &entity.names {
            let tokens = parse_name(
                &name.text,
                entity.entity_type.bearer(),
                name.family.as_deref(),
            );
            if name.text.chars().count() > NAME_CHARACTERS_MAX {
                return Err(Refused::What(format!(
                    "expected names of at most {NAME_CHARACTERS_MAX} characters"
                )));
            }
            if tokens.is_empty() && name.strength == Strength::Primary {
                return Err(Refused::What(
                    "expected a primary name with a letter or digit".to_owned(),
                ));
            }
            self.add_name(&name.text, name.strength, &tokens)?;
        }
        for birth in &births {
            let out = self.section(Section::Births);
            put_date(out, birth.from);
            put_date(out, birth.to);
            out.extend(u32::from(birth.circa).to_le_bytes());
        }
        self.section(Section::Nationalities)
            .extend(nationalities.iter().flatten());
        let pep = match entity.pep.as_deref() {
            Some(role) if role.get() != "null" => self.add_pep(role.get())?,
            _ => NONE,
        };
        let names = self.names - first_name;
        let kind = entity.entity_type as u8;
        let out = self.section(Section::Entities);
        out.extend((source as u16).to_le_bytes());
        out.extend([kind, 0]);
        for number in [list_ref, entity.list_ref.len() as u32] {
            out.extend(number.to_le_bytes());
        }
        out.extend(id);
        for number in [first_name, names, first_birth] {
            out.extend(number.to_le_bytes());
        }
        out.extend((births.len() as u16).to_le_bytes());
        out.extend((nationalities.len() as u16).to_le_bytes());
        out.extend(first_nationality.to_le_bytes());
        out.extend(pep.to_le_bytes());
        for listed in &entity.addresses {
            if listed.address.is_empty() || listed.network.is_empty() {
                return Err(Refused::What(
                    "expected addresses with a network, got an empty one".to_owned(),
                ));
            }
            let row = (
                listed.address.clone(),
                listed.network.clone(),
                source,
                self.entities,
            );
            self.addresses.push(row);
        }
        let counts = &mut self.counts[source as usize];
        counts[0] += 1;
        counts[1] += names;
        counts[2] += entity.addresses.len() as u32;
        self.entities += 1;
        Ok(())
    }

    fn add_pep(&mut self, role: &str) -> Result<u32, BuildError> {
        let offset = self.pool.offset_of(role)?;
        let index = self.records(Section::Peps);
        let out = self.section(Section::Peps);
        out.extend(offset.to_le_bytes());
        out.extend((role.len() as u32).to_le_bytes());
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
            let family = if used.family { FAMILY_BIT } else { 0 };
            self.name_tokens
                .push(id | (used.kind as u32) << KIND_SHIFT | family);
            let posting = &mut self.postings[id as usize];
            if posting.last() != Some(&name) {
                posting.push(name);
            }
            let counted = &mut self.entity_counts[id as usize];
            if *counted != (counted.0, self.entities) || counted.0 == 0 {
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
        let entity = self.entities;
        let out = self.section(Section::Names);
        out.extend(key.to_le_bytes());
        for number in [entity, offset, text.len() as u32, first] {
            out.extend(number.to_le_bytes());
        }
        out.extend([tokens.len() as u8, strength as u8, 0, 0]);
        self.names = name.checked_add(1).ok_or(BuildError::TooLarge("names"))?;
        Ok(())
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

    /// Closes the builder and writes the snapshot.
    ///
    /// # Errors
    /// When the lists described are not those that the entries name.
    pub fn finish(&mut self, lists: &str) -> Result<Vec<u8>, BuildError> {
        if self.finished {
            return Err(BuildError::Finished);
        }
        let mut lists: Vec<ListInfo> =
            serde_json::from_str(lists).map_err(|e| BuildError::Lists(e.to_string()))?;
        self.count_lists(&mut lists)?;
        self.finished = true;
        let json = serde_json::to_vec(&lists).map_err(|e| BuildError::Lists(e.to_string()))?;
        *self.section(Section::Lists) = json;
        self.write_tokens()?;
        self.write_sets();
        self.write_addresses()?;
        for source in std::mem::take(&mut self.sources) {
            let offset = self.pool.offset_of(&source)?;
            let out = self.section(Section::Sources);
            out.extend(offset.to_le_bytes());
            out.extend((source.len() as u32).to_le_bytes());
        }
        *self.section(Section::Pool) = std::mem::take(&mut self.pool.bytes);
        let sections: Vec<Vec<u8>> = Section::ALL
            .into_iter()
            .map(|section| {
                self.sections
                    .remove(&(section as usize))
                    .unwrap_or_default()
            })
            .collect();
        Ok(assemble(&sections))
    }

    fn count_lists(&self, lists: &mut [ListInfo]) -> Result<(), BuildError> {
        for (at, list) in lists.iter().enumerate() {
            if lists[..at].iter().any(|other| other.source == list.source) {
                return Err(BuildError::Lists(format!(
                    "expected {} once, got it twice",
                    list.source
                )));
            }
        }
        for (source, counts) in self.sources.iter().zip(&self.counts) {
            let Some(list) = lists.iter_mut().find(|list| list.source == *source) else {
                return Err(BuildError::Lists(format!(
                    "expected a description of {source}, got none"
                )));
            };
            [list.entities, list.names, list.addresses] = *counts;
        }
        Ok(())
    }

    /// Sorts the dictionary and writes everything that is by token.
    fn write_tokens(&mut self) -> Result<(), BuildError> {
        let mut order: Vec<u32> = (0..self.tokens.len() as u32).collect();
        order.sort_unstable_by(|a, b| {
            let (a, b) = (&self.tokens[*a as usize], &self.tokens[*b as usize]);
            (&a.fold, &a.text, a.unvowelled).cmp(&(&b.fold, &b.text, b.unvowelled))
        });
        let mut sorted_id = vec![0; order.len()];
        let (mut deletions, mut grams, mut sounds) = (Vec::new(), Vec::new(), Vec::new());
        let mut keys = Vec::new();
        for (new, old) in order.iter().enumerate() {
            let new = new as u32;
            sorted_id[*old as usize] = new;
            let token = self.tokens[*old as usize].clone();
            self.write_token(*old, &token)?;
            deletion_keys(&token.text, &token.fold, &mut keys);
            deletions.extend(keys.iter().map(|key| (*key, new)));
            if token.letters as usize >= TRIGRAMS_INDEXED_FROM {
                trigrams(&token.fold, &mut keys);
                grams.extend(keys.iter().map(|key| (*key, new)));
            }
            sounds.extend(
                [token.sounds[0], token.sounds[1], token.skeleton]
                    .iter()
                    .filter(|k| **k != 0)
                    .map(|k| (*k, new)),
            );
        }
        self.write_pairs(Section::DeletionKeys, Section::DeletionTokens, deletions);
        self.write_pairs(Section::TrigramKeys, Section::TrigramTokens, grams);
        self.write_pairs(Section::SoundKeys, Section::SoundTokens, sounds);
        let mut uses = Vec::with_capacity(self.name_tokens.len() * 4);
        for packed in std::mem::take(&mut self.name_tokens) {
            let low = (1 << TOKEN_BITS) - 1;
            let id = sorted_id[(packed & low) as usize];
            uses.extend((packed & !low | id).to_le_bytes());
        }
        *self.section(Section::NameTokens) = uses;
        Ok(())
    }

    fn write_token(&mut self, old: u32, token: &Token) -> Result<(), BuildError> {
        let text = self.pool.offset_of(&token.text)?;
        let fold = self.pool.offset_of(&token.fold)?;
        let with = f64::from(self.entity_counts[old as usize].0.max(1));
        let idf = (1.0 + f64::from(self.entities) / with).ln() as f32;
        let first = self.records(Section::Postings);
        let postings = std::mem::take(&mut self.postings[old as usize]);
        let out = self.section(Section::Postings);
        out.extend(postings.iter().flat_map(|name| name.to_le_bytes()));
        let out = self.section(Section::Tokens);
        out.extend(text.to_le_bytes());
        out.extend(fold.to_le_bytes());
        for short in [token.text.len(), token.fold.len(), token.letters as usize] {
            out.extend((short.min(usize::from(u16::MAX)) as u16).to_le_bytes());
        }
        out.extend([token.form, u8::from(token.unvowelled)]);
        for number in [
            token.sounds[0],
            token.sounds[1],
            token.skeleton,
            idf.to_bits(),
            first,
            postings.len() as u32,
        ] {
            out.extend(number.to_le_bytes());
        }
        Ok(())
    }

    fn write_sets(&mut self) {
        let mut sets = std::mem::take(&mut self.set_keys);
        sets.sort_unstable();
        let keys = sets.iter().flat_map(|(key, _)| key.to_le_bytes()).collect();
        let names = sets
            .iter()
            .flat_map(|(_, name)| name.to_le_bytes())
            .collect();
        *self.section(Section::SetKeys) = keys;
        *self.section(Section::SetNames) = names;
    }

    fn write_pairs(&mut self, keys: Section, values: Section, mut pairs: Vec<(u32, u32)>) {
        pairs.sort_unstable();
        pairs.dedup();
        *self.section(keys) = pairs
            .iter()
            .flat_map(|(key, _)| key.to_le_bytes())
            .collect();
        *self.section(values) = pairs
            .iter()
            .flat_map(|(_, value)| value.to_le_bytes())
            .collect();
    }

    fn write_addresses(&mut self) -> Result<(), BuildError> {
        let mut addresses = std::mem::take(&mut self.addresses);
        addresses.sort_unstable();
        addresses.dedup();
        for (address, network, source, entity) in addresses {
            let texts = [
                self.pool.offset_of(&address)?,
                address.len() as u32,
                self.pool.offset_of(&network)?,
                network.len() as u32,
            ];
            let out = self.section(Section::Addresses);
            for number in texts.into_iter().chain([source, entity]) {
                out.extend(number.to_le_bytes());
            }
        }
        Ok(())
    }
}

/// Why an entity is refused: by itself, or because the whole is.
enum Refused {
    What(String),
    Whole(BuildError),
}

impl From<BuildError> for Refused {
    fn from(error: BuildError) -> Refused {
        Refused::Whole(error)
    }
}

/// Names the entity of a shape error as well as its JSON allows.
fn shape_error(json: &str, error: &serde_json::Error) -> BuildError {
    let value: serde_json::Value = serde_json::from_str(json).unwrap_or_default();
    let text = |key: &str| value[key].as_str().unwrap_or("?").to_owned();
    BuildError::Entity {
        source: text("source"),
        list_ref: text("listRef"),
        what: error.to_string(),
    }
}

fn parse_births(births: &[String]) -> Result<Vec<Birth>, Refused> {
    let parse = |text: &String| {
        Birth::parse(text).ok_or_else(|| {
            Refused::What(format!(
                "expected births as 1969-07-16, 1969-07, 1969, 1969~ or 1958/1960, got {text:?}"
            ))
        })
    };
    births.iter().map(parse).collect()
}

fn parse_nationalities(codes: &[String]) -> Result<Vec<[u8; 2]>, Refused> {
    let parse = |code: &String| match code.as_bytes() {
        &[a, b] if a.is_ascii_uppercase() && b.is_ascii_uppercase() => Ok([a, b]),
        _ => Err(Refused::What(format!(
            "expected two capital letters as nationality, got {code:?}"
        ))),
    };
    codes.iter().map(parse).collect()
}

fn parse_uuid(text: &str) -> Option<[u8; 16]> {
    let dashes_hold = text.len() == 36
        && text
            .bytes()
            .enumerate()
            .all(|(at, b)| (b == b'-') == matches!(at, 8 | 13 | 18 | 23));
    if !dashes_hold {
        return None;
    }
    let hex: Vec<u8> = text
        .bytes()
        .filter(|b| *b != b'-')
        .map(|b| char::from(b).to_digit(16).map(|digit| digit as u8))
        .collect::<Option<_>>()?;
    let mut id = [0; 16];
    for (byte, pair) in id.iter_mut().zip(hex.chunks_exact(2)) {
        *byte = pair[0] << 4 | pair[1];
    }
    Some(id)
}

fn put_date(out: &mut Vec<u8>, date: PartialDate) {
    out.extend(date.year.to_le_bytes());
    out.extend([date.month, date.day]);
}

/// The UUID of these bytes, in lower case.
#[must_use]
pub fn uuid_text(id: &[u8; 16]) -> String {
    let mut text = String::with_capacity(36);
    for (at, byte) in id.iter().enumerate() {
        if matches!(at, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        for digit in [byte >> 4, byte & 15] {
            text.extend(char::from_digit(u32::from(digit), 16));
        }
    }
    text
}

/// Keeps the type beside its numbers.
const _: () = assert!(EntityType::Aircraft as u8 == 3);
