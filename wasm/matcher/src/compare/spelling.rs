//! Whether two or three words spell a third when they are written as one.

use super::likeness::{How, Likeness};
use super::piece::Piece;
use crate::text::consonants::is_vowel;
use crate::text::edits::{LETTERS_MAX, Pattern, edits_least};
use crate::text::fold::seam_is_doubled;
use crate::text::phonetic::joined_skeleton;
use crate::weights::Weights;

/// Letters of a joined word for which one may differ, and from how many any may.
const LETTERS_PER_JOINED_EDIT: u32 = 5;
const JOINED_EDITS_FROM: u32 = 8;

/// Whether two words have the consonants of a third, and one side has no short vowels. One of them is
/// a word that makes compounds: those of any two are shared by too many names. Where both are, as in
/// `Abd Allah`, either side may be spelt in any way.
pub(super) fn spells_unvowelled(parts: &[&Piece], whole: &Piece) -> bool {
    let bare = parts.iter().any(|part| part.unvowelled);
    let known = parts.iter().filter(|part| part.known).count();
    let vowels_left_out = bare != whole.unvowelled;
    if parts.len() != 2 || whole.skeleton == 0 || known == 0 {
        return false;
    }
    // The article belongs to what follows it.
    if parts[1].text == "al" {
        return false;
    }
    // A last long i is always pronounced: `Abd al-Ali` is no Abdullah.
    let ends_in_i = |text: &str| matches!(text.bytes().last(), Some(b'i' | b'y'));
    if ends_in_i(parts[1].text) && !whole.text.bytes().last().is_some_and(is_vowel) {
        return false;
    }
    let first = match parts[0].first_sound {
        0 => parts[1].first_sound,
        sound => sound,
    };
    let compound = known == 2 && parts[0].text != "al";
    first == whole.first_sound
        && (compound || known == 1 && vowels_left_out)
        && joined_skeleton(parts[0].text, parts[1].text) == whole.skeleton
}

/// Whether parts of so many letters may spell a whole.
pub(super) fn is_near(letters: usize, whole: &Piece) -> bool {
    letters.abs_diff(whole.fold.len()) <= 2
}

/// How alike the letters of parts are to those of a whole that begins as they do and is near them in
/// length. `pattern` is of the whole, made when it is first needed.
pub(super) fn by_letters(
    parts: &[&Piece],
    whole: &Piece,
    joined: &mut String,
    pattern: &mut Option<Pattern>,
    weights: &Weights,
) -> Option<Likeness> {
    let syllabic = whole.syllabic || parts.iter().any(|part| part.syllabic);
    // Syllables in another order are another name.
    let in_order = |pair: &[&Piece]| pair[0].place + 1 == pair[1].place;
    if syllabic && !parts.windows(2).all(in_order) {
        return None;
    }
    let (whole, bag) = (whole.fold, whole.bag);
    let letters: usize = parts.iter().map(|part| part.fold.len()).sum();
    let allowed = |letters: usize| match letters as u32 {
        longer if longer < JOINED_EDITS_FROM || syllabic => 0,
        longer => longer / LETTERS_PER_JOINED_EDIT,
    };
    let most = allowed(letters.max(whole.len()));
    let of_parts = parts.iter().fold(0, |bag, part| bag | part.bag);
    if letters <= LETTERS_MAX && edits_least(of_parts, bag) > most {
        return None;
    }
    joined.clear();
    for part in parts {
        let doubled = seam_is_doubled(joined.as_bytes(), part.fold.as_bytes());
        joined.push_str(&part.fold[usize::from(doubled)..]);
    }
    let longer = joined.len().max(whole.len());
    let allowed = allowed(longer);
    let edits = if allowed == 0 {
        (joined == whole).then_some(0)?
    } else {
        pattern
            .get_or_insert_with(|| Pattern::new(whole))
            .distance(joined, allowed)?
    };
    let edit = 1.0 - f64::from(edits) / longer.max(1) as f64;
    Some(Likeness {
        value: weights.similarity.joined * edit,
        how: How::Joined,
        edit,
        sounds: edits == 0,
    })
}
