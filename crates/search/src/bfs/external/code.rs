//! Delta encoding of sorted keys: the difference to the previous key, in bytes of seven bits
//! (LEB128). Layer 31 of the 3 x 4 sliding-tile puzzle (12,760,413 keys of 48 bits) takes 2.7 bytes
//! per key.

/// Appends the encoding of sorted keys of `words` words.
pub(crate) fn encode(words: usize, keys: &[u64], out: &mut Vec<u8>) {
    if words == 1 {
        let mut before = 0;
        for &key in keys {
            push(key.wrapping_sub(before), out);
            before = key;
        }
        return;
    }
    let zeros = vec![0; words];
    let mut before = &zeros[..];
    for key in keys.chunks_exact(words) {
        // Leading words equal to those of the previous key are only counted; the next word is
        // greater.
        let same = (0..words - 1).take_while(|&at| key[at] == before[at]).count();
        out.push(same as u8);
        push(key[same].wrapping_sub(before[same]), out);
        key[same + 1..].iter().for_each(|&word| push(word, out));
        before = key;
    }
}

/// Replaces `out` by the decoded keys. Returns `false` if the bytes are malformed.
pub(crate) fn decode(words: usize, code: &[u8], out: &mut Vec<u64>) -> bool {
    out.clear();
    let mut code = Code { bytes: code, at: 0 };
    if words == 1 {
        let mut key = 0_u64;
        while code.at < code.bytes.len() {
            let Some(more) = code.number() else { return false };
            key = key.wrapping_add(more);
            out.push(key);
        }
        return true;
    }
    let mut key = vec![0_u64; words];
    while code.at < code.bytes.len() {
        let same = code.bytes[code.at] as usize;
        code.at += 1;
        if same >= words {
            return false;
        }
        let Some(more) = code.number() else { return false };
        key[same] = key[same].wrapping_add(more);
        for word in &mut key[same + 1..] {
            let Some(number) = code.number() else { return false };
            *word = number;
        }
        out.extend_from_slice(&key);
    }
    true
}

#[inline(always)]
fn push(mut number: u64, out: &mut Vec<u8>) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

struct Code<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Code<'_> {
    #[inline(always)]
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        let mut shift = 0;
        loop {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Some(number);
            }
            shift += 7;
            if shift > 63 {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let steps = [1_u64, 127, 128, 1 << 14, (1 << 14) - 1, 1 << 40, 3, u64::MAX / 16];
        let mut sum = 0_u64;
        let mut keys: Vec<u64> = steps
            .iter()
            .cycle()
            .take(40)
            .map(|step| {
                sum = sum.saturating_add(*step);
                sum
            })
            .collect();
        keys.insert(0, 0);
        keys.dedup();
        for words in [1, 2, 3] {
            let mut wide: Vec<u64> = keys
                .iter()
                .flat_map(|&key| {
                    let mut wide = vec![key % 5; words];
                    wide[0] = if words == 1 { key } else { key >> 60 };
                    wide[words - 1] = key;
                    wide
                })
                .collect();
            let mut sorted: Vec<Vec<u64>> = wide.chunks(words).map(<[u64]>::to_vec).collect();
            sorted.sort();
            wide = sorted.concat();
            let (mut code, mut back) = (Vec::new(), vec![7]);
            encode(words, &wide, &mut code);
            assert!(decode(words, &code, &mut back));
            assert_eq!(back, wide, "{words} words");
        }
    }

    #[test]
    fn bytes_that_are_no_code_are_told() {
        let mut out = Vec::new();
        assert!(!decode(1, &[128], &mut out));
        assert!(!decode(1, &[255; 12], &mut out));
        assert!(!decode(2, &[2, 1, 1], &mut out));
        assert!(!decode(2, &[0, 1], &mut out));
        assert!(decode(2, &[], &mut out) && out.is_empty());
    }
}
