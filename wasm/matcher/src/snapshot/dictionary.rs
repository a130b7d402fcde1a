//! The dictionary of a snapshot, decoded once: what is compared thousands of times a query lies side
//! by side, and a fold is found by its hash.

use std::ops::Range;

use super::format::Section;
use super::reader::Snapshot;
use crate::name::listed::Listed;
use crate::name::token::{Kind, Part};
use crate::text::arabic_words::is_known;
use crate::text::consonants::first_sound;
use crate::text::edits::bag_of;
use crate::text::given_names::father_of;
use crate::text::jumble::jumble;
use crate::text::numerals::numeral;
use crate::text::organisations::is_topic;
use crate::text::script::unread_script;

/// The tokens of a snapshot, by their index there.
#[derive(Debug)]
pub struct Dictionary {
    /// Each text, its fold where that is another, and its father if it has one.
    letters: String,
    words: Vec<Word>,
    /// The first token of each fold and the fold's hash, at the hash or after it; as many places again
    /// are [`FREE`].
    folds: Vec<(u32, u32)>,
    /// Codes of the scripts in whose own letters a token is written.
    scripts: Vec<&'static str>,
}

/// Where no fold is.
const FREE: (u32, u32) = (0, u32::MAX);

/// A token, in one line of the cache.
#[derive(Debug)]
#[repr(align(64))]
struct Word {
    jumble: u64,
    /// Where its text begins in the letters.
    start: u32,
    /// Bytes of the text, of the fold and of the father, 0 for none.
    lengths: [u16; 3],
    letters: u16,
    sounds: [u32; 2],
    skeleton: u32,
    bags: [u32; 2],
    idf: f32,
    /// Where the names that have it begin and end in all postings.
    postings: (u32, u32),
    numeral: u16,
    form: u16,
    is_folded: bool,
    unvowelled: bool,
    known: bool,
    first_sound: u8,
}

impl Word {
    fn text(&self) -> Range<usize> {
        let start = self.start as usize;
        start..start + usize::from(self.lengths[0])
    }

    fn fold(&self) -> Range<usize> {
        let text = self.text();
        if self.is_folded {
            text.end..text.end + usize::from(self.lengths[1])
        } else {
            text
        }
    }

    fn father(&self) -> Range<usize> {
        let end = self.fold().end;
        end..end + usize::from(self.lengths[2])
    }
}

impl Dictionary {
    /// Decodes the tokens of a snapshot.
    pub fn new(snapshot: &Snapshot) -> Dictionary {
        let count = snapshot.count(Section::Tokens);
        let mut dictionary = Dictionary {
            letters: String::new(),
            words: Vec::with_capacity(count as usize),
            folds: vec![FREE; (2 * count as usize + 1).next_power_of_two()],
            scripts: Vec::new(),
        };
        for index in 0..count {
            dictionary.add(snapshot, index);
        }
        dictionary.letters.shrink_to_fit();
        dictionary
    }

    fn add(&mut self, snapshot: &Snapshot, index: u32) {
        let record = snapshot.token(index);
        let (text, fold) = (snapshot.token_text(&record), snapshot.token_fold(&record));
        let is_first = index == 0 || self.fold(index - 1) != fold;
        let is_folded = fold != text;
        let father = father_of(text).unwrap_or_default();
        if let Some(code) = unread_script(text).filter(|code| !self.has_script(code)) {
            self.scripts.push(code);
        }
        let bag = bag_of(fold);
        let word = Word {
            start: self.letters.len() as u32,
            lengths: [text, fold, &father].map(|part| part.len() as u16),
            is_folded,
            first_sound: first_sound(text),
            letters: record.letters as u16,
            postings: snapshot.posting_range(index),
            sounds: record.sounds,
            skeleton: record.skeleton,
            bags: [bag, if fold == text { bag } else { bag_of(text) }],
            jumble: jumble(text),
            numeral: numeral(text),
            idf: record.idf,
            form: record.form,
            unvowelled: record.unvowelled,
            known: is_known(text),
        };
        self.words.push(word);
        self.letters.push_str(text);
        self.letters.push_str(if is_folded { fold } else { "" });
        self.letters.push_str(&father);
        if is_first {
            let hash = hash_of(fold);
            let mut at = self.place_of(hash);
            while self.folds[at] != FREE {
                at = self.place_of(at as u32 + 1);
            }
            self.folds[at] = (hash, index);
        }
    }

    fn place_of(&self, hash: u32) -> usize {
        hash as usize & (self.folds.len() - 1)
    }

    fn letters_of(&self, span: Range<usize>) -> &str {
        self.letters.get(span).unwrap_or_default()
    }

