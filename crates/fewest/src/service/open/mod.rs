//! From bytes to positions: whose text is it, and what does it say?

pub(super) mod caption;
pub(super) mod opened;

use std::collections::BTreeMap;

use super::registry::{Entry, families, family};
use fewest_core::drawing::{self, Drawing, Fit};
use fewest_core::family::{ReadOptions, Sure};
use fewest_core::fault::{Fault, PossibleReading, did_you_mean};
use fewest_core::file_kind::not_text;
use fewest_core::info::{Example, OptionField};
use fewest_core::source::{Source, Span};
use opened::{Opened, Reading};

/// One of several ways to read a text, and how to choose it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The family.
    pub family: &'static str,
    /// The format.
    pub format: &'static str,
    /// What would be understood; None if the text was not read so yet.
    pub understood: Option<String>,
    /// The option of the family that chooses this reading among others of the same format:
    /// `--on=O`.
    pub choice: Option<String>,
}

impl Candidate {
    /// What `--as` takes for it.
    pub fn what(&self) -> String {
        format!("{}:{}", self.family, self.format)
    }

    /// The options of the family that choose it, by their names.
    pub fn choices(&self) -> BTreeMap<String, String> {
        let choice = self.choice.as_deref().unwrap_or_default();
        let options = choice.split("--").map(str::trim).filter(|option| !option.is_empty());
        options
            .map(|option| option.split_once('=').unwrap_or((option, "")))
            .map(|(id, value)| (id.to_owned(), value.to_owned()))
            .collect()
    }

    fn reading(&self) -> PossibleReading {
        let understood = self.understood.clone().unwrap_or_else(|| self.what());
        PossibleReading { understood, what: self.what(), choices: self.choices() }
    }
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
            let known = families().map(|entry| entry.info.id);
            Fault::new(format!("there is no family `{id}`")).remedy(did_you_mean(id, known))
        })?;
        let format = match format {
            None => None,
            Some(name) => {
                Some(entry.info.formats.iter().map(|f| f.id).find(|id| *id == name).ok_or_else(|| {
                    let known = entry.info.formats.iter().map(|f| f.id);
                    Fault::new(format!("{id} has no format `{name}`")).remedy(did_you_mean(name, known))
                })?)
            }
        };
        Ok(Self { entry, format })
    }
}

/// Why nothing could be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// The text can be read in several ways.
    Ambiguous(Vec<Candidate>),
    /// No family knows it.
    Unknown,
    /// The text is no board: what is wrong with it.
    Fault(Fault),
    /// An option asks for what the family does not have.
    Option(Fault),
}

impl OpenError {
    /// What is wrong with the text or the options; several readings are in [`Fault::readings`].
    pub fn fault(self) -> Fault {
        match self {
            Self::Fault(fault) | Self::Option(fault) => fault,
            Self::Unknown => {
                let families: Vec<_> = families().map(|entry| entry.info.id).collect();
                Fault::new("cannot tell what kind of puzzle this is")
                    .remedy(format!("say what it is with `--as`: {}", families.join(", ")))
            }
            Self::Ambiguous(candidates) => {
                let line = |candidate: &Candidate| {
                    let PossibleReading { understood, what, .. } = candidate.reading();
                    let choice =
                        candidate.choice.as_ref().map(|choice| format!(" {choice}")).unwrap_or_default();
                    format!("{understood}: --as {what}{choice}")
                };
                let lines: Vec<String> = candidates.iter().map(line).collect();
                let fault = Fault::new("this text is ambiguous").remedy(lines.join("\n"));
                Fault { readings: candidates.iter().map(Candidate::reading).collect(), ..fault }
            }
        }
    }
}

