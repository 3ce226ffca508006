"""Proves puzzles by `fewest prove`, has veripb check the proofs, and prints a table.

Usage: veripb.py FEWEST VERIPB FOLDER FORM PUZZLE... Results are kept in FOLDER, and are not measured
again: remove the folder for that. A puzzle is a name or a file; words after it, such as
`--metric steps`, belong to it.
"""

import os
import subprocess
import sys


def run(words, seconds):
    """Returns the output, the CPU seconds and the memory in MB of a command."""
    child = subprocess.Popen(["timeout", str(seconds)] + words, stdout=subprocess.PIPE, text=True)
    text = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return text, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    program, veripb, folder, form, *puzzles = sys.argv[1:]
    accepted = 0
    for puzzle in puzzles:
        words = puzzle.split()
        here = os.path.join(folder, form, puzzle.replace("/", "-").replace(" ", ""))
        row = os.path.join(here, "row.txt")
        if not os.path.exists(row):
            made, prove_cpu, _ = run([program, "prove", "--form", form, "-o", here, "--time", "300s"] + words, 600)
            if "proven" not in made:
                print(f"{puzzle}\tno proof in form {form}", flush=True)
                continue
            problem = next(
                path for name in ("problem.cnf", "problem.opb")
                if os.path.exists(path := os.path.join(here, name))
            )
            proof = os.path.join(here, "proof.pbp")
            said, cpu, memory = run([veripb, problem, proof], 600)
            verdict = "accepted" if "s VERIFIED UNSATISFIABLE" in said else "NOT ACCEPTED"
            sizes = [os.path.getsize(path) for path in (problem, proof)]
            claim = made.splitlines()[0].split(",")[0]
            with open(row, "w") as file:
                figures = f"{sizes[0]}\t{sizes[1]}\t{prove_cpu:.1f}\t{cpu:.1f}\t{memory:.0f}"
                file.write(f"{puzzle}\t{claim}\t{figures}\t{verdict}\n")
            for path in (problem, proof):
                os.remove(path)
        line = open(row).read()
        accepted += line.rstrip().endswith("\taccepted")
        print(line, end="", flush=True)
    print(f"{accepted} of {len(puzzles)} accepted by veripb")
    sys.exit(accepted != len(puzzles))


main()
