//! From the letters of a word to its syllables.

use super::layout::{
    LAO_IA, LAO_O, SILENT, is_before, is_cluster, is_consonant, is_sign, is_sonorant,
};
use super::sounds::{Spelling, links};

/// Reads a word syllable by syllable.
pub struct Reader {
    letters: Vec<char>,
    at: usize,
    spelling: Spelling,
    out: String,
}

impl Reader {
    /// Begins to read the letters of a word, without tones and what is silent.
    pub fn new(letters: Vec<char>, spelling: Spelling) -> Reader {
        let out = String::with_capacity(3 * letters.len());
        Reader {
            letters,
            at: 0,
            spelling,
            out,
        }
    }

    /// The word in Latin letters.
    pub fn read(mut self) -> String {
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
            'ศ' if self.spelling.is_by_sound() => {
                return self.out.push_str(self.initial(first));
            }
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
            'แ' if self.spelling.is_lao() && !self.spelling.is_by_sound() => self.out.push('e'),
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
            (Some('ิ' | 'ี' | 'ื' | 'ึ'), _) if self.spelling.0 == '1' => ("er", 1),
            (Some('ิ' | 'ี' | 'ื' | 'ึ'), _) => ("oe", 1),
            (Some('อ'), next) if !next.is_some_and(is_sign) => ("oe", 1),
            (Some('ย' | 'ญ'), _) if !self.begins(0) => {
                (if self.spelling.is_lao() { "ia" } else { "oei" }, 1)
            }
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
            (Some(after), _) if is_consonant(after) && !two && run.is_multiple_of(2) => {
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
                if self.spelling.is_lao() {
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
        let latin = self.spelling.last(last, &self.out);
        self.out.push_str(latin);
        let next = self.peek(0);
        let alone = self.letters.len() == self.at + 1;
        match next {
            // `Chakra`, `Mitra`: not said, and kept in spelling.
            Some('ร') if alone => {
                self.at += 1;
                if !self.spelling.is_by_sound() {
                    self.out.push_str("ra");
                }
            }
            Some('ธ' | 'ฒ' | 'ฐ' | 'ต' | 'ณ' | 'ม' | 'ย') if alone => self.at += 1,
            Some(next) if !self.spelling.is_lao() && links(last, next) => {
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
        if self.spelling.is_lao() {
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

    fn initial(&self, letter: char) -> &'static str {
        self.spelling.initial(letter, &self.out)
    }
}
