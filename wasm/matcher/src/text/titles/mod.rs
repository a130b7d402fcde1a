//! Forms of address, ranks, degrees, honours and offices: what stands beside a name and is no part of it.
//!
//! The tables hold words in the form that [`super::normalise`] gives, by language and class. They were
//! compiled by hand, from common use, and hold no list of anybody's.

pub mod address;
mod doubtful;
pub mod native;
mod sure;
