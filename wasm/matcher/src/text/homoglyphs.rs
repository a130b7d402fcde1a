//! Letters of one script that look like letters of another, in words that mix the two.
//!
//! A Latin `i` in a Ukrainian name, a Cyrillic `а` in an English one: slips of a keyboard, or made to
//! be overlooked. The script with more letters that can be of no other is the word's. The pairs are
//! those of the Unicode confusables (UTS #39) that a keyboard has.

/// Latin, Cyrillic and Greek letters of one look, each in its place; `·` where a script has none.
const LOOKS: [&str; 3] = [
    "ABCEHIJKMNOPSTXYZaceiïjkopsuvxy···dhqwĸl",
    "АВСЕНІЈКМ·ОРЅТХУ·асеіїјкорѕ··хуГПФԁһԛԝкӏ",
    "ΑΒϹΕΗΙͿΚΜΝΟΡ·ΤΧΥΖαϲ·ιϊ·κορ·υνχγΓΠΦ····κ·",
];

/// Small capitals and letters of phonetics, in the order of [`PLAIN`].
const FANCY: &str = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢɑɡɩ";
/// The letters of a keyboard that they are used for.
const PLAIN: &str = "abcdefghijklmnopqrstuvwyzagi";

/// The letter of a keyboard that a small capital or a letter of phonetics is used for; any other as it is.
///
/// ```
/// # use matcher::text::homoglyphs::plain;
/// assert_eq!((plain('ꜱ'), plain('ɡ'), plain('s')), ('s', 'g', 's'));
/// ```
pub fn plain(letter: char) -> char {
    if letter.is_ascii() {
        return letter;
    }
    let at = FANCY.chars().position(|fancy| fancy == letter);
    at.and_then(|at| PLAIN.chars().nth(at)).unwrap_or(letter)
}

/// The index in [`LOOKS`] of Latin.
const LATIN: usize = 0;

/// The index in [`LOOKS`] of a letter's script.
fn script_of(letter: char) -> Option<usize> {
    match letter as u32 {
        0x41..=0x5A | 0x61..=0x7A | 0xC0..=0x24F => Some(LATIN),
        0x400..=0x52F => Some(1),
        0x370..=0x3FF => Some(2),
        _ => None,
    }
}

/// The letter of another script that looks like this one.
fn alike(letter: char, script: usize) -> Option<char> {
    let place = |letters: &&str| letters.chars().position(|own| own == letter);
    let at = LOOKS.iter().find_map(place)?;
    LOOKS[script].chars().nth(at).filter(|found| *found != '·')
}

/// Whether a word of a text mixes Latin with letters that look so: others of the text may be of such letters alone.
///
/// ```
/// # use matcher::text::homoglyphs::{has_disguise, in_latin};
/// let has_disguise = |text: &str| has_disguise(&Vec::from_iter(text.chars()));
/// assert!(has_disguise("ЕР-IВI") && !has_disguise("Тест EP-IBI"));
/// assert_eq!((in_latin("ЕР").as_deref(), in_latin("Тест")), (Some("EP"), None));
/// ```
pub fn has_disguise(letters: &[char]) -> bool {
    let mut words = letters.split(|letter| !letter.is_alphabetic());
    let is_latin = |word: String| word.chars().all(|letter| script_of(letter) == Some(LATIN));
    words.any(|word| in_one_script(&String::from_iter(word)).is_some_and(is_latin))
}

/// A word in Latin letters, where each of it looks like one.
pub fn in_latin(word: &str) -> Option<String> {
    let letters = word.chars().map(|letter| match script_of(letter) {
        Some(script) if script != LATIN => alike(letter, LATIN),
        _ => Some(letter),
    });
    letters.collect()
}

/// A word in letters of one script, where it mixes two and all of the fewer look like the other's.
/// Other words are left as they are: `None`.
///
/// ```
/// # use matcher::text::homoglyphs::in_one_script;
/// assert_eq!(in_one_script("Олексiй").as_deref(), Some("Олексій"));
/// assert_eq!(in_one_script("Pаul").as_deref(), Some("Paul"));
/// assert_eq!(in_one_script("Paul"), None);
/// ```
pub fn in_one_script(word: &str) -> Option<String> {
    let mut counts = [0_usize; 3];
    for script in word.chars().filter_map(script_of) {
        counts[script] += 1;
    }
    if counts.iter().filter(|count| **count > 0).count() < 2 {
        return None;
    }
    let mut only = [0_usize; 3];
    for letter in word.chars() {
        if let Some(script) = script_of(letter) {
            let looks_else = (0..3).any(|other| other != script && alike(letter, other).is_some());
            only[script] += usize::from(!looks_else);
        }
    }
    let script = (0..3).max_by_key(|script| (only[*script], counts[*script], 3 - script))?;
    word.chars()
        .map(|letter| match script_of(letter) {
            Some(other) if other != script => alike(letter, script),
            _ => Some(letter),
        })
        .collect()
}
