//! A query's digits read as the letters that they look like: `V1adimir`, `R0sneft`.

use crate::text::fold::fold;
use crate::text::normalise::split_words;
use crate::text::word::{Word, Words};

/// Digits and the letters that they may stand for, the likelier first.
const LETTERS: &[(u8, &[u8])] = &[
    (b'0', b"o"),
    (b'1', b"il"),
    (b'3', b"e"),
    (b'4', b"a"),
    (b'5', b"s"),
    (b'7', b"t"),
    (b'8', b"b"),
    (b'9', b"g"),
];
/// Digits of a word of which every reading is tried.
const DIGITS_MAX: usize = 5;
/// Least letters of a word in which digits stand for others.
const LETTERS_MIN: usize = 2;

/// The words of a query with digits among letters read as letters: as those of a word of the lists, if
/// they may be. None where no word has any, or a list has it so.
pub fn digits_as_letters(words: &Words, is_listed: &dyn Fn(&str) -> bool) -> Option<Words> {
    let mut found = false;
    let read = |word: &Word| match read_digits(&word.text, is_listed) {
        // Letters may make two words of one, as `Abdul` is.
        Some(text) => {
            found = true;
            let place = |read: Word| Word {
                text: read.text,
                ..word.clone()
            };
            split_words(&text).words.into_iter().map(place).collect()
        }
        None => vec![word.clone()],
    };
    let read: Vec<Word> = words.words.iter().flat_map(read).collect();
    found.then_some(Words {
        words: read,
        commas: words.commas,
    })
}

fn read_digits(word: &str, is_listed: &dyn Fn(&str) -> bool) -> Option<String> {
    let places = || word.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit());
    let digits = places().count();
    let plain = word.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let letters = word.len() - digits;
    // More digits than letters are a number.
    if !plain || digits == 0 || digits > DIGITS_MAX || letters < LETTERS_MIN.max(digits) {
        return None;
    }
    if is_listed(&fold(word)) {
        return None;
    }
    let meant = |digit: u8| LETTERS.iter().find(|(known, _)| *known == digit);
    let mut best: Option<(usize, String)> = None;
    for reading in 0..1_usize << digits {
        let mut text = word.as_bytes().to_vec();
        let mut is_new = true;
        for (nth, (at, digit)) in places().enumerate() {
            let (_, letters) = meant(digit)?;
            let second = reading >> nth & 1;
            is_new &= second < letters.len();
            text[at] = *letters.get(second).unwrap_or(&letters[0]);
        }
        let text = String::from_utf8(text).ok().filter(|_| is_new);
        let Some(text) = text else { continue };
        // Of two words of the lists the longer fold: doubled letters count once.
        let fold = fold(&text);
        let letters = if is_listed(&fold) { fold.len() } else { 0 };
        if best.as_ref().is_none_or(|(most, _)| letters > *most) {
            best = Some((letters, text));
        }
    }
    best.map(|(_, text)| text)
}
