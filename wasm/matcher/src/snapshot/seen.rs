//! Names that were seen before, a bit for each.

/// A set of names whose buffer is used again for every query.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    bits: Vec<u64>,
}

impl Seen {
    /// Whether a name was taken up.
    pub(crate) fn has(&self, name: u32) -> bool {
        let (word, bit) = place_of(name);
        self.bits.get(word).is_some_and(|bits| bits & bit != 0)
    }

    /// Takes up a name, and says whether it is new.
    pub(crate) fn insert(&mut self, name: u32) -> bool {
        let (word, bit) = place_of(name);
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        let is_new = self.bits[word] & bit == 0;
        self.bits[word] |= bit;
        is_new
    }

    /// Forgets names.
    pub(crate) fn forget(&mut self, names: &[u32]) {
        for (word, bit) in names.iter().map(|name| place_of(*name)) {
            if let Some(bits) = self.bits.get_mut(word) {
                *bits &= !bit;
            }
        }
    }
}

fn place_of(name: u32) -> (usize, u64) {
    (name as usize / 64, 1 << (name % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insert_knows_what_it_took_up_until_that_is_forgotten() {
        let mut seen = Seen::default();
        let names = [0, 63, 64, 1_000, 7];
        assert!(names.iter().all(|name| seen.insert(*name)));
        assert!(!names.iter().any(|name| seen.insert(*name)));
        seen.forget(&[63, 1_000, 5_000]);
        assert_eq!(
            [63, 64, 65, 9_000].map(|name| seen.has(name)),
            [false, true, false, false]
        );
        assert_eq!(
            names.map(|name| seen.insert(name)),
            [false, true, false, true, false]
        );
    }
}
