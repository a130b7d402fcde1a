//! Which script a character belongs to, by its ISO 15924 code.

use super::tables::SCRIPTS;

/// A script of the names we meet. [`Script::Common`] is digits and all that belongs to no script.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Script {
    /// Digits and signs that every script uses.
    #[default]
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
    pub fn leaves_vowels_out(self) -> bool {
        matches!(self, Script::ARABIC | Script::HEBREW)
    }

    /// Whether names are shortened to their first letters in it.
    pub fn has_initials(self) -> bool {
        self.has_case() || self == Script::Of("Geor")
    }

    /// Whether its letters stand in two cases.
    pub fn has_case(self) -> bool {
        matches!(self, Script::Of("Latn" | "Cyrl" | "Grek" | "Armn"))
    }

    /// Whether each of its characters is a syllable or a word, so that none is a slip of another.
    pub fn is_syllabic(self) -> bool {
        matches!(self, Script::Of("Hang" | "Hani" | "Hira" | "Kana"))
    }
}

/// The script of a letter after Unicode (UAX #24). Letters of scripts that we do not know are `Zzzz`.
pub fn script_of(letter: char) -> Script {
    if letter.is_ascii_alphabetic() {
        return Script::LATIN;
    }
    if letter.is_ascii() {
        return Script::Common;
    }
    let at = SCRIPTS.partition_point(|&(_, last, _)| last < letter);
    if let Some(&(first, _, code)) = SCRIPTS.get(at)
        && first <= letter
    {
        Script::Of(code)
    } else if letter.is_alphabetic() {
        Script::Of("Zzzz")
    } else {
        Script::Common
    }
}

/// The script of a name: that of its first letter.
pub fn script_of_name(text: &str) -> Script {
    text.chars()
        .map(script_of)
        .find(|script| *script != Script::Common)
        .unwrap_or(Script::Common)
}

/// The code of the script whose letters were left in a transliterated word: half of them or more. None
/// of a word that was read but for a letter.
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
    fn ranges_rise_and_do_not_overlap() {
        let rises = |pair: &[(char, char, &str)]| pair[0].1 < pair[1].0;
        assert!(SCRIPTS.iter().all(|(first, last, _)| first <= last));
        assert!(SCRIPTS.windows(2).all(rises));
    }
}
