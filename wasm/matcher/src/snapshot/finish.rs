//! Closes a builder: sorts what is looked up, and writes the sections.

use super::builder::{Builder, put};
use super::entry::ListInfo;
use super::error::BuildError;
use super::format::{Section, TOKEN_BITS, UNVOWELLED_BIT, assemble};
use super::idf::idf_of;
use super::index::{Index, hash_of_key, hash_of_set};
use super::keys::{TRIGRAMS_INDEXED_FROM, deletion_keys, trigrams};
use crate::name::token::Token;
use crate::order::{sort, sort_by};
use crate::text::frequent::is_frequent_fold;

impl Builder {
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
        self.sort_addresses();
        self.count_lists(&mut lists)?;
        self.finished = true;
        let json = serde_json::to_vec(&lists).map_err(|e| BuildError::Lists(e.to_string()))?;
        *self.section(Section::Lists) = json;
        self.write_tokens()?;
        self.write_sets();
        self.write_addresses()?;
        for source in std::mem::take(&mut self.sources) {
            let text = self.pool.place_of(&source)?;
            put(self.section(Section::Sources), &text);
        }
        *self.section(Section::Pool) = std::mem::take(&mut self.pool.bytes);
        let sections = Section::ALL.map(|section| std::mem::take(self.section(section)));
        Ok(assemble(&sections))
    }

    /// One row for each address of each entity; a list may give it twice.
    fn sort_addresses(&mut self) {
        sort(&mut self.addresses);
        self.addresses.dedup();
        for (_, _, source, _) in &self.addresses {
            self.counts[*source as usize][2] += 1;
        }
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
        sort_by(&mut order, |a, b| {
            let (a, b) = (&self.tokens[*a as usize], &self.tokens[*b as usize]);
            (&a.fold, &a.text, a.unvowelled).cmp(&(&b.fold, &b.text, b.unvowelled))
        });
        let mut sorted_id = vec![0; order.len()];
        let rows = Index::Deletions.rows(order.len() as u32);
        let pack = |key: &u32, token: u32| rows.pack(hash_of_key(*key), token);
        let (mut deletions, mut grams, mut sounds) = (Vec::new(), Vec::new(), Vec::new());
        let mut keys = Vec::new();
        for (new, old) in order.iter().enumerate() {
            let new = new as u32;
            sorted_id[*old as usize] = new;
            let token = self.tokens[*old as usize].clone();
            self.write_token(*old, &token)?;
            deletion_keys(&token.text, &token.fold, &mut keys);
            deletions.extend(keys.iter().map(|key| pack(key, new)));
            if token.letters as usize >= TRIGRAMS_INDEXED_FROM {
                trigrams(&token.fold, &mut keys);
                grams.extend(keys.iter().map(|key| pack(key, new)));
            }
            let heard = token.sounds.iter().chain([&token.skeleton]);
            sounds.extend(heard.filter(|key| **key != 0).map(|key| pack(key, new)));
        }
        *self.section(Section::Deletions) = rows.write(deletions);
        *self.section(Section::Trigrams) = rows.write(grams);
        *self.section(Section::Sounds) = rows.write(sounds);
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
        let idf = idf_of(self.entities, with, is_frequent_fold(&token.fold)) as f32;
        let first = self.records(Section::Postings);
        let postings = std::mem::take(&mut self.postings[old as usize]);
        let out = self.section(Section::Postings);
        out.extend(postings.iter().flat_map(|name| name.to_le_bytes()));
        let out = self.section(Section::Tokens);
        put(out, &[text, fold]);
        for short in [token.text.len(), token.fold.len(), token.letters as usize] {
            out.extend((short.min(usize::from(u16::MAX)) as u16).to_le_bytes());
        }
        let unvowelled = if token.unvowelled { UNVOWELLED_BIT } else { 0 };
        out.extend((token.form | unvowelled).to_le_bytes());
        put(out, &token.sounds);
        put(
            out,
            &[token.skeleton, idf.to_bits(), first, postings.len() as u32],
        );
        Ok(())
    }

    fn write_sets(&mut self) {
        let rows = Index::Sets.rows(self.names);
        let sets = std::mem::take(&mut self.set_keys);
        let packed = sets
            .iter()
            .map(|(key, name)| rows.pack(hash_of_set(*key), *name));
        *self.section(Section::Sets) = rows.write(packed.collect());
    }

    fn write_addresses(&mut self) -> Result<(), BuildError> {
        for (address, network, source, entity) in std::mem::take(&mut self.addresses) {
            let texts = [self.pool.place_of(&address)?, self.pool.place_of(&network)?];
            let out = self.section(Section::Addresses);
            put(out, texts.as_flattened());
            put(out, &[source, entity]);
        }
        Ok(())
    }
}
