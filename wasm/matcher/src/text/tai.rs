//! Thai and Lao to Latin.
//!
//! The two scripts have one layout, 128 characters apart, and write a syllable in the same way: a vowel
//! may stand before, above, below or after its consonants, or around them, and in Thai a short `a` or
//! `o` is not written. Words are not spaced, so that a syllable ends where the next must begin.
//!
//! Thai after the Royal Thai General System of Transcription (RTGS, Royal Institute 1999), Lao after
//! BGN/PCGN's table of 1966 (in use in Laos); the other readings are those of names: with the letters of
//! Sanskrit that their bearers keep (ISO 11940-2 has the sounds, ALA-LC the letters), and as spelt in
//! French. Written from the standards.

/// How letters are spelt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As they sound.
    Sound,
    /// As most people spell their own names: without `h` after `k` and `p`, last consonants as written.
    Everyday,
    /// By the value that they have in Sanskrit: `Bhumibol`, `Vejjajiva`.
    Sanskrit,
}

/// A Thai word in Latin letters; what is of no table stays.
///
/// ```
/// # use matcher::text::tai::{Style, thai};
/// assert_eq!(thai("สมชาย", Style::Sound), "somchai");
/// assert_eq!(thai("ภูมิพล", Style::Sanskrit), "bhumibol");
/// ```
#[must_use]
pub fn thai(word: &str, style: Style) -> String {
    let mut text = word.replace('ฤ', "ริ");
    for (written, said) in RESPELT {
        if text.contains(written) {
            text = text.replace(written, said);
        }
    }
    for (written, said) in RESPELT_LAST {
        if let Some(stem) = text.strip_suffix(written) {
            text = format!("{stem}{said}");
        }
    }
    Reader::new(without_silent(text.chars()), false, style).read()
}

/// A Lao word in Latin letters; what is of no table stays.
///
/// ```
/// # use matcher::text::tai::{Style, lao};
/// assert_eq!(lao("ວັງ", Style::Sound), "vang");
/// ```
#[must_use]
pub fn lao(word: &str, style: Style) -> String {
    let as_thai = |letter: char| match letter {
        'ຼ' => 'ล',
        '\u{0E80}'..='\u{0EFF}' => char::from_u32(letter as u32 - 0x80).unwrap_or(letter),
        other => other,
    };
    Reader::new(without_silent(word.chars().map(as_thai)), true, style).read()
}

/// Words of names that are not said as they are written, and as what they are said.
const RESPELT: &[(&str, &str)] = &[
    ("พรหม", "โพรม"),
    ("เกษม", "กะเสม"),
    ("เสมอ", "สะเมอ"),
    ("แสดง", "สะแดง"),
    ("ทรัพย์", "ซับ"),
    ("ทรง", "ซง"),
    ("สวัสดิ์", "สะวัด"),
    ("กษัตริย์", "กะสัต"),
    ("ธรรมศ", "ทำมะศ"),
    ("สวรรค์", "สะวัน"),
    ("วงศ์", "โวง"),
    ("วงษ์", "โวง"),
    ("พงศ์", "โพง"),
    ("พงษ์", "โพง"),
    ("ไทย", "ไท"),
    ("ไชย", "ไช"),
];

/// The same at the end of a word, where a last vowel is silent.
const RESPELT_LAST: &[(&str, &str)] = &[
    ("วุฒิ", "วุฒ"),
    ("ภูมิ", "ภูม"),
    ("ชาติ", "ชาต"),
    ("ญาติ", "ญาต"),
    ("เกียรติ", "เกียต"),
    ("บัติ", "บัต"),
    ("พันธุ", "พัน"),
    ("ธาตุ", "ธาต"),
    ("เหตุ", "เหต"),
];

/// The sign over what is not said.
const SILENT: char = '\u{0E4C}';
/// The sign of `o` that Lao has and Thai has not, and its `ia`, in the layout of Thai.
const LAO_O: char = '\u{0E3B}';
const LAO_IA: char = '\u{0E3D}';

