//! The matching core: how alike names are, and which entries of a list snapshot a name may mean.
//!
//! This file alone knows the boundary: JSON in, JSON out, one crossing a question. Everything below
//! is pure: no clock, no randomness, and one input gives one answer everywhere.

#[forbid(unsafe_code)]
pub mod account;
#[forbid(unsafe_code)]
pub mod align;
#[forbid(unsafe_code)]
pub mod answer;
#[forbid(unsafe_code)]
pub mod asked;
#[forbid(unsafe_code)]
pub mod candidates;
#[forbid(unsafe_code)]
mod compounds;
#[forbid(unsafe_code)]
mod contradictions;
#[forbid(unsafe_code)]
pub mod date;
#[forbid(unsafe_code)]
pub mod dictionary;
#[forbid(unsafe_code)]
pub mod edits;
#[forbid(unsafe_code)]
pub mod engine;
#[forbid(unsafe_code)]
pub mod error;
#[forbid(unsafe_code)]
pub mod evidence;
#[forbid(unsafe_code)]
pub mod explain;
#[forbid(unsafe_code)]
pub mod initials;
#[forbid(unsafe_code)]
pub mod likeness;
#[forbid(unsafe_code)]
pub mod lists;
#[forbid(unsafe_code)]
pub mod masks;
#[forbid(unsafe_code)]
mod memo;
#[forbid(unsafe_code)]
pub mod name;
#[forbid(unsafe_code)]
pub mod pairs;
#[forbid(unsafe_code)]
pub mod parentage;
#[forbid(unsafe_code)]
mod parts;
#[forbid(unsafe_code)]
mod postings;
#[forbid(unsafe_code)]
pub mod query;
#[forbid(unsafe_code)]
pub mod readings;
#[forbid(unsafe_code)]
pub mod score;
#[forbid(unsafe_code)]
pub mod snapshot;
#[forbid(unsafe_code)]
pub mod steps;
#[forbid(unsafe_code)]
pub mod text;
#[forbid(unsafe_code)]
mod texts;
#[forbid(unsafe_code)]
pub mod weights;
#[forbid(unsafe_code)]
mod words;

use engine::Working;
use lists::Lists;
use snapshot::Snapshot;
use wasm_bindgen::prelude::*;
use weights::Weights;

/// Version of the engine. It changes with every answer that changes.
#[must_use]
#[wasm_bindgen(js_name = engineVersion)]
pub fn engine_version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The matcher: weights and the snapshots that are loaded.
#[derive(Debug)]
#[wasm_bindgen]
pub struct Core {
    weights: Weights,
    slots: Vec<Option<(Lists, Working)>>,
    pairs: Working,
}

#[wasm_bindgen]
impl Core {
    /// Opens a matcher with these weights, as JSON.
    ///
    /// # Errors
    /// When the weights are not of the agreed shape.
    #[wasm_bindgen(constructor)]
    pub fn new(weights: &str) -> Result<Core, JsError> {
        Ok(Core {
            weights: Weights::parse(weights).map_err(|e| JsError::new(&e))?,
            slots: Vec::new(),
            pairs: Working::default(),
        })
    }

    /// Takes a snapshot over and gives its slot.
    ///
    /// # Errors
    /// When the bytes are not a whole snapshot.
    pub fn load(&mut self, bytes: Vec<u8>) -> Result<u32, JsError> {
        let snapshot = Snapshot::open(bytes).map_err(|e| JsError::new(&e.to_string()))?;
        let loaded = Some((Lists::new(snapshot, &self.weights), Working::default()));
        if let Some(free) = self.slots.iter().position(Option::is_none) {
            self.slots[free] = loaded;
            return Ok(free as u32);
        }
        self.slots.push(loaded);
        Ok(self.slots.len() as u32 - 1)
    }

    /// Frees a slot.
    ///
    /// # Errors
    /// When nothing is loaded there.
    pub fn unload(&mut self, slot: u32) -> Result<(), JsError> {
        match self.slots.get_mut(slot as usize).and_then(Option::take) {
            Some(_) => Ok(()),
            None => Err(nothing_at(slot)),
        }
    }

    /// The lists of a snapshot, as JSON.
    ///
    /// # Errors
    /// When nothing is loaded there.
    pub fn lists(&self, slot: u32) -> Result<String, JsError> {
        match self.slots.get(slot as usize) {
            Some(Some((lists, _))) => Ok(lists.snapshot.lists().to_owned()),
            _ => Err(nothing_at(slot)),
        }
    }

    /// Answers a `MatchQuery` with a `MatchResult`.
    ///
    /// # Errors
    /// When nothing is loaded there, or the query is not of the agreed shape.
    #[wasm_bindgen(js_name = "match")]
    pub fn match_query(&mut self, slot: u32, query: &str) -> Result<String, JsError> {
        let Some(Some((lists, working))) = self.slots.get_mut(slot as usize) else {
            return Err(nothing_at(slot));
        };
        let asked =
            serde_json::from_str(query).map_err(|e| JsError::new(&format!("query: {e}")))?;
        engine::match_query(lists, &asked, &self.weights, working).map_err(|e| JsError::new(&e))
    }

    /// Answers `NamePair[]` with their scores.
    ///
    /// # Errors
    /// When the pairs are not of the agreed shape.
    pub fn compare(&mut self, pairs: &str) -> Result<String, JsError> {
        let pairs: Vec<answer::NamePair> =
            serde_json::from_str(pairs).map_err(|e| JsError::new(&format!("pairs: {e}")))?;
        let scores = pairs::compare(&pairs, &self.weights, &mut self.pairs);
        serde_json::to_string(&scores).map_err(|e| JsError::new(&e.to_string()))
    }
}

fn nothing_at(slot: u32) -> JsError {
    JsError::new(&format!(
        "expected a loaded snapshot, got none in slot {slot}"
    ))
}

/// Collects list entries and writes them as one snapshot.
#[derive(Debug, Default)]
#[wasm_bindgen]
pub struct Builder {
    inner: snapshot::builder::Builder,
}

#[wasm_bindgen]
impl Builder {
    /// Opens an empty builder.
    #[must_use]
    #[wasm_bindgen(constructor)]
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Adds `ListedEntity[]`.
    ///
    /// # Errors
    /// When one is not as agreed; the message names it.
    pub fn add(&mut self, entities: &str) -> Result<(), JsError> {
        self.inner
            .add(entities)
            .map_err(|e| JsError::new(&e.to_string()))
    }

    /// Adds `OrphanAddress[]`.
    ///
    /// # Errors
    /// When one is not as agreed.
    #[wasm_bindgen(js_name = addAddresses)]
    pub fn add_addresses(&mut self, addresses: &str) -> Result<(), JsError> {
        self.inner
            .add_addresses(addresses)
            .map_err(|e| JsError::new(&e.to_string()))
    }

    /// Writes the snapshot, with `ListInfo[]` without counts.
    ///
    /// # Errors
    /// When the lists are not those of the entries, or the builder was finished before.
    pub fn finish(&mut self, lists: &str) -> Result<Vec<u8>, JsError> {
        self.inner
            .finish(lists)
            .map_err(|e| JsError::new(&e.to_string()))
    }
}
