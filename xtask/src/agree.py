"""Asks clingo about puzzles in the format of the checker of proofs.

Usage: agree.py SECONDS FOLDER..., each with `puzzle.txt` and `proof.few`. The claim of a proof is n
moves or no solution. clingo must find a solution with n moves, and none with n - 1; where the
proof says that there is no solution, it must find none with as many moves as the last argument of
the environment variable FEWEST_HORIZON says (default 12). The rules are written once more here.
"""

import collections
import os
import sys
import threading

import clingo

MAGIC = b"fewest proof 1\n"
HORIZON = int(os.environ.get("FEWEST_HORIZON", "12"))

TILES = """
time(0..k). on(T,C,0) :- start(T,C). gap(C,T) :- on(0,C,T).
{ go(D,T) : beside(C,D), gap(C,T) } 1 :- time(T), T < k.
moved(C,D,T) :- go(D,T), gap(C,T).
on(0,D,T+1) :- moved(C,D,T). on(X,C,T+1) :- moved(C,D,T), on(X,D,T).
on(X,C,T+1) :- on(X,C,T), time(T), T < k, not changed(C,T).
changed(C,T) :- moved(C,D,T). changed(D,T) :- moved(C,D,T).
:- goal(X,C), not on(X,C,k).
"""

BLOCKS = """
time(0..k). at(K,P,0) :- start(K,P). full(C,T) :- at(K,P,T), covers(K,P,C).
{ go(K,P,Q,T) : slide(K,P,Q), at(K,P,T) } 1 :- time(T), T < k.
:- go(K,P,Q,T), needs(K,P,Q,C), full(C,T).
gone(K,P,T) :- go(K,P,Q,T). at(K,Q,T+1) :- go(K,P,Q,T).
at(K,P,T+1) :- at(K,P,T), time(T), T < k, not gone(K,P,T).
holds(G) :- at(K,P,k), fulfils(G,K,P). :- goal(G), not holds(G).
"""

# As many jumps as pegs go; a jump that goes on with the peg of the last one begins no move.
PEGS = """
time(0..jumps). peg(H,0) :- start(H).
{ go(F,O,D,T) : jump(F,O,D) } 1 :- time(T), T < jumps.
:- go(F,O,D,T), not peg(F,T). :- go(F,O,D,T), not peg(O,T). :- go(F,O,D,T), peg(D,T).
went(T) :- go(F,O,D,T). :- went(T+1), not went(T), time(T).
peg(D,T+1) :- go(F,O,D,T). gone(F,T) :- go(F,O,D,T). gone(O,T) :- go(F,O,D,T).
peg(H,T+1) :- peg(H,T), time(T), T < jumps, not gone(H,T).
begins(T) :- go(F,O,D,T), sweeps = 0. begins(T) :- go(F,O,D,T), not arrives(F,T).
arrives(D,T+1) :- go(F,O,D,T), sweeps = 1.
:- #count { T : begins(T) } > k.
"""

LIGHTS = """
{ press(P,N) : N = 1..colours-1 } 1 :- presses(P).
:- light(L,V), S = #sum { N,P : press(P,N), changes(P,L) }, (S + V) \\ colours != 0.
total(S) :- S = #sum { N,P : press(P,N) }.
:- total(S), S > k. :- turns(T), total(S), S > T. :- turns(T), total(S), (T - S) \\ colours != 0.
:- turns(T), T > k.
"""


def claim_of(path):
    """Returns the claim of a proof; None for no solution."""
    data = open(path, "rb").read()
    assert data.startswith(MAGIC), path
    number = shift = 0
    for byte in data[len(MAGIC):]:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return number - 1 if number else None


def pairs(words):
    return [tuple(int(n) for n in word.split(",")) for word in words]


def tiles(metric, lines):
    if metric != "steps":
        return None
    rows, columns = map(int, lines["size"][0])
    facts = [f"start({t},{c})." for c, t in enumerate(lines["start"][0])]
    facts += [f"goal({t},{c})." for c, t in enumerate(lines["goal"][0])]
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= r < rows and 0 <= c < columns:
                facts.append(f"beside({cell},{r * columns + c}).")
    return TILES + "\n".join(facts)


def blocks(metric, lines):
    if metric == "paths":
        return None
    rows, columns = map(int, lines["grid"][0])
    walls = {cell for words in lines["wall"] for cell in pairs(words)}
    gates = {cell for words in lines["gate"] for cell in pairs(words)}
    facts = []
    for kind, (free, shape, *corners) in enumerate(lines["pieces"]):
        cells = [(r, c) for r, row in enumerate(shape.split("/")) for c, s in enumerate(row) if s == "#"]
        barred = walls if "+" in free else walls | gates
        name = free.rstrip("+")
        ways = {"both": 4, "vertical": 2, "horizontal": 4, "none": 0}[name]
        ways = [(-1, 0), (1, 0), (0, -1), (0, 1)][2 if name == "horizontal" else 0:ways]

        def on(place):
            return {(place[0] + r, place[1] + c) for r, c in cells}

        def fits(place):
            inside = all(0 <= r < rows and 0 <= c < columns for r, c in on(place))
            return inside and not on(place) & barred

        def name_of(place):
            return place[0] * columns + place[1]

        for place in ((r, c) for r in range(rows) for c in range(columns)):
            if not fits(place):
                continue
            facts += [f"covers({kind},{name_of(place)},{r * columns + c})." for r, c in on(place)]
            for goal, words in enumerate(lines["goal"]):
                where = words.index("at")
                if str(kind) in words[:where] and place in pairs(words[where + 1:]):
                    facts.append(f"fulfils({goal},{kind},{name_of(place)}).")
            for down, right in ways:
                swept, to = set(), (place[0] + down, place[1] + right)
                while fits(to):
                    swept |= on(to)
                    facts.append(f"slide({kind},{name_of(place)},{name_of(to)}).")
                    facts += [
                        f"needs({kind},{name_of(place)},{name_of(to)},{r * columns + c})."
                        for r, c in swept - on(place)
                    ]
                    if metric == "steps":
                        break
                    to = (to[0] + down, to[1] + right)
        facts += [f"start({kind},{name_of(corner)})." for corner in pairs(corners)]
    facts += [f"goal({goal})." for goal in range(len(lines["goal"]))]
    return BLOCKS + "\n".join(facts)