impl OpenError {
    /// Tries the formats that a text may be in: those that cannot read it are left out, and if none
    /// can, the error says why.
    fn tried(self, sources: &[Source], how: &ReadOptions) -> Self {
        let is_short = sources.iter().all(|source| source.bytes.len() <= drawing::MOST_BYTES);
        let candidates = match self {
            Self::Ambiguous(candidates) if is_short => candidates,
            error => return error,
        };
        let (mut left, mut faults) = (Vec::new(), Vec::new());
        for candidate in candidates {
            let Some(entry) = family(candidate.family) else { continue };
            match read(sources, AsWhat { entry, format: Some(candidate.format) }, how, true) {
                Ok(Opening { puzzles, faults: none, .. }) if !puzzles.is_empty() && none.is_empty() => {
                    let understood = puzzles.into_iter().next().map(|puzzle| puzzle.understood);
                    left.push(Candidate { understood, ..candidate });
                }
                Ok(opening) => faults.extend(opening.faults.into_iter().next().map(|fault| (entry, fault))),
                Err(error) => faults.push((entry, error.fault())),
            }
        }
        if !left.is_empty() {
            return Self::Ambiguous(left);
        }
        let says = |(entry, fault): &(&Entry, Fault)| format!("as {}: {}", entry.info.id, fault.what);
        let lines: Vec<String> = faults.iter().map(says).collect();
        let at = faults.first().and_then(|(_, fault)| fault.at);
        Self::Fault(Fault { at, ..Fault::new("no family can read this board").remedy(lines.join("\n")) })
    }
}

/// Every claim on a text, surest first: (family, format, how sure).
pub fn claims(source: &Source) -> Vec<(&'static str, &'static str, Sure)> {
    let mut all: Vec<_> = families()
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
        _ => {
            let candidate = |(family, format)| Candidate { family, format, understood: None, choice: None };
            Err(OpenError::Ambiguous(best.into_iter().map(candidate).collect()))
        }
    }
}

/// The surest claim on a text, if it is certain and no other family has one.
fn certain(source: &Source, what: Option<AsWhat>) -> Option<AsWhat> {
    let ours = |claim: &&(&'static str, &'static str, Sure)| {
        claim.2 == Sure::Certain && what.is_none_or(|what| what.entry.info.id == claim.0)
    };
    let all = claims(source);
    let mut sure = all.iter().filter(ours);
    match (sure.next(), sure.next()) {
        (Some(&(id, format, _)), None) => Some(AsWhat { entry: family(id)?, format: Some(format) }),
        _ => None,
    }
}

/// What came of reading a text as a drawing.
enum Drawn {
    One(Reading),
    Several(Vec<Reading>),
    /// It is nearly a board.
    Fault(&'static Entry, Fault),
    Nothing,
}

/// Reads a text as a drawing. Of all boards that it may be, those that merely could be meant count
/// only if there is no other.
fn drawn(source: &Source, what: Option<AsWhat>, how: &ReadOptions) -> Drawn {
    let text = || "this text".to_owned();
    if source.bytes.len() > drawing::MOST_BYTES
        || how.room.check(source.bytes.len(), drawing::PER_BYTE, text).is_err()
    {
        return Drawn::Nothing;
    }
    let drawings = drawing::drawings(source);
    let mut readings = Vec::new();
    let mut faults = Vec::new();
    // An option such as `--on` is for the families that have it.
    let has =
        |entry: &Entry| how.choices.keys().all(|id| entry.info.options.iter().any(|known| known.id == id));
    let is_asked = |entry: &&Entry| match what {
        Some(what) => what.entry.info.id == entry.info.id,
        None => has(entry) || !families().any(has),
    };
    for entry in families().filter(is_asked) {
        let (found, fault) = (entry.interpret)(&drawings, how);
        readings.extend(found);
        faults.extend(fault.map(|fault| (entry, fault)));
    }
    // A title that names one kind of puzzle decides.
    if let Some(named) = named_in_notes(&drawings)
        && readings.iter().any(|reading| reading.family == named)
    {
        readings.retain(|reading| reading.family == named);
        faults.retain(|(entry, _): &(&Entry, Fault)| entry.info.id == named);
    }
    if readings.iter().any(|reading| reading.fit > Fit::Possible) {
        readings.retain(|reading| reading.fit > Fit::Possible);
    }
    // A reading that is merely possible is not taken where a likelier one has a fault.
    let is_weak = readings.iter().all(|reading| reading.fit == Fit::Possible);
    match (readings.len(), faults.len()) {
        (1, 1) if is_weak => faults.pop().map_or(Drawn::Nothing, |(entry, fault)| Drawn::Fault(entry, fault)),
        (1, _) => readings.pop().map_or(Drawn::Nothing, Drawn::One),
        (2.., _) => Drawn::Several(readings),
        (0, 1) => faults.pop().map_or(Drawn::Nothing, |(entry, fault)| Drawn::Fault(entry, fault)),
        (0, _) => Drawn::Nothing,
    }
}

/// The family that titles and captions of a drawing name, if it is one.
fn named_in_notes(drawings: &[Drawing]) -> Option<&'static str> {
    let notes: Vec<String> =
        drawings.first()?.notes.iter().map(|note| format!(" {} ", note.text.to_lowercase())).collect();
    let is_named = |name: &str| {
        notes.iter().any(|note| {
            note.match_indices(name).any(|(at, _)| {
                let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
                is_edge(note[..at].chars().next_back()) && is_edge(note[at + name.len()..].chars().next())
            })
        })
    };
    let mut named = families().filter(|entry| entry.info.names.iter().any(|name| is_named(name)));
    match (named.next(), named.next()) {
        (Some(only), None) => Some(only.info.id),
        _ => None,
    }
}

