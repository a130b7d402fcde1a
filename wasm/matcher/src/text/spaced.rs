//! Names whose letters are spaced out, for emphasis or so that nobody finds them: `A n a  O r l e n k o`.

/// Letters and signs of a text that are read as words and as no initials, at least.
const LETTERS_MIN: usize = 8;

/// The words of a text all of whose letters stand by themselves: a word ends at two blanks or a sign, or else at none.
/// None of any other text.
///
/// ```
/// # use matcher::text::spaced::joined;
/// assert_eq!(joined("A n a  O r l e n k o").as_deref(), Some("Ana Orlenko"));
/// assert_eq!(joined("A N A O R L E N K O").as_deref(), Some("ANAORLENKO"));
/// assert_eq!(joined("O r - l e n k o, A n a").as_deref(), Some("Or-lenko,Ana"));
/// assert_eq!(joined("A. B. Orlenko"), None);
/// ```
pub fn joined(text: &str) -> Option<String> {
    let parts = || text.split(char::is_whitespace);
    let is_letter = |part: &str| part.trim_end_matches(',').chars().nth(1).is_none();
    let letters = parts().filter(|part| !part.is_empty()).count();
    if letters < LETTERS_MIN || !parts().all(is_letter) {
        return None;
    }
    Some(
        parts()
            .map(|part| if part.is_empty() { " " } else { part })
            .collect(),
    )
}
