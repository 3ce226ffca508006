//! From bytes to positions: whose text is it, and what does it say?

use super::position::Position;
use super::registry::{Entry, FAMILIES, family};
use fewest_core::family::{ReadOptions, Sure};
use fewest_core::fault::Fault;
use fewest_core::info::Example;
use fewest_core::source::Source;

/// A puzzle that was read.
#[derive(Debug)]
pub struct Opened {
    /// The position.
    pub position: Box<dyn Position>,
    /// The format it was in.
    pub format: &'static str,
    /// Which line it was on, where a file holds many.
    pub line: Option<usize>,
    /// What was wrong with the text but could be mended.
    pub warnings: Vec<Fault>,
}

/// Everything that was read from some sources.
#[derive(Debug)]
pub struct Opening {
    /// The family it was taken for.
    pub entry: &'static Entry,
    /// Whether that was found out rather than said.
    pub guessed: bool,
    /// The puzzles.
    pub puzzles: Vec<Opened>,
    /// What could not be read.
    pub faults: Vec<Fault>,
}

/// A family and perhaps one of its formats, as in `--as blocks:course`.
#[derive(Clone, Copy, Debug)]
pub struct AsWhat {
    /// The family.
    pub entry: &'static Entry,
    /// The format.
    pub format: Option<&'static str>,
}

impl AsWhat {
    /// Reads `family` or `family:format`.
    ///
    /// # Errors
    /// That there is no such family or format, and which there are.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let (id, format) = text.split_once(':').map_or((text, None), |(id, format)| (id, Some(format)));
        let entry = family(id).ok_or_else(|| {
            let known: Vec<_> = FAMILIES.iter().map(|entry| entry.info.id).collect();
            Fault::new(format!("there is no family `{id}`")).remedy(format!("known: {}", known.join(", ")))
        })?;
        let format = match format {
            None => None,
            Some(name) => {
                Some(entry.info.formats.iter().map(|f| f.id).find(|id| *id == name).ok_or_else(|| {
                    let known: Vec<_> = entry.info.formats.iter().map(|f| f.id).collect();
                    Fault::new(format!("{id} has no format `{name}`"))
                        .remedy(format!("known: {}", known.join(", ")))
                })?)
            }
        };
        Ok(Self { entry, format })
    }
}

/// Why nothing could be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// Several families could mean this text: (family, format).
    Ambiguous(Vec<(&'static str, &'static str)>),
    /// No family knows it.
    Unknown,
    /// Something asked for does not exist.
    Fault(Fault),
}

/// Every claim on a text, surest first: (family, format, how sure).
pub fn claims(source: &Source) -> Vec<(&'static str, &'static str, Sure)> {
    let mut all: Vec<_> = FAMILIES
        .iter()
        .flat_map(|entry| {
            (entry.claims)(source).into_iter().map(|claim| (entry.info.id, claim.format, claim.sure))
        })
        .collect();
    all.sort_by_key(|claim| std::cmp::Reverse(claim.2));
    all
}

/// Decides whose text it is. The order of families never decides.
///
/// # Errors
/// [`OpenError::Ambiguous`] or [`OpenError::Unknown`].
pub fn recognise(source: &Source) -> Result<AsWhat, OpenError> {
    let all = claims(source);
    let Some(&(_, _, surest)) = all.first() else { return Err(OpenError::Unknown) };
    let best: Vec<_> = all.iter().filter(|claim| claim.2 == surest).map(|claim| (claim.0, claim.1)).collect();
    match best[..] {
        [(id, format)] => {
            let entry = family(id).ok_or(OpenError::Unknown)?;
            Ok(AsWhat { entry, format: Some(format) })
        }
        _ => Err(OpenError::Ambiguous(best)),
    }
}

