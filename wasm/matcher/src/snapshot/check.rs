//! What is checked once, at load, so that no later read can go wrong.

use crate::name::token::Kind;

use super::error::SnapshotError;
use super::format::{KIND_MASK, KIND_SHIFT, MAGIC, Section, TABLE_AT, VERSION, checksum};
use super::hashes::Hashes;
use super::index::Index;
use super::numbers::u32_at;
use super::reader::{Snapshot, Spans};

/// Start and end of each section, after the header, the length and the checksum have been checked.
pub fn spans(bytes: &[u8]) -> Result<Spans, SnapshotError> {
    if bytes.get(..8) != Some(&MAGIC) {
        return Err(SnapshotError::Foreign);
    }
    let got = u32_at(bytes, 8);
    if got != VERSION {
        return Err(SnapshotError::Version {
            expected: VERSION,
            got,
        });
    }
    let expected = u64_at(bytes, 16);
    let table_end = TABLE_AT + Section::ALL.len() * 16;
    if bytes.len() as u64 != expected || bytes.len() < table_end {
        let got = bytes.len() as u64;
        return Err(SnapshotError::Length { expected, got });
    }
    if u32_at(bytes, 12) as usize != Section::ALL.len()
        || checksum(&bytes[TABLE_AT..]) != u64_at(bytes, 24)
    {
        return Err(SnapshotError::Checksum);
    }
    let mut spans = [(0, 0); Section::ALL.len()];
    for (section, span) in Section::ALL.into_iter().zip(&mut spans) {
        let at = TABLE_AT + section as usize * 16;
        let (start, length) = (u64_at(bytes, at), u64_at(bytes, at + 8));
        let end = start.checked_add(length).filter(|end| *end <= expected);
        let Some(end) = end else {
            return fail(section, "to lie within the snapshot");
        };
        if !length.is_multiple_of(section.record() as u64) {
            return fail(section, "whole records");
        }
        *span = (start as usize, end as usize);
    }
    Ok(spans)
}

/// The indexes by hash, after all that they find has been checked.
pub fn indexes(s: &Snapshot) -> Result<[Hashes; Index::ALL.len()], SnapshotError> {
    let mut all = [Hashes::default(); Index::ALL.len()];
    for (index, hashes) in Index::ALL.into_iter().zip(&mut all) {
        let section = index.section();
        let opened = Hashes::open(s.bytes_of(section), s.count(index.of()));
        *hashes = opened.or_else(|what| fail(section, what))?;
    }
    Ok(all)
}

/// Checks that every index and every text lies where it can be read.
pub fn references(s: &Snapshot) -> Result<(), SnapshotError> {
    if std::str::from_utf8(s.bytes_of(Section::Pool)).is_err() {
        return fail(Section::Pool, "UTF-8");
    }
    if std::str::from_utf8(s.bytes_of(Section::Lists)).is_err() {
        return fail(Section::Lists, "UTF-8");
    }
    within(s, Section::Postings, s.count(Section::Names))?;
    texts(s)?;
    entities(s)?;
    names(s)
}

fn texts(s: &Snapshot) -> Result<(), SnapshotError> {
    for section in [Section::Sources, Section::Peps] {
        for record in s.bytes_of(section).chunks_exact(section.record()) {
            text(s, section, (u32_at(record, 0), u32_at(record, 4)))?;
        }
    }
    for index in 0..s.count(Section::Tokens) {
        let token = s.token(index);
        text(s, Section::Tokens, token.text)?;
        text(s, Section::Tokens, token.fold)?;
        run(s, Section::Tokens, token.postings, Section::Postings)?;
    }
    for index in 0..s.count(Section::Addresses) {
        let address = s.address(index);
        text(s, Section::Addresses, address.address)?;
        text(s, Section::Addresses, address.network)?;
        let entity_holds = address
            .entity
            .is_none_or(|e| e < s.count(Section::Entities));
        if address.source >= s.count(Section::Sources) || !entity_holds {
            return fail(Section::Addresses, "a known list and entity");
        }
    }
    Ok(())
}

