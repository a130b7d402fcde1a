//! Dates of birth: what a caller knows and what a list says (EDTF, ISO 8601-2).

/// A calendar date of which month and day may be unknown (0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PartialDate {
    /// Year, 1 to 9999.
    pub year: u16,
    /// Month, or 0.
    pub month: u8,
    /// Day, or 0.
    pub day: u8,
}

/// A birth as listed: a date, a circa, or a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Birth {
    /// The date, or the first of the range.
    pub from: PartialDate,
    /// The last of the range; `from` again for a single date.
    pub to: PartialDate,
    /// Whether the publisher calls it approximate.
    pub circa: bool,
}

impl PartialDate {
    /// Reads `1969`, `1969-07` or `1969-07-16`.
    pub fn parse(text: &str) -> Option<PartialDate> {
        let mut parts = text.split('-');
        let year = number(parts.next()?, 4)?;
        let month = parts
            .next()
            .map_or(Some(0), |m| number(m, 2).filter(|m| (1..=12).contains(m)))?;
        let day = parts
            .next()
            .map_or(Some(0), |d| number(d, 2).filter(|d| (1..=31).contains(d)))?;
        (parts.next().is_none() && year > 0).then_some(PartialDate {
            year,
            month: month as u8,
            day: day as u8,
        })
    }

    fn to_edtf(self) -> String {
        let PartialDate { year, month, day } = self;
        match (month, day) {
            (0, _) => format!("{year:04}"),
            (_, 0) => format!("{year:04}-{month:02}"),
            _ => format!("{year:04}-{month:02}-{day:02}"),
        }
    }

    /// Whether month and day are known.
    pub fn is_full(self) -> bool {
        self.month != 0 && self.day != 0
    }

    /// The first day that it can mean: order is all that counts, so no calendar is asked.
    #[must_use]
    pub fn first(self) -> PartialDate {
        PartialDate {
            month: self.month.max(1),
            day: self.day.max(1),
            ..self
        }
    }

    /// The last day that it can mean: a day after the end of its month at most.
    #[must_use]
    pub fn last(self) -> PartialDate {
        let or_last = |part: u8, last: u8| if part == 0 { last } else { part };
        PartialDate {
            month: or_last(self.month, 12),
            day: or_last(self.day, 31),
            ..self
        }
    }
}

impl Birth {
    /// Reads a date, `1969~` or `1958/1960`.
    pub fn parse(text: &str) -> Option<Birth> {
        if let Some((from, to)) = text.split_once('/') {
            let circa = from.ends_with('~') || to.ends_with('~');
            let from = PartialDate::parse(from.trim_end_matches('~'))?;
            let to = PartialDate::parse(to.trim_end_matches('~'))?;
            return (from.first() <= to.last()).then_some(Birth { from, to, circa });
        }
        let circa = text.ends_with('~');
        let from = PartialDate::parse(text.strip_suffix('~').unwrap_or(text))?;
        Some(Birth {
            from,
            to: from,
            circa,
        })
    }

    /// Writes it as it is read (EDTF, ISO 8601-2).
    pub fn to_edtf(&self) -> String {
        let circa = if self.circa { "~" } else { "" };
        let from = self.from.to_edtf();
        if self.from == self.to {
            format!("{from}{circa}")
        } else {
            format!("{from}{circa}/{}{circa}", self.to.to_edtf())
        }
    }

    /// Whether it names one date rather than a span.
    pub fn is_date(&self) -> bool {
        self.from == self.to && !self.circa
    }
}

fn number(text: &str, digits: usize) -> Option<u16> {
    (text.len() == digits && text.bytes().all(|b| b.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn birth_parse_sees_what_is_about() {
        assert!(Birth::parse("").is_none());
        assert!(Birth::parse("1969~").is_some_and(|b| b.circa && !b.is_date()));
    }
}