/// The letters of a word without tones and without what a sign makes silent: a consonant with its
/// vowel, and one more before it where two are one in speech.
fn without_silent(word: impl Iterator<Item = char>) -> Vec<char> {
    let mut letters: Vec<char> = Vec::new();
    for letter in word {
        match letter {
            '\u{0E46}'..='\u{0E4B}' | '\u{0E4E}' | '\u{0E2F}' | '\u{0E3A}' => {}
            SILENT => {
                if letters.last().is_some_and(|last| matches!(last, 'ิ' | 'ุ')) {
                    letters.pop();
                }
                let silent = letters.pop();
                let is_double = matches!(silent, Some('ร' | 'ณ' | 'ย' | 'ม'))
                    && matches!(
                        letters.last(),
                        Some('ท' | 'ต' | 'ด' | 'ษ' | 'ศ' | 'ส' | 'ธ')
                    )
                    && letters.len() > 2
                    && is_consonant(letters[letters.len() - 2])
                    && is_sign(letters[letters.len() - 3]);
                if is_double {
                    letters.pop();
                }
            }
            letter => letters.push(letter),
        }
    }
    letters
}

fn is_consonant(letter: char) -> bool {
    ('ก'..='ฮ').contains(&letter)
}

/// A vowel written before its consonants.
fn is_before(letter: char) -> bool {
    ('เ'..='ไ').contains(&letter)
}

/// A vowel written after, above or below its consonant.
fn is_sign(letter: char) -> bool {
    matches!(
        letter,
        '\u{0E30}'..='\u{0E39}' | LAO_O | LAO_IA | '\u{0E4D}'
    )
}

fn is_sonorant(letter: char) -> bool {
    matches!(letter, 'ง' | 'ญ' | 'น' | 'ม' | 'ย' | 'ร' | 'ล' | 'ว')
}

/// Whether two consonants begin a syllable together.
fn is_cluster(first: char, second: char) -> bool {
    match second {
        'ร' => matches!(first, 'ก' | 'ข' | 'ค' | 'ต' | 'ท' | 'ป' | 'พ' | 'ผ' | 'ศ'),
        'ล' => matches!(first, 'ก' | 'ข' | 'ค' | 'ป' | 'พ' | 'ผ'),
        'ว' => matches!(first, 'ก' | 'ข' | 'ค'),
        _ => false,
    }
}

/// Reads a word syllable by syllable.
struct Reader {
    letters: Vec<char>,
    at: usize,
    lao: bool,
    style: Style,
    out: String,
}

impl Reader {
    fn new(letters: Vec<char>, lao: bool, style: Style) -> Reader {
        let out = String::with_capacity(3 * letters.len());
        Reader {
            letters,
            at: 0,
            lao,
            style,
            out,
        }
    }

    fn read(mut self) -> String {
        while let Some(letter) = self.peek(0) {
            if is_before(letter) && self.peek(1).is_some_and(is_consonant) {
                self.at += 1;
                self.syllable_after(letter);
            } else if is_consonant(letter) {
                self.syllable();
            } else {
                self.at += 1;
                let is_known = is_before(letter) || is_sign(letter) || letter == SILENT;
                if !is_known {
                    self.out.push(letter);
                }
            }
        }
        self.out
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.letters.get(self.at + ahead).copied()
    }

    fn take(&mut self, letter: char) -> bool {
        let found = self.peek(0) == Some(letter);
        self.at += usize::from(found);
        found
    }

    /// Whether the consonant so far ahead has a vowel of its own, so that it ends no syllable.
    fn starts(&self, ahead: usize) -> bool {
        let next = self.peek(ahead + 1);
        let after = self.peek(ahead + 2);
        match next {
            Some(next) if is_sign(next) => true,
            Some('อ') => !after.is_some_and(is_sign),
            Some('ว') => after.is_some_and(is_consonant) && !self.starts(ahead + 2),
            Some('ร') => after == Some('ร'),
            _ => false,
        }
    }

    /// Whether a syllable begins with the consonant so far ahead, perhaps together with the next.
    fn begins(&self, ahead: usize) -> bool {
        let Some(first) = self.peek(ahead) else {
            return false;
        };
        let with_next = self.peek(ahead + 1).is_some_and(|second| {
            (is_cluster(first, second) || first == 'ห' && is_sonorant(second))
                && self.starts(ahead + 1)
        });
        self.starts(ahead) || with_next
    }