/// The first word of a caption that holds a board as text, below a picture of it.
pub(super) const CAPTION: &str = "board:";

/// Returns the board of a caption: the format and the text. Everything around the caption is left
/// out.
fn captioned(source: &Source) -> Option<(AsWhat, Source)> {
    // A short test first: captions are rare, and texts may be long.
    let is_text = source.bytes.len() <= 1 << 20;
    let line = is_text
        .then(|| source.lines().filter(|line| line.bytes.starts_with(CAPTION.as_bytes())).last())??;
    let line = std::str::from_utf8(line.bytes).ok()?;
    let (what, text) = line.strip_prefix(CAPTION)?.trim().split_once(' ')?;
    let what = AsWhat::parse(what).ok().filter(|what| what.format.is_some())?;
    let text: String = serde_json::from_str(text.trim()).ok()?;
    Some((what, Source::new(source.name.as_str(), text)))
}

/// The line between the boards of a text that holds many, each of several lines.
pub const BETWEEN_BOARDS: &str = "===";

/// A part of a text: its first byte and line, and the byte behind it.
struct TextPart {
    start: usize,
    line: usize,
    end: usize,
}

/// The parts of a text between lines `===`. None if there is none.
fn parts(source: &Source) -> Option<Vec<TextPart>> {
    let bytes = &source.bytes;
    // A short test first: texts may be long.
    bytes.windows(4).any(|four| four == b"\n===").then_some(())?;
    let mut parts = vec![TextPart { start: 0, line: 1, end: bytes.len() }];
    for line in source.lines().filter(|line| line.bytes.trim_ascii() == BETWEEN_BOARDS.as_bytes()) {
        if let Some(last) = parts.last_mut() {
            last.end = line.start;
        }
        parts.push(TextPart { start: line.span().end, line: line.number, end: bytes.len() });
    }
    for part in &mut parts {
        let blank = bytes[part.start..part.end].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        // Blanks before the first board of a line belong to it.
        let lines = bytes[part.start..part.start + blank].iter().filter(|&&byte| byte == b'\n').count();
        let last = bytes[part.start..part.start + blank].iter().rposition(|&byte| byte == b'\n');
        part.start += last.map_or(0, |last| last + 1);
        part.line += lines;
    }
    parts.retain(|part| !bytes[part.start..part.end].trim_ascii().is_empty());
    (parts.len() > 1).then_some(parts)
}

