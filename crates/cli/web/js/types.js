// The documents, from `schema/fewest.schema.json` by `cargo xtask schema`. What may be null in a field that may be
// left out is left out.

/**
 * A part of the goal of a puzzle.
 * @typedef {object} Aim
 * @property {string} id Its constant name, such as `last-column`.
 * @property {string} text One sentence in English.
 * @property {string} [label] The label of the shape that it is about; may be empty.
 * @property {number} [number] The number that it is about.
 * @property {string[][]} [rows] The labels of the whole board in the goal, row by row, where the goal is one arrangement.
 */
/**
 * A tool of the editor, which changes a board without a move.
 * @typedef {object} Brush
 * @property {string} about One line of description.
 * @property {string} id Its name in requests.
 */
/** @typedef {"solve" | "hint" | "look" | { check: { answer: string, legal?: boolean } } | { write: { format: string } } | { paint: Stroke } | { map: MapOptions } | { locate: MapOptions } | { go_to: { map?: MapOptions, position: number } } | { generate: { family: string, how?: GenerateHow } } | "list"} Ask What is wanted. */
/**
 * A puzzle that comes with the program.
 * @typedef {object} Example
 * @property {string} about One line of description.
 * @property {number | null} fewest The length of an optimal solution in the default metric; checked by the laws.
 * @property {string} format The format of the text.
 * @property {string} name Its name on the command line.
 * @property {string} text The text.
 */
/**
 * What there is to be reached from a position.
 * @typedef {object} Explored
 * @property {boolean} complete Whether everything was seen.
 * @property {[string, string][]} facts Facts the family knows without walking.
 * @property {number[]} goals Solved positions at each depth.
 * @property {number[]} layers Different positions at each depth; absent if the family has no such walk for the board.
 * @property {string[]} [farthest] Positions of the last layer, as texts.
 */
/**
 * A family as it introduces itself.
 * @typedef {object} Family
 * @property {Brush[]} brushes Brushes that change a board.
 * @property {string[]} capabilities What the family can do that not every family can: `generator`, `collections`, `editor`, `facts`, `pairs`, `reference` (the textbook algorithm), `proofs` (for the checker of proofs), `courses`.
 * @property {Example[]} examples Puzzles that come with the program.
 * @property {Format[]} formats The text formats, the usual one first.
 * @property {string} id Its name.
 * @property {string} limits What is too large, in one line.
 * @property {Metric[]} metrics The metrics, the usual one first.
 * @property {OptionSpec[]} options What may be asked for when a text is read or a board is made.
 * @property {string} title One line for people.
 */
/**
 * A fault with its place.
 * @typedef {object} Fault
 * @property {string} what What is wrong.
 * @property {number} [column] Column, counted from 1.
 * @property {number} [line] Line, counted from 1.
 * @property {PossibleReading[]} [readings] The ways in which the text can be read, where they are several and none was taken.
 * @property {string} [remedy] How to mend it.
 */
/** @typedef {"block" | "peg" | "light"} Form The appearance of shapes. */
/**
 * A text format.
 * @typedef {object} Format
 * @property {string} about One line of description.
 * @property {string} id Its name in `--as family:format`.
 * @property {boolean} writes Whether boards can be written in it.
 */
/**
 * Options of a new board.
 * @typedef {object} GenerateHow
 * @property {string} [metric] The metric.
 * @property {number} [moves] The exact length of an optimal solution.
 * @property {number} [pieces] The number of pieces.
 * @property {string} [rule] The rule of the game in the notation of the family, if the family [declares](super::OptionField::Rule) the option.
 * @property {number} [seed] The seed; the same seed gives the same board.
 * @property {[number, number]} [size] Columns and rows.
 * @property {boolean} [unique] Whether the board must have exactly one optimal solution.
 * @property {number} [walls] The number of walls.
 */
/**
 * A move as a player makes it on a screen.
 * @typedef {object} Touch
 * @property {[number, number][]} way The places along the path; one for a tap.
 * @property {number} [shape] The id of the dragged shape; absent for a tap.
 */
/** @typedef {"square" | "triangular" | "hexagonal"} Grid The kind of grid. */
/** @typedef {"floor" | "nothing"} Ground The ground where there is no shape. */
/**
 * The positions that can be reached from a position, which is the first of them, and the moves between them.
 * @typedef {object} Chart
 * @property {boolean} directed Whether moves are one-way.
 * @property {[number, number][]} edges The moves, as pairs of positions.
 * @property {number[]} from_start The fewest moves from the start to each position.
 * @property {number} lost How many of them have no way to a goal.
 * @property {boolean} merged Whether symmetric positions are one.
 * @property {number[]} path The positions of a shortest solution; empty if there is none.
 * @property {number} positions All positions that can be reached, also those that a sample leaves out.
 * @property {boolean} sample Whether only a part of them is here.
 * @property {number} solved How many of them are solved.
 * @property {(number | null)[]} to_goal The fewest moves from each position to a goal; None if there is no way.
 * @property {(number | null)[]} [game] The positions of a game so far, where one was played; None for those that are not on it.
 * @property {[number, number][]} [places] Where each position lies on paper, right and down; filled in by the layout, in `fewest-draw`.
 */
