//! Tests of pictures: golden ones, and pictures as text that are read again.

mod golden;
mod readable;
