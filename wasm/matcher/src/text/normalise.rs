//! Splits a name into words of lower-case Latin letters where its script allows.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::asian::spellings::{chinese, korean, korean_in_kana, of_han};
use super::asian::syllables::Part;
use super::asian::ukrainian::{chinese_in_russian, korean_in_russian};
use super::asian::{foreign, hong_kong, japanese};
use super::hebrew_arabic;
use super::raw_words::{RawWords, split_raw};
use super::romanise::{Place, READINGS_MAX, Reading, is_ambiguous, romanise, translate};
use super::script::Script;
use super::word::{Case, Word, Words};

/// Splits a text into words, its letters read in the likeliest way.
///
/// Compatibility forms, case, marks and invisible characters do not count; an apostrophe inside a
/// word is dropped, all other punctuation separates. The whole text is read: what is long hides nothing.
pub fn split_words(text: &str) -> Words {
    SplitText::of(text).words
}

/// A text split into words in its own letters, to be read in every way there is.
pub struct SplitText {
    raw: RawWords,
    readings: [Reading; READINGS_MAX],
    is_ambiguous: bool,
    words: Words,
}

impl SplitText {
    /// Splits a text.
    pub fn of(text: &str) -> SplitText {
        let raw = split_raw(text);
        let readings = raw.readings();
        SplitText {
            words: read(&raw, &readings[0]),
            raw,
            readings,
            is_ambiguous: is_ambiguous(text),
        }
    }

    /// The words, as [`split_words`] gives them.
    pub fn words(&self) -> Words {
        self.words.clone()
    }

    /// The other ways to read the letters, the likelier first: as the name of another country. None of a
    /// text in Latin letters; at most [`READINGS_MAX`] with [`SplitText::words`].
    ///
    /// ```
    /// # use matcher::text::normalise::SplitText;
    /// let others = SplitText::of("Игорь").other_spellings();
    /// assert_eq!(others[0].words[0].text, "ihar");
    /// assert!(SplitText::of("Igor").other_spellings().is_empty());
    /// ```
    pub fn other_spellings(&self) -> Vec<Words> {
        if !self.is_ambiguous {
            return Vec::new();
        }
        let [first, others @ ..] = self.readings;
        let mut all = vec![self.words()];
        let is_translated = self.raw.has_translation(&first);
        let spelt = is_translated.then(|| first.untranslated());
        for reading in spelt.into_iter().chain(others) {
            let other = read(&self.raw, &reading);
            if !all.contains(&other) {
                all.push(other);
            }
        }
        all.truncate(READINGS_MAX);
        all.remove(0);
        all
    }

    /// The ways to read it as a name of East Asia that is spelt otherwise than on the lists: in another
    /// romanisation, or in Cyrillic letters. None of any other text.
    ///
    /// ```
    /// # use matcher::text::normalise::SplitText;
    /// let others = SplitText::of("Lee Gyeong-su").asian_spellings();
    /// assert_eq!(others[0].words[1].text, "kyong");
    /// assert!(SplitText::of("Susan Lee").asian_spellings().is_empty());
    /// ```
    pub fn asian_spellings(&self) -> Vec<Words> {
        self.raw.read_bare(|words| {
            let all = [
                korean(words),
                korean_in_kana(words),
                chinese(words),
                of_han(words),
            ];
            let in_ukrainian = [
                korean_in_russian(words).map(|words| korean(&borrowed(&words))),
                chinese_in_russian(words).map(|words| chinese(&borrowed(&words))),
            ];
            let in_ukrainian = in_ukrainian.into_iter().flatten();
            all.into_iter().chain(in_ukrainian).flatten().collect()
        })
    }

    /// The ways to read a Chinese name in Cantonese spelling, whose sounds are those of many characters,
    /// and a Japanese one in Han characters, which many names share.
    pub fn spellings_by_sound(&self) -> Vec<Words> {
        self.raw
            .read_bare(|words| [hong_kong::name(words), japanese::names(words)].concat())
    }

    /// A foreign name in katakana or Hangul, or an Arabic one in Hebrew letters, by the consonants that it
    /// may have; none of any other text.
    pub fn foreign_sounds(&self) -> Option<Words> {
        let raw = &self.raw;
        let words: Vec<&str> = raw.words.iter().map(|(word, _)| &**word).collect();
        let in_syllables = foreign::name(&words).map(|parts| raw.spelt(parts, SYLLABLES));
        let in_hebrew = || hebrew_arabic::name(&words).map(|parts| raw.spelt(parts, HEBREW));
        in_syllables.or_else(in_hebrew)
    }
}

