//! Each family of puzzles through the program: its formats, its rules and its course programs.

mod blackout;
mod blocks;
mod course_errors;
mod large_tiles;
mod lights;
mod pegs;
mod tiles;
