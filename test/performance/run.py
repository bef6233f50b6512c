#!/usr/bin/env python3
"""Builds and runs the performance suite; ./dev bench calls it.

    run.py [CASE…] --toolchain build/toolchain

A case is a name or a part of one; without any, all run. For one quick look while
working on the compiler:

    run.py gmm --toolchain build/toolchain --no-peers --size='d=10'

prints that case's row in some seconds. README.md says what the columns mean.
"""
import argparse
import fcntl
import glob
import json
import os
import re
import subprocess
import sys

import report

HERE = os.path.dirname(os.path.abspath(__file__))
FLAGS = "-O3 -march=native -fno-math-errno"
LANGUAGE = "-std=c++20"
PLAIN = ["clang++-22", "clang++"]  # what compiles the peers
SACADO = "/usr/include/trilinos"


def cases():
    folder = os.path.join(HERE, "cases")
    return sorted(f[:-4] for f in os.listdir(folder) if f.endswith(".cpp"))


def newer(target, *sources):
    """Is `target` there, and younger than all `sources`?"""
    if not os.path.exists(target):
        return False
    time = os.path.getmtime(target)
    return all(os.path.getmtime(s) <= time for s in sources)


def said(header, what):
    """What a case's header says of itself behind `what: `, if anything."""
    with open(header) as text:
        found = re.search(rf"^ \* {what}: (.*)$", text.read(), re.MULTILINE)
    return found.group(1) if found else ""


class Builder:
    def __init__(self, options):
        self.options = options
        self.compiler = os.path.join(options.toolchain, "bin", "enzyme-clang++")
        self.plain = next(p for p in PLAIN if subprocess.run(
            ["which", p], stdout=subprocess.DEVNULL).returncode == 0)
        self.flags = [LANGUAGE, *options.flags.split(), "-I" + os.path.join(HERE, "suite"),
                      "-I" + os.path.join(HERE, "cases"), "-isystem", "/usr/include/eigen3"]
        self.out = options.out
        os.makedirs(self.out, exist_ok=True)

    def suite(self, name):
        return os.path.join(HERE, "suite", name)

    def case(self, name):
        return os.path.join(HERE, "cases", name)

    def run(self, command):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip() or f"exit code {done.returncode}")

    def object(self, name, compiler, source, flags, sources):
        """An object that other cases or runs, perhaps at the same time, use as well."""
        target = os.path.join(self.out, name + ".o")
        stamp = " ".join([compiler, *self.flags, *flags])
        with open(os.path.join(self.out, name + ".flags"), "a+") as kept:
            fcntl.flock(kept, fcntl.LOCK_EX)
            kept.seek(0)
            if not newer(target, *sources) or kept.read() != stamp:
                self.run([compiler, *self.flags, *flags, "-c", source, "-o", target])
                kept.truncate(0)
                kept.write(stamp)
        return target

    def build(self, name):
        headers = [self.suite(f) for f in os.listdir(os.path.join(HERE, "suite")) if f.endswith(".h")]
        headers += [self.case(f) for f in os.listdir(os.path.join(HERE, "cases")) if f.endswith(".h")]
        frame = self.object("bench", self.plain, self.suite("bench.cpp"),
                            ["-I" + os.path.join(self.options.toolchain, "include")],
                            [*headers, self.suite("bench.cpp")])
        header = self.case(name + ".h")
        others, libraries, own = [frame], ["-lbenchmark", *said(header, "link").split()], ["-DBENCH_NO_PEERS"]
        if self.options.peers and not said(header, "peers"):
            # Sacado's headers want names that only plain clang must see.
            others.append(self.object(f"{name}.peers", self.plain, self.suite("peers.cpp"),
                                      [f'-DCASE_HEADER="{name}.h"', "-w", "-isystem", SACADO],
                                      [*headers, self.suite("peers.cpp")]))
            libraries += ["-ladolc", "-lColPack", "-ltrilinos_teuchoscore"]
            own = []
        ours = os.path.join(self.out, name + ".o")
        self.run([self.compiler, *self.flags, *own, *self.options.extra, "-c", self.case(name + ".cpp"), "-o", ours])
        program = os.path.join(self.out, name)
        self.run([self.compiler, ours, *others, "-o", program, *libraries, *self.options.extra])
        return program


def run(program, options):
    """The measurements of one case, and whether all its tools agreed."""
    prefix = program + ".result"
    for path in glob.glob(glob.escape(prefix) + ".*.json"):
        os.remove(path)
    command = [program, "--out=" + prefix, f"--benchmark_min_time={options.seconds}",
               f"--benchmark_repetitions={options.repetitions}",
               "--benchmark_enable_random_interleaving=true"]
    command += ["--quick"] if options.quick else []
    command += ["--check"] if options.check else []
    command += ["--size=" + options.size] if options.size else []
    log = open(program + ".log", "w+")
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=log, cwd=options.out)
    log.seek(0)
    text = log.read()
    if options.verbose or options.check:
        sys.stdout.write(text)
    results = []
    for path in sorted(glob.glob(glob.escape(prefix) + ".*.json")):
        with open(path) as f:
            text = f.read()
        try:
            results += [json.loads(text)] if text else []  # empty: the peer has no such row
        except json.JSONDecodeError:  # died while timing
            done.returncode = done.returncode or 1
    return results, done.returncode == 0


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--exact", action="store_true", help="names of cases are whole")
    parser.add_argument("--toolchain", required=True, help="where enzyme-clang is installed")
    parser.add_argument("--out", help="where programs and results go (default: build/performance)")
    parser.add_argument("--flags", default=FLAGS, help=f"for all tools (default: {FLAGS})")
    parser.add_argument("--extra", action="append", default=[], help="one more option for enzyme-clang only")
    parser.add_argument("--size", help="only rows whose text contains this")
    parser.add_argument("--quick", action="store_true", help="small sizes")
    parser.add_argument("--check", action="store_true", help="only see that all tools agree")
    parser.add_argument("--no-peers", dest="peers", action="store_false", help="without ADOL-C and Sacado")
    parser.add_argument("--seconds", default="0.05", help="at least, for one repetition")
    parser.add_argument("--repetitions", type=int, default=5, help="the fastest counts")
    parser.add_argument("--verbose", action="store_true", help="show how the tools agree")
    options = parser.parse_args()
    options.toolchain = os.path.abspath(options.toolchain)
    options.out = os.path.abspath(options.out or os.path.join(HERE, "..", "..", "build", "performance"))
    return options


def main():
    options = parse()
    chosen = [c for c in cases() if not options.cases or c in options.cases or
              (not options.exact and any(part in c for part in options.cases))]
    if not chosen:
        sys.exit("no such case; there are: " + " ".join(cases()))
    builder = Builder(options)
    rows, failures = [], []
    for name in chosen:
        print(f"{name} …", end="\n" if options.check else " ", flush=True)
        try:
            results, agreed = run(builder.build(name), options)
        except RuntimeError as error:
            print("does not build")
            failures.append((name, str(error)))
            continue
        if not agreed:
            log = open(os.path.join(options.out, name + ".log")).read().splitlines()
            failures.append((name, "\n".join(l for l in log if " agrees " not in l)))
        rows += report.rows(name, results)
    print("\n")
    if not options.check:
        report.write(rows, options)
    for name, text in failures:
        print(f"FAILED {name}:\n{text[:3000]}\n")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