/// Reads the boards of a text with a line `===` between every two: all of one family.
fn open_parts(
    source: &Source,
    parts: &[TextPart],
    what: Option<AsWhat>,
    how: &ReadOptions,
) -> Result<Opening, OpenError> {
    let mut all: Option<Opening> = None;
    for part in parts {
        let (begin, line) = (part.start, part.line);
        let text = Source::new(source.name.as_str(), source.bytes[begin..part.end].to_vec());
        let moved = |fault: Fault| Fault {
            at: fault.at.map(|span| Span { start: span.start + begin, end: span.end + begin, ..span }),
            ..fault
        };
        let opening = match open(&[text], what, how) {
            Ok(opening) => opening,
            Err(OpenError::Fault(fault)) => return Err(OpenError::Fault(moved(fault))),
            Err(error) => return Err(error),
        };
        let found = all.get_or_insert_with(|| Opening {
            entry: opening.entry,
            guessed: opening.guessed,
            puzzles: Vec::new(),
            faults: Vec::new(),
        });
        if found.entry.info.id != opening.entry.info.id {
            let what = format!(
                "this is a board of {}, those before it are of {}",
                opening.entry.info.id, found.entry.info.id
            );
            let at = Span { source: 0, start: begin, end: part.end };
            return Err(OpenError::Fault(
                Fault::new(what).at(at).remedy("a text holds boards of one family"),
            ));
        }
        let at_line = |puzzle: Opened| Opened {
            line: Some(line + puzzle.line.map_or(0, |within| within - 1)),
            warnings: puzzle.warnings.into_iter().map(moved).collect(),
            ..puzzle
        };
        found.puzzles.extend(opening.puzzles.into_iter().map(at_line));
        found.faults.extend(opening.faults.into_iter().map(moved));
    }
    all.ok_or(OpenError::Unknown)
}

/// Reads puzzles from sources that belong together (usually one): in the format that was said; else
/// in one that is certain; else as a drawing; else in a format that is possible, whose reader says
/// what is wrong.
///
/// # Errors
/// See [`OpenError`]. Faults inside a text of a known family are in [`Opening::faults`] instead.
pub fn open(sources: &[Source], what: Option<AsWhat>, how: &ReadOptions) -> Result<Opening, OpenError> {
    let first = sources.first().ok_or(OpenError::Unknown)?;
    if what.is_none() && sources.iter().all(|source| source.bytes.trim_ascii().is_empty()) {
        let fault = Fault::new("the file is empty").remedy("a board is expected: `fewest list examples`");
        return Err(OpenError::Fault(fault));
    }
    if let Some(fault) =
        not_text(first).filter(|_| !claims(first).iter().any(|claim| claim.2 == Sure::Certain))
    {
        return Err(OpenError::Fault(fault));
    }
    if let [only] = sources
        && only.bytes.len() <= drawing::MOST_BYTES
        && let Some(parts) = parts(only)
    {
        return open_parts(only, &parts, what, how);
    }
    if let (None, [only]) = (what, sources)
        && let Some((what, text)) = captioned(only)
    {
        return read(&[text], what, how, true);
    }
    let guessed = what.is_none();
    let format = what.and_then(|what| what.format);
    let is_drawing = format == Some(drawing::ID);
    let sure = match (format, certain(first, what)) {
        (Some(_), _) => what.filter(|_| !is_drawing),
        (None, sure) => sure,
    };
    let mut failed = None;
    let mut doubt = None;
    if let Some(sure) = sure {
        let opening = read(sources, sure, how, guessed)?;
        if !opening.puzzles.is_empty() || format.is_some() || is_about_a_setting(&opening, first) {
            return Ok(opening);
        }
        failed = Some(opening);
    }
    if let [only] = sources
        && only.bytes.len() > drawing::MOST_BYTES
        && let Some(parts) = parts(only)
    {
        return open_parts(only, &parts, what, how);
    }
    if let [source] = sources {
        // A family that is certain of a text with a mistake is asked again, and no other.
        match drawn(source, what.or(sure), how) {
            Drawn::One(reading) => {
                let entry = family(reading.family).ok_or(OpenError::Unknown)?;
                check_options(entry, how)?;
                return Ok(Opening { entry, guessed, puzzles: vec![reading.opened], faults: Vec::new() });
            }
            Drawn::Several(readings) if failed.is_none() => {
                let candidate = |reading: Reading| Candidate {
                    family: reading.family,
                    format: drawing::ID,
                    understood: Some(reading.opened.understood),
                    choice: reading.choice,
                };
                return Err(OpenError::Ambiguous(readings.into_iter().map(candidate).collect()));
            }
            // A format that may be meant says better what is wrong.
            Drawn::Fault(entry, fault) if failed.is_none() => {
                let faulty = Opening { entry, guessed, puzzles: Vec::new(), faults: vec![fault] };
                if claims(source).is_empty() {
                    return Ok(faulty);
                }
                doubt = Some(faulty);
            }
            _ => {}
        }
    }
    if let Some(opening) = failed {
        return Ok(opening);
    }
    match what {
        Some(what) if is_drawing => {
            let fault = Fault::new(format!("this drawing is no board of {}", what.entry.info.id))
                .remedy("`fewest list formats` shows what can be read");
            Ok(Opening { entry: what.entry, guessed, puzzles: Vec::new(), faults: vec![fault] })
        }
        Some(what) => read(sources, what, how, guessed),
        // A list that is not closed is no board, whatever its numbers are.
        // Options of drawings, such as the sign that is on, say how a text is meant.
        None if is_without_reading(sources, how) => {
            let options: Vec<String> =
                how.choices.iter().map(|(id, value)| format!("--{id}={value}")).collect();
            let fault = Fault::new(format!("this text has no reading with `{}`", options.join(" ")))
                .remedy("leave the option out to see how it is read");
            Err(OpenError::Fault(fault))
        }
        None => match drawing::brackets(first)
            .map_or_else(|| recognise(first), |fault| Err(OpenError::Fault(fault)))
        {
            Err(OpenError::Unknown) => {
                Err(drawing::explain(first).map_or(OpenError::Unknown, OpenError::Fault))
            }
            // A board that merely may be meant is not taken against a doubt.
            recognised => {
                let recognised = recognised.map_err(|error| error.tried(sources, how))?;
                let opening = read(sources, recognised, how, guessed)?;
                Ok(if opening.faults.is_empty() { doubt.unwrap_or(opening) } else { opening })
            }
        },
    }
}

