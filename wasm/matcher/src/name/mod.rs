//! The tokens of a name, what each is, and a query's name prepared for comparing.

pub mod apart;
mod as_person;
pub mod beside;
pub mod craft;
pub mod east_slavic;
mod german;
pub mod glued;
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
pub mod readings;
pub mod set_key;
pub mod token;
pub mod weigh;
