//! Names of East Asia in letters of other countries, read as lists spell them.

pub mod cantonese;
pub mod chinese;
pub mod foreign;
mod foreign_sounds;
pub mod hanja;
pub mod hong_kong;
pub mod japanese;
pub mod korean;
pub mod korean_in_kana;
pub mod korean_surnames;
pub mod pinyin_surnames;
pub mod spellings;
pub mod syllables;
pub mod ukrainian;
