//! Takes the bytes of a snapshot over.

use super::check;
use super::error::SnapshotError;
use super::reader::Snapshot;

impl Snapshot {
    /// Takes bytes over after checking that they are a whole snapshot.
    ///
    /// # Errors
    /// When they are foreign, of another version, cut off, damaged or inconsistent.
    pub fn open(bytes: Vec<u8>) -> Result<Snapshot, SnapshotError> {
        let spans = check::spans(&bytes)?;
        let mut snapshot = Snapshot::of(bytes, &spans);
        snapshot.hashes = check::indexes(&snapshot)?;
        check::references(&snapshot)?;
        Ok(snapshot)
    }
}
