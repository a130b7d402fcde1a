//! From a name as somebody wrote it to words that can be compared.

pub mod arabic;
pub mod caucasian;
pub mod cyrillic;
pub mod edits;
pub mod fold;
pub mod forms;
pub mod frequent;
pub mod generic;
pub mod given_names;
pub mod greek;
pub mod han;
pub mod hangul;
pub mod hebrew;
pub mod homoglyphs;
pub mod indic;
pub mod kana;
pub mod nations;
pub mod native;
pub mod normalise;
pub mod ordinals;
pub mod organisations;
pub mod phonetic;
pub mod romanise;
pub mod script;
pub mod topics;
pub mod vocabulary;