/// Reads puzzles from sources that belong together (usually one).
///
/// # Errors
/// See [`OpenError`]. Faults inside a text of a known family are in [`Opening::faults`] instead.
pub fn open(sources: &[Source], what: Option<AsWhat>, how: &ReadOptions) -> Result<Opening, OpenError> {
    let first = sources.first().ok_or(OpenError::Unknown)?;
    let guessed = what.is_none();
    let what = what.map_or_else(|| recognise(first), Ok)?;
    let info = what.entry.info;
    if let Some(asked) = how.metric.as_deref()
        && !info.metrics.iter().any(|metric| metric.id == asked)
    {
        let known: Vec<_> = info.metrics.iter().map(|metric| metric.id).collect();
        let fault = Fault::new(format!("{} has no metric `{asked}`", info.id));
        return Err(OpenError::Fault(fault.remedy(format!("known: {}", known.join(", ")))));
    }
    if how.start.is_some() && info.starts.is_none() {
        let fault = Fault::new(format!("a puzzle of {} says itself how it begins", info.id));
        return Err(OpenError::Fault(fault.remedy("leave the vacancy out")));
    }
    let how =
        ReadOptions { format: what.format.map(str::to_owned).or_else(|| how.format.clone()), ..how.clone() };
    let (puzzles, faults) = (what.entry.read)(sources, &how);
    debug_assert!(
        puzzles.iter().all(|p| info.metrics.iter().any(|metric| metric.id == p.position.metric().id))
    );
    Ok(Opening { entry: what.entry, guessed, puzzles, faults })
}

/// The embedded puzzle of that name and its family. `family/name` also works.
pub fn example(name: &str) -> Option<(&'static Entry, &'static Example)> {
    FAMILIES.iter().find_map(|entry| {
        let short = name.strip_prefix(entry.info.id).and_then(|rest| rest.strip_prefix('/')).unwrap_or(name);
        entry.info.examples.iter().find(|example| example.name == short).map(|example| (entry, example))
    })
}

#[cfg(all(test, feature = "blocks", feature = "lights", feature = "pegs", feature = "tiles"))]
mod tests {
    use super::*;

    /// Every form is one family's, and no other family is sure of it.
    #[test]
    fn ids_of_every_game_and_their_like_are_told_apart() {
        for (text, family, format) in [
            ("4x4:5,1,2,4,9,6,3,8,13,10,7,11,0,14,15,12", "tiles", "fifteen"),
            ("2x2:1,2,3,0", "tiles", "fifteen"),
            ("2x2:edb7,9", "lights", "flip"),
            ("2x2c:edb7,9", "lights", "flip"),
            ("2x1:f,8", "lights", "flip"),
            ("2x2r:1248,9", "lights", "flip"),
            ("3x3:PPPPHPPPP", "pegs", "tatham"),
            ("7x7cross:OOPPPOOOOPPPOOPPPPPPPPPPHPPPPPPPPPPOOPPPOOOOPPPOO", "pegs", "tatham"),
            ("5x4u:w6md1aw2d4d1ew2fe4,1,2", "blocks", "slide"),
            ("5x4m25:w6md1aw2d4d1ew2fe4,1,2,3", "blocks", "slide"),
            ("AABooBooo", "blocks", "rush"),
            (r#"[{"name": "a", "blocks": [{"shape": [2, 2], "position": [0, 1]}]}]"#, "blocks", "json"),
        ] {
            let source = Source::new("text", text);
            let what = recognise(&source).unwrap_or_else(|error| panic!("{text}: {error:?}"));
            assert_eq!((what.entry.info.id, what.format), (family, Some(format)), "{text}");
            let sure: Vec<_> = claims(&source).into_iter().filter(|claim| claim.2 == Sure::Certain).collect();
            assert_eq!(sure, [(family, format, Sure::Certain)], "{text}");
        }
        for (seed, family) in
            [("4x4#181376", "tiles"), ("5x5c#77", "lights"), ("7x7cross#1", "pegs"), ("7x6u#5", "blocks")]
        {
            let what =
                recognise(&Source::new("text", seed)).unwrap_or_else(|error| panic!("{seed}: {error:?}"));
            assert_eq!(what.entry.info.id, family, "{seed}");
        }
    }
}
