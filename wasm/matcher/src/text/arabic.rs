//! Arabic, Persian, Urdu and Pashto letters to Latin.
//!
//! The script leaves short vowels out, so the outcome is a skeleton (`mhmd`), marked as such by the
//! caller and compared by its consonants with what others wrote with vowels.

/// The Latin letters for one Arabic letter, or `None` for a letter of no table.
///
/// ```
/// # use matcher::text::arabic::latin;
/// assert_eq!(latin('ش'), Some("sh"));
/// ```
#[must_use]
pub fn latin(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ا' | 'أ' | 'إ' | 'آ' | 'ٱ' | 'ى' | 'ة' => "a",
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
        'ع' | 'ء' | 'ـ' => "",
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
