# Grounds and solves a program (first argument) with the constant k (second) for at most a
# number of seconds (third); prints `yes`, `no` or `unknown` and the CPU seconds.
import sys, time
import clingo

control = clingo.Control([f"-c k={sys.argv[2]}", "--warn=none"])
control.add("base", [], sys.argv[1])
begin = time.process_time()
control.ground([("base", [])])
with control.solve(async_=True) as handle:
    if handle.wait(float(sys.argv[3])):
        answer = "yes" if handle.get().satisfiable else "no"
    else:
        handle.cancel()
        answer = "unknown"
print(answer, time.process_time() - begin)
