//! The letters of a text in no order, as one number: what is written together, apart or in another
//! order has the same.

/// Least letters and digits that say who is meant: fewer are shared by too many names.
pub const LETTERS_MIN: usize = 5;

/// The sum of the letters and digits of a normalised text. That of two texts in a row is the sum of
/// both sums.
///
/// ```
/// # use matcher::text::jumble::jumble;
/// assert_eq!(jumble("ep").wrapping_add(jumble("gom")), jumble("epgom"));
/// assert_ne!(jumble("aab"), jumble("abb"));
/// ```
pub fn jumble(text: &str) -> u64 {
    text.bytes()
        .fold(0, |sum: u64, byte| sum.wrapping_add(number_of(byte)))
}

/// A number for a byte whose sums with others seldom meet (the finaliser of `SplitMix64`).
fn number_of(byte: u8) -> u64 {
    let mut number = (u64::from(byte) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}
