//! Little-endian numbers of a record; 0 past its end.

pub(super) fn u32_at(record: &[u8], at: usize) -> u32 {
    match record.get(at..at + 4) {
        Some(&[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
        _ => 0,
    }
}

pub(super) fn u16_at(record: &[u8], at: usize) -> u16 {
    match record.get(at..at + 2) {
        Some(&[a, b]) => u16::from_le_bytes([a, b]),
        _ => 0,
    }
}
