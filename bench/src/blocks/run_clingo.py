# Grounds and solves a program (first argument) for k steps (second) and prints `yes` or `no` and the CPU seconds.
import sys, time
import clingo

control = clingo.Control([f"-c k={sys.argv[2]}", "--warn=none"])
control.add("base", [], sys.argv[1])
begin = time.process_time()
control.ground([("base", [])])
found = control.solve().satisfiable
print("yes" if found else "no", time.process_time() - begin)
