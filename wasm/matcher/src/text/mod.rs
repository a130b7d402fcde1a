//! From a name as somebody wrote it to words that can be compared.

pub mod arabic;
pub mod caucasian;
pub mod cyrillic;
pub mod fold;
pub mod frequent;
pub mod given_names;
pub mod greek;
pub mod han;
pub mod hangul;
pub mod hebrew;
pub mod homoglyphs;
pub mod indic;
pub mod kana;
pub mod normalise;
pub mod organisations;
pub mod phonetic;
pub mod places;
pub mod romanise;
pub mod script;
pub mod vocabulary;
