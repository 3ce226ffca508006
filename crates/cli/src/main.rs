//! The program `fewest` with the families of the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    fewest_cli::run(&[])
}