/**
 * What is wanted of a map.
 * @typedef {object} MapOptions
 * @property {boolean} [merge] Symmetric positions are one.
 * @property {number} [most] More positions than this are no map any more.
 * @property {number} [sample] Map a random sample of this number of positions, each with a shortest path from the start.
 */
/**
 * A mark over a place.
 * @typedef {object} Mark
 * @property {[number, number]} at The place.
 * @property {string} [text] A short word or a number; may be empty.
 */
/**
 * A metric: what counts as one move.
 * @typedef {object} Metric
 * @property {string} about What counts as one move.
 * @property {string} id Its name in `--metric`, in the plural: `slides`.
 * @property {string} one The singular: `slide`.
 */
/**
 * A move as data.
 * @typedef {object} MoveData
 * @property {[number, number]} from Where it begins; of a piece of several cells the first.
 * @property {string} [direction] `up`, `down`, `left` or `right`, if it moves straight along a row or column.
 * @property {number} [distance] The number of cells of a straight move.
 * @property {string} [piece] The piece that moves, by its name or label; absent for a press.
 * @property {[number, number]} [to] Where it ends, if it moves.
 * @property {[number, number][]} [way] All places that it passes, if it turns.
 */
/**
 * A value of an option that has a name.
 * @typedef {object} NamedValue
 * @property {string} about One line of description.
 * @property {string} id Its name.
 */
/** @typedef {"rows" | "pairs"} Naming The names of the places of a scene whose shapes have no names of their own. */
/** @typedef {"choice" | "goal" | "start" | "rule" | "unique" | "pieces" | "walls"} OptionField The field of a request that an option of a family sets. */
/**
 * An option that a family declares.
 * @typedef {object} OptionSpec
 * @property {string} about One line of description.
 * @property {OptionField} field The field of a request that its value is for.
 * @property {string} id Its name on the command line and in forms: `goal`.
 * @property {string} [value] What its value is called in help texts.
 * @property {NamedValue[]} [values] The values that have a name; any other value is a text in the notation of the family.
 */
/**
 * A certificate shown as marks over the places of a scene.
 * @typedef {object} Overlay
 * @property {Mark[]} marks The marks.
 * @property {string} title What it shows, in one line.
 */
/**
 * One of several ways to read a text.
 * @typedef {object} PossibleReading
 * @property {string} as The family and format that choose it: `lights:drawing`.
 * @property {string} understood What would be understood: `Lights Out: 3 x 3, 5 on (# is on)`.
 * @property {Record<string, string>} [choices] The options of the family that choose it among others of the same format.
 */
/**
 * A sign of life of a long piece of work.
 * @typedef {object} Progress
 * @property {number} bytes Bytes held now.
 * @property {number} depth Depth or bound being worked on.
 * @property {number} frontier Positions in the layer being expanded.
 * @property {number} generated Successors generated.
 * @property {number} positions Different positions found.
 */
/**
 * A puzzle as it travels: the text, and what was said about how to read it.
 * @typedef {object} Puzzle
 * @property {Source[]} sources The text; several where a format takes several files.
 * @property {string} [as] `family` or `family:format`; found out if absent.
 * @property {Record<string, string>} [choices] Options of the family that say how to read a drawing, by their names.
 * @property {string} [goal] The goal, where it is not the family's usual one.
 * @property {string} [metric] The metric; the family's first if absent.
 * @property {string} [start] The start, where the text leaves it open.
 */
/**
 * A reason in words, and in the form that `fewest check` reads.
 * @typedef {object} Reason
 * @property {any} reason `{"certificate": …}` can be checked without search, `{"account": …}` can only be repeated.
 * @property {string} text In words.
 * @property {Overlay[]} [overlays] As pictures over the scene, where it can be seen.
 */
/**
 * A request.
 * @typedef {object} Request
 * @property {Ask} ask What is wanted.
 * @property {number} [all] List that many shortest answers, at most 10,000.
 * @property {boolean} [any] Any answer will do.
 * @property {boolean} [count] Count the shortest answers.
 * @property {number} [cursor] How many of them are played; all if absent.
 * @property {boolean} [fast] A good answer at once rather than the fewest.
 * @property {number} [milliseconds] How long it may take at most.
 * @property {string[]} [moves] All moves, also the undone ones.
 * @property {Puzzle} [puzzle] The puzzle at the start.
 */
