//! The words of a text in its own script, and the signs between them.

use std::ops::Range;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::homoglyphs::{has_disguise, in_latin, in_one_script, plain};
use super::word::Cut;

/// A text in words of its own script, lower case.
#[derive(Default)]
pub(super) struct RawWords {
    /// Each with what stands before it.
    pub(super) words: Vec<(String, Gap)>,
    /// Which of them stand in quotation marks.
    quoted: Vec<Range<usize>>,
    /// Whether letters of other scripts stand for Latin ones.
    is_disguised: bool,
}

/// Splits a text into words, lower case.
pub(super) fn split_raw(text: &str) -> RawWords {
    let letters = letters_of(text);
    let mut found = RawWords {
        is_disguised: !text.is_ascii() && has_disguise(&letters),
        ..RawWords::default()
    };
    let mut raw = String::new();
    let mut gap = Gap::default();
    let mut quotes = Quotes::default();
    let (mut at, mut behind) = (0, None);
    for chunk in letters.split_inclusive(|letter| letter.is_whitespace()) {
        gap.in_address = is_address(chunk);
        for (offset, &letter) in chunk.iter().enumerate() {
            let before = (at + offset).checked_sub(1).map(|before| letters[before]);
            let after = letters.get(at + offset + 1).copied();
            let is_behind_word =
                raw.len() > 1 && raw.bytes().all(|byte| byte.is_ascii_alphabetic());
            let parts_words = is_behind_word && is_quotation_mark(letter) && is_letter(after);
            if is_apostrophe(letter) && !parts_words {
                behind = (!raw.is_empty()).then_some(raw.len());
                let words = found.words.len() + usize::from(!raw.is_empty());
                if let Some(from) = quotes.close_or_open(letter, before, after, words) {
                    found.quoted.push(from..words);
                }
                continue;
            }
            let is_inside = is_letter(before) && is_letter(after);
            if is_inside && is_lost(letter, after) {
                continue;
            }
            let letter = in_place_of_letter(letter).filter(|_| is_inside && !gap.in_address);
            let letter = plain(letter.unwrap_or(chunk[offset]));
            if letter.is_alphanumeric() || (is_combining_mark(letter) && !raw.is_empty()) {
                raw.push(letter);
                gap.upper += u32::from(letter.is_uppercase());
                gap.lower += u32::from(letter.is_lowercase());
                continue;
            }
            let ends_word = !raw.is_empty();
            gap.behind_apostrophe = behind.take().map_or(0, |from| raw[from..].chars().count());
            found.push(&mut raw, &mut gap);
            if let Some((_, word)) = found.words.last_mut().filter(|_| ends_word) {
                word.cut = if letter == '.' { Cut::AtStop } else { Cut::No };
                // Not of `Ana Cruz=ok`, whose last word has a blank before it.
                let is_of_pair = letter == '=' && word.dash != Dash::Blank;
                gap.joins = is_of_pair || is_json_key(&letters, at + offset);
                word.in_address |= gap.joins;
            }
            if matches!(letter, ',' | '،' | '，') && !found.words.is_empty() {
                gap.commas += 1;
            }
            gap.add_sign(letter);
        }
        at += chunk.len();
    }
    gap.behind_apostrophe = behind.map_or(0, |from| raw[from..].chars().count());
    // Systems that cut names write them in capitals.
    if COLUMNS.contains(&letters.len()) && !letters.iter().any(|one| one.is_lowercase()) {
        gap.cut = Cut::AtColumn;
    }
    found.push(&mut raw, &mut gap);
    found.mark_quoted();
    found
}

/// The letters and signs of a text in Unicode's form KC, but for those that nobody sees.
fn letters_of(text: &str) -> Vec<char> {
    // Letters of ASCII are in that form.
    if text.is_ascii() {
        return text.chars().collect();
    }
    let letters = text.chars();
    let composed = letters
        .map(|letter| if is_raised(letter) { ' ' } else { letter })
        .nfkc();
    composed.filter(|letter| !is_invisible(*letter)).collect()
}

/// A figure that is raised refers to a note: `Orlenko²`.
fn is_raised(letter: char) -> bool {
    matches!(letter, '¹' | '²' | '³' | '⁰' | '⁴'..='⁹')
}

/// Characters of a name in records of a fixed width: of NACHA, ISO 7813, SAP, SWIFT, ISO 20022 and passports.
const COLUMNS: [usize; 9] = [22, 26, 30, 32, 35, 39, 40, 70, 140];

fn is_letter(letter: Option<char>) -> bool {
    letter.is_some_and(char::is_alphabetic)
}

/// Whether a colon ends a key of JSON (RFC 8259), whose last word begins in lower case, before a value in quotation
/// marks or further keys: `"lastName": "Orlenko"`. No name is one: `"Orlenko": "payment"`.
fn is_json_key(letters: &[char], colon: usize) -> bool {
    let (before, [':', value @ ..]) = letters.split_at(colon) else {
        return false;
    };
    let key = before.strip_suffix(&['"']).unwrap_or_default();
    let key = key.iter().rev().take_while(|sign| sign.is_alphanumeric());
    let value = value.iter().find(|sign| !sign.is_whitespace());
    key.last().is_some_and(|first| first.is_lowercase()) && matches!(value, Some('"' | '{' | '['))
}

/// What stands where a letter was that a system before this one could not write, or that was hidden: a bullet before
/// a small letter, as others part words.
fn is_lost(letter: char, after: Option<char>) -> bool {
    let is_hidden = letter == '•' && after.is_some_and(char::is_lowercase);
    matches!(letter, '?' | '\u{FFFD}') || is_hidden
}

