//! The entities of a snapshot and their names.

use super::format::{KIND_MASK, KIND_SHIFT, NONE, PART_SHIFT, Section, TOKEN_BITS};
use super::numbers::{u16_at, u32_at};
use super::reader::Snapshot;
use super::records::{Entity, Name, TokenUse};
use crate::date::{Birth, PartialDate};
use crate::name::token::{Kind, Part};

impl Snapshot {
    /// An entity.
    pub fn entity(&self, index: u32) -> Entity {
        let r = self.record(Section::Entities, index);
        let mut id = [0; 16];
        id.iter_mut()
            .zip(r.iter().skip(12))
            .for_each(|(to, from)| *to = *from);
        Entity {
            source: u32::from(u16_at(r, 0)),
            kind: r.get(2).copied().unwrap_or_default(),
            list_ref: (u32_at(r, 4), u32_at(r, 8)),
            id,
            first_name: u32_at(r, 28),
            names: u32_at(r, 32),
            births: (u32_at(r, 36), u16_at(r, 40)),
            nationalities: (u32_at(r, 44), u16_at(r, 42)),
            pep: u32_at(r, 48),
        }
    }

    /// The publisher's identifier of an entity.
    pub fn list_ref(&self, entity: &Entity) -> &str {
        self.pool(entity.list_ref)
    }

    /// The births of an entity.
    pub fn births(&self, entity: &Entity) -> impl Iterator<Item = Birth> + '_ {
        let first = entity.births.0;
        (first..first + u32::from(entity.births.1)).map(|index| {
            let r = self.record(Section::Births, index);
            Birth {
                from: date_at(r, 0),
                to: date_at(r, 4),
                circa: u32_at(r, 8) != 0,
            }
        })
    }

    /// The nationalities of an entity.
    pub fn nationalities(&self, entity: &Entity) -> impl Iterator<Item = [u8; 2]> + '_ {
        let first = entity.nationalities.0;
        (first..first + u32::from(entity.nationalities.1)).map(|index| {
            let r = self.record(Section::Nationalities, index);
            [
                r.first().copied().unwrap_or_default(),
                r.get(1).copied().unwrap_or_default(),
            ]
        })
    }

    /// JSON of an entity's PEP role, if it has one.
    pub fn pep(&self, entity: &Entity) -> Option<&str> {
        (entity.pep != NONE).then(|| {
            let r = self.record(Section::Peps, entity.pep);
            self.pool((u32_at(r, 0), u32_at(r, 4)))
        })
    }

    /// A name.
    pub fn name(&self, index: u32) -> Name {
        let r = self.record(Section::Names, index);
        Name {
            set_key: u64::from(u32_at(r, 0)) | u64::from(u32_at(r, 4)) << 32,
            entity: u32_at(r, 8),
            text: (u32_at(r, 12), u16_at(r, 20)),
            first_token: u32_at(r, 16),
            tokens: r.get(22).copied().unwrap_or_default(),
            strength: r.get(23).copied().unwrap_or_default(),
        }
    }

    /// A name as published.
    pub fn name_text(&self, name: &Name) -> &str {
        self.pool(name.text)
    }

    /// The tokens of a name, in the order of its text.
    pub fn name_tokens(&self, name: &Name) -> impl Iterator<Item = TokenUse> + '_ {
        let first = name.first_token;
        (first..first + u32::from(name.tokens)).map(|index| {
            let packed = self.number(Section::NameTokens, index);
            TokenUse {
                token: packed & ((1 << TOKEN_BITS) - 1),
                kind: Kind::of((packed >> KIND_SHIFT & KIND_MASK) as u8).unwrap_or(Kind::Word),
                part: Part::of((packed >> PART_SHIFT & 3) as u8),
            }
        })
    }
}

fn date_at(record: &[u8], at: usize) -> PartialDate {
    PartialDate {
        year: u16_at(record, at),
        month: record.get(at + 2).copied().unwrap_or_default(),
        day: record.get(at + 3).copied().unwrap_or_default(),
    }
}

/// The UUID of these bytes, in lower case.
pub fn uuid_text(id: &[u8; 16]) -> String {
    let mut text = String::with_capacity(36);
    for (at, byte) in id.iter().enumerate() {
        if matches!(at, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        for digit in [byte >> 4, byte & 15] {
            text.extend(char::from_digit(u32::from(digit), 16));
        }
    }
    text
}
