//! Puzzle in, fewest moves out, and a reason to believe it.
//!
//! This crate solves Lights Out, sliding tiles, peg solitaire and sliding blocks (Rush Hour,
//! Klotski) with the fewest moves. A solution is replayed on plainly written rules before you see
//! it; "no solution" comes with a certificate that has passed a checker of its own; and where a
//! limit ends the work, the report says what is proven so far.
//!
//! ```
//! use fewest::Puzzle;
//!
//! // Rush Hour: `A` has to get out to the right.
//! let puzzle: Puzzle = "BBBCDEFGGCDEF.AADEHHI...J.I.KKJLLMM.".parse()?;
//! let solution = puzzle.solve()?.into_solution()?;
//! println!("{} {}: {solution}", solution.len(), solution.metric());
//! # assert_eq!(solution.len(), 19);
//! # Ok::<(), fewest::Error>(())
//! ```
//!
//! # Should I use it?
//!
//! - **Yes** to solve, check, generate or count puzzles of these families from Rust, with proofs
//!   and limits. Puzzles are read in the formats that people already use; `fewest list formats` of
//!   the program names them.
//! - **For a puzzle of your own**, take `fewest-search`, the engine, which knows no puzzle, or
//!   implement a family with `fewest-core`. The example `own_puzzle` shows the first.
//! - **For linear algebra over GF(2)** alone, take `fewest-gf2`.
//! - **As a program**, `fewest-cli` has all of this on the command line, in the terminal and as a
//!   page.
//!
//! # Contents
//!
//! | to | use |
//! |---|---|
//! | read a puzzle | [`str::parse`], or [`Reader`] to name format, metric or goal |
//! | solve it | [`Puzzle::solve`], or [`Solver`] to set limits |
//! | see how far the fewest moves are known | [`Report::status`] |
//! | know why | [`Certificate`] |
//! | judge an answer of any program | [`Puzzle::check`] |
//! | get the next move | [`Puzzle::hint`] |
//! | count what can be reached | [`Puzzle::explore`] |
//! | work with boards and moves as types, and make new ones | [`tiles`], [`lights`], [`pegs`], [`blocks`] |
//! | write a front end: documents, scenes, sessions, maps | [`service`] |
//!
//! # Examples
//!
//! **Limits, and every status.** A limit is no error:
//!
//! ```
//! use std::time::Duration;
//! use fewest::{Puzzle, Solver, Status};
//!
//! let puzzle: Puzzle = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0\n".parse()?;
//! let solver = Solver::new().threads(2).memory(1 << 30).time(Duration::from_secs(30));
//! let report = solver.solve(&puzzle)?;
//! match report.status() {
//!     Status::Optimal(solution) => println!("{solution}"),
//!     Status::Suboptimal { best, lower_bound, why } => {
//!         println!("between {lower_bound} and {} moves: {why}", best.len());
//!     }
//!     Status::Unsolvable(certificate) => println!("no solution\n{certificate}"),
//!     Status::Unknown { lower_bound, why } => println!("at least {lower_bound} moves: {why}"),
//! }
//! # assert!(matches!(report.status(), Status::Unsolvable(_)));
//! # Ok::<(), fewest::Error>(())
//! ```
//!
//! **Check an answer** of a person or of another program, in any notation, among any other text:
//!
//! ```
//! use fewest::{Puzzle, Verdict};
//!
//! let puzzle: Puzzle = "1 2 3\n4 5 6\n0 7 8\n".parse()?;
//! assert_eq!(puzzle.check("my answer: RR")?, Verdict::Fewest { length: 2 });
//! # Ok::<(), fewest::Error>(())
//! ```
//!
//! **Typed boards and new puzzles**:
//!
//! ```
//! use fewest::Solver;
//! use fewest::tiles::Direction;
//!
//! let board = fewest::tiles::generate().size(4, 4).distance(30).seed(7).build()?;
//! let report = Solver::new().solve_board(&board)?;
//! let ups = report.best().map_or(0, |solution| {
//!     solution.moves().iter().filter(|slide| slide.to == Direction::Up).count()
//! });
//! println!("the blank goes up {ups} times in {:?} moves", report.lower_bound());
//! # assert_eq!(report.lower_bound(), Some(30));
//! # Ok::<(), fewest::Error>(())
//! ```
//!
//! **Count**: the optimal solutions of a puzzle, and what can be reached from it:
//!
//! ```
//! use fewest::{Puzzle, Solver};
//!
//! let puzzle: Puzzle = "8 6 7\n2 5 4\n3 0 1\n".parse()?;
//! let report = Solver::new().count(true).solve(&puzzle)?;
//! let explored = puzzle.explore()?;
//! println!("{:?} solutions, {} positions", report.count(), explored.positions());
//! # assert_eq!((report.lower_bound(), explored.positions()), (Some(31), 181_440));
//! # Ok::<(), fewest::Error>(())
//! ```
//!
//! **Errors** say what is wrong, where, and what to do about it:
//!
//! ```
//! let text = "3 3\n1 2 3\n4 5 6\n7 8 8\n";
//! if let Err(error) = fewest::Reader::new().format("tiles").read(text) {
//!     let place = error.span().map_or("", |span| &text[span]);
//!     println!("{error}: `{place}`; {:?}", error.help());
//! }
//! ```
//!
//! # Features
//!
//! All are on by default. `lights`, `tiles`, `pegs` and `blocks` are the families; `check` judges
//! answers; `explore` counts state spaces; `cache` keeps tables in a folder; `courses` holds the
//! course programs and textbook solvers. `schema` adds JSON schemas of the documents and is off.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs)]

/// The README, whose example is compiled with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod certificate;
mod error;
mod generator;
mod puzzle;
mod reader;
mod report;
pub mod service;
mod solver;
mod typed;

#[doc(inline)]
pub use certificate::Certificate;
pub use error::Error;
/// A natural number of any size, from the crate `num-bigint`.
pub use num_bigint::BigUint;
pub use puzzle::Puzzle;
pub use reader::Reader;
pub use report::{Limit, Report, Solution, Status};
#[cfg(feature = "explore")]
pub use service::Explored;
pub use service::{Hint, Verdict};
pub use solver::Solver;
pub use typed::TypedBoard;
#[cfg(feature = "blocks")]
#[doc(inline)]
pub use typed::blocks;
#[cfg(feature = "lights")]
#[doc(inline)]
pub use typed::lights;
#[cfg(feature = "pegs")]
#[doc(inline)]
pub use typed::pegs;
#[cfg(feature = "tiles")]
#[doc(inline)]
pub use typed::tiles;
