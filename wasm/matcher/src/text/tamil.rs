//! Tamil to Latin.
//!
//! One letter stands for a voiced and a voiceless stop. Native words show by its place which it is;
//! loans from Sanskrit, of which most names are, do not, so that a word has three readings. Letters
//! after ISO 15919:2001 and the ALA-LC table of Tamil, in the plain spelling of passports (`ḻ` is
//! `zh`, `t` is `th`); the voicing by place is that of ALA-LC's note on pronunciation. Written from the
//! standards.

use super::letters::latin_of;
use super::tables::LETTERS_TAMIL_VOWELS;

/// How stops are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// By their place: voiced within a word and after a nasal.
    ByPlace,
    /// Voiceless wherever they stand.
    Voiceless,
    /// Voiced wherever they are not doubled.
    Voiced,
}

/// A stop: at the beginning of a word voiceless and voiced, within it voiceless and voiced, doubled.
struct Stop {
    first: [&'static str; 2],
    within: [&'static str; 2],
    doubled: &'static str,
}

/// A consonant and the vowel after it.
struct Unit {
    consonant: char,
    vowel: &'static str,
}

/// A word in Latin letters; what is of no table stays.
///
/// ```
/// # use matcher::text::tamil::{Style, latin};
/// assert_eq!(latin("முரளிதரன்", Style::ByPlace), "muralitharan");
/// assert_eq!(latin("கணேசன்", Style::Voiced), "ganesan");
/// ```
#[must_use]
pub fn latin(word: &str, style: Style) -> String {
    // The letters have no `h`: the commonest name from Arabic is known.
    if matches!(word, "முகமது" | "முகம்மது" | "முகமத்" | "முஹம்மது" | "முஹமது")
    {
        return "muhammad".to_owned();
    }
    let units = units_of(word);
    let mut out = String::with_capacity(word.len());
    for (at, unit) in units.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| &units[at]);
        match stop_of(unit.consonant) {
            Some(stop) => out.push_str(spell_stop(&stop, &units, at, style)),
            None => push_other(unit.consonant, before, style, &mut out),
        }
        let next = units.get(at + 1);
        if !is_helping_vowel(at, unit, before, next) {
            out.push_str(unit.vowel);
        }
    }
    // A helping vowel before `r`, with which no word of Tamil begins.
    match out.strip_prefix(['i', 'u']) {
        Some(rest) if rest.starts_with('r') && word.starts_with(['இ', 'உ']) => rest.to_owned(),
        _ => out,
    }
}

/// A vowel that parts two consonants of a loan: `pi-ra` for `pra`, `tti-ra` for `tra`.
fn is_helping_vowel(at: usize, unit: &Unit, before: Option<&Unit>, next: Option<&Unit>) -> bool {
    let is_stop = matches!(unit.consonant, 'ப' | 'க' | 'த');
    let after_consonant = before.is_some_and(|unit| unit.vowel.is_empty());
    unit.vowel == "i"
        && is_stop
        && (at == 0 && unit.consonant == 'ப' || after_consonant && unit.consonant == 'த')
        && next.is_some_and(|next| {
            next.consonant == 'ர' && next.vowel != "u" && !next.vowel.is_empty()
        })
}

fn spell_stop(stop: &Stop, units: &[Unit], at: usize, style: Style) -> &'static str {
    let (unit, next) = (&units[at], units.get(at + 1));
    let follows = |consonant: char| next.is_some_and(|next| next.consonant == consonant);
    if unit.vowel.is_empty() && follows(unit.consonant) {
        return "";
    }
    // `ṭc` is the `kṣ` of Sanskrit.
    if unit.consonant == 'ட' && unit.vowel.is_empty() && follows('ச') {
        return "k";
    }
    let Some(before) = at.checked_sub(1).map(|at| &units[at]) else {
        let is_moon = unit.consonant == 'ச' && follows('ந') && is_cluster_with_r(units, at + 2);
        let voiced = style == Style::Voiced && unit.consonant != 'ச' || is_moon;
        return stop.first[usize::from(voiced)];
    };
    let closed = before.vowel.is_empty();
    if closed && before.consonant == unit.consonant {
        let is_joint = unit.consonant == 'ச' && at > 2 && units[at - 2].vowel.is_empty();
        return if is_joint { "s" } else { stop.doubled };
    }
    let after_nasal = closed && is_nasal(before.consonant);
    let voiced = match style {
        Style::ByPlace => (!closed || after_nasal) && !unit.vowel.is_empty(),
        Style::Voiceless => false,
        Style::Voiced => true,
    };
    let is_loan = style == Style::Voiced || after_nasal && is_cluster_with_r(units, at);
    match unit.consonant {
        'ச' if after_nasal => ["ch", "j"][usize::from(voiced)],
        'ச' if closed && before.consonant == 'ட' => "sh",
        'த' => ["th", "d"][usize::from(is_loan)],
        _ => stop.within[usize::from(voiced)],
    }
}

