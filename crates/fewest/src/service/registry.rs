//! The registry of families: one line per family.

use fewest_search::Context;

use super::open::Opened;
use super::position::{ErasedBoard, Position};
use fewest_core::family::{Claim, Family, GenerateOptions, Generated, ReadOptions};
use fewest_core::fault::Fault;
use fewest_core::gestures::Brush;
use fewest_core::info::Info;
use fewest_core::source::Source;

type Reader = fn(&[Source], &ReadOptions) -> (Vec<Opened>, Vec<Fault>);
type Generator = fn(&GenerateOptions, &Context<'_>) -> Result<Made, Fault>;

/// A new board.
#[derive(Debug)]
pub struct Made {
    /// The board.
    pub position: Box<dyn Position>,
    /// What it lacks of what was asked for; it is then the nearest that was found.
    pub lacks: Option<Fault>,
}

/// What the service needs of a family, without its types.
#[derive(Debug)]
pub struct Entry {
    /// Names, formats, metrics, examples.
    pub info: &'static Info,
    pub(crate) claims: fn(&Source) -> Vec<Claim>,
    pub(crate) are_one: fn(&[Source]) -> bool,
    pub(crate) read: Reader,
    pub(crate) generate: Generator,
    pub(crate) brushes: &'static [Brush],
    pub(crate) has_rules: bool,
}

/// Makes the entry of a family.
pub const fn entry<F: Family>() -> Entry {
    Entry {
        info: const { &F::INFO },
        claims: F::claims,
        are_one: F::are_one,
        read: |sources, how| {
            let reading = F::read(sources, how);
            let opened = reading.instances.into_iter().map(|instance| Opened {
                position: Box::new(ErasedBoard::<F>(instance.board)),
                format: instance.format,
                line: instance.line,
                warnings: instance.warnings,
            });
            (opened.collect(), reading.faults)
        },
        generate: |how, cx| {
            if how.rule.is_some() && !F::HAS_RULES {
                return Err(Fault::new(format!("{} has one rule only", F::INFO.id)).remedy("leave it out"));
            }
            if how.unique && !F::MAKES_UNIQUE {
                let what = format!("{} makes no boards with one shortest answer only", F::INFO.id);
                return Err(Fault::new(what).remedy("leave out `unique`"));
            }
            let Generated { board, lacks } = F::generate(how, cx)?;
            Ok(Made { position: Box::new(ErasedBoard::<F>(board)), lacks })
        },
        brushes: F::BRUSHES,
        has_rules: F::HAS_RULES,
    }
}

impl Entry {
    /// Whether several inputs are parts of one puzzle rather than a puzzle each.
    pub fn are_one(&self, sources: &[Source]) -> bool {
        (self.are_one)(sources)
    }

    /// Makes a new board.
    ///
    /// # Errors
    /// Why there is none such.
    pub fn generate(&self, how: &GenerateOptions, cx: &Context<'_>) -> Result<Made, Fault> {
        (self.generate)(how, cx)
    }
}

/// All families that were built in, in the order in which they are shown. A new family adds one line.
pub static FAMILIES: &[Entry] = &[
    #[cfg(feature = "lights")]
    entry::<fewest_lights::Lights>(),
    #[cfg(feature = "blocks")]
    entry::<fewest_blocks::Blocks>(),
    #[cfg(feature = "tiles")]
    entry::<fewest_tiles::Tiles>(),
    #[cfg(feature = "pegs")]
    entry::<fewest_pegs::Pegs>(),
];

/// The family of that name.
pub fn family(id: &str) -> Option<&'static Entry> {
    FAMILIES.iter().find(|entry| entry.info.id == id)
}
