//! Which listed names are worth comparing with a query.

pub mod asked;
pub mod candidates;
mod compounds;
mod in_text;
