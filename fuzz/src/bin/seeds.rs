//! Writes the inputs that the fuzzer begins with into `FOLDER/TARGET`, and prints a line per
//! target: its name and the length of its longest input.

use std::fs;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).ok_or_else(|| std::io::Error::other("name a folder"))?;
    for target in fewest_fuzz::TARGETS {
        let folder = Path::new(&folder).join(target.name);
        fs::create_dir_all(&folder)?;
        for (name, input) in (target.seeds)() {
            fs::write(folder.join(name), input)?;
        }
        println!("{} {}", target.name, target.longest);
    }
    Ok(())
}
