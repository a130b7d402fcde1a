//! Sorting where speed does not count: all that is sorted shares the code of one algorithm, which the sorts
//! of the standard library would have once for each type.

use std::cmp::Ordering;

/// What is compared and swapped by place.
trait Places {
    fn count(&self) -> usize;
    fn is_before(&mut self, one: usize, other: usize) -> bool;
    fn swap(&mut self, one: usize, other: usize);
}

struct Sorted<'a, T, Order> {
    items: &'a mut [T],
    order: Order,
}

impl<T, Order: FnMut(&T, &T) -> Ordering> Places for Sorted<'_, T, Order> {
    fn count(&self) -> usize {
        self.items.len()
    }

    fn is_before(&mut self, one: usize, other: usize) -> bool {
        (self.order)(&self.items[one], &self.items[other]).is_lt()
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.items.swap(one, other);
    }
}

/// Sorts values in rising order.
///
/// ```
/// # use matcher::order::sort;
/// let mut words = ["ca", "b", "ab", "a"];
/// sort(&mut words);
/// assert_eq!(words, ["a", "ab", "b", "ca"]);
/// ```
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Sorts values, of which no two are equal in the order unless they are the same.
pub fn sort_by<T>(items: &mut [T], order: impl FnMut(&T, &T) -> Ordering) {
    sort_places(&mut Sorted { items, order });
}

/// Values that are so few are sorted by insertion.
const FEW: usize = 12;

fn sort_places(places: &mut dyn Places) {
    let count = places.count();
    if count > FEW {
        return sort_as_heap(places);
    }
    for end in 1..count {
        for at in (1..=end).rev() {
            if !places.is_before(at, at - 1) {
                break;
            }
            places.swap(at, at - 1);
        }
    }
}

fn sort_as_heap(places: &mut dyn Places) {
    let count = places.count();
    for root in (0..count / 2).rev() {
        sift(places, root, count);
    }
    for end in (1..count).rev() {
        places.swap(0, end);
        sift(places, 0, end);
    }
}

/// Moves a value down in the heap before an end until none below it is greater.
fn sift(places: &mut dyn Places, mut root: usize, end: usize) {
    loop {
        let mut child = 2 * root + 1;
        if child >= end {
            return;
        }
        if child + 1 < end && places.is_before(child, child + 1) {
            child += 1;
        }
        if !places.is_before(root, child) {
            return;
        }
        places.swap(root, child);
        root = child;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sort_gives_what_the_standard_library_gives(
            mut values in prop::collection::vec((0..9_u32, "[a-c]{0,2}"), 0..100),
        ) {
            let mut expected = values.clone();
            expected.sort_unstable();
            sort(&mut values);
            prop_assert_eq!(&values, &expected);
            let falling = |a: &(u32, String), b: &(u32, String)| b.cmp(a);
            expected.reverse();
            sort_by(&mut values, falling);
            prop_assert_eq!(values, expected);
        }
    }
}
