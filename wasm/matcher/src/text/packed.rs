//! Texts of many words, as `build/texts.rs` packs them.

/// Unpacks a text in which each code above ASCII stands for two codes.
///
/// ```
/// # use matcher::text::packed::unpack;
/// assert_eq!(unpack(&[[b'a', b'n'], [128, b'n']], b"\x81a \x80"), "anna an");
/// ```
#[must_use]
pub fn unpack(pairs: &[[u8; 2]], packed: &[u8]) -> String {
    let mut text = String::with_capacity(2 * packed.len());
    let mut left = Vec::new();
    for code in packed {
        left.push(*code);
        while let Some(code) = left.pop() {
            match code
                .checked_sub(128)
                .and_then(|at| pairs.get(usize::from(at)))
            {
                Some([first, second]) => left.extend([*second, *first]),
                None => text.push(char::from(code)),
            }
        }
    }
    text
}
