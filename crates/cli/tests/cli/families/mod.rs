//! Each family of puzzles through the program: its formats, its rules and its course programs.

mod blocks;
mod lights;
mod pegs;
mod tiles;
