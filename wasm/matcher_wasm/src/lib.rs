//! The boundary of the matching core: JSON in, JSON out, one crossing a question. What is behind it
//! knows nothing of JavaScript.

use matcher::engine::{self, Working};
use matcher::examine::examine;
use matcher::explain::score::Scoring;
use matcher::pairs::{self, NamePair};
use matcher::snapshot::lists::Lists;
use matcher::snapshot::reader::Snapshot;
use matcher::weights::Weights;
use wasm_bindgen::prelude::*;

/// Version of the engine. It changes with every answer that changes.
#[must_use]
#[wasm_bindgen(js_name = engineVersion)]
pub fn engine_version() -> String {
    engine::VERSION.to_owned()
}

/// The matcher: weights and the snapshots that are loaded.
#[derive(Debug)]
#[wasm_bindgen]
pub struct Core {
    weights: Weights,
    slots: Vec<Option<(Lists, Working)>>,
    pairs: Scoring,
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
            pairs: Scoring::default(),
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

    /// Answers whether the name of any entity reaches a score for a `MatchQuery`: `from`, or `born_from`
    /// where the date of birth agrees.
    ///
    /// # Errors
    /// When nothing is loaded there, or the query is not of the agreed shape.
    pub fn reaches(
        &mut self,
        slot: u32,
        query: &str,
        from: f64,
        born_from: f64,
    ) -> Result<bool, JsError> {
        let Some(Some((lists, working))) = self.slots.get_mut(slot as usize) else {
            return Err(nothing_at(slot));
        };
        let asked =
            serde_json::from_str(query).map_err(|e| JsError::new(&format!("query: {e}")))?;
        let scores = [from, born_from];
        engine::reaches(lists, &asked, scores, &self.weights, working).map_err(|e| JsError::new(&e))
    }

    /// Answers a `MatchQuery` with the `ExaminedEntry[]` of an identifier, candidates or not.
    ///
    /// # Errors
    /// When nothing is loaded there, or the query is not of the agreed shape.
    pub fn examine(&mut self, slot: u32, query: &str, list_ref: &str) -> Result<String, JsError> {
        let Some(Some((lists, working))) = self.slots.get_mut(slot as usize) else {
            return Err(nothing_at(slot));
        };
        let asked =
            serde_json::from_str(query).map_err(|e| JsError::new(&format!("query: {e}")))?;
        examine(lists, &asked, list_ref, &self.weights, working).map_err(|e| JsError::new(&e))
    }

    /// Answers `NamePair[]` with their scores.
    ///
    /// # Errors
    /// When the pairs are not of the agreed shape.
    pub fn compare(&mut self, pairs: &str) -> Result<String, JsError> {
        let pairs: Vec<NamePair> =
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
    inner: matcher::snapshot::builder::Builder,
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
