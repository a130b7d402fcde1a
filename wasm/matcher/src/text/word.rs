//! The words of a name.

use super::script::Script;

/// Whether two words are the same. Most begin with another letter, which takes no call to know.
#[inline]
pub fn is_same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.as_bytes().first() == b.as_bytes().first() && a == b
}

/// A bit that two words share which begin alike; some others do as well.
#[inline]
pub fn first_bit(word: &str) -> u32 {
    word.bytes().next().map_or(0, |byte| 1 << (byte & 31))
}

/// The bits of how a word begins, by its text and by its fold.
#[inline(never)]
pub fn first_bits(text: &str, fold: &str) -> u32 {
    first_bit(text) | first_bit(fold)
}

/// One word of a name.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// Whether it is a part of an address of mail or of the web, or the key of a value: `CN=`.
    pub in_address: bool,
    /// How its letters stand, in a script that has two cases.
    pub case: Case,
    /// Whether it has small letters and no capitals, and no hyphen ties it to another.
    pub is_small: bool,
    /// Whether it stands beside a person's name and is no part of it: see [`crate::name::readings`].
    pub beside: bool,
    /// How else lists may spell it, normalised: what one romanisation writes alike, another does not.
    pub spellings: Vec<String>,
    /// Keys of the bare consonants that it may have, of a word that only its sound says anything of.
    pub skeletons: Vec<u32>,
    /// Whether it may be cut.
    pub cut: Cut,
    /// Letters behind its last apostrophe, 0 for none.
    pub behind_apostrophe: usize,
    /// What it stands for.
    pub sense: Sense,
}

/// What a word stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Sense {
    /// What its text is to what is written.
    pub read: Read,
    /// Whether the text is what is written.
    pub is_written: bool,
    /// How likely the text is meant, 0 to 1.
    pub likely: f64,
    /// Words of the lists that may be meant as well.
    pub forms: Vec<Form>,
    /// What is written, where it may be the beginning of any word.
    pub begins: Option<String>,
    /// What says that it does.
    pub cut: Cut,
}

impl Sense {
    /// Whether it is the beginning of a word, and too little to say of which.
    pub fn is_beginning(&self) -> bool {
        self.begins.is_some() && self.is_written
    }
}

/// What says that a word may be cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cut {
    /// Nothing.
    #[default]
    No,
    /// A full stop follows it.
    AtStop,
    /// It ends a field in capitals that is as long as a column.
    AtColumn,
}

impl Default for Sense {
    /// That of a word as it is written.
    fn default() -> Sense {
        Sense {
            read: Read::AsWritten,
            is_written: true,
            likely: 1.0,
            forms: Vec::new(),
            begins: None,
            cut: Cut::No,
        }
    }
}

/// A word of the lists that another word stands for: cut, inflected, without its vowels, misread.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// Normalised.
    pub text: String,
    /// How likely it is meant, 0 to 1.
    pub likely: f64,
}

/// What the text of a word is to what is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Read {
    /// The same.
    #[default]
    AsWritten,
    /// What another language writes so, perhaps without an ending.
    Spelt,
    /// A word of the lists that it stands for, and no other.
    StandsFor,
}

impl Word {
    /// Whether it was written as a single letter, which may stand for a name.
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Words {
    /// In the order of the text.
    pub words: Vec<Word>,
    /// How many commas stand between words.
    pub commas: u32,
}