/**
 * The answer to a request.
 * @typedef {object} Response
 * @property {ResponseStatus} outcome How it went.
 * @property {string[][]} [all] Several shortest answers.
 * @property {number} [at_least] No answer is shorter; absent if there is none at all.
 * @property {boolean} [binary] Whether `text` is a file that is no text.
 * @property {string} [count] The number of shortest answers, in digits.
 * @property {Explored} [explored] What can be reached.
 * @property {Family[]} [families] What there is.
 * @property {string} [family] The family.
 * @property {Fault} [fault] What was wrong.
 * @property {[string, string][]} [figures] What the method counted, where that was asked for.
 * @property {string} [file] The input.
 * @property {string} [format] The format.
 * @property {string} [id] In a log: the same for the same puzzle asked for in the same way.
 * @property {boolean} [is_goal] Whether the position is solved.
 * @property {number} [length] Number of moves.
 * @property {string} [limit] The limit that ended the work: `time`, `memory`, `disk`, `interrupt`, or `reach` if a proof would take too long.
 * @property {number} [line] The line, where a file holds many puzzles, or many pairs of puzzle and answer.
 * @property {Chart} [map] The same as a graph.
 * @property {string} [metric] The metric.
 * @property {MoveData[]} [move_data] The moves as data, in the same order, where the command line asks for documents.
 * @property {string[]} [moves] The moves, in words; of a hint the next one, which only looks best where no `length` is known.
 * @property {boolean} [optimal] Whether it is proven to be the fewest.
 * @property {string[]} [picture] The answer as a picture, one line a row, where a list of moves would be too long.
 * @property {string} [puzzle] The puzzle that an answer was judged by.
 * @property {Reason[]} [reasons] Why: certificates and accounts.
 * @property {string[]} [remarks] What helps the author of an answer that was judged.
 * @property {Scene} [scene] The position as shapes.
 * @property {Stats} [stats] What it took.
 * @property {string} [text] The position as text; with `binary`, one character per byte.
 * @property {Touch[]} [touches] How hands make the moves on the scene, in the order of `moves`.
 * @property {string} [understood] What was understood of the text: `peg solitaire: 33 holes, 32 pegs, empty d4`.
 * @property {Verdict} [verdict] The judgement of an answer.
 * @property {Fault[]} [warnings] What was wrong with the input but could be mended.
 */
/** @typedef {"solved" | "unsolvable" | "stopped" | "error" | "done"} ResponseStatus How a request was answered. */
/** @typedef {"piece" | "goal" | "wall" | "lit" | "mark"} Role The role of a shape in the game. */
/**
 * Shapes on a grid.
 * @typedef {object} Scene
 * @property {Form} form The appearance of shapes.
 * @property {Grid} grid The kind of grid.
 * @property {Ground} ground The ground where there is no shape.
 * @property {number} height Rows.
 * @property {Naming} naming The names of places.
 * @property {Shape[]} shapes The shapes, which do not overlap.
 * @property {number} width Columns.
 * @property {Aim[]} [aims] The goal in words, part by part.
 * @property {string[]} [bitmap] Instead of shapes, if there would be too many: one character per cell, row by row.
 * @property {[number, number][]} [spots] With wires, the centre of each shape in the picture, in hundredths of a place; set by the layout.
 * @property {Shape[]} [targets] The places of shapes in the goal, if the puzzle defines them, each with the id of its shape or of any shape that fits.
 * @property {Wire[]} [wires] The lines between shapes, if neighbourhood does not follow from the cells.
 */
/**
 * A shape: a piece, a light, a wall.
 * @typedef {object} Shape
 * @property {[number, number][]} cells Its cells as (column, row), counted from 0.
 * @property {number} id Its id, which is constant while the shape moves.
 * @property {string} label A character or a short word drawn on it.
 * @property {Role} role Its role in the game.
 * @property {string} [name] The name of its place; may be empty.
 */
/**
 * An input: a name for messages and the bytes, which need not be valid UTF-8.
 * @typedef {object} Source
 * @property {string} bytes The content as text; with `binary`, one character per byte, of U+0000 to U+00FF.
 * @property {string} name File name, embedded name or `-`.
 * @property {boolean} [binary] Whether the content is no text.
 */
/**
 * What an answer took.
 * @typedef {object} Stats
 * @property {number} expanded Positions expanded.
 * @property {number} generated Successors generated, duplicates included.
 * @property {number} peak_bytes The most memory held at once.
 * @property {number} [cpu_seconds] CPU time of all threads.
 * @property {number} [disk_bytes] The most that a work folder held at once.
 * @property {number} [seconds] Wall time.
 */
/**
 * One use of a brush, from one place to another; both may be the same.
 * @typedef {object} Stroke
 * @property {string} brush The brush.
 * @property {[number, number]} from The first place.
 * @property {[number, number]} to The last place.
 */
/** @typedef {{ length: number, verdict: "fewest" } | { at_least: number, length: number, verdict: "legal" } | { by: number, length: number, verdict: "longer" } | { left?: number, length: number, verdict: "incomplete" } | { line?: number, number: number, verdict: "illegal", why: string } | { verdict: "wrong_certificate", why: string } | { verdict: "false_claim", why: string } | { verdict: "rightly_no_solution" } | { verdict: "wrongly_no_solution" } | { verdict: "claims_no_solution" } | { verdict: "unreadable" }} Verdict The judgement of an answer. */
/**
 * A line between two shapes.
 * @typedef {object} Wire
 * @property {number} from The id of a shape.
 * @property {number} to The id of another.
 * @property {boolean} [one_way] Whether it is directed.
 */

export {};
