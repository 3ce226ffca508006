//! `fewest man`: the manual page, from the same definitions as the help.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_mangen::Man as Page;

use crate::args::Cli;
use crate::console::Console;
use crate::exit::{Code, Failure};

/// The manual page, in the form that `man` reads
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  fewest man | man -l -\n  fewest man solve > fewest-solve.1")]
pub struct Man {
    /// The page of this command instead of the whole program
    command: Option<String>,
}

impl Man {
    pub fn run(&self) -> Result<Code, Failure> {
        let mut whole = Cli::command();
        whole.build();
        let command = match &self.command {
            None => whole,
            Some(name) => {
                let found = whole.find_subcommand(name).cloned();
                found.ok_or_else(|| Failure::Usage(format!("there is no command `{name}`")))?
            }
        };
        let name = command.get_display_name().unwrap_or("fewest").to_owned();
        let mut console = Console::new(None, false, false);
        // On the page the exit codes have their own section.
        let page =
            Page::new(if self.command.is_none() { command.after_help("") } else { command }).title(name);
        page.render_title(&mut console)?;
        page.render_name_section(&mut console)?;
        page.render_synopsis_section(&mut console)?;
        page.render_description_section(&mut console)?;
        page.render_options_section(&mut console)?;
        if self.command.is_none() {
            page.render_subcommands_section(&mut console)?;
        } else {
            page.render_extra_section(&mut console)?;
        }
        exit_status(&mut console)?;
        console.flush()?;
        Ok(Code::Answered)
    }
}

fn exit_status(console: &mut Console) -> Result<(), Failure> {
    writeln!(console, ".SH \"EXIT STATUS\"")?;
    for code in Code::ALL {
        writeln!(console, ".TP\n\\fB{}\\fR\n{}", code.number(), code.about())?;
    }
    writeln!(
        console,
        ".PP\nOf many inputs the first present of 70 74 65 24 22 23 75 130 3 4 11 1 0 decides."
    )?;
    Ok(())
}
