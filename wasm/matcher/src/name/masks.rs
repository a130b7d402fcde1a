//! The tokens of a name as bits, by what they are.

use super::token::{Kind, Part, TOKENS_MAX};

/// Tokens of a name as bits.
pub type Mask = u32;

/// Which tokens of a name are of a kind, and which words of a part.
#[derive(Clone, Copy, Debug, Default)]
pub struct Masks {
    kinds: [Mask; Kind::COUNT],
    parts: [Mask; Part::COUNT],
    /// All that say who is meant: see [`Kind::identifies`].
    pub identifying: Mask,
}

impl Masks {
    /// Of tokens in their order.
    pub fn of(tokens: impl Iterator<Item = (Kind, Part)>) -> Masks {
        let mut masks = Masks::default();
        for (at, (kind, part)) in tokens.enumerate() {
            let bit: Mask = 1 << (at & 31);
            masks.kinds[kind as usize] |= bit;
            if kind == Kind::Word {
                masks.parts[part as usize] |= bit;
            }
            if kind.identifies() {
                masks.identifying |= bit;
            }
        }
        masks
    }

    /// The tokens of a kind.
    pub fn of_kind(&self, kind: Kind) -> Mask {
        self.kinds[kind as usize]
    }

    /// The words that belong to a part of a person's name.
    pub fn words_of(&self, part: Part) -> Mask {
        self.parts[part as usize]
    }

    /// The words that a name goes by; of one that is a single topic or generic word (`Al Shabaab`, which
    /// is youth), that one, and of one that is a number beside generic words (`M23 Movement`), the number.
    pub fn names(&self) -> Mask {
        let words = self.of_kind(Kind::Word);
        let says = self.identifying & !self.of_kind(Kind::Generic);
        if words != 0 {
            words
        } else if self.identifying.is_power_of_two() {
            self.identifying
        } else if says.is_power_of_two() && says == self.of_kind(Kind::Number) {
            says
        } else {
            words
        }
    }
}

/// The positions for which something holds, as bits.
pub fn mask_of(bits: impl Iterator<Item = bool>) -> Mask {
    bits.enumerate()
        .fold(0, |mask, (at, bit)| mask | Mask::from(bit) << (at & 31))
}

/// The tokens of a name of so many that are not taken; of those that masks have room for.
pub fn left_of_all(count: usize, taken: Mask) -> Mask {
    let all = 1_u64
        .checked_shl(count.min(TOKENS_MAX) as u32)
        .unwrap_or_default();
    all.wrapping_sub(1) as Mask & !taken
}

/// The positions of the bits that are set, rising.
pub fn members(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (mask != 0).then_some(mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        at
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_the_bits_that_are_set() {
        assert_eq!(members(0).count(), 0);
        assert!(members(1 | 1 << 5 | 1 << 31).eq([0, 5, 31]));
        assert!(members(Mask::MAX).eq(0..32));
    }

    #[test]
    fn masks_tell_kinds_parts_and_names() {
        let tokens = [
            (Kind::Word, Part::Family),
            (Kind::Particle, Part::Given),
            (Kind::Topic, Part::Any),
        ];
        let masks = Masks::of(tokens.into_iter());
        assert_eq!(masks.of_kind(Kind::Particle), 0b010);
        assert_eq!(masks.words_of(Part::Family), 0b001);
        assert_eq!(masks.words_of(Part::Given), 0);
        assert_eq!((masks.identifying, masks.names()), (0b101, 0b001));
        assert_eq!(Masks::of(tokens[1..].iter().copied()).names(), 0b010);
    }
}
