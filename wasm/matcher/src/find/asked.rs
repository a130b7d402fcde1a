//! A query as it is asked, prepared for a snapshot.

use serde::Deserialize;

use crate::date::PartialDate;
use crate::name::query::Query;
use crate::name::readings::{Reading, Spellings, other_readings};
use crate::snapshot::lists::Lists;
use crate::text::normalise::split_words;
use crate::weights::Weights;

/// `MatchQuery`.
#[derive(Debug, Default, Deserialize)]
pub struct MatchQuery {
    /// As the caller wrote it.
    pub name: Option<String>,
    /// `1969`, `1969-07` or `1969-07-16`.
    pub dob: Option<String>,
    /// ISO 3166-1 alpha-2 of every country that may be meant.
    pub nationalities: Vec<String>,
    /// Normal forms.
    pub addresses: Vec<String>,
}

/// A query as it is asked: the name, prepared, and what is known besides.
#[derive(Debug, Default)]
pub struct Asked {
    /// The name.
    pub query: Query,
    /// Other ways to read the name.
    pub others: Vec<Reading>,
    /// Whether the name is also searched as a text for names in it.
    pub is_text: bool,
    /// Date of birth.
    pub born: Option<PartialDate>,
    /// Two capital letters each.
    pub nationalities: Vec<[u8; 2]>,
    /// Different tokens in all readings.
    pub different: u32,
}

impl Asked {
    /// Prepares a query for a snapshot.
    ///
    /// # Errors
    /// When the date of birth or nationality is not in the agreed form.
    pub fn new(lists: &Lists, asked: &MatchQuery, weights: &Weights) -> Result<Asked, String> {
        let words = asked.name.as_deref().map(split_words).unwrap_or_default();
        let (rarity, is_listed) = (
            |fold: &str| lists.rarity_of(fold),
            |fold: &str| lists.is_listed(fold),
        );
        let query = Query::new(words.clone(), weights, &rarity);
        let is_text = query.is_text(weights);
        let others = if is_text {
            Vec::new()
        } else {
            let spellings = asked.name.as_deref().map(Spellings::of);
            let spellings = spellings.unwrap_or_default();
            other_readings(&words, spellings, &is_listed, &rarity, weights)
        };
        let mut prepared = Asked {
            query,
            others,
            is_text,
            born: parse_dob(asked.dob.as_deref())?,
            nationalities: parse_nationalities(&asked.nationalities)?,
            different: 0,
        };
        prepared.number();
        Ok(prepared)
    }

    /// Numbers the different tokens of all readings.
    fn number(&mut self) {
        self.different = self.query.number(&[], 0);
        for other in &mut self.others {
            self.different = other.query.number(&self.query.tokens, self.different);
        }
    }
}

fn parse_dob(text: Option<&str>) -> Result<Option<PartialDate>, String> {
    let parse = |text: &str| {
        PartialDate::parse(text)
            .ok_or_else(|| "query: expected dob as 1969, 1969-07 or 1969-07-16".to_owned())
    };
    text.map(parse).transpose()
}

fn parse_nationalities(codes: &[String]) -> Result<Vec<[u8; 2]>, String> {
    let parse = |code: &String| match code.as_bytes() {
        [a, b] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
            Ok([a.to_ascii_uppercase(), b.to_ascii_uppercase()])
        }
        _ => Err("query: expected nationalities as two letters".to_owned()),
    };
    codes.iter().map(parse).collect()
}
