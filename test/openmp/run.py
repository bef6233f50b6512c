#!/usr/bin/env python3
"""Programs with parallel regions of OpenMP that check derivatives of themselves, with several sizes of teams.

    run.py --toolchain <folder> [--levels=-O0,-O2] [--threads=1,2,3,4,8] [--repeats=200] [--jobs=N] <file>...

A program ends with status 0 where all is right, for any number of threads; of the levels, the last one is
run with all numbers, others with the third of them. Programs are compiled on all cores, or by N jobs, and run one after
the other. Where libomp's Archer is installed, ThreadSanitizer looks
for races in derivatives: numbers rarely show them. A line `//! flags: <options>` gives options, `//! with: <file>.f90`
another part of the program, in Fortran; `//! teams: all` says that all regions are run by their teams in derivatives;
`//! together: <lines>` that threads go back through the regions at these lines of that part before they meet;
`//! races: by the tool` that ThreadSanitizer does not look, as the program or libomp itself has something else to do with the tool.

    --repeats=<count>    each derivative is made so often; nothing else looks for races then
    --breaks=<verdict>   the compiler gives it wrongly (test/mutation): all is right if a race is found
"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor

LIMIT = 120
RACES = "races"  # in place of a level
ONE_AT_A_TIME = threading.Lock()  # programs that are run, and those of ThreadSanitizer

# Debian's libomp checks what a thread takes of another's share of a dynamic loop before it has made sure that the
# other is in that loop already; where it is not, the program ends. Not what is tested here: the program is run again.
BEFORE_THE_LOOP = "vnew.p.ub * (UT)chunk <= trip"


def run(line, environment):
    try:
        done = subprocess.run(line, env={**os.environ, **environment}, timeout=LIMIT, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace")
    except subprocess.TimeoutExpired as expired:
        return None, (expired.stdout or b"").decode(errors="replace") + f"does not end in {LIMIT} seconds"
    return done.returncode, done.stdout


def archer():
    """libomp tells ThreadSanitizer through it what waits for what; None if there is none."""
    found = glob.glob("/usr/lib/llvm-*/lib/libarcher.so")
    return found[-1] if found and shutil.which("setarch") else None


def races(path, options, folder, compiler, flags):
    library = archer()
    if not library:
        return []
    program = os.path.join(folder, "races")
    broken = ["-mllvm", f"-enzyme-mutate={options.breaks}"] if options.breaks else []
    status, output = run([compiler, "-O1", "-g", "-fopenmp", "-fsanitize=thread", "-DREPEATS=2", "-DDERIVATIVES_ALONE",
                          "-mllvm",
                          "-enzyme-openmp=threads", *broken, *flags, path, "-lm", "-o", program], {})
    if status != 0:
        return [f"does not compile with ThreadSanitizer\n{output}"]
    with ONE_AT_A_TIME:
        status, output = run(["setarch", "-R", program], {"OMP_NUM_THREADS": "4", "OMP_TOOL_LIBRARIES": library,
                                                          "TSAN_OPTIONS": "ignore_noninstrumented_modules=1"})
    isFound = "WARNING: ThreadSanitizer: data race" in output
    if options.breaks:
        return [] if isFound else [f"no race is found, though '{options.breaks}' is broken\n{output}"]
    return [f"with ThreadSanitizer: status {status}\n{output}"] if status != 0 else []


def check(path, level, options, folder):
    """The complaints."""
    with open(path) as file:
        lines = dict(re.findall(r"^//! (\w+): (.*)", file.read(), re.M))
    program = os.path.join(folder, "program")
    compiler = os.path.join(options.toolchain, "bin", "enzyme-clang")
    if path.endswith(".cpp"):
        compiler += "++"
    flags = lines.get("flags", "").split()
    if options.repeats:
        flags.append(f"-DREPEATS_OF_ALL={options.repeats}")
    if options.breaks or level == RACES:
        return races(path, options, folder, compiler, flags)
    parts = []
    if "with" in lines:
        flang = os.path.join(options.toolchain, "bin", "enzyme-flang")
        parts = [os.path.join(folder, "part.o")]
        status, output = run([flang, level, "-fopenmp", "-J", folder, "-c", os.path.join(os.path.dirname(path), lines["with"]),
                              "-o", parts[0]], {})
        if status != 0:
            return [f"its part in Fortran does not compile\n{output}"]
    options_of_all = [level, "-fopenmp", "-mllvm", "-enzyme-openmp=threads", "-Rpass=enzyme", "-Rpass-missed=enzyme", *flags]
    if parts: # Fortran's runtime is linked by its driver
        parts.append(os.path.join(folder, "main.o"))
        status, output = run([compiler, *options_of_all, "-c", path, "-o", parts[1]], {})
        if status != 0:
            return [f"does not compile\n{output}"]
        compiler, path = flang, parts.pop()
    status, output = run([compiler, *options_of_all, path, *parts, "-lm", "-o", program], {})
    if status != 0:
        return [f"does not compile\n{output}"]
    complaints = []
    if lines.get("teams") == "all" and "is run by one thread" in output:
        complaints = re.findall(r".*is run by one thread.*", output)
    for line in lines.get("together", "").split():
        if not re.search(rf"{re.escape(lines['with'])}:{line}:\d+: remark: threads of this region go back through it before", output):
            complaints.append(f"threads meet before they go back through the region at line {line}")
    for threads in options.threads if level == options.levels[-1] else options.threads[2:3]:
        for _ in range(3):
            with ONE_AT_A_TIME:
                status, output = run([program], {"OMP_NUM_THREADS": threads, "OMP_WAIT_POLICY": "passive"})
            if BEFORE_THE_LOOP not in output:
                break
        if status != 0:
            complaints.append(f"{threads} threads: status {status}\n{output}")
    return complaints


def looks_for_races(path, options):
    with open(path) as file:
        text = file.read()
    return not options.repeats and not options.breaks and not re.search(r"^//! (races: by the tool|with: )", text, re.M)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--toolchain", required=True, type=os.path.abspath)
    split = lambda text: text.split(",")
    parser.add_argument("--levels", default=["-O0", "-O2"], type=split)
    parser.add_argument("--threads", default=["1", "2", "3", "4", "8"], type=split)
    parser.add_argument("--repeats", type=int, default=0)
    parser.add_argument("--breaks", default="")
    parser.add_argument("--jobs", default=os.cpu_count() or 1, type=int)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    if options.breaks and not archer():
        print("libomp's Archer and setarch are not installed (Debian: libomp-22-dev, util-linux)")
        return 77
    todo = []
    for path in options.files:
        todo += [(path, level) for level in options.levels] + ([(path, RACES)] if looks_for_races(path, options) else [])

    def complaints_of(work):
        with tempfile.TemporaryDirectory() as folder:
            return [f"{work[0]}, {work[1]}: {complaint}" for complaint in check(*work, options, folder)]

    failures = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for complaints in pool.map(complaints_of, todo):
            failures += len(complaints)
            for complaint in complaints:
                print(complaint)
    print(f"{len(options.files)} programs: {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
