//! The order of a few items, without the code of a sort for thousands.

/// Sorts items of which there are few by a key; those of one key stay as they were.
///
/// ```
/// # use matcher::name::few::sort_few;
/// let mut words = ["ca", "b", "ab", "a"];
/// sort_few(&mut words, |word| word.len());
/// assert_eq!(words, ["b", "a", "ca", "ab"]);
/// ```
pub fn sort_few<T: Copy, Key: PartialOrd>(items: &mut [T], key: impl Fn(T) -> Key) {
    for end in 1..items.len() {
        let (item, mut at) = (items[end], end);
        while at > 0 && key(item) < key(items[at - 1]) {
            items[at] = items[at - 1];
            at -= 1;
        }
        items[at] = item;
    }
}
