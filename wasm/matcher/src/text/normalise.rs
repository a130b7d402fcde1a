//! Splits a name into words of lower-case Latin letters where its script allows.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::script::{Script, script_of};
use super::{arabic, cyrillic, native};

/// One word of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Lower case, without marks; Latin letters where the script is transliterated.
    pub text: String,
    /// The script it was written in; the first letter's where a word mixes them.
    pub script: Script,
    /// Which word of the input it is. Both halves of one that is read as two have the same: an Arabic
    /// word with its article, `Abdul`.
    pub position: u32,
    /// Whether a comma came before it.
    pub after_comma: bool,
    /// Whether a lone full stop or slash ties it to the word before it, as in `S.A.` and `A/S`.
    pub glued: bool,
    /// Whether a sign that people set between two names came before it: `&`, `/`, `;`.
    pub after_sign: bool,
}

/// The words of a name and whether it has the one comma of `Family, Given`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// In the order of the text.
    pub words: Vec<Word>,
    /// How many commas stand between words.
    pub commas: u32,
}

/// Splits a text into words.
///
/// Compatibility forms, case, marks and invisible characters do not count; an apostrophe inside a
/// word is dropped, all other punctuation separates. The whole text is read: what is long hides nothing.
#[must_use]
pub fn split_words(text: &str) -> Words {
    let mut found = Words::default();
    let mut raw = String::new();
    let mut between = Between::default();
    for letter in text.nfkc() {
        if is_invisible(letter) || is_apostrophe(letter) {
            continue;
        }
        if letter.is_alphanumeric() || (is_combining_mark(letter) && !raw.is_empty()) {
            raw.extend(letter.to_lowercase());
            continue;
        }
        push_word(&mut found, &mut raw, &mut between);
        if matches!(letter, ',' | '،' | '，') && !found.words.is_empty() {
            between.commas += 1;
        }
        between.signs += 1;
        between.ties += u32::from(matches!(letter, '.' | '/'));
        between.joins |= matches!(letter, '&' | '/' | ';' | '+' | '|');
    }
    push_word(&mut found, &mut raw, &mut between);
    let west = text
        .chars()
        .flat_map(char::to_lowercase)
        .any(cyrillic::is_west);
    let persian = text.chars().any(arabic::is_persian);
    for word in &mut found.words {
        word.text = latinise(&word.text, west, persian);
    }
    found.words.retain(|word| !word.text.is_empty());
    found
}

/// What stands between two words.
#[derive(Default)]
struct Between {
    signs: u32,
    commas: u32,
    ties: u32,
    joins: bool,
}

fn push_word(found: &mut Words, raw: &mut String, between: &mut Between) {
    if raw.is_empty() {
        return;
    }
    let text: String = std::mem::take(raw).nfc().collect();
    let script = text
        .chars()
        .map(script_of)
        .find(|script| *script != Script::Common)
        .unwrap_or(Script::Common);
    let position = found.words.last().map_or(0, |last| last.position + 1);
    let Between {
        signs,
        commas,
        ties,
        joins,
    } = std::mem::take(between);
    found.commas += commas;
    let after_comma = commas > 0;
    let glued = signs == 1 && ties == 1;
    let mut push = |text: &str, first: bool| {
        found.words.push(Word {
            text: text.to_owned(),
            script,
            position,
            after_comma: first && after_comma,
            glued,
            after_sign: first && joins,
        });
    };
    if let Some(rest) = arabic::split_article(&text) {
        push("ال", true);
        push(rest, false);
    } else if let Some((abu, rest)) = arabic::split_father(&text) {
        push(abu, true);
        push(rest, false);
    } else if arabic::is_servant_of(&text) {
        push("abd", true);
        push("al", false);
    } else if let [first, rest @ ..] = &*native::pieces(&text) {
        push(first, true);
        for piece in rest {
            push(piece, false);
        }
    } else {
        push(&text, true);
    }
}

/// Transliterates what can be, drops marks, and leaves other scripts as they are.
fn latinise(word: &str, west: bool, persian: bool) -> String {
    if let Some(latin) = arabic::known(word).or_else(|| native::known(word)) {
        return latin.to_owned();
    }
    let mut latin = String::with_capacity(word.len());
    for letter in word.chars() {
        if letter.is_ascii() {
            latin.push(letter);
        } else if let Some(letters) = cyrillic::latin(letter, west)
            .or_else(|| arabic::latin(letter, persian))
            .or_else(|| special_latin(letter))
        {
            latin.push_str(letters);
        } else if let Some(digit) = letter.to_digit(10).and_then(|d| char::from_digit(d, 10)) {
            latin.push(digit);
        } else {
            let bare = std::iter::once(letter)
                .nfd()
                .filter(|part| !is_combining_mark(*part));
            for part in bare {
                match cyrillic::latin(part, west) {
                    Some(letters) => latin.push_str(letters),
                    None => latin.extend(std::iter::once(part).nfc()),
                }
            }
        }
    }
    latin.nfc().collect()
}

