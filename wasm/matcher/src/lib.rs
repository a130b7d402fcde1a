//! The matching core: how alike names are, and which entries of a list snapshot a name may mean.
//!
//! No clock, no randomness, no map whose order shows: one input gives one answer everywhere. Arrows
//! between the modules go one way, each may use those before it: `text`, `name`, `snapshot`, `find`,
//! `compare`, `explain`, and then [`engine`] and [`pairs`].

#![forbid(unsafe_code)]

pub mod compare;
pub mod date;
pub mod engine;
pub mod examine;
pub mod explain;
pub mod find;
pub mod name;
pub mod order;
pub mod pairs;
pub mod snapshot;
pub mod text;
pub mod weights;
mod words;
