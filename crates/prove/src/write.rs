//! Writing proof files: numbers of 7 bits a byte, the lowest first.

/// Appends a number.
pub(crate) fn number(out: &mut Vec<u8>, number: impl Into<u128>) {
    let mut number = number.into();
    while number >= 0x80 {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends the length of a list.
pub(crate) fn count(out: &mut Vec<u8>, count: usize) {
    number(out, count as u64);
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_verify::bytes::Reader;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let all = [0_u128, 1, 127, 128, 16_383, 16_384, u128::from(u64::MAX), 1 << 126, (1 << 127) - 1];
        let mut bytes = Vec::new();
        all.iter().for_each(|&one| number(&mut bytes, one));
        let mut reader = Reader::new(&bytes);
        assert!(all.iter().all(|&one| reader.large() == Ok(one)));
        assert_eq!(reader.rest(), 0);
        assert!(reader.byte().is_err());
    }
}
