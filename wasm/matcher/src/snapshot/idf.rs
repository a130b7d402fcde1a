//! How rare a token is.

/// People that every list is taken to be drawn from: a rare name is as rare in a short list.
const BACKGROUND: f64 = 10_000.0;
/// How many of those have a given frequent name.
const BACKGROUND_FREQUENT: f64 = 100.0;

/// Inverse frequency of a token that so many of the entities have, in list and background together.
pub fn idf_of(entities: u32, with: f64, frequent: bool) -> f64 {
    let people = f64::from(entities) + BACKGROUND;
    let with = if frequent {
        with + BACKGROUND_FREQUENT
    } else {
        with
    };
    (1.0 + people / with).ln()
}

/// The greatest idf that a list of so many entities can give.
pub fn greatest_idf(entities: u32) -> f64 {
    idf_of(entities, 1.0, false)
}