/// Whether a loan has a consonant and `r` here, which Tamil parts by a helping vowel.
fn is_cluster_with_r(units: &[Unit], at: usize) -> bool {
    let next = units.get(at + 1);
    let follows = next.is_some_and(|next| next.consonant == 'ர' && !next.vowel.is_empty());
    follows
        && units
            .get(at)
            .is_some_and(|unit| unit.consonant == 'த' && unit.vowel == "i")
}

fn is_nasal(consonant: char) -> bool {
    matches!(consonant, 'ங' | 'ஞ' | 'ண' | 'ந' | 'ன' | 'ம')
}

fn stop_of(consonant: char) -> Option<Stop> {
    let (first, within, doubled) = match consonant {
        'க' => (["k", "g"], ["k", "g"], "k"),
        'ச' => (["s", "ch"], ["s", "s"], "ch"),
        'ட' => (["t", "d"], ["t", "d"], "t"),
        'த' => (["th", "d"], ["th", "d"], "th"),
        'ப' => (["p", "b"], ["p", "b"], "p"),
        _ => return None,
    };
    Some(Stop {
        first,
        within,
        doubled,
    })
}

fn push_other(consonant: char, before: Option<&Unit>, style: Style, out: &mut String) {
    let after = |letter: char| before.is_some_and(|b| b.vowel.is_empty() && b.consonant == letter);
    let latin = match consonant {
        // A vowel that no consonant stands before.
        '\0' | 'ஃ' => "",
        // `rr` is written, `tr` is said.
        'ற' if after('ற') => {
            out.pop();
            "tr"
        }
        'ற' if after('ன') => "dr",
        'ங' | 'ஞ' | 'ண' | 'ந' | 'ன' => "n",
        'ம' => "m",
        'ய' => "y",
        'ர' | 'ற' => "r",
        'ல' | 'ள' => "l",
        'ழ' if style != Style::Voiced => "l",
        'ழ' => "zh",
        'வ' => "v",
        'ஜ' => "j",
        'ஷ' | 'ஶ' => "sh",
        'ஸ' => "s",
        'ஹ' => "h",
        other => return out.push(other),
    };
    out.push_str(latin);
}

/// The consonants of a word, each with its vowel.
fn units_of(word: &str) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    for letter in word.chars() {
        if let Some(vowel) = latin_of(&LETTERS_TAMIL_VOWELS, letter) {
            units.push(Unit {
                consonant: '\0',
                vowel,
            });
        } else if let Some(vowel) = sign_of(letter) {
            if let Some(last) = units.last_mut() {
                last.vowel = vowel;
            }
        } else {
            let vowel = if ('க'..='ஹ').contains(&letter) {
                "a"
            } else {
                ""
            };
            units.push(Unit {
                consonant: letter,
                vowel,
            });
        }
    }
    units
}

fn sign_of(letter: char) -> Option<&'static str> {
    Some(match letter as u32 {
        0x0BBE => "a",
        0x0BBF | 0x0BC0 => "i",
        0x0BC1 | 0x0BC2 => "u",
        0x0BC6 | 0x0BC7 => "e",
        0x0BC8 => "ai",
        0x0BCA | 0x0BCB => "o",
        0x0BCC | 0x0BD7 => "au",
        0x0BCD => "",
        _ => return None,
    })
}
