//! `fewest completions`: completion scripts for shells.

use std::io::Write;

use clap::{Args, CommandFactory};

use crate::args::Cli;
use crate::console::Console;
use crate::exit::{Code, Failure};

/// Completions for a shell, on standard output
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  fewest completions bash > ~/.local/share/bash-completion/completions/fewest\n  \
    fewest completions fish > ~/.config/fish/completions/fewest.fish"
)]
pub struct Completions {
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

impl Completions {
    pub fn run(&self) -> Result<Code, Failure> {
        // The generator panics if it cannot write, so it writes to memory.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "fewest", &mut text);
        let mut console = Console::new(None, false, false);
        console.write_all(&text)?;
        console.flush()?;
        Ok(Code::Answered)
    }
}
