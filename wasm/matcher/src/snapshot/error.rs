//! What can go wrong, and what was expected.

use std::fmt;

/// Why bytes are not a snapshot of this engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SnapshotError {
    /// The first bytes are not the format's.
    Foreign,
    /// Another version of the format.
    Version {
        /// The engine's.
        expected: u32,
        /// The snapshot's.
        got: u32,
    },
    /// Fewer or more bytes than the header says.
    Length {
        /// By the header.
        expected: u64,
        /// In hand.
        got: u64,
    },
    /// The bytes are not those that were written.
    Checksum,
    /// A section does not fit its place or its record size.
    Section {
        /// Number of the section.
        section: u32,
        /// What does not hold.
        what: &'static str,
    },
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("snapshot: ")?;
        match self {
            Self::Foreign => write!(
                f,
                "expected the bytes of a list snapshot, got something else"
            ),
            Self::Version { expected, got } => {
                write!(
                    f,
                    "expected format version {expected}, got {got}; build the lists again"
                )
            }
            Self::Length { expected, got } => write!(f, "expected {expected} bytes, got {got}"),
            Self::Checksum => write!(f, "the bytes are damaged, their checksum does not agree"),
            Self::Section { section, what } => write!(f, "section {section}: expected {what}"),
        }
    }
}

/// Why an entry cannot go into a snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// A batch is not JSON of the agreed shape.
    Shape(String),
    /// One entity breaks a rule.
    Entity {
        /// Its list.
        source: String,
        /// Its identifier there.
        list_ref: String,
        /// What was expected, and what came.
        what: String,
    },
    /// One address breaks a rule.
    Address {
        /// Its list.
        source: String,
        /// What was expected, and what came.
        what: String,
    },
    /// The description of the lists does not agree with the entries.
    Lists(String),
    /// More than the format holds.
    TooLarge(&'static str),
    /// `finish` was called before.
    Finished,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("snapshot builder: ")?;
        match self {
            Self::Shape(what) => f.write_str(what),
            Self::Entity {
                source,
                list_ref,
                what,
            } => {
                write!(f, "entity {source} {list_ref}: {what}")
            }
            Self::Address { source, what } => write!(f, "address of {source}: {what}"),
            Self::Lists(what) => write!(f, "lists: {what}"),
            Self::TooLarge(what) => write!(f, "too many {what}"),
            Self::Finished => f.write_str("finish() was called before"),
        }
    }
}
