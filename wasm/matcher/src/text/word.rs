//! The words of a name.

use super::script::Script;

/// One word of a name.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
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
    /// Whether a sign that people set between two names came before it: `&`, `/`, `;`, a bracket, a dash
    /// between blanks.
    pub after_sign: bool,
    /// Whether it stands in brackets.
    pub in_brackets: bool,
    /// Whether it stands in quotation marks.
    pub in_quotes: bool,
    /// Whether it is a part of an address of mail or of the web.
    pub in_address: bool,
    /// How its letters stand, in a script that has two cases.
    pub case: Case,
    /// Whether it stands beside a person's name and is no part of it: see [`crate::name::readings`].
    pub beside: bool,
    /// How else lists may spell it, normalised: what one romanisation writes alike, another does not.
    pub spellings: Vec<String>,
    /// Keys of the bare consonants that it may have, of a word that only its sound says anything of.
    pub skeletons: Vec<u32>,
}

impl Word {
    /// Whether it was written as a single letter, which may stand for a name.
    #[must_use]
    pub fn is_letter(&self) -> bool {
        let is_one = matches!(self.case, Case::None | Case::Small);
        // Other scripts' letters are romanised by up to four, and `S.A.` becomes one word.
        let is_letter = self.script != Script::LATIN || self.text.len() == 1;
        is_one && is_letter && self.script.has_case() && !self.text.contains(char::is_numeric)
    }
}

/// How the letters of a word stand. Who writes one part of a name in capitals means the family.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Case {
    /// No case, or a single capital.
    #[default]
    None,
    /// A single small letter.
    Small,
    /// Capitals alone.
    Upper,
    /// Small letters among them.
    Mixed,
}

impl Case {
    /// Of a word with so many capitals and small letters.
    pub(super) fn of(upper: u32, lower: u32) -> Case {
        match (upper, lower) {
            (2.., 0) => Case::Upper,
            (0, 1) => Case::Small,
            (_, 1..) if upper + lower >= 2 => Case::Mixed,
            _ => Case::None,
        }
    }
}

/// The words of a name and whether it has the one comma of `Family, Given`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// In the order of the text.
    pub words: Vec<Word>,
    /// How many commas stand between words.
    pub commas: u32,
}