def pegs(metric, lines):
    def holes(word):
        rows = enumerate(words[0] for words in lines[word])
        return {(c, r): s for r, row in rows for c, s in enumerate(row) if s != "."}

    start = holes("row")
    numbers = {place: number for number, place in enumerate(sorted(start, key=lambda at: (at[1], at[0])))}
    facts = [f"start({numbers[place]})." for place, sign in start.items() if sign == "x"]
    first = len(facts)
    facts.append(f"#const sweeps = {int(metric == 'moves')}.")
    for c, r in start:
        for dc, dr in pairs(lines["directions"][0]):
            over, to = (c + dc, r + dr), (c + 2 * dc, r + 2 * dr)
            if over in start and to in start:
                facts.append(f"jump({numbers[c, r]},{numbers[over]},{numbers[to]}).")
    goal = lines["goal"][0]
    left = {"one": 1, "most": int(goal[-1]) if goal[0] == "most" else 0}.get(goal[0], 0)
    if goal[0] == "exactly":
        end = holes("end")
        left = sum(sign == "x" for sign in end.values())
        facts += [f":- {'not ' if s == 'x' else ''}peg({numbers[p]},jumps)." for p, s in end.items()]
    elif goal[0] == "stuck":
        facts.append(":- jump(F,O,D), peg(F,jumps), peg(O,jumps), not peg(D,jumps).")
    else:
        facts.append(f":- #count {{ H : peg(H,jumps) }} > {left}.")
    facts.append(f"#const jumps = {max(first - (0 if goal[0] == 'stuck' else left), 0)}.")
    return PEGS + "\n".join(facts)


def lights(_, lines):
    colours = int(lines["colours"][0][0]) if lines["colours"] else 2
    facts = [f"#const colours = {colours}."]
    facts += [f"turns({words[0]})." for words in lines["turns"]]
    rows = [words[0] for words in lines["row"]]
    if rows:
        cells = {(r, c): int(s) for r, row in enumerate(rows) for c, s in enumerate(row)}
        name = {place: number for number, place in enumerate(cells)}
        facts += [f"light({name[place]},{level})." for place, level in cells.items()]
        for r, c in cells:
            facts.append(f"presses({name[r, c]}).")
            beside = [(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
            facts += [f"changes({name[r, c]},{name[place]})." for place in beside if place in cells]
    else:
        levels = [level for words in lines["levels"] for level in words]
        facts += [f"light({light},{level})." for light, level in enumerate(levels)]
        for press, (_, *changed) in enumerate(lines["press"]):
            facts.append(f"presses({press}).")
            facts += [f"changes({press},{light})." for light in changed]
    return LIGHTS + "\n".join(facts)


def solvable(program, moves, seconds):
    """Returns whether there is a solution of at most that many moves; None if it takes too long."""
    control = clingo.Control(["--warn=none", f"-c k={moves}"])
    control.add("base", [], program)
    timer = threading.Timer(seconds, control.interrupt)
    timer.start()
    try:
        control.ground([("base", [])])
        result = control.solve()
    finally:
        timer.cancel()
    return None if result.interrupted else result.satisfiable


def main():
    seconds, folders = float(sys.argv[1]), sys.argv[2:]
    table = collections.defaultdict(collections.Counter)
    for folder in folders:
        text = open(os.path.join(folder, "puzzle.txt")).read().splitlines()
        family, metric = text[1].split()
        lines = collections.defaultdict(list)
        for line in text[2:]:
            word, *rest = line.split()
            lines[word].append(rest)
        program = {"tiles": tiles, "blocks": blocks, "pegs": pegs, "lights": lights}[family](metric, lines)
        counts = table[f"{family}, {metric}"]
        # What was agreed on in an earlier run is not asked again.
        agreed = os.path.join(folder, "agreed.txt")
        if os.path.exists(agreed):
            counts["agree"] += 1
            continue
        if program is None:
            counts["no encoding"] += 1
            continue
        claim = claim_of(os.path.join(folder, "proof.few"))
        if claim is None:
            asked = [(HORIZON, False)]
        else:
            asked = [(claim, True)] + ([(claim - 1, False)] if claim else [])
        answers = [(solvable(program, moves, seconds), wanted) for moves, wanted in asked]
        if any(answer is not None and answer != wanted for answer, wanted in answers):
            counts["disagree"] += 1
            print(f"{folder}: claim {claim}, clingo {answers}")
        elif any(answer is None for answer, _ in answers):
            counts["out of time"] += 1
        else:
            counts["agree"] += 1
            with open(agreed, "w") as file:
                file.write(f"clingo {answers}\n")
    for name, counts in sorted(table.items()):
        print(f"{name}: " + ", ".join(f"{count} {word}" for word, count in sorted(counts.items())))
    sys.exit(any(counts["disagree"] for counts in table.values()))


main()