    /// Reads one or two consonants that begin a syllable.
    fn onset(&mut self, two: bool) {
        let Some(first) = self.peek(0) else { return };
        self.at += 1;
        if !two {
            return self.out.push_str(self.initial(first));
        }
        let second = self.peek(0).unwrap_or(first);
        self.at += 1;
        match first {
            // Silent before a sonorant: it only raises the tone.
            'ห' | 'อ' => {}
            'ศ' if self.style == Style::Sound => return self.out.push_str(self.initial(first)),
            _ => self.out.push_str(self.initial(first)),
        }
        self.out.push_str(self.initial(second));
    }

    /// A syllable whose vowel begins before its consonants.
    fn syllable_after(&mut self, vowel: char) {
        let (first, second) = (self.peek(0).unwrap_or(vowel), self.peek(1));
        let closes = matches!(vowel, 'ไ' | 'ใ');
        let mut goes_on = closes || self.peek(2).is_some_and(|l| is_consonant(l) || is_sign(l));
        // `Kaeo`: it closes the syllable, unless something else does.
        goes_on &= closes || second != Some('ว') || self.letters.len() == self.at + 3;
        let two = second.is_some_and(|second| {
            (is_cluster(first, second) || first == 'ห' && is_sonorant(second)) && goes_on
        });
        // `Charoen`, `Chaloem`: the first of two has a short vowel of its own.
        let is_split = vowel == 'เ'
            && !two
            && matches!(second, Some('ร' | 'ล'))
            && self.peek(2) == Some('ิ')
            && self.peek(3).is_some_and(is_consonant);
        if is_split {
            self.onset(false);
            self.out.push('a');
        }
        self.onset(two);
        match vowel {
            'ไ' | 'ใ' => {
                self.out.push_str("ai");
                if self.peek(0) == Some('ย') && !self.begins(0) {
                    self.at += 1;
                }
                return;
            }
            'โ' => self.out.push('o'),
            'แ' if self.lao && self.style != Style::Sound => self.out.push('e'),
            'แ' => self.out.push_str("ae"),
            _ => self.vowel_around(),
        }
        if !self.take('ะ') {
            self.ending(false);
        }
    }

    /// The vowel of which `เ` is the first part.
    fn vowel_around(&mut self) {
        let vowel = match (self.peek(0), self.peek(1)) {
            (Some('ี' | 'ั'), Some('ย' | 'ญ')) => ("ia", 2),
            (Some('ื'), Some('อ')) => ("uea", 2),
            (Some('า'), Some('ะ')) => ("o", 2),
            (Some(LAO_O), Some('า')) => ("ao", 2),
            (Some('า'), _) => ("ao", 1),
            (Some('ิ' | 'ี' | 'ื' | 'ึ'), _) if self.style == Style::Everyday && !self.lao => {
                ("er", 1)
            }
            (Some('ิ' | 'ี' | 'ื' | 'ึ'), _) => ("oe", 1),
            (Some('อ'), next) if !next.is_some_and(is_sign) => ("oe", 1),
            (Some('ย' | 'ญ'), _) if !self.begins(0) => (if self.lao { "ia" } else { "oei" }, 1),
            _ => ("e", 0),
        };
        self.out.push_str(vowel.0);
        self.at += vowel.1;
        if vowel == ("ao", 1) || vowel == ("ao", 2) {
            // Nothing closes it.
            self.take('ะ');
        }
    }

    /// A syllable that begins with its consonants.
    fn syllable(&mut self) {
        let (first, second) = (self.peek(0).unwrap_or('อ'), self.peek(1));
        let two = second.is_some_and(|second| {
            (is_cluster(first, second)
                || first == 'ห' && is_sonorant(second)
                || first == 'อ' && second == 'ย')
                && self.starts(1)
        });
        let run = self.run();
        self.onset(two);
        let next = self.peek(0);
        if let Some(sign) = next.filter(|next| is_sign(*next)) {
            self.at += 1;
            return self.after_sign(sign);
        }
        match (next, self.peek(1)) {
            (Some('ร'), Some('ร')) => {
                self.at += 2;
                self.out.push('a');
                let closed = self.peek(0).is_some_and(is_consonant) && !self.begins(0);
                if closed {
                    self.ending(true);
                } else {
                    self.out.push('n');
                }
            }
            (Some('อ'), after) if !after.is_some_and(is_sign) => {
                self.at += 1;
                self.out.push('o');
                self.ending(false);
            }
            (Some('ว'), Some(after)) if is_consonant(after) && !self.begins(1) => {
                self.at += 1;
                self.out.push_str("ua");
                self.ending(true);
            }
            (Some('ว' | 'ย' | 'ห' | 'อ'), _) => self.out.push('a'),
            (Some(after), _) if is_consonant(after) && !two && run % 2 == 0 => {
                self.out.push('o');
                self.ending(true);
            }
            _ => self.out.push('a'),
        }
    }

