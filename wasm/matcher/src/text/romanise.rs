//! From a word of any script to words in Latin letters, in each of the ways that its letters may be
//! read.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::script::{Script, script_of};
use super::{arabic, caucasian, cyrillic, greek, han, hangul, hebrew, indic, kana, native};

/// Ways in which one text is read.
pub const READINGS_MAX: usize = 3;

/// One way to read the letters of a text.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    nth: usize,
    /// Whether words that name bodies are put into English; else spelt like all others.
    translates: bool,
    cyrillic: cyrillic::Tongue,
    arabic: arabic::Tongue,
}

impl Reading {
    /// The reading of a lower-case text that is the likeliest but `nth`, or the last where it has fewer.
    #[must_use]
    pub fn nth_of(text: &str, nth: usize) -> Reading {
        fn pick<T: Copy>(all: &[T], nth: usize, or: T) -> T {
            all.get(nth.min(all.len().saturating_sub(1)))
                .copied()
                .unwrap_or(or)
        }
        Reading {
            nth,
            translates: true,
            cyrillic: pick(cyrillic::tongues(text), nth, cyrillic::Tongue::Russian),
            arabic: pick(arabic::tongues(text), nth, arabic::Tongue::Arabic),
        }
    }
}

impl Reading {
    /// The same letters, without a word put into English: `حزب الله` is `Hizb Allah` as well as a party.
    #[must_use]
    pub fn untranslated(self) -> Reading {
        Reading {
            translates: false,
            ..self
        }
    }
}

/// Whether a text has letters that may be read in several ways.
#[must_use]
pub fn is_ambiguous(text: &str) -> bool {
    const MANY: [&str; 7] = ["Arab", "Armn", "Cyrl", "Grek", "Hang", "Hani", "Hebr"];
    let many = |letter: char| match script_of(letter) {
        Script::Of(code) => MANY.binary_search(&code).is_ok(),
        Script::Common => false,
    };
    !text.is_ascii() && text.chars().any(many)
}

/// Where among the words of its name a word stands.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// No word stands before it.
    pub first: bool,
    /// No other word stands beside it.
    pub alone: bool,
}

/// The words in Latin letters that a lower-case word is, with the script of each. What cannot be
/// transliterated stays as it is, without marks.
#[must_use]
pub fn romanise(word: &str, reading: &Reading, place: Place) -> Vec<(String, Script)> {
    if word.is_ascii() {
        return of_latin(word.to_owned());
    }
    let script = word
        .chars()
        .map(script_of)
        .find(|script| *script != Script::Common)
        .unwrap_or(Script::Common);
    if !reading.translates {
        return spell_runs(word, reading, place);
    }
    if let Some(known) = native::known(word).filter(|_| arabic::known(word).is_none()) {
        return vec![(known.to_owned(), script)];
    }
    let pieces = native::pieces(word);
    if !pieces.is_empty() {
        let spelt = |piece: &str| {
            if piece.is_ascii() {
                vec![(piece.to_owned(), script)]
            } else {
                spell_runs(piece, reading, place)
            }
        };
        return pieces.into_iter().flat_map(spelt).collect();
    }
    spell_runs(word, reading, place)
}

/// A word of one script or more, run by run.
fn spell_runs(word: &str, reading: &Reading, place: Place) -> Vec<(String, Script)> {
    let mut words: Vec<(String, Script)> = Vec::new();
    let mut open = false;
    for (run, script) in runs(word) {
        let spelt = spell(&run, script, reading, place);
        match (words.last_mut(), &*spelt) {
            // Letters of two alphabets, or digits, in one word.
            (Some((last, _)), [only]) if open && is_alphabet(script) => last.push_str(only),
            _ => words.extend(spelt.into_iter().map(|text| (text, script))),
        }
        open = is_alphabet(script);
    }
    words.retain(|(text, _)| !text.is_empty());
    match &mut *words {
        [(only, script)] if *script == Script::LATIN => of_latin(std::mem::take(only)),
        _ => words,
    }
}

/// A Latin word, or the two that are read in `Abdul`.
fn of_latin(word: String) -> Vec<(String, Script)> {
    let script = word
        .chars()
        .map(script_of)
        .find(|script| *script != Script::Common);
    let script = script.unwrap_or(Script::Common);
    if arabic::is_servant_of(&word) {
        return vec![("abd".to_owned(), script), ("al".to_owned(), script)];
    }
    vec![(word, script)]
}

/// The runs of letters of one script; what is of no script belongs to the run before it.
fn runs(word: &str) -> Vec<(String, Script)> {
    let mut runs: Vec<(String, Script)> = Vec::new();
    for letter in word.chars() {
        let script = match script_of(letter) {
            Script::Of("Hira") => Script::Of("Kana"),
            script => script,
        };
        match runs.last_mut() {
            Some((run, of)) if *of == script || script == Script::Common => run.push(letter),
            Some((run, of)) if *of == Script::Common => {
                run.push(letter);
                *of = script;
            }
            _ => runs.push((letter.to_string(), script)),
        }
    }
    runs
}

