//! Values of terms. A term has several values if it contains a range or a pool.

use super::scan::LARGEST;

/// A value of a term.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// A whole number of 32 bits.
    Number(i64),
    /// A text in quotes.
    Text(String),
    /// A name with arguments; a constant has none.
    Function(String, Vec<Value>),
    /// Values in parentheses.
    Tuple(Vec<Value>),
    /// `#inf` or `#sup`.
    End(&'static str),
}

impl Value {
    /// Returns the bytes that a copy takes, including the heap.
    pub fn bytes(&self) -> usize {
        const HEADER: usize = 16;
        let list = |values: &[Self]| values.iter().map(Self::bytes).sum::<usize>() + HEADER;
        let heap = match self {
            Self::Number(_) | Self::End(_) => 0,
            Self::Text(text) => text.len() + HEADER,
            Self::Function(name, values) => name.len() + HEADER + list(values),
            Self::Tuple(values) => list(values),
        };
        size_of::<Self>().saturating_add(heap)
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |f: &mut std::fmt::Formatter<'_>, values: &[Self]| {
            for (number, value) in values.iter().enumerate() {
                write!(f, "{}{value}", if number > 0 { "," } else { "" })?;
            }
            Ok(())
        };
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => write!(f, "\"{text}\""),
            Self::Function(name, values) if values.is_empty() => f.write_str(name),
            Self::Function(name, values) => {
                write!(f, "{name}(")?;
                list(f, values)?;
                f.write_str(")")
            }
            Self::Tuple(values) => {
                f.write_str("(")?;
                list(f, values)?;
                f.write_str(if values.len() == 1 { ",)" } else { ")" })
            }
            Self::End(word) => write!(f, "#{word}"),
        }
    }
}

/// Evaluates an operator on two numbers. None if it has no result: the divisor is 0, a power is
/// negative, or the result does not fit in 32 bits. (In the last case an answer set solver silently
/// takes another number.)
pub fn calculate(sign: &str, a: i64, b: i64) -> Option<i64> {
    let result = match sign {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        // Both round towards zero, so the remainder has the sign of the first.
        "/" => a.checked_div(b),
        "\\" => a.checked_rem(b),
        "**" => a.checked_pow(u32::try_from(b).ok()?),
        "&" => Some(a & b),
        "?" => Some(a | b),
        "^" => Some(a ^ b),
        _ => None,
    };
    result.filter(|number| (-LARGEST - 1..=LARGEST).contains(number))
}

/// Returns the number of combinations of one value of each list, and the bytes that copies of all
/// their values take.
pub fn size_of_combinations(lists: &[Vec<Value>]) -> (usize, usize) {
    let count = lists.iter().fold(1_usize, |count, list| count.saturating_mul(list.len()));
    let bytes = lists.iter().fold(0_usize, |bytes, list| {
        let all = list.iter().map(Value::bytes).fold(0, usize::saturating_add);
        bytes.saturating_add((count / list.len().max(1)).saturating_mul(all))
    });
    (count, bytes)
}

/// Visits all combinations of one value of each list, the last changing fastest.
pub fn combinations<'a, V>(lists: &'a [Vec<V>], visit: &mut dyn FnMut(&[&'a V])) {
    let mut at = vec![0; lists.len()];
    if lists.iter().any(Vec::is_empty) {
        return;
    }
    loop {
        let now: Vec<&V> = lists.iter().zip(&at).map(|(list, &at)| &list[at]).collect();
        visit(&now);
        let Some(place) = (0..lists.len()).rev().find(|&place| at[place] + 1 < lists[place].len()) else {
            return;
        };
        at[place] += 1;
        at[place + 1..].fill(0);
    }
}
