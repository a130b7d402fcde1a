//! Names whose letters are spaced out, for emphasis or so that nobody finds them (`A n a  O r l e n k o`), and words
//! that end on another line than they begin.

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

/// A text whose words are broken at the end of a line, without the breaks; none of any other. What goes on with a
/// capital has its hyphen anywhere.
///
/// ```
/// # use matcher::text::spaced::unbroken;
/// assert_eq!(unbroken("Ana Orlen-\n  ko").as_deref(), Some("Ana Orlenko"));
/// assert_eq!(unbroken("Ana Al-\nOrlenko"), None);
/// ```
pub fn unbroken(text: &str) -> Option<String> {
    let mut lines = text.split('\n');
    let mut whole = lines.next()?.to_owned();
    for line in lines {
        let begun = whole.strip_suffix(['-', '¬', '\u{AD}']);
        let begun = begun
            .filter(|begun| begun.ends_with(char::is_lowercase))
            .map(str::len);
        let rest = line.trim_start();
        if let Some(length) = begun.filter(|_| rest.starts_with(char::is_lowercase)) {
            whole.truncate(length);
            whole.push_str(rest);
        } else {
            whole.push('\n');
            whole.push_str(line);
        }
    }
    (whole.len() < text.len()).then_some(whole)
}
