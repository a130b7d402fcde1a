//! A loaded snapshot with what the weights make of its tokens.

use super::dictionary::Dictionary;
use super::entry::{EntityType, reading_of};
use super::format::Section;
use super::idf::{greatest_idf, idf_of};
use super::reader::Snapshot;
use super::records::{Name, TokenUse};
use crate::name::craft::Craft;
use crate::name::listed::Listed;
use crate::name::query_token::FoldRarity;
use crate::name::token::TOKENS_MAX;
use crate::name::weigh::{BODY, PERSON, weigh};
use crate::order::sort;
use crate::text::common_names::rarity_among_people;
use crate::text::frequent::is_frequent_fold;
use crate::text::organisations::is_topic;
use crate::weights::Weights;

/// A snapshot and, by index, the rarity of its tokens and the weight of its names.
#[derive(Debug)]
pub struct Lists {
    /// The snapshot.
    pub snapshot: Snapshot,
    /// Its tokens.
    pub dictionary: Dictionary,
    /// Sum of the weights of each name's tokens.
    name_weights: Vec<f32>,
    /// Whose each name is: the number of an entity's type.
    kinds: Vec<u8>,
    outlines: Vec<Outline>,
    greatest_idf: f64,
    /// The tokens that say what a body deals with or where it is, by class.
    topics: Vec<(u16, u32)>,
}

impl Lists {
    /// Weighs a snapshot's tokens and names.
    pub fn new(snapshot: Snapshot, weights: &Weights) -> Lists {
        let greatest_idf = greatest_idf(snapshot.count(Section::Entities));
        let dictionary = Dictionary::new(&snapshot);
        let names = snapshot.count(Section::Names) as usize;
        let mut name_weights = Vec::with_capacity(names);
        let mut kinds = Vec::with_capacity(names);
        let mut outlines = Vec::with_capacity(names);
        for index in 0..snapshot.count(Section::Names) {
            let name = snapshot.name(index);
            let kind = snapshot.entity(name.entity).kind;
            let (mut weight, mut identifying, mut has_letter) = (0.0, 0, false);
            for used in snapshot.name_tokens(&name) {
                let rarity = f64::from((dictionary.idf(used.token) / greatest_idf) as f32);
                weight += weigh(weights, used.kind, used.part, rarity);
                identifying += usize::from(used.kind.identifies());
                has_letter |= dictionary.letters(used.token) == 1;
            }
            name_weights.push(weight as f32);
            kinds.push(kind);
            let is_plain = reading_of(kind) == PERSON && identifying > 1 && !has_letter;
            outlines.push(Outline::of(is_plain, weight as f32));
        }
        let classes = (0..snapshot.count(Section::Tokens))
            .map(|index| (snapshot.token(index).form, index))
            .filter(|(class, _)| is_topic(*class));
        let mut topics: Vec<(u16, u32)> = classes.collect();
        sort(&mut topics);
        Lists {
            snapshot,
            dictionary,
            name_weights,
            kinds,
            outlines,
            greatest_idf,
            topics,
        }
    }