    /// How many consonants follow each other from here of which none has a vowel.
    fn run(&self) -> usize {
        let closed =
            |ahead: &usize| self.peek(*ahead).is_some_and(is_consonant) && !self.begins(*ahead);
        (0..self.letters.len()).take_while(closed).count()
    }

    fn after_sign(&mut self, sign: char) {
        match (sign, self.peek(0)) {
            ('ะ', _) => self.out.push('a'),
            ('ั' | LAO_O, Some('ว')) if !self.begins(0) => {
                self.at += 1;
                self.out.push_str("ua");
                self.take('ะ');
                if self.lao {
                    self.ending(false);
                }
            }
            ('ั', _) => {
                self.out.push('a');
                self.ending(true);
            }
            ('\u{0E4D}', Some('า')) => {
                self.at += 1;
                self.out.push_str("am");
            }
            ('\u{0E4D}' | LAO_O, _) => {
                self.out.push('o');
                self.ending(sign == LAO_O);
            }
            (LAO_IA, _) => {
                self.out.push_str("ia");
                self.ending(false);
            }
            ('า', _) => {
                self.out.push('a');
                self.ending(false);
            }
            ('ิ' | 'ี', _) => {
                self.out.push('i');
                self.ending(false);
            }
            ('ึ' | 'ื', next) => {
                let silent = next == Some('อ') && !self.begins(0);
                self.at += usize::from(silent);
                self.out.push_str("ue");
                self.ending(false);
            }
            _ => {
                self.out.push('u');
                self.ending(false);
            }
        }
    }

    /// The consonant that ends a syllable, where one does. `must`: its vowel cannot stand at the end.
    fn ending(&mut self, must: bool) {
        let Some(last) = self.peek(0).filter(|letter| is_consonant(*letter)) else {
            return;
        };
        if !must && (self.begins(0) || self.is_next(last)) {
            return;
        }
        self.at += 1;
        let latin = self.last(last);
        self.out.push_str(latin);
        let next = self.peek(0);
        let alone = self.letters.len() == self.at + 1;
        match next {
            // `Chakra`, `Mitra`: not said, and kept in spelling.
            Some('ร') if alone => {
                self.at += 1;
                if self.style != Style::Sound {
                    self.out.push_str("ra");
                }
            }
            Some('ธ' | 'ฒ' | 'ฐ' | 'ต' | 'ณ' | 'ม' | 'ย') if alone => self.at += 1,
            Some(next) if !self.lao && links(last, next) => {
                // Said twice, written once.
                let again = self.initial(last);
                if again.starts_with(latin) {
                    self.out.truncate(self.out.len() - latin.len());
                }
                self.out.push_str(again);
                self.out.push('a');
            }
            _ => {}
        }
    }

    /// Whether a consonant after an open vowel begins a syllable of which no vowel is written: two that
    /// end a word are one, as in `wi-mon`, and `r` closes nothing before another.
    fn is_next(&self, first: char) -> bool {
        if self.lao {
            return false;
        }
        let (second, third) = (self.peek(1), self.peek(2));
        let is_silent = |letter| matches!(letter, 'ร' | 'ธ' | 'ฒ' | 'ฐ' | 'ต' | 'ณ' | 'ม' | 'ย');
        match second {
            Some(second) if is_consonant(second) && !self.begins(1) => {
                third.is_none()
                    && (!is_silent(second) || second == first)
                    && !matches!(first, 'ย' | 'ว')
            }
            Some(_) => first == 'ร' && self.begins(1) && !self.out.ends_with('a'),
            None => false,
        }
    }

