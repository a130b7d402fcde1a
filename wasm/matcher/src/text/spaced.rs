//! Names whose letters are spaced out, for emphasis or so that nobody finds them (`A n a  O r l e n k o`) or in the
//! boxes of a form, and words that end on another line than they begin.

/// Letters and signs in a row that are read as words: fewer are initials, more are no name.
const LETTERS: std::ops::RangeInclusive<usize> = 8..=80;
/// Letters in a row of boxes that are read as words, at least.
const BOXES_MIN: usize = 3;

/// A text with the words together whose letters stand by themselves, behind blanks or each in a box of a form: a word
/// ends at two blanks, an empty box or a sign, or else at none. None of any other text.
///
/// ```
/// # use matcher::text::spaced::joined;
/// assert_eq!(joined("A n a  O r l e n k o").as_deref(), Some("Ana Orlenko"));
/// assert_eq!(joined("Name: A N A O R L E N K O\n1").as_deref(), Some("Name: ANAORLENKO\n1"));
/// assert_eq!(joined("O r - l e n k o, A n a").as_deref(), Some("Or-lenko,Ana"));
/// assert_eq!(joined("To |A|N|A| |C|R|U|Z| | |").as_deref(), Some("To ANA CRUZ  "));
/// assert_eq!(joined("[C][R][U][Z] [A][N][A]").as_deref(), Some("CRUZ ANA"));
/// assert_eq!(joined("A. B. Orlenko"), None);
/// ```
pub fn joined(text: &str) -> Option<String> {
    let boxed = unboxed(text);
    let text = boxed.as_deref().unwrap_or(text);
    let is_letter = |part: &str| {
        part.trim_end()
            .trim_end_matches(',')
            .chars()
            .nth(1)
            .is_none()
    };
    let (mut joined, mut found) = (String::with_capacity(text.len()), false);
    for line in text.split_inclusive('\n') {
        let parts: Vec<&str> = line.split_inclusive(char::is_whitespace).collect();
        for run in parts.chunk_by(|a, b| is_letter(a) == is_letter(b)) {
            let letters = run.iter().map(|part| part.trim_end());
            let all = letters
                .clone()
                .filter(|letter| !letter.is_empty() && is_letter(letter));
            if !LETTERS.contains(&all.count()) {
                joined.extend(run.iter().copied());
                continue;
            }
            joined.extend(letters.map(|letter| if letter.is_empty() { " " } else { letter }));
            let last = run[run.len() - 1];
            joined.push_str(&last[last.trim_end().len()..]);
            found = true;
        }
    }
    if found { Some(joined) } else { boxed }
}

/// A text with the letters of a form's boxes out of them: `|A|N|A|`, `[A][N][A]`. None of any other.
fn unboxed(text: &str) -> Option<String> {
    let letters: Vec<char> = text.chars().collect();
    let (mut unboxed, mut at, mut found) = (String::with_capacity(text.len()), 0, false);
    while at < letters.len() {
        let (boxed, length) = boxes(&letters[at..]);
        let filled = boxed.chars().filter(|letter| letter.is_alphanumeric());
        if filled.count() >= BOXES_MIN {
            unboxed.push_str(&boxed);
            (at, found) = (at + length, true);
        } else {
            unboxed.push(letters[at]);
            at += 1;
        }
    }
    found.then_some(unboxed)
}

/// What is in the boxes that begin a text, and their length.
fn boxes(text: &[char]) -> (String, usize) {
    let (mut held, mut length) = (String::new(), 0);
    loop {
        match text[length..] {
            ['|', letter, '|', ..] if letter == ' ' || letter.is_alphanumeric() => {
                held.push(letter);
                length += 2;
            }
            ['[', letter, ']', ..] if letter == ' ' || letter.is_alphanumeric() => {
                held.push(letter);
                length += 3;
            }
            ['|', ..] if length > 0 => return (held, length + 1),
            _ => return (held, length),
        }
    }
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
