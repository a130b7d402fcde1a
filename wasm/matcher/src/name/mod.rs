//! The tokens of a name, what each is, and a query's name prepared for comparing.

pub mod apart;
mod as_person;
pub mod beside;
pub mod craft;
pub mod east_slavic;
mod field;
mod german;
pub mod glued;
mod in_syllables;
pub mod initials;
pub mod leet;
pub mod listed;
pub mod masks;
mod merge;
pub mod parentage;
pub mod parse;
mod parts;
pub mod query;
pub mod query_token;
pub mod reading;
pub mod readings;
mod remarks;
pub mod set_key;
mod several;
pub mod token;
pub mod weigh;