fn borrowed(words: &[String]) -> Vec<&str> {
    words.iter().map(|word| &**word).collect()
}

/// The script of syllables in whatever letters.
const SYLLABLES: Script = Script::Of("Hani");
const HEBREW: Script = Script::Of("Hebr");

/// A Latin word without marks; any other as it is.
fn bare_latin(word: &str) -> String {
    if word.is_ascii() {
        return word.to_owned();
    }
    let bare: String = word
        .nfd()
        .filter(|letter| !is_combining_mark(*letter))
        .collect();
    if bare.is_ascii() {
        bare
    } else {
        word.to_owned()
    }
}

impl RawWords {
    fn readings(&self) -> [Reading; READINGS_MAX] {
        let text: String = self.foreign().collect();
        Reading::all_of(&text)
    }

    /// The words that have other letters than those of ASCII.
    fn foreign(&self) -> impl Iterator<Item = &str> {
        let words = self.words.iter().map(|(word, _)| &**word);
        words.filter(|word| !word.is_ascii())
    }

    /// Whether a word of it is put into English.
    fn has_translation(&self, reading: &Reading) -> bool {
        let (first, alone) = (false, false);
        self.foreign()
            .any(|word| translate(word, reading, Place { first, alone }).is_some())
    }

    /// The readings of the words, those in Latin letters without marks.
    fn read_bare(&self, read: impl Fn(&[&str]) -> Vec<Vec<Part>>) -> Vec<Words> {
        let bare: Vec<String> = self
            .words
            .iter()
            .map(|(word, _)| bare_latin(word))
            .collect();
        let readings = read(&borrowed(&bare)).into_iter();
        readings.map(|parts| self.spelt(parts, SYLLABLES)).collect()
    }

    /// The words as they are spelt otherwise. Syllables of whatever letters are of a script of syllables:
    /// none of them is a slip of another.
    fn spelt(&self, parts: Vec<Part>, script: Script) -> Words {
        let mut last = None;
        let word = |part: Part| {
            let place = part.place;
            let is_next = last.replace(place) != Some(place);
            let mut spellings = part.spellings.into_iter();
            Word {
                text: spellings.next().unwrap_or_default(),
                script,
                position: place as u32,
                after_comma: is_next && self.words[place].1.commas > 0,
                in_brackets: self.words[place].1.in_brackets,
                in_quotes: self.words[place].1.in_quotes,
                in_address: self.words[place].1.in_address,
                // Who writes one part in capitals means the family.
                case: if part.is_family {
                    Case::Upper
                } else {
                    Case::Mixed
                },
                spellings: spellings.collect(),
                skeletons: part.skeletons,
                ..Word::default()
            }
        };
        let words: Vec<Word> = parts.into_iter().map(word).collect();
        Words {
            commas: words.iter().map(|word| u32::from(word.after_comma)).sum(),
            words,
        }
    }
}

/// The words of a text in Latin letters.
fn read(raw: &RawWords, reading: &Reading) -> Words {
    let mut found = Words::default();
    let foreign = raw.foreign().count();
    let mut foreign_before = 0;
    for (word, (text, gap)) in raw.words.iter().enumerate() {
        let is_tied = || {
            let next = raw.words.get(word + 1);
            gap.hyphened || next.is_some_and(|(_, gap)| gap.hyphened)
        };
        let place = Place {
            first: foreign_before == 0,
            alone: foreign == 1,
        };
        foreign_before += usize::from(!text.is_ascii());
        let position = found.words.last().map_or(0, |last| last.position + 1);
        found.commas += gap.commas;
        for (at, (text, script)) in romanise(text, reading, place).into_iter().enumerate() {
            found.words.push(Word {
                text,
                script,
                position,
                after_comma: at == 0 && gap.commas > 0,
                glued: gap.signs == 1 && gap.ties == 1,
                after_sign: at == 0 && gap.joins,
                in_brackets: gap.in_brackets,
                in_quotes: gap.in_quotes,
                in_address: gap.in_address,
                case: Case::of(gap.upper, gap.lower),
                is_small: gap.upper == 0 && gap.lower > 0 && !is_tied(),
                cut: gap.cut,
                behind_apostrophe: gap.behind_apostrophe,
                ..Word::default()
            });
        }
    }
    found
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
            ("Ana Cruz - Leo, Cruz", [false, false, true, false]),
            ("Ana Cruz-Leo, Cruz", [false; 4]),
            ("Ana Cruz (Leo) Cruz", [false, false, true, true]),
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
