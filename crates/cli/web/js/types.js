// The documents, as far as the page uses them. The full description is the JSON schema.

/** @typedef {[number, number]} Place column and row */
/** @typedef {{ id: number, label: string, name?: string, role: "piece" | "goal" | "wall" | "lit" | "mark", cells: Place[] }} Shape */
/**
 * @typedef {object} Scene
 * @property {number} width
 * @property {number} height
 * @property {"square" | "triangular" | "hexagonal"} grid
 * @property {"floor" | "nothing"} ground
 * @property {"block" | "peg" | "light"} form
 * @property {"rows" | "pairs"} naming what places are called that have no name of their own
 * @property {Shape[]} shapes
 * @property {Shape[]} [targets]
 * @property {Aim[]} [aims]
 * @property {{ from: number, to: number, one_way?: boolean }[]} [wires] lines between shapes, by their ids
 * @property {Place[]} [spots] the middle of every shape in hundredths of a place, where there are wires
 * @property {string[]} [bitmap] a character a place instead of shapes: `#` is a light that is on
 */
/** @typedef {{ shape?: number, way: Place[] }} Touch */
/** @typedef {{ id: string, text: string, label?: string, number?: number, rows?: string[][] }} Aim a part of the goal */
/** @typedef {{ title: string, marks: { at: Place, text?: string }[] }} Overlay */
/** @typedef {{ text: string, reason: object, overlays?: Overlay[] }} Reason */
/** @typedef {{ understood: string, as: string, choices?: Object<string, string> }} PossibleReading */
/** @typedef {{ what: string, line?: number, column?: number, remedy?: string, readings?: PossibleReading[] }} Fault */
/** @typedef {{ id: string, about: string }} Named */
/** @typedef {{ name: string, about: string, format: string, text: string, fewest: number | null }} Example */
/**
 * @typedef {object} Family
 * @property {string} id
 * @property {string} title
 * @property {(Named & { writes: boolean })[]} formats
 * @property {(Named & { one: string })[]} metrics
 * @property {Named[]} goals
 * @property {Named[]} brushes
 * @property {boolean} rules
 * @property {Example[]} examples
 */
/**
 * @typedef {object} Puzzle
 * @property {{ name: string, bytes: string, binary?: boolean }[]} sources with `binary`, a character per byte
 * @property {string} [as]
 * @property {string} [metric]
 * @property {string} [goal]
 * @property {string} [start]
 * @property {Object<string, string>} [choices]
 */
/** @typedef {{ brush: string, from: Place, to: Place }} Stroke */
/** @typedef {{ size?: Place, moves?: number, seed?: number, rule?: string, metric?: string }} GenerateHow */
/** @typedef {{ most?: number, merge?: boolean, sample?: number }} MapHow */
/** @typedef {{ map: MapHow } | { locate: MapHow } | { go_to: { position: number, map?: MapHow } }} MapAsk */
/** @typedef {"solve" | "hint" | "look" | "list" | { write: { format: string } } | { paint: Stroke } | { generate: { family: string, how: GenerateHow } } | MapAsk} Ask */
/**
 * The map of a puzzle: every position a number, the start 0.
 * @typedef {object} Chart
 * @property {number} positions
 * @property {number} solved
 * @property {number[]} from_start
 * @property {(number | null)[]} to_goal
 * @property {[number, number][]} edges
 * @property {boolean} [directed]
 * @property {(number | null)[]} [game]
 * @property {[number, number][]} [places]
 */
/**
 * @typedef {object} Request
 * @property {Ask} ask
 * @property {Puzzle} [puzzle]
 * @property {string[]} [moves]
 * @property {number} [cursor]
 * @property {boolean} [any]
 * @property {boolean} [fast]
 * @property {number} [milliseconds]
 */
/**
 * @typedef {object} Response
 * @property {"solved" | "unsolvable" | "stopped" | "error" | "done"} outcome
 * @property {string} [family]
 * @property {string} [format]
 * @property {string} [metric]
 * @property {number} [length]
 * @property {string[]} [moves]
 * @property {boolean} [optimal]
 * @property {number} [at_least]
 * @property {string} [limit]
 * @property {Reason[]} [reasons]
 * @property {Fault[]} [warnings]
 * @property {Fault} [fault]
 * @property {string} [understood]
 * @property {Chart} [map]
 * @property {Scene} [scene]
 * @property {Touch[]} [touches]
 * @property {boolean} [is_goal]
 * @property {string} [text]
 * @property {boolean} [binary] whether `text` has a character per byte
 * @property {Family[]} [families]
 */
/** @typedef {{ depth: number, positions: number, generated: number, waiting?: number }} Progress */
/** @typedef {{ signal?: AbortSignal, progress?: (sign: Progress) => void }} Options */
/**
 * The part that answers requests: the server, or the library in a worker. `ask` rejects with an `AbortError` when its signal says so.
 * @typedef {object} Engine
 * @property {boolean} isServer whether it is a server, which may be out of reach
 * @property {(isGone: boolean) => void} [onGone]
 * @property {number} longest milliseconds that a solve may take
 * @property {(request: Request, options?: Options) => Promise<Response>} ask
 */

export {};
