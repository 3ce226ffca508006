//! The registry of families: one line per family of this crate, and those of other crates.

use std::sync::{PoisonError, RwLock};

use fewest_search::Context;

use super::open::opened::{Opened, Reading};
use super::position::{ErasedBoard, Position};
use fewest_core::drawing::{self, Drawing, Fit, Interpretation};
use fewest_core::family::{Claim, Family, ReadOptions};
use fewest_core::fault::{Fault, did_you_mean};
use fewest_core::generate::{Collection, GenerateOptions, Generated};
use fewest_core::info::{Info, OptionField};
use fewest_core::scene::Brush;
use fewest_core::source::Source;

type ReadFn = fn(&[Source], &ReadOptions) -> (Vec<Opened>, Vec<Fault>);
type InterpretFn = fn(&[Drawing], &ReadOptions) -> (Vec<Reading>, Option<Fault>);
type GenerateFn = fn(&GenerateOptions, &Context<'_>) -> Result<Made, Fault>;

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
    pub(crate) read: ReadFn,
    pub(crate) interpret: InterpretFn,
    pub(crate) generate: GenerateFn,
    pub(crate) brushes: &'static [Brush],
    /// The collections of puzzles that can be enumerated.
    pub collections: &'static [Collection],
    capabilities: &'static [(&'static str, bool)],
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
                understood: F::summary(&instance.board),
                position: Box::new(ErasedBoard::<F>(instance.board)),
                format: instance.format,
                line: instance.line,
                warnings: instance.warnings,
            });
            (opened.collect(), reading.faults)
        },
        interpret: |drawings, how| interpret::<F>(drawings, how),
        generate: |how, cx| {
            let declares = |field| const { &F::INFO }.option(field).is_some();
            if how.rule.is_some() && !declares(OptionField::Rule) {
                return Err(Fault::new(format!("{} has one rule only", F::INFO.id)).remedy("leave it out"));
            }
            if how.unique && !declares(OptionField::Unique) {
                let what = format!("{} makes no boards with one shortest answer only", F::INFO.id);
                return Err(Fault::new(what).remedy("leave out `unique`"));
            }
            let Generated { board, lacks } = F::generate(how, cx)?;
            Ok(Made { position: Box::new(ErasedBoard::<F>(board)), lacks })
        },
        brushes: F::BRUSHES,
        collections: F::COLLECTIONS,
        capabilities: F::CAPABILITIES,
    }
}

/// The boards that drawings of one text may be, each once. A drawing that is clearly a board is not
/// looked at in another way.
fn interpret<F: Family>(drawings: &[Drawing], how: &ReadOptions) -> (Vec<Reading>, Option<Fault>) {
    let mut found: Vec<Interpretation<F::Board>> = Vec::new();
    let mut fault = None;
    for drawing in drawings {
        let interpretations = F::interpret(drawing, how);
        fault = fault.or(interpretations.fault);
        for interpretation in interpretations.boards {
            match found.iter_mut().find(|known| known.board == interpretation.board) {
                Some(known) => known.fit = known.fit.max(interpretation.fit),
                None => found.push(interpretation),
            }
        }
        if found.iter().any(|known| known.fit == Fit::Clear) {
            break;
        }
    }
    let reading = |found: Interpretation<F::Board>| Reading {
        family: F::INFO.id,
        fit: found.fit,
        choice: found.choice,
        opened: Opened {
            understood: match &found.signs {
                Some(signs) => format!("{} ({signs})", F::summary(&found.board)),
                None => F::summary(&found.board),
            },
            position: Box::new(ErasedBoard::<F>(found.board)),
            format: drawing::ID,
            line: None,
            warnings: Vec::new(),
        },
    };
    (found.into_iter().map(reading).collect(), fault)
}

