//! Layers as Parquet files for DuckDB, Polars, Spark or DataFusion: one file per layer, with keys
//! in ascending order if the search has sorted them.
//!
//! Columns are `depth` and `key`, or `key_0`, `key_1`, … if a key has several words. The state
//! space of the family defines the bits of a key.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use fewest::service::{Context, ExploreOptions, Explored, Position, Stop};
use parquet::basic::Encoding;
use parquet::data_type::{Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use crate::exit::Failure;
use crate::output::{NewFile, named};

/// What the files say wrote them.
const WRITER: &str = concat!("fewest ", env!("CARGO_PKG_VERSION"));
/// Keys per row group.
const GROUP: usize = 1 << 20;

/// Explores everything and writes each layer to a file in a folder.
pub fn explore(
    folder: &Path,
    position: &dyn Position,
    options: &ExploreOptions,
    cx: &Context<'_>,
) -> Result<Explored, Failure> {
    fs::create_dir_all(folder).map_err(|error| named(folder, &error))?;
    let (mut writing, mut trouble): (Option<Layer>, _) = (None, None);
    let mut seen = position.explore_layers(options, cx, &mut |depth, words, keys| {
        let mut keep = || {
            if writing.as_ref().is_none_or(|layer| layer.depth != depth) {
                writing.take().map_or(Ok(()), Layer::end)?;
                writing = Some(Layer::begin(folder, depth, words)?);
            }
            writing.as_mut().map_or(Ok(()), |layer| layer.add(keys))
        };
        keep().map_err(|error| {
            trouble = Some(error);
            Stop::Storage
        })
    });
    let ended = trouble.map_or_else(|| writing.map_or(Ok(()), Layer::end), Err);
    if let Err(error) = ended {
        let error = match error {
            ParquetError::External(inner) => {
                inner.downcast::<std::io::Error>().map_or_else(std::io::Error::other, |error| *error)
            }
            other => std::io::Error::other(other),
        };
        return Err(named(folder, &error).into());
    }
    // Layers of an earlier, deeper search would be read as layers of this one.
    let after = folder.join(name_of(seen.layers.len()));
    if seen.complete && after.exists() {
        let what = "is of another walk; name a new folder for layers";
        return Err(named(&after, &std::io::Error::other(what)).into());
    }
    seen.stopped = seen.stopped.filter(|&stop| stop != Stop::Storage || !seen.complete);
    Ok(seen)
}

/// Returns the file name of a layer.
fn name_of(depth: usize) -> String {
    format!("layer-{depth:03}.parquet")
}

/// Fails if a file is there that this program did not write.
fn refuse_foreign(path: &Path) -> std::io::Result<()> {
    let Ok(file) = fs::File::open(path) else { return Ok(()) };
    let reader = SerializedFileReader::new(file);
    let is_ours = reader.is_ok_and(|reader| {
        let writer = reader.metadata().file_metadata().created_by();
        writer.is_some_and(|writer| writer.starts_with("fewest "))
    });
    if is_ours {
        return Ok(());
    }
    let what = format!("there is a `{}` that fewest did not write; name another folder", path.display());
    Err(std::io::Error::new(std::io::ErrorKind::AlreadyExists, what))
}

/// A layer being written.
struct Layer {
    depth: usize,
    words: usize,
    keys: Vec<u64>,
    writer: SerializedFileWriter<NewFile>,
}

impl Layer {
    fn begin(folder: &Path, depth: usize, words: usize) -> Result<Self> {
        let name = |word: usize| if words == 1 { "key".to_owned() } else { format!("key_{word}") };
        let keys: String =
            (0..words).map(|word| format!("required int64 {} (INTEGER(64,false)); ", name(word))).collect();
        let schema = parse_message_type(&format!("message layer {{ required int32 depth; {keys}}}"))?;
        // Differences of sorted keys are small, so delta encoding alone compresses them.
        let properties = WriterProperties::builder()
            .set_created_by(WRITER.to_owned())
            .set_dictionary_enabled(false)
            .set_encoding(Encoding::DELTA_BINARY_PACKED)
            .build();
        let path = folder.join(name_of(depth));
        refuse_foreign(&path)?;
        let file = NewFile::create(&path)?;
        let writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties))?;
        Ok(Self { depth, words, keys: Vec::new(), writer })
    }

    fn add(&mut self, keys: &[u64]) -> Result<()> {
        self.keys.extend_from_slice(keys);
        if self.keys.len() >= GROUP * self.words { self.write_group() } else { Ok(()) }
    }

    fn write_group(&mut self) -> Result<()> {
        let count = self.keys.len() / self.words;
        let mut group = self.writer.next_row_group()?;
        let mut column = 0;
        while let Some(mut writer) = group.next_column()? {
            match column {
                0 => {
                    let depths = vec![self.depth as i32; count];
                    writer.typed::<Int32Type>().write_batch(&depths, None, None)?;
                }
                word => {
                    let words = self.keys[word - 1..].iter().step_by(self.words);
                    let words: Vec<i64> = words.map(|word| word.cast_signed()).collect();
                    writer.typed::<Int64Type>().write_batch(&words, None, None)?;
                }
            }
            writer.close()?;
            column += 1;
        }
        group.close()?;
        self.keys.clear();
        Ok(())
    }

    fn end(mut self) -> Result<()> {
        if !self.keys.is_empty() {
            self.write_group()?;
        }
        Ok(self.writer.into_inner()?.finish()?)
    }
}