    /// A consonant at the beginning of a syllable.
    fn initial(&self, letter: char) -> &'static str {
        if self.lao {
            return match letter {
                'ว' => "v",
                'ญ' if self.out.is_empty() => {
                    ["ny", "nh"][usize::from(self.style != Style::Sound)]
                }
                'ช' if self.style == Style::Sound => "s",
                'ช' => "x",
                other => by_sound(other),
            };
        }
        match self.style {
            Style::Sound => by_sound(letter),
            Style::Everyday => match letter {
                'ข' | 'ค' | 'ฆ' => "k",
                'จ' => "j",
                'ผ' | 'พ' | 'ภ' => "p",
                'ฐ' | 'ฒ' => "t",
                other => by_sound(other),
            },
            Style::Sanskrit => match letter {
                'ค' => "g",
                'ฆ' => "gh",
                'จ' | 'ช' => "j",
                'ท' | 'ฑ' => "d",
                'ธ' | 'ฒ' => "dh",
                'พ' => "b",
                'ภ' => "bh",
                'ว' => "v",
                other => by_sound(other),
            },
        }
    }

    /// A consonant at the end of a syllable.
    fn last(&self, letter: char) -> &'static str {
        match letter {
            'ง' => "ng",
            'ม' => "m",
            'ย' => "i",
            'ญ' if self.lao => "i",
            'ว' => "o",
            'น' if self.lao && self.style != Style::Sound && self.out.ends_with(['o', 'a']) => {
                "ne"
            }
            'ด' if self.lao && self.style != Style::Sound => "th",
            'ล' if self.style != Style::Sound => "l",
            'ร' if self.style != Style::Sound => "rn",
            _ if self.style != Style::Sound && !self.lao => match letter {
                'จ' | 'ช' | 'ด' | 'ศ' | 'ษ' | 'ส' if self.style == Style::Everyday => {
                    match letter {
                        'จ' => "j",
                        'ด' => "d",
                        'ช' => "ch",
                        _ => by_end(letter),
                    }
                }
                'ท' | 'ธ' if self.style == Style::Everyday => "th",
                'ญ' | 'ณ' | 'น' | 'ฬ' => by_end(letter),
                _ if self.style == Style::Sanskrit => self.initial(letter),
                _ => by_end(letter),
            },
            _ => by_end(letter),
        }
    }
}

/// Whether a consonant that ends a syllable is also the beginning of a next one, with an `a` that is
/// not written: in words from Sanskrit, as in `wat-tha-na`.
fn links(last: char, next: char) -> bool {
    match last {
        'ษ' if matches!(next, 'ฐ' | 'ฏ') => false,
        'ฐ' | 'ฒ' | 'ณ' | 'ษ' | 'ศ' | 'ช' | 'ภ' => {
            is_consonant(next) || is_before(next)
        }
        'ต' => next == 'น',
        _ => false,
    }
}

/// The sound of a consonant at the beginning of a syllable.
fn by_sound(letter: char) -> &'static str {
    match letter {
        'ก' => "k",
        'ข' | 'ฃ' | 'ค' | 'ฅ' | 'ฆ' => "kh",
        'ง' => "ng",
        'จ' | 'ฉ' | 'ช' | 'ฌ' => "ch",
        'ซ' | 'ศ' | 'ษ' | 'ส' => "s",
        'ญ' | 'ย' => "y",
        'ฎ' | 'ด' => "d",
        'ฏ' | 'ต' => "t",
        'ฐ' | 'ฑ' | 'ฒ' | 'ถ' | 'ท' | 'ธ' => "th",
        'ณ' | 'น' => "n",
        'บ' => "b",
        'ป' => "p",
        'ผ' | 'พ' | 'ภ' => "ph",
        'ฝ' | 'ฟ' => "f",
        'ม' => "m",
        'ร' => "r",
        'ล' | 'ฬ' => "l",
        'ว' => "w",
        'ห' | 'ฮ' => "h",
        _ => "",
    }
}

/// The sound of a consonant at the end of a syllable.
fn by_end(letter: char) -> &'static str {
    match letter {
        'ก' | 'ข' | 'ค' | 'ฆ' => "k",
        'ญ' | 'ณ' | 'น' | 'ร' | 'ล' | 'ฬ' => "n",
        'บ' | 'ป' | 'พ' | 'ฟ' | 'ภ' => "p",
        'ห' | 'ฮ' | 'อ' | 'ฉ' | 'ฌ' | 'ผ' | 'ฝ' => "",
        _ => "t",
    }
}
