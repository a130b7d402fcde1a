//! Which script a character belongs to, by its ISO 15924 code.

use unicode_script::UnicodeScript;

/// A script of the names we meet. [`Script::Common`] is digits and all that belongs to no script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Script {
    /// Digits and signs that every script uses.
    Common,
    /// A script with a four-letter code.
    Of(&'static str),
}

impl Script {
    /// Latin, into which others are transliterated.
    pub const LATIN: Script = Script::Of("Latn");
    /// Cyrillic.
    pub const CYRILLIC: Script = Script::Of("Cyrl");
    /// Arabic with the letters of Persian, Urdu and their neighbours.
    pub const ARABIC: Script = Script::Of("Arab");
    /// Hebrew.
    pub const HEBREW: Script = Script::Of("Hebr");

    /// Whether its words are written without short vowels.
    #[must_use]
    pub fn leaves_vowels_out(self) -> bool {
        matches!(self, Script::ARABIC | Script::HEBREW)
    }

    /// Whether names are shortened to their first letters in it.
    #[must_use]
    pub fn has_initials(self) -> bool {
        self.has_case() || self == Script::Of("Geor")
    }

    /// Whether its letters stand in two cases.
    #[must_use]
    pub fn has_case(self) -> bool {
        matches!(self, Script::Of("Latn" | "Cyrl" | "Grek" | "Armn"))
    }

    /// Whether each of its characters is a syllable or a word, so that none is a slip of another.
    #[must_use]
    pub fn is_syllabic(self) -> bool {
        matches!(self, Script::Of("Hang" | "Hani" | "Hira" | "Kana"))
    }
}

/// Letters and marks that several scripts share, or that stand in names of another script than their
/// own: first, last, and the code of that script.
const STAND_IN: &[(u32, u32, &str)] = &[
    (0x0374, 0x0374, "Grek"),
    (0x03E2, 0x03EF, "Grek"),
    (0x0485, 0x0486, "Cyrl"),
    (0x0640, 0x0640, "Arab"),
    (0x064B, 0x0655, "Arab"),
    (0x0670, 0x0670, "Arab"),
    (0x0951, 0x0954, "Deva"),
    (0x1D00, 0x1DBF, "Latn"),
    (0x3006, 0x3006, "Hani"),
    (0x3099, 0x309A, "Hira"),
    (0x30FC, 0x30FC, "Kana"),
    (0xA788, 0xA788, "Latn"),
    (0xAB65, 0xAB65, "Latn"),
];

/// First and last of what no name is written in: modifiers, compatibility forms, and what Unicode has
/// added to scripts for old texts and other languages. Its letters are of a script that we do not know.
const UNUSED: &[(u32, u32)] = &[
    (0x02B0, 0x02E4),
    (0x0860, 0x086A),
    (0x2071, 0x2188),
    (0x2D80, 0x2DDE),
    (0x3021, 0x303B),
    (0x31A0, 0x31BF),
    (0xA8E0, 0xAB2E),
    (0xAB70, 0xABBF),
    (0xFB00, 0xFB4F),
    (0xFE2E, 0xFE2F),
    (0xFF00, 0x1_FFFF),
];

/// Codes of the scripts that answers name.
const KNOWN: [&str; 34] = [
    "Arab", "Armn", "Beng", "Bopo", "Cher", "Cyrl", "Deva", "Ethi", "Geor", "Grek", "Gujr", "Guru",
    "Hang", "Hani", "Hebr", "Hira", "Kana", "Khmr", "Knda", "Laoo", "Latn", "Mlym", "Mong", "Mymr",
    "Nkoo", "Orya", "Sinh", "Syrc", "Taml", "Telu", "Thaa", "Thai", "Tibt", "Yiii",
];

/// The script of a letter after Unicode (UAX #24). Letters of scripts that we do not know are `Zzzz`.
#[must_use]
pub fn script_of(letter: char) -> Script {
    if letter.is_ascii_alphabetic() {
        return Script::LATIN;
    }
    if letter.is_ascii() {
        return Script::Common;
    }
    let number = letter as u32;
    let at = STAND_IN.partition_point(|&(_, last, _)| last < number);
    if let Some(&(first, _, code)) = STAND_IN.get(at)
        && first <= number
    {
        return Script::Of(code);
    }
    let at = UNUSED.partition_point(|&(_, last)| last < number);
    let is_used = UNUSED.get(at).is_none_or(|&(first, _)| number < first);
    let code = letter.script().short_name();
    if is_used && KNOWN.binary_search(&code).is_ok() {
        Script::Of(code)
    } else if letter.is_alphabetic() {
        Script::Of("Zzzz")
    } else {
        Script::Common
    }
}

/// The script of a name: that of its first letter.
#[must_use]
pub fn script_of_name(text: &str) -> Script {
    text.chars()
        .map(script_of)
        .find(|script| *script != Script::Common)
        .unwrap_or(Script::Common)
}

/// The code of the script whose letters were left in a transliterated word: half of them or more. None
/// of a word that was read but for a letter.
#[must_use]
pub fn unread_script(word: &str) -> Option<&'static str> {
    if word.is_ascii() {
        return None;
    }
    let left = || word.chars().filter(|letter| !letter.is_ascii());
    if 2 * left().count() < word.chars().count() {
        return None;
    }
    match left()
        .map(script_of)
        .find(|script| *script != Script::Common)?
    {
        Script::LATIN | Script::Common => None,
        Script::Of(code) => Some(code),
    }
}

/// The ISO 15924 code of a script; `Zyyy` of what every script uses.
#[must_use]
pub fn code_of(script: Script) -> &'static str {
    match script {
        Script::Common => "Zyyy",
        Script::Of(code) => code,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceptions_rise_and_do_not_overlap() {
        let rise = |ranges: &[(u32, u32)]| {
            ranges.iter().all(|(first, last)| first <= last)
                && ranges.windows(2).all(|pair| pair[0].1 < pair[1].0)
        };
        let stand_in: Vec<_> = STAND_IN
            .iter()
            .map(|(first, last, _)| (*first, *last))
            .collect();
        assert!(rise(&stand_in) && rise(UNUSED));
    }

    #[test]
    fn script_of_keeps_marks_with_their_letters_and_leaves_the_unused_unknown() {
        // A long vowel in katakana, a doubled consonant in Arabic, a vowel mark of hiragana.
        for (letter, code) in [('ー', "Kana"), ('\u{651}', "Arab"), ('\u{3099}', "Hira")] {
            assert_eq!(script_of(letter), Script::Of(code), "{letter}");
        }
        // Cherokee in small letters, an Ethiopic letter for another language, Gothic.
        for letter in ['ꭰ', 'ⶀ', '𐌰'] {
            assert_eq!(script_of(letter), Script::Of("Zzzz"), "{letter}");
        }
        assert_eq!(script_of('×'), Script::Common);
    }

    #[test]
    fn script_of_knows_the_scripts_of_lists() {
        let cases = [
            ('a', "Latn"),
            ('é', "Latn"),
            ('ж', "Cyrl"),
            ('м', "Cyrl"),
            ('م', "Arab"),
            ('گ', "Arab"),
            ('김', "Hang"),
            ('王', "Hani"),
            ('ω', "Grek"),
        ];
        for (letter, code) in cases {
            assert_eq!(script_of(letter), Script::Of(code), "{letter}");
        }
        assert_eq!(script_of('7'), Script::Common);
    }
}
