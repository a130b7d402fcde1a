//! How alike a query and a listed name are, token by token.

pub mod alignment;
pub mod initials;
pub mod likeness;
mod memo;