fn entities(s: &Snapshot) -> Result<(), SnapshotError> {
    for index in 0..s.count(Section::Entities) {
        let entity = s.entity(index);
        text(s, Section::Entities, entity.list_ref)?;
        let names = (entity.first_name, entity.names);
        run(s, Section::Entities, names, Section::Names)?;
        run(s, Section::Entities, entity.births, Section::Births)?;
        run(
            s,
            Section::Entities,
            entity.nationalities,
            Section::Nationalities,
        )?;
        let pep_holds = entity.pep == super::format::NONE || entity.pep < s.count(Section::Peps);
        if !pep_holds || entity.source >= s.count(Section::Sources) || entity.kind > 3 {
            return fail(Section::Entities, "a known list, type and role");
        }
    }
    Ok(())
}

fn names(s: &Snapshot) -> Result<(), SnapshotError> {
    let tokens = s.count(Section::Tokens);
    for index in 0..s.count(Section::Names) {
        let name = s.name(index);
        text(s, Section::Names, name.text)?;
        let used = (name.first_token, name.tokens);
        run(s, Section::Names, used, Section::NameTokens)?;
        if name.entity >= s.count(Section::Entities) || name.strength > 2 {
            return fail(Section::Names, "a known entity and strength");
        }
        if s.name_tokens(&name).any(|used| used.token >= tokens) {
            return fail(Section::NameTokens, "known tokens");
        }
    }
    let mut packed = s.bytes_of(Section::NameTokens).chunks_exact(4);
    let kind = |four: &[u8]| Kind::of((u32_at(four, 0) >> KIND_SHIFT & KIND_MASK) as u8);
    if packed.any(|four| kind(four).is_none()) {
        return fail(Section::NameTokens, "known kinds");
    }
    Ok(())
}

fn within(s: &Snapshot, section: Section, limit: u32) -> Result<(), SnapshotError> {
    let mut numbers = s.numbers(section).iter();
    let all = numbers.all(|number| u32::from_le_bytes(*number) < limit);
    if all {
        Ok(())
    } else {
        fail(section, "indexes of what there is")
    }
}

/// First and count of a run must be of records that another section has.
fn run(
    s: &Snapshot,
    section: Section,
    (first, count): (u32, impl Into<u32>),
    of: Section,
) -> Result<(), SnapshotError> {
    match first.checked_add(count.into()) {
        Some(end) if end <= s.count(of) => Ok(()),
        _ => fail(section, "runs of what there is"),
    }
}

/// A text must lie within the pool and on the borders of its characters.
fn text(s: &Snapshot, section: Section, at: (u32, impl Into<u32>)) -> Result<(), SnapshotError> {
    let pool = s.bytes_of(Section::Pool);
    let (start, end) = (at.0 as usize, u64::from(at.0) + u64::from(at.1.into()));
    let border =
        |at: usize| at == pool.len() || pool.get(at).is_some_and(|byte| byte & 0xC0 != 0x80);
    if end <= pool.len() as u64 && border(start) && border(end as usize) {
        Ok(())
    } else {
        fail(section, "texts of the pool")
    }
}

fn fail<T>(section: Section, what: &'static str) -> Result<T, SnapshotError> {
    Err(SnapshotError::Section {
        section: section as u32,
        what,
    })
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::sample::snapshot_of;

    #[test]
    fn a_name_token_is_of_a_known_kind() {
        let good = snapshot_of("INDIVIDUAL", &["Ana Cruz"]);
        assert!(Snapshot::open(good.clone()).is_ok());
        let (start, _) = spans(&good).unwrap()[Section::NameTokens as usize];
        let mut bad = good;
        bad[start + 3] |= (KIND_MASK << KIND_SHIFT >> 24) as u8;
        let sum = checksum(&bad[TABLE_AT..]);
        bad[24..32].copy_from_slice(&sum.to_le_bytes());
        let refused = Snapshot::open(bad).err().map(|error| error.to_string());
        assert!(refused.is_some_and(|text| text.contains("kinds")), "taken");
    }
}
