//! How alike a query and a listed name are, token by token.

mod abbreviation;
pub mod alignment;
mod as_person;
mod assignment;
mod edits;
pub mod hit;
pub mod initials;
mod join;
pub mod likeness;
pub mod link;
mod memo;
pub mod parentage;
mod piece;
mod segment;
mod sound;
mod spelled;
mod spelling;
mod stretch;
mod taken;
