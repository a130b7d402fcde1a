//! What two names of persons say of a middle initial.

/// The middle initials of a query and a listed name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MiddleInitial {
    /// Nothing, the same, or not beside the same names.
    #[default]
    Open,
    /// The query has one and the listed name leaves it out.
    LeftOut,
    /// Each has its own, and all names beside it agree.
    Differs,
}
