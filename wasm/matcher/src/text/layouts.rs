//! Letters of a text that was read in a wrong code page (`йЗПТШ`) or typed on a wrong keyboard (`Buhtdbx`).

use unicode_normalization::char::is_combining_mark;

use super::tables::{LAYOUTS_KEYBOARD, LAYOUTS_PAGE};

/// Consonants in a row that few words have.
const CONSONANTS_MIN: usize = 4;
/// Letters of a word, at least, whose case or marks say that it is none.
const WORD_LETTERS_MIN: usize = 3;
/// Vowels of Latin and Cyrillic without their marks.
const VOWELS: &str = "aeiouyаеёиіїєоуыэюя";

/// A text in the letters of the first layout that gives better words; none of a text that reads as words.
///
/// ```
/// # use matcher::text::layouts::as_typed;
/// let is_better = |text: &str| text == "Игорь Орленко";
/// assert_eq!(as_typed("йЗПТШ пТМЕОЛП", is_better).as_deref(), Some("Игорь Орленко"));
/// assert_eq!(as_typed("Bujhm Jhktyrj", is_better).as_deref(), Some("Игорь Орленко"));
/// assert_eq!(as_typed("Igor Orlenko", |_| true), None);
/// let is_better = |text: &str| text == "Marija Orlenka";
/// assert_eq!(as_typed(",qrijq Orlenkq", is_better).as_deref(), None);
/// assert_eq!(as_typed("?qrijq Orlenkq", is_better).as_deref(), Some("Marija Orlenka"));
/// ```
pub fn as_typed(text: &str, is_better: impl Fn(&str) -> bool) -> Option<String> {
    if !text.split(' ').any(is_garbled) {
        return None;
    }
    let rows = if text.is_ascii() {
        &LAYOUTS_KEYBOARD[..]
    } else {
        &LAYOUTS_PAGE
    };
    let mut meant = rows.iter().filter_map(|(from, to)| mapped(text, from, to));
    meant.find(|text| is_better(text))
}

/// A text with each letter of one row in place of that of the other; none where a letter is in neither.
fn mapped(text: &str, from: &str, to: &str) -> Option<String> {
    let letter = |letter: char| {
        let at = from.chars().position(|known| known == letter);
        match at {
            Some(at) => to.chars().nth(at),
            None => (!letter.is_alphabetic()).then_some(letter),
        }
    };
    text.chars().map(letter).collect()
}

/// Whether what stands between blanks is hardly a word: it has too many consonants in a row, capitals behind
/// small letters, a sign inside, marks on all letters or a `q` without its `u`.
fn is_garbled(word: &str) -> bool {
    let mut seen = Seen::default();
    let mut rest = word.chars().peekable();
    while let Some(letter) = rest.next() {
        let next = rest.peek().copied();
        let is_alone = |next: char| !matches!(next, 'u' | 'U' | 'a' | 'A' | 'i' | 'I');
        if matches!(letter, 'q' | 'Q') && next.is_none_or(is_alone) {
            return true;
        }
        if letter.is_uppercase() || letter.is_lowercase() {
            seen.add(letter);
        } else if seen.letters > 0 && is_odd_key(letter, next) || is_odd_sign(letter, next) {
            return true;
        } else {
            seen.consonants = 0;
        }
    }
    seen.is_garbled()
}

/// The letters of a word so far.
#[derive(Default)]
struct Seen {
    letters: usize,
    /// Letters that are small, and capitals behind a small one.
    lower: usize,
    upper_behind: usize,
    /// Consonants at the end, and the most in a row.
    consonants: usize,
    most: usize,
    /// Latin letters with a mark or none of ASCII's, and Cyrillic ones.
    marked: usize,
    cyrillic: usize,
}

impl Seen {
    fn add(&mut self, letter: char) {
        let is_lower = letter.is_lowercase();
        self.letters += 1;
        self.upper_behind += usize::from(!is_lower && self.lower > 0);
        self.lower += usize::from(is_lower);
        let is_cyrillic = matches!(letter, 'Ѐ'..='ӿ');
        self.cyrillic += usize::from(is_cyrillic);
        self.marked += usize::from(matches!(letter, 'À'..='ɏ'));
        let is_vowel = letter.to_lowercase().any(|letter| VOWELS.contains(letter));
        let is_consonant = !is_vowel && (letter.is_ascii() || is_cyrillic);
        self.consonants = if is_consonant { self.consonants + 1 } else { 0 };
        self.most = self.most.max(self.consonants);
    }

    fn is_garbled(&self) -> bool {
        let is_long = self.letters >= WORD_LETTERS_MIN;
        let is_turned = self.lower == 1 && self.upper_behind + 1 == self.letters;
        let is_mixed = self.cyrillic > 0 && (self.upper_behind > 0 || self.marked > 0);
        let is_marked = self.marked == self.letters;
        self.most >= CONSONANTS_MIN || is_mixed || is_long && (is_turned || is_marked)
    }
}

/// Whether a sign inside a word is a key that other layouts have a letter on.
fn is_odd_key(sign: char, next: Option<char>) -> bool {
    let is_key = matches!(sign, '[' | ']' | ';' | ',' | '{' | '}' | '<' | '>');
    is_key && next.is_some_and(char::is_alphabetic)
}

/// Whether a sign is what other code pages show in place of a letter: it goes on in small letters or signs.
fn is_odd_sign(sign: char, next: Option<char>) -> bool {
    let is_sign = |sign: char| !sign.is_ascii() && !sign.is_alphanumeric();
    let is_apart = is_combining_mark(sign) || matches!(sign, '‘' | '’' | '\u{200C}' | '\u{200D}');
    is_sign(sign)
        && !is_apart
        && next.is_some_and(|next| next.is_lowercase() || is_sign(next) && !is_combining_mark(next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_each_layout_are_put_back() {
        for (text, expected) in [
            ("пТМЕОЛП", "Орленко"),
            ("нрлемйн", "орленко"),
            ("Îðëåíêî", "Орленко"),
            ("Jhktyrj", "Орленко"),
            ("Vbhj;tyrj", "Мироженко"),
            (">hxtyrj", "Юрченко"),
            ("'iktj", "эшлео"),
        ] {
            let meant = as_typed(text, |meant| meant == expected);
            let is_word = !is_garbled(text);
            assert!(is_word || meant.is_some(), "{text}");
        }
    }
}
