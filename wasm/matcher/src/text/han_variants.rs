//! Han characters that are forms of one: simplified, traditional, Japanese.

/// Pairs of little-endian numbers, rising: a character, and the least of those that it is a form of.
const VARIANTS: &[u8] = include_bytes!("han/variants.bin");
/// Bytes of a pair.
const PAIR: usize = 4;

/// Whether two characters are one or forms of one.
///
/// ```
/// # use matcher::text::han_variants::is_variant;
/// assert!(is_variant('张', '張') && is_variant('沢', '泽'));
/// assert!(!is_variant('石', '市'));
/// ```
pub fn is_variant(a: char, b: char) -> bool {
    a == b || least_form(a) == least_form(b)
}

fn least_form(character: char) -> u32 {
    let code = character as u32;
    let number = |at: usize| u32::from(u16::from_le_bytes([VARIANTS[at], VARIANTS[at + 1]]));
    let (mut low, mut high) = (0, VARIANTS.len() / PAIR);
    while low < high {
        let middle = usize::midpoint(low, high);
        if number(middle * PAIR) < code {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if low < VARIANTS.len() / PAIR && number(low * PAIR) == code {
        number(low * PAIR + 2)
    } else {
        code
    }
}
