//! From a name as somebody wrote it to words that can be compared.

pub mod arabic;
pub mod cyrillic;
pub mod fold;
pub mod frequent;
pub mod given_names;
pub mod normalise;
pub mod organisations;
pub mod phonetic;
pub mod places;
pub mod script;
pub mod vocabulary;