    /// The fold of a token.
    pub fn fold(&self, index: u32) -> &str {
        self.letters_of(self.words[index as usize].fold())
    }

    /// A token as normalised.
    pub fn text(&self, index: u32) -> &str {
        self.letters_of(self.words[index as usize].text())
    }

    /// Where the names that have a token begin and end in all postings.
    pub fn posting_range(&self, index: u32) -> (u32, u32) {
        self.words[index as usize].postings
    }

    /// Whether the text of a token has all of these letters: see [`bag_of`].
    pub fn has_letters(&self, index: u32, letters: u32) -> bool {
        letters & !self.words[index as usize].bags[1] == 0
    }

    /// Whether a token is written without its short vowels.
    pub fn is_unvowelled(&self, index: u32) -> bool {
        self.words[index as usize].unvowelled
    }

    /// Characters of a token's fold.
    pub fn letters(&self, index: u32) -> u32 {
        self.words[index as usize].letters.into()
    }

    /// Inverse frequency of a token: natural logarithm of people over people that have it.
    pub fn idf(&self, index: u32) -> f64 {
        f64::from(self.words[index as usize].idf)
    }

    /// Whether a listed name has a word in the letters of a script, so that others in the same letters
    /// are compared with it. Letters of scripts that we do not know are of many scripts.
    pub fn has_script(&self, code: &str) -> bool {
        code != "Zzzz" && self.scripts.contains(&code)
    }

    /// The tokens with this fold: they are neighbours.
    pub fn with_fold(&self, fold: &str) -> Range<u32> {
        let hash = hash_of(fold);
        let mut at = self.place_of(hash);
        while self.folds[at] != FREE {
            let (known, first) = self.folds[at];
            if known == hash && self.fold(first) == fold {
                let rest = first + 1..self.words.len() as u32;
                let more = rest.take_while(|index| self.fold(*index) == fold);
                return first..first + 1 + more.count() as u32;
            }
            at = self.place_of(at as u32 + 1);
        }
        0..0
    }

    /// The tokens whose fold begins with this.
    pub fn beginning_with(&self, start: &str) -> Range<u32> {
        let first = self
            .words
            .partition_point(|word| self.letters_of(word.fold()) < start);
        let begins = |word: &Word| self.letters_of(word.fold()).starts_with(start);
        let end = first + self.words[first..].partition_point(begins);
        first as u32..end as u32
    }

    /// A token, to be compared by itself.
    pub fn listed(&self, index: u32) -> Listed<'_> {
        let word = &self.words[index as usize];
        let text = self.letters_of(word.text());
        let has_father = word.lengths[2] > 0;
        Listed {
            index: Some(index),
            text,
            fold: if word.is_folded {
                self.letters_of(word.fold())
            } else {
                text
            },
            letters: u32::from(word.letters),
            bags: word.bags,
            jumble: word.jumble,
            numeral: word.numeral,
            sounds: word.sounds,
            skeleton: word.skeleton,
            form: word.form,
            unvowelled: word.unvowelled,
            father: has_father.then(|| self.letters_of(word.father())),
            known: word.known,
            first_sound: word.first_sound,
            kind: if is_topic(word.form) {
                Kind::Topic
            } else {
                Kind::Word
            },
            part: Part::Any,
            weight: 1.0,
            idf: f64::from(word.idf),
        }
    }
}

/// FNV-1a of a fold, its high bits mixed into the low ones that choose a place.
fn hash_of(fold: &str) -> u32 {
    let hash = fold.bytes().fold(0x811C_9DC5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    hash ^ hash >> 15
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::sample::snapshot_of;

    #[test]
    fn with_fold_finds_the_tokens_of_every_fold_and_no_others() {
        let names = [
            "Sergey Ivanov",
            "Sergei Ivanof",
            "Игорь Петров",
            "王 小明",
            "Али Oğlu",
        ];
        let snapshot = Snapshot::open(snapshot_of("INDIVIDUAL", &names)).unwrap();
        let dictionary = Dictionary::new(&snapshot);
        let count = snapshot.count(Section::Tokens);
        let alike = |fold: &str| (0..count).filter(|at| dictionary.fold(*at) == fold).count();
        assert_eq!(alike(&crate::text::fold::fold("sergey")), 2);
        for index in 0..count {
            let record = snapshot.token(index);
            let (listed, fold) = (dictionary.listed(index), snapshot.token_fold(&record));
            assert_eq!(
                (listed.text, listed.fold),
                (snapshot.token_text(&record), fold)
            );
            let found = dictionary.with_fold(fold);
            assert!(
                found.contains(&index) && found.len() == alike(fold),
                "{fold}"
            );
        }
        assert!(dictionary.with_fold("nobody").is_empty() && dictionary.with_fold("").is_empty());
    }
}
