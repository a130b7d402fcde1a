//! Ethiopic to Latin, as Amharic and Tigrinya names are spelt: BGN/PCGN's system of Amharic (1967) and
//! of Tigrinya (2007) without their marks. Written from the tables.
//!
//! Each character is a consonant with one of seven vowels or a `w`. The sixth is a short vowel or none,
//! which spelling does not show: it is heard where consonants would pile up.

/// A consonant and its vowel.
struct Syllable {
    consonant: &'static str,
    vowel: Vowel,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Vowel {
    Is(&'static str),
    First,
    Sixth,
}

/// A word in Latin letters; what is of no table stays. `way`: 0 `Mengistu`, `Wolde`; 1 `Mengestu`, `Welde`; 2
/// `Mangistu`, `Walda`.
///
/// ```
/// # use matcher::text::ethiopic::latin;
/// assert_eq!(latin("መንግሥቱ", '0'), "mengistu");
/// assert_eq!(latin("ማርያም", '0'), "maryam");
/// ```
pub fn latin(word: &str, way: char) -> String {
    let mut out = String::with_capacity(word.len());
    let mut syllables: Vec<Syllable> = Vec::new();
    for letter in word.chars() {
        if let Some(syllable) = syllable_of(letter) {
            syllables.push(syllable);
        } else {
            spell(&syllables, way, &mut out);
            syllables.clear();
            out.push(letter);
        }
    }
    spell(&syllables, way, &mut out);
    out
}

fn spell(syllables: &[Syllable], way: char, out: &mut String) {
    let (first, sixth) = match way {
        '1' => ("e", "e"),
        '2' => ("a", "i"),
        _ => ("e", "i"),
    };
    // Consonants without a vowel since the last one.
    let mut bare = 0;
    for (at, Syllable { consonant, vowel }) in syllables.iter().enumerate() {
        out.push_str(consonant);
        match vowel {
            Vowel::Is(vowel) => out.push_str(vowel),
            Vowel::First if consonant.is_empty() => out.push('a'),
            Vowel::First if way == '0' && *consonant == "w" => out.push('o'),
            Vowel::First => out.push_str(first),
            Vowel::Sixth if consonant.is_empty() => out.push('e'),
            Vowel::Sixth if is_heard(syllables, at, bare) => out.push_str(sixth),
            Vowel::Sixth => {
                bare += 1;
                continue;
            }
        }
        bare = 0;
    }
}

/// Whether the sixth vowel of a syllable is heard, where so many consonants before it have none.
fn is_heard(syllables: &[Syllable], at: usize, bare: usize) -> bool {
    let next = syllables.get(at + 1);
    if at == 0 {
        return next.is_some_and(|next| !next.consonant.is_empty());
    }
    let is_sonorant = |consonant: &str| matches!(consonant, "r" | "l" | "n" | "m" | "w" | "y");
    match next {
        // Two at the end: after a sonorant a cluster can be said, before it not.
        None => false,
        Some(next) if bare == 0 => {
            let ends = at + 2 == syllables.len() && next.vowel == Vowel::Sixth;
            ends && is_sonorant(next.consonant) && next.consonant != "y" && next.consonant != "w"
        }
        Some(_) => {
            !is_sonorant(syllables[at - 1].consonant)
                || at + 2 < syllables.len() && syllables[at + 1].vowel == Vowel::Sixth
        }
    }
}

fn syllable_of(letter: char) -> Option<Syllable> {
    let place = (letter as u32).checked_sub(0x1200)?;
    let consonant = *CONSONANTS.get(place as usize / 8)?;
    let order = place % 8;
    // A row of consonants said with a `w`.
    if consonant.len() > 1 && consonant.ends_with('w') {
        let vowel = ["a", "u", "i", "a", "e", "i", "o", "a"][order as usize];
        return Some(Syllable {
            consonant,
            vowel: Vowel::Is(vowel),
        });
    }
    let vowel = match order {
        0 if consonant == "h" => Vowel::Is("a"),
        0 => Vowel::First,
        1 => Vowel::Is("u"),
        2 => Vowel::Is("i"),
        3 => Vowel::Is("a"),
        4 => Vowel::Is("e"),
        5 => Vowel::Sixth,
        6 => Vowel::Is("o"),
        _ => Vowel::Is("wa"),
    };
    Some(Syllable { consonant, vowel })
}

/// The consonants of the rows from U+1200 on, eight characters each.
const CONSONANTS: [&str; 43] = [
    "h", "l", "h", "m", "s", "r", "s", "sh", "k", "kw", "k", "kw", "b", "v", "t", "ch", "h", "hw",
    "n", "gn", "", "k", "kw", "h", "hw", "w", "", "z", "zh", "y", "d", "d", "j", "g", "gw", "g",
    "t", "ch", "p", "ts", "ts", "f", "p",
];
