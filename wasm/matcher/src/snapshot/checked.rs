//! An entity whose every part has been found to be as the contract says.

use super::entry::{ListedEntity, Strength};
use crate::date::Birth;
use crate::name::east_slavic::mark_by_patronymic;
use crate::name::parse::parse_name;
use crate::name::token::{Bearer, NameToken, StatedParts, TOKENS_MAX};

/// Longest name that is taken, in characters.
const NAME_CHARACTERS_MAX: usize = 1_000;
/// Names, births or nationalities of one entity.
const PER_ENTITY_MAX: usize = 10_000;

/// The parts of an entity in the forms that are stored.
pub struct CheckedEntity {
    /// UUID.
    pub id: [u8; 16],
    /// By name.
    pub tokens: Vec<Vec<NameToken>>,
    /// Parsed.
    pub births: Vec<Birth>,
    /// Two capital letters each.
    pub nationalities: Vec<[u8; 2]>,
}

impl CheckedEntity {
    /// Checks an entity.
    ///
    /// # Errors
    /// What was expected, and what came.
    pub fn of(entity: &ListedEntity) -> Result<CheckedEntity, String> {
        let id = parse_uuid(&entity.entity_id)
            .ok_or_else(|| format!("expected a UUID as entityId, got {:?}", entity.entity_id))?;
        let strengths = || entity.names.iter().map(|name| name.strength);
        let primaries = strengths().filter(|s| *s == Strength::Primary).count();
        if primaries != 1 || strengths().next() != Some(Strength::Primary) {
            return Err(format!(
                "expected one primary name, and first, got {primaries}"
            ));
        }
        for count in [
            entity.names.len(),
            entity.births.len(),
            entity.nationalities.len(),
        ] {
            if count > PER_ENTITY_MAX {
                return Err(format!(
                    "expected at most {PER_ENTITY_MAX} names, births or nationalities, got {count}"
                ));
            }
        }
        if entity
            .addresses
            .iter()
            .any(|a| a.address.is_empty() || a.network.is_empty())
        {
            return Err("expected an address and a network, got an empty one".to_owned());
        }
        Ok(CheckedEntity {
            id,
            tokens: parse_names(entity)?,
            births: parse_births(&entity.births)?,
            nationalities: parse_nationalities(&entity.nationalities)?,
        })
    }
}

fn parse_names(entity: &ListedEntity) -> Result<Vec<Vec<NameToken>>, String> {
    let bearer = entity.entity_type.bearer();
    let mut all = Vec::with_capacity(entity.names.len());
    for name in &entity.names {
        let characters = name.text.chars().count();
        if characters > NAME_CHARACTERS_MAX {
            return Err(format!(
                "expected names of at most {NAME_CHARACTERS_MAX} characters, got {characters}"
            ));
        }
        let stated = StatedParts {
            family: name.family.as_deref(),
            given: name.given.as_deref(),
            patronymic: name.patronymic.as_deref(),
        };
        let mut tokens = parse_name(&name.text, bearer, stated);
        if bearer == Bearer::Person {
            mark_by_patronymic(&mut tokens);
        }
        tokens.truncate(TOKENS_MAX);
        if tokens.is_empty() && name.strength == Strength::Primary {
            return Err("expected a primary name with a letter or digit, got none".to_owned());
        }
        all.push(tokens);
    }
    Ok(all)
}

fn parse_births(births: &[String]) -> Result<Vec<Birth>, String> {
    let parse = |text: &String| {
        Birth::parse(text).ok_or_else(|| {
            format!(
                "expected births as 1969-07-16, 1969-07, 1969, 1969~ or 1958/1960, got {text:?}"
            )
        })
    };
    births.iter().map(parse).collect()
}

fn parse_nationalities(codes: &[String]) -> Result<Vec<[u8; 2]>, String> {
    let parse = |code: &String| match code.as_bytes() {
        &[a, b] if a.is_ascii_uppercase() && b.is_ascii_uppercase() => Ok([a, b]),
        _ => Err(format!(
            "expected two capital letters as nationality, got {code:?}"
        )),
    };
    codes.iter().map(parse).collect()
}

fn parse_uuid(text: &str) -> Option<[u8; 16]> {
    let dashes_hold = text.len() == 36
        && text
            .bytes()
            .enumerate()
            .all(|(at, b)| (b == b'-') == matches!(at, 8 | 13 | 18 | 23));
    if !dashes_hold {
        return None;
    }
    let hex: Vec<u8> = text
        .bytes()
        .filter(|b| *b != b'-')
        .map(|b| char::from(b).to_digit(16).map(|digit| digit as u8))
        .collect::<Option<_>>()?;
    let mut id = [0; 16];
    for (byte, pair) in id.iter_mut().zip(hex.chunks_exact(2)) {
        *byte = pair[0] << 4 | pair[1];
    }
    Some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_uuid_takes_only_the_one_form() {
        let good = "9b2e4c1a-0000-5000-8000-00000000ab01";
        let id = parse_uuid(good).unwrap();
        assert_eq!(super::super::entries::uuid_text(&id), good);
        for bad in [
            "",
            "9b2e4c1a000050008000-00000000ab01",
            &good[1..],
            "g".repeat(36).as_str(),
        ] {
            assert!(parse_uuid(bad).is_none(), "{bad}");
        }
    }
}
