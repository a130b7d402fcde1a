//! Which script a character belongs to, by its ISO 15924 code.

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

    /// Whether each of its characters is a syllable or a word, so that none is a slip of another.
    #[must_use]
    pub fn is_syllabic(self) -> bool {
        matches!(self, Script::Of("Hang" | "Hani" | "Hira" | "Kana"))
    }
}

/// First and last character of each block, with its code, in rising order.
const BLOCKS: &[(u32, u32, &str)] = &[
    (0x0041, 0x005A, "Latn"),
    (0x0061, 0x007A, "Latn"),
    (0x00AA, 0x00AA, "Latn"),
    (0x00BA, 0x00BA, "Latn"),
    (0x00C0, 0x024F, "Latn"),
    (0x0250, 0x02AF, "Latn"),
    (0x0370, 0x03FF, "Grek"),
    (0x0400, 0x052F, "Cyrl"),
    (0x0531, 0x058F, "Armn"),
    (0x0590, 0x05FF, "Hebr"),
    (0x0600, 0x06FF, "Arab"),
    (0x0700, 0x074F, "Syrc"),
    (0x0750, 0x077F, "Arab"),
    (0x0780, 0x07BF, "Thaa"),
    (0x07C0, 0x07FF, "Nkoo"),
    (0x0870, 0x08FF, "Arab"),
    (0x0900, 0x097F, "Deva"),
    (0x0980, 0x09FF, "Beng"),
    (0x0A00, 0x0A7F, "Guru"),
    (0x0A80, 0x0AFF, "Gujr"),
    (0x0B00, 0x0B7F, "Orya"),
    (0x0B80, 0x0BFF, "Taml"),
    (0x0C00, 0x0C7F, "Telu"),
    (0x0C80, 0x0CFF, "Knda"),
    (0x0D00, 0x0D7F, "Mlym"),
    (0x0D80, 0x0DFF, "Sinh"),
    (0x0E00, 0x0E7F, "Thai"),
    (0x0E80, 0x0EFF, "Laoo"),
    (0x0F00, 0x0FFF, "Tibt"),
    (0x1000, 0x109F, "Mymr"),
    (0x10A0, 0x10FF, "Geor"),
    (0x1100, 0x11FF, "Hang"),
    (0x1200, 0x139F, "Ethi"),
    (0x13A0, 0x13FF, "Cher"),
    (0x1780, 0x17FF, "Khmr"),
    (0x1800, 0x18AF, "Mong"),
    (0x1C80, 0x1C8F, "Cyrl"),
    (0x1C90, 0x1CBF, "Geor"),
    (0x1D00, 0x1DBF, "Latn"),
    (0x1E00, 0x1EFF, "Latn"),
    (0x1F00, 0x1FFF, "Grek"),
    (0x2C60, 0x2C7F, "Latn"),
    (0x2D00, 0x2D2F, "Geor"),
    (0x2DE0, 0x2DFF, "Cyrl"),
    (0x2E80, 0x2FDF, "Hani"),
    (0x3005, 0x3007, "Hani"),
    (0x3041, 0x309F, "Hira"),
    (0x30A0, 0x30FF, "Kana"),
    (0x3105, 0x312F, "Bopo"),
    (0x3130, 0x318F, "Hang"),
    (0x31F0, 0x31FF, "Kana"),
    (0x3400, 0x9FFF, "Hani"),
    (0xA000, 0xA4CF, "Yiii"),
    (0xA640, 0xA69F, "Cyrl"),
    (0xA720, 0xA7FF, "Latn"),
    (0xAB30, 0xAB6F, "Latn"),
    (0xAC00, 0xD7FF, "Hang"),
    (0xF900, 0xFAFF, "Hani"),
    (0xFB50, 0xFDFF, "Arab"),
    (0xFE70, 0xFEFF, "Arab"),
    (0x20000, 0x3FFFF, "Hani"),
];

/// The script of a letter. Letters of scripts that we do not know are `Zzzz`.
#[must_use]
pub fn script_of(letter: char) -> Script {
    if letter.is_ascii_alphabetic() {
        return Script::LATIN;
    }
    let code = letter as u32;
    let block = BLOCKS.partition_point(|&(_, last, _)| last < code);
    match BLOCKS.get(block) {
        Some(&(first, _, name)) if first <= code => Script::Of(name),
        _ if letter.is_alphabetic() => Script::Of("Zzzz"),
        _ => Script::Common,
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
    fn blocks_rise_and_do_not_overlap() {
        for pair in BLOCKS.windows(2) {
            assert!(pair[0].0 <= pair[0].1 && pair[0].1 < pair[1].0, "{pair:?}");
        }
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
