//! `fewest-verify PUZZLE PROOF [TABLES...]`: checks a proof, and says what it proves.

use std::process::ExitCode;

use fewest_verify::tables::Tables;

/// Checks the files that the arguments name. Returns what was verified.
fn run(arguments: &[String]) -> Result<String, String> {
    let [puzzle, proof, tables @ ..] = arguments else {
        return Err("usage: fewest-verify PUZZLE PROOF [TABLES...]".to_owned());
    };
    let read = |name: &String| std::fs::read(name).map_err(|error| format!("{name}: {error}"));
    let text = String::from_utf8(read(puzzle)?).map_err(|_| format!("{puzzle}: not a text"))?;
    let rules = fewest_verify::read_puzzle(&text).map_err(|why| format!("{puzzle}: {}", why.0))?;
    let proof_bytes = read(proof)?;
    let mut checked = Vec::new();
    for name in tables {
        let tables = Tables::check(read(name)?, &mut |_, _| Ok(()));
        checked.push(tables.map_err(|why| format!("{name}: {}", why.0))?);
    }
    fewest_verify::check(rules.as_ref(), &proof_bytes, &checked, &mut |_, _| Ok(()))
        .map(|verified| format!("verified: {verified}"))
        .map_err(|why| format!("{proof}: not accepted: {}", why.0))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(verified) => {
            println!("{verified}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("fewest-verify: {why}");
            ExitCode::FAILURE
        }
    }
}
