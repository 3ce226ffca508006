//! Instances with known answers, in the folder that `FEWEST_DATA` names.

mod blackout_clingo;
mod blocks;
mod lights;
mod pegs;
mod tiles;