/// The digit that looks like the letter for which a sign stands inside a word: `Sech!n`. What digits are
/// read as is decided elsewhere.
fn in_place_of_letter(sign: char) -> Option<char> {
    Some(match sign {
        '!' => '1',
        '$' => '5',
        '@' => '4',
        _ => return None,
    })
}

/// Whether what stands between blanks is an address of mail or of the web.
fn is_address(chunk: &[char]) -> bool {
    let has = |sign: &[char]| chunk.windows(sign.len()).any(|run| run == sign);
    let mail = || {
        let at = chunk.iter().position(|letter| *letter == '@');
        at.is_some_and(|at| {
            let named = at
                .checked_sub(1)
                .is_some_and(|before| chunk[before].is_alphanumeric());
            let dotted = chunk[at..]
                .windows(2)
                .any(|two| two[0] == '.' && two[1].is_alphanumeric());
            named && dotted
        })
    };
    has(&[':', '/', '/']) || has(&['w', 'w', 'w', '.']) || mail()
}

/// Which quotation mark is open, and before which word.
#[derive(Default)]
struct Quotes {
    open: Option<(char, usize)>,
}

impl Quotes {
    /// Notes a quotation mark. The word before which the quotation began that it ends, if it ends one.
    fn close_or_open(
        &mut self,
        mark: char,
        before: Option<char>,
        after: Option<char>,
        words: usize,
    ) -> Option<usize> {
        let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        let pair = match mark {
            '“' | '”' | '"' => '"',
            '‘' | '’' | '\'' => '\'',
            _ => return None,
        };
        match self.open {
            Some((open, from)) if open == pair && !is_word(after) && from < words => {
                self.open = None;
                Some(from)
            }
            _ => {
                if !is_word(before) && is_word(after) {
                    self.open = Some((pair, words));
                }
                None
            }
        }
    }
}

impl RawWords {
    fn mark_quoted(&mut self) {
        for range in std::mem::take(&mut self.quoted) {
            for (_, gap) in &mut self.words[range] {
                gap.in_quotes = true;
            }
        }
    }

    fn push(&mut self, raw: &mut String, gap: &mut Gap) {
        if raw.is_empty() {
            return;
        }
        let written = std::mem::take(raw);
        let lower = if written.is_ascii() {
            written.to_ascii_lowercase()
        } else {
            let latin = self.is_disguised.then(|| in_latin(&written)).flatten();
            let written = latin.or_else(|| in_one_script(&written)).unwrap_or(written);
            let lower: String = written.chars().flat_map(char::to_lowercase).collect();
            lower.nfc().collect()
        };
        let next = Gap {
            in_brackets: gap.in_brackets,
            in_address: gap.in_address,
            ..Gap::default()
        };
        self.words.push((lower, std::mem::replace(gap, next)));
    }
}

/// What stands before a word since the last, and the cases of its letters.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Default)]
pub(super) struct Gap {
    pub(super) signs: u32,
    pub(super) commas: u32,
    pub(super) ties: u32,
    pub(super) joins: bool,
    /// Whether a hyphen stood behind the word before.
    pub(super) hyphened: bool,
    dash: Dash,
    pub(super) in_brackets: bool,
    pub(super) in_quotes: bool,
    pub(super) in_address: bool,
    pub(super) upper: u32,
    pub(super) lower: u32,
    /// Whether the word may be cut.
    pub(super) cut: Cut,
    /// Letters of the word behind its last apostrophe.
    pub(super) behind_apostrophe: usize,
}

/// How much of a dash between blanks a gap has had.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Dash {
    #[default]
    None,
    Blank,
    AfterBlank,
}

impl Gap {
    fn add_sign(&mut self, letter: char) {
        self.hyphened |= self.signs == 0 && letter == '-';
        self.signs += 1;
        self.ties += u32::from(matches!(letter, '.' | '/'));
        self.joins |= matches!(letter, '&' | '/' | ';' | '+' | '|' | ':' | '—' | '\n');
        match letter {
            '(' | '[' | '{' => (self.joins, self.in_brackets) = (true, true),
            ')' | ']' | '}' => (self.joins, self.in_brackets) = (true, false),
            _ => {}
        }
        self.dash = match (self.dash, letter) {
            (Dash::AfterBlank, blank) if blank.is_whitespace() => {
                self.joins = true;
                Dash::Blank
            }
            (_, blank) if blank.is_whitespace() => Dash::Blank,
            (Dash::Blank, '-' | '–') => Dash::AfterBlank,
            _ => Dash::None,
        };
    }
}

/// Zero-width, bidirectional and other characters that nobody sees.
pub(super) fn is_invisible(letter: char) -> bool {
    matches!(letter as u32,
        0xAD | 0x34F | 0x61C | 0x180B..=0x180F | 0x200B..=0x200F | 0x202A..=0x202E
        | 0x2060..=0x206F | 0xFE00..=0xFE0F | 0xFEFF | 0xE0000..=0xE0FFF)
}

/// What stands around a name, or, within a word of Hebrew, before the last letter of an abbreviation.
fn is_quotation_mark(letter: char) -> bool {
    matches!(letter, '"' | '“' | '”')
}

/// Signs that stand inside words for a sound that most spellings leave out.
fn is_apostrophe(letter: char) -> bool {
    !letter.is_alphanumeric() && "'’‘`´′\"“”".contains(letter) || "ʼʻʾʿʹʺ".contains(letter)
}
