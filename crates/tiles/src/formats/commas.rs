//! One square board a line with commas between the numbers, also in brackets: `[1, 2, 3, 4, 5, 6, 7, 8, 0]`. Commas and
//! brackets are as good as blanks, so it reads and writes as [`super::lines`] does.

pub(crate) const ID: &str = "commas";
