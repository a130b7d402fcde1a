//! Texts of many words, as `build/texts.rs` packs them.

/// Unpacks a text in which some codes stand for two codes.
///
/// ```
/// # use matcher::text::packed::unpack;
/// assert_eq!(unpack(&[(b'1', [b'a', b'n']), (b'2', [b'1', b'n'])], b"2a 1"), "anna an");
/// ```
pub fn unpack(pairs: &[(u8, [u8; 2])], packed: &[u8]) -> String {
    let mut meant = [None; 256];
    for (code, pair) in pairs {
        meant[usize::from(*code)] = Some(*pair);
    }
    let mut text = Vec::with_capacity(2 * packed.len());
    let mut left = Vec::new();
    for code in packed {
        left.push(*code);
        while let Some(code) = left.pop() {
            match meant[usize::from(code)] {
                Some([first, second]) => left.extend([second, first]),
                None => text.push(code),
            }
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}