    /// The tokens of the dictionary that say what a body deals with or where it is in the same words.
    pub fn tokens_of_class(&self, class: u16) -> impl Iterator<Item = u32> + '_ {
        let first = self.topics.partition_point(|(other, _)| *other < class);
        let rest = self.topics[first..].iter();
        rest.take_while(move |(other, _)| *other == class)
            .map(|(_, token)| *token)
    }

    /// How rare a fold is; one that is in no list has the greatest idf but for frequent names.
    pub fn rarity_of(&self, fold: &str) -> FoldRarity {
        let tokens = self.dictionary.with_fold(fold);
        let idf = tokens
            .map(|index| self.dictionary.idf(index))
            .fold(self.idf_of_unlisted(fold), f64::min);
        FoldRarity {
            idf,
            share: idf / self.greatest_idf,
            among_people: rarity_among_people(fold),
        }
    }

    /// A frequent name is one, whether a list has it or not.
    fn idf_of_unlisted(&self, fold: &str) -> f64 {
        if is_frequent_fold(fold) {
            idf_of(self.snapshot.count(Section::Entities), 1.0, true)
        } else {
            self.greatest_idf
        }
    }

    /// Whether any listed name has a token of this fold.
    pub fn is_listed(&self, fold: &str) -> bool {
        !self.dictionary.with_fold(fold).is_empty()
    }

    /// Whether listed names have a token of this fold, and only names of bodies do.
    pub fn is_of_bodies(&self, fold: &str) -> bool {
        let mut tokens = self.dictionary.with_fold(fold).peekable();
        let is_of_bodies = |token: u32| {
            let (first, end) = self.snapshot.posting_range(token);
            let names = &self.snapshot.all_postings()[first as usize..end as usize];
            let mut names = names.iter().map(|name| u32::from_le_bytes(*name));
            names.all(|name| self.reading(name) == BODY)
        };
        tokens.peek().is_some() && tokens.all(is_of_bodies)
    }

    /// Idf of a token as a share of the greatest there can be.
    fn share_of_idf(&self, token: u32) -> f64 {
        f64::from((self.dictionary.idf(token) / self.greatest_idf) as f32)
    }

    /// Sum of the weights of a name's tokens.
    pub fn name_weight(&self, name: u32) -> f32 {
        self.name_weights.get(name as usize).copied().unwrap_or(1.0)
    }

    /// How a name is read: an index in [`crate::name::weigh::BEARERS`].
    pub fn reading(&self, name: u32) -> usize {
        reading_of(self.kinds[name as usize])
    }

    /// What a name is in short.
    pub(crate) fn outline(&self, name: u32) -> Outline {
        self.outlines[name as usize]
    }

    /// What the names from one on are in short.
    pub(crate) fn outlines_from(&self, name: u32) -> &[Outline] {
        &self.outlines[name as usize..]
    }

    /// Whether a name is that of a ship or an aircraft.
    pub fn craft(&self, name: u32) -> Option<Craft> {
        EntityType::of(self.kinds[name as usize]).craft()
    }

    /// The tokens of a name, in the order of its text; a name has no more than [`TOKENS_MAX`].
    pub fn tokens_of<'b, 'a>(
        &'a self,
        name: &Name,
        weights: &Weights,
        into: &'b mut [Listed<'a>; TOKENS_MAX],
    ) -> &'b [Listed<'a>] {
        let used = self.snapshot.name_tokens(name);
        let mut count = 0;
        for (slot, used) in into.iter_mut().zip(used) {
            *slot = self.used(used, weights);
            count += 1;
        }
        &into[..count]
    }

    /// A token in its place in a name, with what it weighs there.
    fn used(&self, used: TokenUse, weights: &Weights) -> Listed<'_> {
        let rarity = self.share_of_idf(used.token);
        Listed {
            kind: used.kind,
            part: used.part,
            weight: weigh(weights, used.kind, used.part, rarity),
            ..self.dictionary.listed(used.token)
        }
    }
}

/// A name in one byte, so that those of many names lie in the cache.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outline(u8);

impl Outline {
    const PLAIN: u8 = 0x80;
    const PARTS: f32 = 16.0;

    #[expect(clippy::cast_sign_loss, reason = "no weight is below 0")]
    pub(crate) fn of(is_plain: bool, weight: f32) -> Outline {
        let parts = (weight * Outline::PARTS) as u8;
        let plain = if is_plain { Outline::PLAIN } else { 0 };
        Outline(parts.min(!Outline::PLAIN) | plain)
    }

    /// Whether a name is a person's of two words or more and no letter: a letter may stand for any word of a
    /// query, and one word for several that are written together.
    pub(crate) fn is_plain_person(self) -> bool {
        self.0 & Outline::PLAIN != 0
    }

    /// What the tokens of a name weigh at least.
    pub(crate) fn weight_at_least(self) -> f32 {
        f32::from(self.0 & !Outline::PLAIN) / Outline::PARTS
    }
}

/// Up to which weight names count: those that are no plain person's, and those that are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Heaviest([u8; 2]);

impl Heaviest {
    /// Of weights, none of which is NaN.
    #[expect(clippy::cast_sign_loss, reason = "a weight below 0 is that of no name")]
    pub(crate) fn of(weights: [f32; 2]) -> Heaviest {
        // One part more: what is cut off and rounding.
        Heaviest(weights.map(|weight| (weight * Outline::PARTS + 1.01) as u8))
    }

    /// Whether no name is among them.
    pub(crate) fn has_none(self) -> bool {
        self.0 == [0, 0]
    }

    /// Whether a name may be among them.
    pub(crate) fn has(self, outline: Outline) -> bool {
        let parts = outline.0 & !Outline::PLAIN;
        parts < self.0[usize::from(outline.is_plain_person())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_weighs_no_more_than_its_name() {
        for parts in 0_u16..400 {
            let weight = f32::from(parts) * 0.03;
            let least = Outline::of(parts % 2 == 0, weight).weight_at_least();
            assert!(least <= weight, "{weight}");
            assert!(weight >= 8.0 || weight - least < 0.0626, "{weight}");
            assert_eq!(
                Outline::of(parts % 2 == 0, weight).is_plain_person(),
                parts % 2 == 0
            );
        }
    }
}