/// Whether options for drawings were given and the text is short enough to have been tried as one.
fn is_without_reading(sources: &[Source], how: &ReadOptions) -> bool {
    matches!(sources, [source] if source.bytes.len() <= drawing::MOST_BYTES) && !how.choices.is_empty()
}

/// Whether the first fault is in a line such as `turns 99999999999` or `play: sideways`: a drawing
/// would leave that line out and be another puzzle.
fn is_about_a_setting(opening: &Opening, source: &Source) -> bool {
    let Some(at) = opening.faults.first().and_then(|fault| fault.at).filter(|at| at.source == 0) else {
        return false;
    };
    let start = source.bytes[..at.start].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let line = source.bytes[start..].split(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii();
    let mut words = line.split(u8::is_ascii_whitespace);
    let name = words.next().unwrap_or_default();
    let name = name.strip_suffix(b":").unwrap_or(name);
    // `first board:` is a heading.
    name.len() > 3
        && name.iter().all(u8::is_ascii_alphabetic)
        && words.next().is_some()
        && !line.ends_with(b":")
}

/// Checks that the family has what was asked for.
fn check_options(entry: &Entry, how: &ReadOptions) -> Result<(), OpenError> {
    let info = entry.info;
    entry.check_metric(how.metric.as_deref()).map_err(OpenError::Option)?;
    if how.start.is_some() && info.option(OptionField::Start).is_none() {
        let fault = Fault::new(format!("a puzzle of {} says itself how it begins", info.id));
        return Err(OpenError::Option(fault.remedy("leave the start out")));
    }
    Ok(())
}

/// Reads puzzles of a family in one of its formats.
fn read(sources: &[Source], what: AsWhat, how: &ReadOptions, guessed: bool) -> Result<Opening, OpenError> {
    let info = what.entry.info;
    check_options(what.entry, how)?;
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
    families().find_map(|entry| {
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
