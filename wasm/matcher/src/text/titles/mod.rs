//! Forms of address, ranks, degrees, honours and offices: what stands beside a name and is no part of it.
//!
//! The words are in `data/titles.tsv` and its neighbours, in the form that [`super::normalise`] gives. They were
//! compiled by hand, from common use, and hold no list of anybody's.

pub mod address;
pub mod native;
