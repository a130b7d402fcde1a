//! Arabic, Persian, Urdu and Pashto letters to Latin.
//!
//! The script leaves short vowels out, so the outcome is a skeleton (`mhmd`), marked as such by the
//! caller and compared by its consonants with what others wrote with vowels.

/// Whether a letter shows that a name is Persian or Urdu, in which several Arabic letters sound
/// alike.
#[must_use]
pub fn is_persian(letter: char) -> bool {
    matches!(letter, 'ی' | 'ک' | 'پ' | 'چ' | 'ژ' | 'گ')
}

/// The Latin letters for one Arabic letter, or `None` for a letter of no table.
///
/// `persian`: the name is Persian or Urdu.
///
/// ```
/// # use matcher::text::arabic::latin;
/// assert_eq!(latin('ش', false), Some("sh"));
/// assert_eq!(latin('ض', true), Some("z"));
/// ```
#[must_use]
pub fn latin(letter: char, persian: bool) -> Option<&'static str> {
    Some(match letter {
        'ض' | 'ذ' if persian => "z",
        'ث' if persian => "s",
        'ا' | 'أ' | 'إ' | 'آ' | 'ٱ' | 'ى' | 'ة' | 'ع' => "a",
        'ب' => "b",
        'پ' => "p",
        'ت' | 'ط' | 'ٹ' | 'ټ' => "t",
        'ث' => "th",
        'ج' => "j",
        'چ' => "ch",
        'ح' | 'ه' | 'ھ' | 'ہ' | 'ۀ' | 'ە' => "h",
        'خ' => "kh",
        'د' | 'ض' | 'ڈ' | 'ډ' => "d",
        'ذ' => "dh",
        'ر' | 'ڑ' | 'ړ' => "r",
        'ز' | 'ظ' => "z",
        'ژ' | 'ږ' => "zh",
        'س' | 'ص' => "s",
        'ش' | 'ښ' => "sh",
        'ء' | 'ـ' => "",
        'غ' => "gh",
        'ف' => "f",
        'ڤ' => "v",
        'ق' => "q",
        'ك' | 'ک' | 'ڪ' => "k",
        'گ' | 'ګ' => "g",
        'ل' => "l",
        'م' => "m",
        'ن' | 'ں' | 'ڼ' => "n",
        'و' | 'ؤ' | 'ۇ' | 'ۆ' => "w",
        'ي' | 'ی' | 'ئ' | 'ے' | 'ې' | 'ۍ' => "y",
        _ => return None,
    })
}

/// Cuts the article off a word: `الاسد` is `al` and `اسد`, as Latin texts write `al-Asad`.
///
/// A word with fewer than three letters after the article is left whole (`الله`).
#[must_use]
pub fn split_article(word: &str) -> Option<&str> {
    let rest = word.strip_prefix("ال")?;
    (rest.chars().count() >= 3 && rest != "له").then_some(rest)
}
