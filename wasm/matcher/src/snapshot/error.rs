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
        match self {
            SnapshotError::Foreign => {
                write!(
                    f,
                    "snapshot: expected the bytes of a list snapshot, got something else"
                )
            }
            SnapshotError::Version { expected, got } => write!(
                f,
                "snapshot: expected format version {expected}, got {got}; build the lists again"
            ),
            SnapshotError::Length { expected, got } => {
                write!(f, "snapshot: expected {expected} bytes, got {got}")
            }
            SnapshotError::Checksum => {
                write!(
                    f,
                    "snapshot: the bytes are damaged, their checksum does not agree"
                )
            }
            SnapshotError::Section { section, what } => {
                write!(f, "snapshot: section {section}: expected {what}")
            }
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
        match self {
            BuildError::Shape(what) => write!(f, "snapshot builder: {what}"),
            BuildError::Entity {
                source,
                list_ref,
                what,
            } => {
                write!(f, "snapshot builder: entity {source} {list_ref}: {what}")
            }
            BuildError::Address { source, what } => {
                write!(f, "snapshot builder: address of {source}: {what}")
            }
            BuildError::Lists(what) => write!(f, "snapshot builder: lists: {what}"),
            BuildError::TooLarge(what) => write!(f, "snapshot builder: too many {what}"),
            BuildError::Finished => write!(f, "snapshot builder: finish() was called before"),
        }
    }
}