/// Latin letters that no decomposition takes apart, and digits of other scripts.
fn special_latin(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ł' => "l",
        'ı' => "i",
        'ħ' => "h",
        'ŋ' => "ng",
        'ə' => "a",
        'ŧ' => "t",
        'ς' => "σ",
        '٠' | '۰' => "0",
        '١' | '۱' => "1",
        '٢' | '۲' => "2",
        '٣' | '۳' => "3",
        '٤' | '۴' => "4",
        '٥' | '۵' => "5",
        '٦' | '۶' => "6",
        '٧' | '۷' => "7",
        '٨' | '۸' => "8",
        '٩' | '۹' => "9",
        _ => return None,
    })
}

/// Zero-width, bidirectional and other characters that nobody sees.
fn is_invisible(letter: char) -> bool {
    matches!(letter as u32,
        0xAD | 0x34F | 0x61C | 0x180B..=0x180F | 0x200B..=0x200F | 0x202A..=0x202E
        | 0x2060..=0x206F | 0xFE00..=0xFE0F | 0xFEFF | 0xE0000..=0xE0FFF)
}

/// Signs that stand inside words for a sound that most spellings leave out.
fn is_apostrophe(letter: char) -> bool {
    matches!(
        letter,
        '\'' | '’'
            | '‘'
            | 'ʼ'
            | 'ʻ'
            | 'ʾ'
            | 'ʿ'
            | '`'
            | '´'
            | '′'
            | 'ʹ'
            | 'ʺ'
            | '"'
            | '“'
            | '”'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(name: &str) -> Vec<String> {
        split_words(name)
            .words
            .into_iter()
            .map(|w| w.text)
            .collect()
    }

    #[test]
    fn split_words_converges_on_what_people_write() {
        let cases: &[(&str, &[&str])] = &[
            ("Nicolás  MADURO", &["nicolas", "maduro"]),
            ("Qa\u{200f}dhafi", &["qadhafi"]),
            ("O\u{2019}Neill-Smith", &["oneill", "smith"]),
            ("Сергей Шойгу", &["sergey", "shoygu"]),
            ("Гліб", &["hlib"]),
            ("Йосиф", &["yosif"]),
            ("بشار الأسد", &["bshar", "al", "asd"]),
            ("مُحَمَّد", &["mhmd"]),
            ("ابوبكر", &["abu", "bkr"]),
            ("Abdul-Aziz", &["abd", "al", "aziz"]),
            ("Weiß Łukasz", &["weiss", "lukasz"]),
            ("王 小明", &["王", "小明"]),
            ("Ｆｕｌｌ", &["full"]),
            ("İbrahim", &["ibrahim"]),
            ("بريگاد ۱۲", &["brygad", "12"]),
        ];
        for (name, expected) in cases {
            assert_eq!(&texts(name), expected, "{name}");
        }
    }

    #[test]
    fn split_words_sees_the_comma_of_family_first() {
        let found = split_words("PUTIN, Vladimir Vladimirovich");
        assert_eq!(found.commas, 1);
        let after: Vec<bool> = found.words.iter().map(|w| w.after_comma).collect();
        assert_eq!(after, [false, true, false]);
    }

    #[test]
    fn split_words_sees_the_signs_between_two_names() {
        for (name, expected) in [
            ("Ana Cruz & Leo Cruz", [false, false, true, false]),
            ("Ana Cruz/Leo Cruz", [false, false, true, false]),
            ("Ana Cruz - Leo, Cruz", [false; 4]),
        ] {
            let words = split_words(name).words;
            let signs: Vec<bool> = words.iter().map(|w| w.after_sign).collect();
            assert_eq!(signs, expected, "{name}");
        }
    }

    #[test]
    fn split_words_of_split_words_is_itself() {
        for letters in ["aé'-", "шій ", "امال", "İß, "] {
            let letters: Vec<char> = letters.chars().collect();
            for code in 0..4_usize.pow(4) {
                let word: String = (0..4).map(|i| letters[code / 4_usize.pow(i) % 4]).collect();
                let once = texts(&word).join(" ");
                assert_eq!(texts(&once).join(" "), once, "{word:?}");
            }
        }
    }
}
