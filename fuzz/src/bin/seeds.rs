//! Writes the examples of all families into a folder, for the fuzzer to begin with.

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).ok_or_else(|| std::io::Error::other("name a folder"))?;
    for (name, input) in fewest_fuzz::seeds() {
        std::fs::write(std::path::Path::new(&folder).join(name), input)?;
    }
    Ok(())
}
