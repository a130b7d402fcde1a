//! Which listed names are worth comparing with a query.

pub mod alike;
pub mod asked;
mod candidates;
mod compounds;
mod estimate;
mod forms;
mod in_short;
pub mod scratch;
mod splits;