/// Whether words of a script are written with space between them.
fn is_alphabet(script: Script) -> bool {
    !matches!(script, Script::Of("Hang" | "Hani" | "Kana"))
}

fn spell(run: &str, script: Script, reading: &Reading, place: Place) -> Vec<String> {
    let whole = |text: String| vec![text];
    let Script::Of(code) = script else {
        return whole(letter_by_letter(run, |_| None));
    };
    let found = match code {
        "Cyrl" => Some(whole(cyrillic::latin(
            &without_marks(run),
            reading.cyrillic,
        ))),
        "Arab" => {
            let run = without_marks(run);
            let spelt = |part: &&str| arabic::latin(part, reading.arabic);
            Some(arabic::parts(&run).iter().map(spelt).collect())
        }
        "Grek" => {
            let bare: String = run
                .nfd()
                .filter(|letter| !is_combining_mark(*letter))
                .collect();
            Some(whole(greek::latin(&bare, reading.nth == 1)))
        }
        "Deva" | "Beng" | "Guru" | "Gujr" => Some(whole(indic::latin(run))),
        "Kana" => Some(whole(kana::latin(run))),
        "Hang" => {
            let style = [
                hangul::Style::Revised,
                hangul::Style::Northern,
                hangul::Style::English,
            ];
            hangul::words(run, place.alone, style[reading.nth.min(2)])
        }
        "Hani" => {
            let style = if reading.nth == 1 {
                han::Style::WadeGiles
            } else {
                han::Style::Pinyin
            };
            han::words(run, place.alone, place.first, style)
        }
        _ => None,
    };
    let hebrew_style = match reading.nth {
        0 => hebrew::Style::Modern,
        1 => hebrew::Style::Hard,
        _ => hebrew::Style::German,
    };
    let first = std::cell::Cell::new(true);
    let by_letter = |letter: char| {
        let first = first.replace(false);
        match code {
            "Hebr" => hebrew::latin(letter, first, hebrew_style),
            "Armn" => caucasian::armenian(letter, first, reading.nth == 1),
            "Geor" => caucasian::georgian(letter),
            _ => None,
        }
    };
    let known = (code == "Hebr").then(|| hebrew::known(run)).flatten();
    let spelt = found.or_else(|| Some(whole(known?.to_owned())));
    let spelt = spelt.unwrap_or_else(|| {
        let run = if code == "Armn" {
            run.replace("ու", "u")
        } else {
            run.to_owned()
        };
        whole(letter_by_letter(&run, by_letter))
    });
    // Whatever a table left: letters of no table, digits.
    spelt
        .into_iter()
        .map(|text| letter_by_letter(&text, |_| None))
        .collect()
}

/// A text without combining marks. What has become one letter with its mark stays: `й`, `أ`.
fn without_marks(text: &str) -> String {
    text.chars()
        .filter(|letter| !is_combining_mark(*letter))
        .collect()
}

/// Reads each letter by a table, else as Latin without marks or a digit, else as it is.
fn letter_by_letter(run: &str, table: impl Fn(char) -> Option<&'static str>) -> String {
    if run.is_ascii() {
        return run.to_owned();
    }
    let mut latin = String::with_capacity(run.len());
    for letter in run.chars() {
        if letter.is_ascii() {
            latin.push(letter);
        } else if let Some(letters) = table(letter).or_else(|| special_latin(letter)) {
            latin.push_str(letters);
        } else if let Some(digit) = digit_of(letter) {
            latin.push(digit);
        } else {
            let bare = std::iter::once(letter)
                .nfd()
                .filter(|part| !is_combining_mark(*part));
            latin.extend(bare);
        }
    }
    latin.nfc().collect()
}

/// The ASCII digit for a decimal digit of another script.
fn digit_of(letter: char) -> Option<char> {
    /// The zeros of the scripts with digits of their own; the other nine follow each.
    const ZEROS: &[u32] = &[
        0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6,
        0x0D66, 0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810,
    ];
    let code = letter as u32;
    let zero = ZEROS[..ZEROS.partition_point(|zero| *zero <= code)].last()?;
    char::from_digit(code - zero, 10)
}

/// Latin letters that no decomposition takes apart.
fn special_latin(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' | 'ɔ' => "o",
        'đ' | 'ð' | 'ɖ' | 'ɗ' => "d",
        'þ' => "th",
        'ł' => "l",
        'ı' | 'ɨ' => "i",
        'ħ' => "h",
        'ŋ' => "ng",
        'ə' | 'ǝ' => "a",
        'ŧ' => "t",
        'ɛ' => "e",
        'ɓ' => "b",
        'ƙ' | 'ĸ' => "k",
        'ƴ' => "y",
        'ɲ' => "ny",
        'ƶ' => "z",
        _ => return None,
    })
}
