//! A query's digits read as the letters that they look like (`V1adimir`, `R0sneft`) or for which they stand.

use crate::text::fold::fold;
use crate::text::normalise::split_words;
use crate::text::word::{Word, Words};

/// Digits and the letters that they look like, the likelier first.
const LOOKS: Letters = &[
    (b'0', &["o"]),
    (b'1', &["i", "l"]),
    (b'3', &["e"]),
    (b'4', &["a"]),
    (b'5', &["s"]),
    (b'7', &["t"]),
    (b'8', &["b"]),
    (b'9', &["g"]),
];
/// Digits and the letters for which they stand in Arabic (`7asan`, `5alid`, `sa3id`) and Russian (`Ka4alov`,
/// `Pu6kin`) where a keyboard has Latin letters alone, and others that they look like.
const CHAT: Letters = &[
    (b'0', &["o", "d"]),
    (b'1', &["i", "l"]),
    (b'3', &["a", "gh", "", "e"]),
    (b'4', &["ch", "a"]),
    (b'5', &["kh", "s"]),
    (b'6', &["t", "sh"]),
    (b'7', &["h", "t"]),
    (b'8', &["gh", "b"]),
    (b'9', &["s", "q", "g"]),
];
type Letters = &'static [(u8, &'static [&'static str])];
/// Digits of a word that are read, and readings that are tried, at most.
const DIGITS_MAX: usize = 5;
const READINGS_MAX: usize = 256;
/// Least letters of a word in which digits stand for others, and for those of a chat.
const LETTERS_MIN: usize = 2;
const CHAT_LETTERS_MIN: usize = 3;

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
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let plain = word.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let letters = word.len() - digits;
    // More digits than letters are a number.
    if !plain || digits == 0 || digits > DIGITS_MAX || letters < LETTERS_MIN.max(digits) {
        return None;
    }
    if is_listed(&fold(word)) {
        return None;
    }
    let (text, is_sure) = with_letters(word, LOOKS, is_listed).unzip();
    if is_sure == Some(true) || letters < CHAT_LETTERS_MIN {
        return text;
    }
    let chat = with_letters(word, CHAT, is_listed).filter(|(_, is_listed)| *is_listed);
    chat.map(|(chat, _)| chat).or(text)
}

/// A word with letters for its digits, and whether the lists have it so: of those that they have the longest, or
/// else the likeliest. None where a digit stands for no letter.
fn with_letters(
    word: &str,
    letters_of: Letters,
    is_listed: &dyn Fn(&str) -> bool,
) -> Option<(String, bool)> {
    let meant = |digit: u8| letters_of.iter().find(|(known, _)| *known == digit);
    let mut best: Option<(usize, String)> = None;
    for reading in 0..READINGS_MAX {
        let (mut text, mut left) = (String::new(), reading);
        for byte in word.bytes() {
            if byte.is_ascii_digit() {
                let (_, letters) = meant(byte)?;
                text.push_str(letters[left % letters.len()]);
                left /= letters.len();
            } else {
                text.push(char::from(byte));
            }
        }
        // All were read.
        if left > 0 {
            break;
        }
        // Of two words of the lists the longer fold: doubled letters count once.
        let fold = fold(&text);
        let letters = if is_listed(&fold) { fold.len() } else { 0 };
        if best.as_ref().is_none_or(|(most, _)| letters > *most) {
            best = Some((letters, text));
        }
    }
    best.map(|(letters, text)| (text, letters > 0))
}
