//! The one pool of text, in which each is written once.

use std::collections::HashMap;

use super::error::BuildError;

/// Text, and where each is.
#[derive(Debug, Default)]
pub struct Pool {
    /// What becomes the section.
    pub bytes: Vec<u8>,
    known: HashMap<String, u32>,
}

impl Pool {
    /// Offset and length of a text.
    ///
    /// # Errors
    /// When the pool is full.
    pub fn place_of(&mut self, text: &str) -> Result<[u32; 2], BuildError> {
        Ok([self.offset_of(text)?, text.len() as u32])
    }

    /// Offset of a text, written once.
    ///
    /// # Errors
    /// When the pool is full.
    pub fn offset_of(&mut self, text: &str) -> Result<u32, BuildError> {
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
