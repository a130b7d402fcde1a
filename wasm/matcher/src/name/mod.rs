//! The tokens of a name, what each is, and a query's name prepared for comparing.

pub mod masks;
pub mod parentage;
pub mod parse;
mod parts;
pub mod query;
pub mod readings;
