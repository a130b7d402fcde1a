//! From a name as somebody wrote it to words that can be compared.

pub mod arabic;
pub mod cyrillic;
pub mod fold;
pub mod forms;
pub mod frequent;
pub mod generic;
pub mod nations;
pub mod native;
pub mod normalise;
pub mod ordinals;
pub mod organisations;
pub mod phonetic;
pub mod script;
pub mod topics;
pub mod vocabulary;
