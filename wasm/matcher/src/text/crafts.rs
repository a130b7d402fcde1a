//! What is written beside the name of a ship or the mark of an aircraft to say which kind of craft it
//! is: `general cargo ship`, `tail number`; and how large and old it is. The words are in `data/crafts.tsv`.

use std::sync::LazyLock;

use super::tables::{
    CRAFTS_AIRCRAFT_BESIDE, CRAFTS_AIRCRAFT_HEADS, CRAFTS_AIRCRAFT_MAKERS, CRAFTS_VESSEL_BESIDE,
    CRAFTS_VESSEL_HEADS, CRAFTS_VESSEL_LEADS, CRAFTS_VESSEL_LETTERS, CRAFTS_VESSEL_MEASURES,
    CRAFTS_VESSEL_SOCIETIES,
};

/// Words that say that a ship or aircraft is meant, normalised and sorted.
pub struct CraftWords {
    /// Each says so by itself.
    pub heads: &'static [&'static str],
    /// They belong to those, and say nothing where none of those stands.
    pub beside: &'static [&'static str],
    /// Behind which a name stands, in texts of trade.
    pub leads: &'static [&'static str],
    /// Pairs of letters that say so with a full stop or slash between them.
    pub letters: &'static [&'static str],
    /// Makers, after whose name the model follows.
    pub makers: &'static [&'static str],
    /// What is measured of a craft, with a number before or behind it.
    pub measures: &'static [&'static str],
    /// Who classifies crafts, beside the word `class`.
    pub societies: &'static [&'static str],
}

/// Of ships.
pub static VESSELS: LazyLock<CraftWords> = LazyLock::new(|| CraftWords {
    heads: &CRAFTS_VESSEL_HEADS,
    beside: &CRAFTS_VESSEL_BESIDE,
    leads: &CRAFTS_VESSEL_LEADS,
    letters: &CRAFTS_VESSEL_LETTERS,
    makers: &[],
    measures: &CRAFTS_VESSEL_MEASURES,
    societies: &CRAFTS_VESSEL_SOCIETIES,
});

/// Of aircraft.
pub static AIRCRAFT: LazyLock<CraftWords> = LazyLock::new(|| CraftWords {
    heads: &CRAFTS_AIRCRAFT_HEADS,
    beside: &CRAFTS_AIRCRAFT_BESIDE,
    leads: &[],
    letters: &[],
    makers: &CRAFTS_AIRCRAFT_MAKERS,
    measures: &[],
    societies: &[],
});
