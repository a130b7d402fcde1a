//! Letters that a scanner takes for others: `rn` for `m`, `cl` for `d`.

use super::tables::MISREAD;

/// Calls with each word that a scanner may have read as another by so many misreadings.
///
/// ```
/// # use matcher::text::misread::as_printed;
/// let mut found = Vec::new();
/// as_printed("ahrnacl", 2, &mut |word| found.push(word.to_owned()));
/// assert!(found.contains(&"ahmad".to_owned()));
/// ```
pub fn as_printed(word: &str, misread: i32, found: &mut dyn FnMut(&str)) {
    if word.is_ascii() {
        print(word, 0, misread, found);
    }
}

/// Prints a word from a place on in other letters.
fn print(word: &str, from: usize, misread: i32, found: &mut dyn FnMut(&str)) {
    if misread == 0 {
        return found(word);
    }
    let mut other = String::new();
    for at in from..word.len() {
        let first = word.as_bytes()[at];
        let rows = MISREAD.iter();
        for (read, printed) in rows.filter(|(read, _)| read.as_bytes().first() == Some(&first)) {
            let Some(rest) = word[at..].strip_prefix(read) else {
                continue;
            };
            for printed in *printed {
                other.clear();
                other.push_str(&word[..at]);
                other.push_str(printed);
                other.push_str(rest);
                print(&other, at + printed.len(), misread - 1, found);
            }
        }
    }
}
