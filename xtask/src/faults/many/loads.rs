//! Slow and uneven workers, layers of one position, a bug in a worker.

use std::fs;
use std::process::Command;
use std::time::Instant;

use super::{Crew, clear, codes, goes_on, mebibytes};
use crate::faults::{Ran, Walk, ran};
use crate::shell::Outcome;

pub fn run(walk: &mut Walk) -> Outcome {
    plain(walk)?;
    too_little(walk)?;
    slow(walk)?;
    uneven(walk)?;
    small_layers(walk)?;
    bug(walk)
}

/// Returns the memory of every process in MiB, as process 0 reports it.
fn memory(said: &str) -> Vec<u64> {
    let list = said.split("memory ").nth(1).and_then(|rest| rest.split(" MiB").next()).unwrap_or_default();
    list.split(" + ").filter_map(|number| number.parse().ok()).collect()
}

fn check(walk: &mut Walk, fault: &str, crew: &Crew, change: impl Fn(usize, &mut Command)) -> Outcome {
    clear(walk);
    let all = crew.run(walk, change)?;
    let used = memory(&all[0].said);
    let good = all.iter().all(|one| one.code == Some(0)) && all[0].table == walk.expected;
    let limit = mebibytes(crew.hosts.len()) as u64;
    let bounded = used.len() == all.len() && used.iter().all(|&used| 10 * used <= 11 * limit);
    let end =
        if good { "the same histogram".to_owned() } else { format!("{:?}: {}", codes(&all), all[0].said) };
    walk.row(fault, 1, &format!("{end}, {used:?} MiB of {limit}"), good && bounded);
    Ok(())
}

/// Too little memory for the links is reported before the search starts.
fn too_little(walk: &mut Walk) -> Outcome {
    clear(walk);
    let all = Crew::of(3)?.with("--memory=14M").run(walk, |_, _| {})?;
    let is_said = |one: &Ran| one.said.contains("MiB more than the memory limit leaves");
    let good = all.iter().all(|one| one.code == Some(22) && is_said(one));
    walk.row("too little memory for the links", 1, &codes(&all).join(", "), good);
    Ok(())
}

fn plain(walk: &mut Walk) -> Outcome {
    for processes in [1, 2, 3, 5] {
        check(walk, &format!("nothing, {processes} processes"), &Crew::of(processes)?, |_, _| {})?;
    }
    Ok(())
}

/// One process handles messages slowly: the others wait, and no process needs more memory.
fn slow(walk: &mut Walk) -> Outcome {
    check(walk, "a receiver of 50 ms a letter", &Crew::of(2)?, |number, command| {
        if number == 1 {
            command.env("FEWEST_SLOW", "50000");
        }
    })
}

fn uneven(walk: &mut Walk) -> Outcome {
    check(walk, "one worker keeps everything", &Crew::of(3)?, |_, command| {
        command.env("FEWEST_SKEW", "1");
    })
}

/// A row of tiles: the blank goes from one end to the other, with one position per layer.
fn small_layers(walk: &mut Walk) -> Outcome {
    clear(walk);
    fs::write(walk.folder.join("row.txt"), "1 8\n1 2 3 4 5 6 7 0\n")?;
    let options = ["explore", "--csv", "--as", "tiles:rows", "row.txt"];
    let explore = |more: &[&str]| {
        let mut command = Command::new(&walk.program);
        command.args(options).args(more).current_dir(&walk.folder);
        ran(&mut command)
    };
    let alone = explore(&["--tier=sparse"])?;
    let many = explore(&["--local=3", "--threads=1", "--work=many", "--memory=100M"])?;
    let good = alone.code == Some(0) && many.code == Some(0) && alone.table == many.table;
    let depths = many.table.lines().count().saturating_sub(1);
    walk.row("layers of 1 and of 0 positions", 1, &format!("the same {depths} layers"), good && depths == 8);
    Ok(())
}

fn bug(walk: &mut Walk) -> Outcome {
    clear(walk);
    let begin = Instant::now();
    let all = Crew::of(3)?.run(walk, |number, command| {
        if number == 1 {
            command.env("FEWEST_PANIC", "6");
        }
    })?;
    let seconds = begin.elapsed().as_secs_f64();
    let expected = [Some(75), Some(70), Some(75)];
    let good = all.iter().zip(expected).all(|(one, code)| one.code == code);
    let named = [0, 2].iter().all(|&other: &usize| all[other].said.contains("process 1 ("));
    let before = format!("{} after {seconds:.1} s", codes(&all).join(", "));
    if good && named {
        goes_on(walk, "a worker of 1 panics", 1, &before, 2)
    } else {
        walk.row("a worker of 1 panics", 1, &format!("{before}: {}", all[0].said), false);
        Ok(())
    }
}
