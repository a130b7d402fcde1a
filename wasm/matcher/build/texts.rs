//! Texts of many words, in fewer bytes: each code that no byte of the text has stands for two codes, the two
//! that most often stand side by side.

/// Prints a text as a static that `src/text/packed.rs` unpacks when it is first read.
pub fn compile(name: &str, about: &str, text: &str) -> String {
    let mut codes = text.as_bytes().to_vec();
    let mut pairs: Vec<(u8, [u8; 2])> = Vec::new();
    for code in (0..=u8::MAX).filter(|code| !text.as_bytes().contains(code)) {
        if codes.len() < 2 {
            break;
        }
        let pair = most_frequent(&codes);
        codes = replaced(&codes, pair, code);
        pairs.push((code, pair));
    }
    format!(
        "/// {about}\npub static {name}: std::sync::LazyLock<String> =\n    \
         std::sync::LazyLock::new(|| super::packed::unpack(&{pairs:?}, b\"{}\"));\n",
        codes.escape_ascii()
    )
}

/// The first of the pairs that most often stand side by side.
fn most_frequent(codes: &[u8]) -> [u8; 2] {
    let mut counts = vec![0_u32; 1 << 16];
    let mut best = 0;
    for pair in codes.windows(2) {
        let at = usize::from(pair[0]) << 8 | usize::from(pair[1]);
        counts[at] += 1;
        if counts[at] > counts[best] {
            best = at;
        }
    }
    [(best >> 8) as u8, best as u8]
}

fn replaced(codes: &[u8], pair: [u8; 2], by: u8) -> Vec<u8> {
    let mut out = Vec::with_capacity(codes.len());
    let mut rest = codes;
    while let Some((first, tail)) = rest.split_first() {
        if let Some(tail) = rest.strip_prefix(&pair) {
            out.push(by);
            rest = tail;
        } else {
            out.push(*first);
            rest = tail;
        }
    }
    out
}
