//! A list snapshot: how it is built, checked and read, and what is kept decoded of it.

pub mod builder;
mod check;
mod checked;
pub mod dictionary;
pub mod entries;
pub mod entry;
pub mod error;
mod finish;
pub mod format;
mod hashes;
pub mod idf;
pub mod index;
pub mod keys;
pub mod lists;
mod lookup;
mod numbers;
mod open;
mod pool;
pub mod postings;
pub mod reader;
pub mod records;
pub(crate) mod sample;
pub(crate) mod seen;