impl Entry {
    /// Returns what the family can do that not every family can, by name.
    pub fn capabilities(&self) -> impl Iterator<Item = &'static str> {
        self.capabilities.iter().filter(|(_, has)| *has).map(|(name, _)| *name)
    }

    /// Whether several inputs are parts of one puzzle rather than a puzzle each.
    pub fn are_one(&self, sources: &[Source]) -> bool {
        (self.are_one)(sources)
    }

    /// Makes a new board.
    ///
    /// # Errors
    /// Why there is none such.
    pub fn generate(&self, how: &GenerateOptions, cx: &Context<'_>) -> Result<Made, Fault> {
        self.check_metric(how.metric.as_deref())?;
        (self.generate)(how, cx)
    }

    /// Checks that the family has a metric, if one is asked for.
    ///
    /// # Errors
    /// That it does not have it, and a similar one.
    pub fn check_metric(&self, asked: Option<&str>) -> Result<(), Fault> {
        let known = || self.info.metrics.iter().map(|metric| metric.id);
        match asked.filter(|asked| !known().any(|id| id == *asked)) {
            None => Ok(()),
            Some(asked) => {
                let fault = Fault::new(format!("{} has no metric `{asked}`", self.info.id));
                Err(fault.remedy(did_you_mean(asked, known())))
            }
        }
    }
}

/// The families of this crate, in the order in which they are shown. A new family adds one line.
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

/// The families of other crates, in the order of their registration.
static REGISTERED: RwLock<Vec<&'static Entry>> = RwLock::new(Vec::new());

/// Adds a family of another crate to those that the whole process knows: its texts are recognised,
/// and all front ends show it. To be called before the first puzzle is read.
///
/// ```
/// # use fewest_template::Template;
/// use fewest::Puzzle;
/// use fewest::service::{Entry, entry, register};
///
/// static TEMPLATE: Entry = entry::<Template>();
/// register(&TEMPLATE)?;
/// let puzzle: Puzzle = "template\n>>.<<\n".parse()?;
/// assert_eq!(puzzle.solve()?.into_solution()?.len(), 8);
/// # Ok::<(), fewest::Error>(())
/// ```
///
/// # Errors
/// That there is another family of this name. Registering the same entry again changes nothing.
pub fn register(entry: &'static Entry) -> Result<(), Fault> {
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    match FAMILIES.iter().chain(registered.iter().copied()).find(|known| known.info.id == entry.info.id) {
        Some(known) if std::ptr::eq(known, entry) => Ok(()),
        Some(_) => Err(Fault::new(format!("there is a family `{}` already", entry.info.id))
            .remedy("give the new one another name")),
        None => {
            registered.push(entry);
            Ok(())
        }
    }
}

/// All families: those of this crate, then those that were [registered](register).
pub fn families() -> impl DoubleEndedIterator<Item = &'static Entry> + Clone {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner).clone();
    FAMILIES.iter().chain(registered)
}

/// The family of that name.
pub fn family(id: &str) -> Option<&'static Entry> {
    families().find(|entry| entry.info.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The program makes one argument of all options of a name.
    #[test]
    fn options_of_one_name_are_of_one_kind() {
        let all: Vec<_> = FAMILIES.iter().flat_map(|entry| entry.info.options).collect();
        for option in &all {
            for other in all.iter().filter(|other| other.id == option.id) {
                assert_eq!((option.field, option.value), (other.field, other.value), "--{}", option.id);
            }
        }
        for info in FAMILIES.iter().map(|entry| entry.info) {
            let is_twice = |id| info.options.iter().filter(|option| option.id == id).count() > 1;
            assert!(info.options.iter().all(|option| !is_twice(option.id)), "{}", info.id);
        }
    }

    #[test]
    fn a_family_has_what_its_capabilities_say() {
        for entry in FAMILIES {
            let has: Vec<_> = entry.capabilities().collect();
            assert_eq!(has.contains(&"editor"), !entry.brushes.is_empty(), "{}", entry.info.id);
            assert_eq!(has.contains(&"courses"), !entry.info.courses.is_empty(), "{}", entry.info.id);
            assert!(has.contains(&"generator") && has.contains(&"reference"), "{}: {has:?}", entry.info.id);
        }
    }
}
