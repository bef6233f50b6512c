#!/usr/bin/env python3
"""Input that nobody should give a compiler: only clear errors may come of it.

    inputs.py --minutes 10 --seed 1     new ones of every kind, until the time is over
    inputs.py --kept                    those that failed once, and a fixed set (continuous integration)
    inputs.py --kinds ir,lines          some kinds: ir, lines, objects, archives, caches
    inputs.py --files                   each test program as IR of plain clang, to our compiler at two levels

ir: mutated modules, by enzyme-fuzz-ir in one process each. lines: command lines. objects: the sections
that objects carry, damaged. archives: theirs. caches: objects of earlier links, damaged. A failure is a
signal, a hang, a stack trace, an exit code of 0 where input was refused, an output file behind an error,
or a program that gives another result than the undamaged one. README.md says more.
"""
import argparse
import collections
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import corpus

HERE = Path(__file__).resolve().parent
LIMIT_S = 120
CRASHES = ("PLEASE submit a bug report", "Stack dump:", "Assertion `", "LLVM ERROR", "[ENZ0090]", "UNREACHABLE")

MAIN = """#include <stdio.h>
double __enzyme_autodiff(void *, double);
double code(double);
int main(void) { printf("derivative %g\\n", __enzyme_autodiff((void *)code, 2.0)); }
"""
CODE = """static double calls;
double helper(double);
double code(double x) { calls += 1; return helper(x) * x; }
double used(void) { return calls; }
"""
HELPER = "double helper(double x) { return x * x; }\n"
EXPECTED = "derivative 12"


class Fuzz:
    def __init__(self, options):
        self.options = options
        self.chance = random.Random(options.seed)
        self.counts = collections.Counter()
        self.failures = 0
        self.clang = str(Path(options.toolchain) / "bin" / "enzyme-clang")

    def failed(self, kind, what, text):
        self.failures += 1
        print(f"FAILED {kind}: {what}\n  " + "\n  ".join(text.strip().splitlines()[:8]), flush=True)

    def run(self, command, folder):
        """(exit code, output); 124 after a hang."""
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=LIMIT_S, stdin=subprocess.DEVNULL,
                                  env={**os.environ, "LLVM_DISABLE_SYMBOLIZATION": "1"})
        except subprocess.TimeoutExpired:
            return 124, "hangs"
        return done.returncode, done.stdout + done.stderr

    def check(self, kind, what, command, folder, output):
        """Runs a compiler on bad input. True if the output is there and may be run."""
        path = Path(folder) / output
        path.unlink(missing_ok=True)
        code, text = self.run(command, folder)
        self.counts[f"{kind}: {'taken' if code == 0 else 'refused'}"] += 1
        if code == 124 or code < 0 or code >= 126 or any(word in text for word in CRASHES):
            self.failed(kind, what, f"exit code {code}\n{text}")
        elif code != 0 and not text.strip():
            self.failed(kind, what, f"exit code {code} without a word")
        elif code != 0 and path.exists():
            self.failed(kind, what, "an output file lies behind an error\n" + text)
        return code == 0 and path.exists()

    def check_link(self, kind, what, line, folder):
        if self.check(kind, what, line, folder, "a"):
            code, text = self.run(["./a"], folder)
            if EXPECTED not in text:
                self.failed(kind, what, f"the program gives another result: {code} {text}")

    def build(self, folder):
        for name, text in (("main", MAIN), ("code", CODE), ("helper", HELPER)):
            (folder / f"{name}.c").write_text(text)
            flags = self.chance.choice([["-O2"], ["-O2", "-fPIC"], ["-O0", "-g"]])
            code, text = self.run([self.clang, *flags, "-c", f"{name}.c"], folder)
            if code:
                raise SystemExit(f"inputs.py: the undamaged program does not compile:\n{text}")

    # -- kinds ------------------------------------------------------------------------------

    def damaged(self, data):
        """Some bytes other than they were: flipped, overwritten, cut off, doubled, moved."""
        chance, data = self.chance, bytearray(data)
        # where our sections lie, damage is of more interest
        at = max(data.find(b"ADCODE"), 0) if chance.random() < 0.7 else 0
        for _ in range(chance.choice([1, 1, 2, 8])):
            place = min(at + int(chance.expovariate(1 / 60)) if at else chance.randrange(len(data)), len(data) - 1)
            way = chance.randrange(5)
            if way == 0:
                data[place] ^= 1 << chance.randrange(8)
            elif way == 1:
                data[place:place + 8] = chance.choice([b"\xff" * 8, b"\0" * 8, (1 << 62).to_bytes(8, "little"), b"ADCODE99"])
            elif way == 2:
                del data[place:place + chance.choice([1, 8, 4096])]
            elif way == 3:
                data[place:place] = data[place:place + chance.choice([1, 8, 64])]
            else:
                del data[chance.randrange(len(data)):]
            if not data:
                return b""
        return bytes(data)

    def objects(self, folder, seed):
        self.build(folder)
        name = self.chance.choice(["main.o", "code.o", "helper.o"])
        path = folder / name
        path.write_bytes(self.damaged(path.read_bytes()))
        self.check_link("objects", f"seed {seed}: {name}", [self.clang, *self.linker(), "main.o", "code.o", "helper.o", "-o", "a"], folder)

    def linker(self):
        return self.chance.choice([[], ["-fuse-ld=lld"]])

    def archives(self, folder, seed):
        self.build(folder)
        ar = f"{self.options.llvm}/llvm-ar"
        kind = self.chance.choice(["rcs", "rcsT", "rc", "rcs"])
        members = self.chance.choice([["code.o", "helper.o"], ["code.o", "code.o", "helper.o"], ["helper.o", "code.o", "helper.c"]])
        self.run([ar, "q" + kind[1:] if len(set(members)) < len(members) else kind, "lib.a", *members], folder)
        path = folder / "lib.a"
        if self.chance.random() < 0.8:
            path.write_bytes(self.damaged(path.read_bytes()))
        elif kind == "rcsT":
            (folder / "helper.o").unlink()
        self.check_link("archives", f"seed {seed}: {kind} {members}", [self.clang, *self.linker(), "main.o", "lib.a", "-o", "a"], folder)

    def caches(self, folder, seed):
        self.build(folder)
        line = [self.clang, *self.linker(), "main.o", "code.o", "helper.o", "-o", "a"]
        self.check_link("caches", f"seed {seed}: before", line, folder)
        for path in (folder / ".enzyme-cache").glob("*.o"):
            data = path.read_bytes()
            way = self.chance.randrange(4)
            if way == 0:
                path.unlink()
                path.mkdir() if self.chance.random() < 0.3 else path.symlink_to(folder / "helper.o")
            else:
                path.write_bytes(self.damaged(data))
        self.check_link("caches", f"seed {seed}: damaged", line, folder)
        self.check_link("caches", f"seed {seed}: again", line, folder)

    def words(self):
        """A command line of ours, clang's and nobody's options."""
        chance = self.chance
        names = [line.split("(")[1].split(",")[0].replace("_", "-") for line in
                 (HERE.parents[2] / "passes" / "Options.def").read_text().splitlines() if line.startswith("OPTION(")]
        values = ["", "=", "=0", "=1", "=nonsense", "=-1", "=1K", "=99999999999999999999", "=/dev/null", "=\n", "=64to32", "=" + "x" * 5000]
        plain = ["-O2", "-O9", "-g", "-c", "-S", "-E", "-M", "-emit-llvm", "-fsyntax-only", "-flto", "-fopenmp", "-shared", "-static", "-r", "-x", "c", "-xc++", "-x", "ir", "-std=c17",
                 "-o", "out", "@args", "@missing", "-", "--", "-Xclang", "-mllvm", "-enzyme-print", "-enzyme-nonsense", "-fpass-plugin=/none.so", "-fplugin=", "--target=nvptx64",
                 "--target=nonsense", "-m32", "-L", "-l", "-lnone", "-Wl,", "-Wl,-z,defs", "-fuse-ld=none", "-fuse-ld=", "-###", "-v", "--version", "-save-temps", "-include", "none.h", "-Werror", "-w",
                 "-Rpass=enzyme", "-fsanitize=address", "-march=nonsense", "-ffast-math", "--explain=ENZ9999", "--explain=", "--rules=sin", "--rules=", "-MD", "-MF", "/none/d", "odd name.c",
                 "-dash.c", "b\\s.c", "new\nline.c", "missing.c", "main.c", "code.c", "helper.c", "empty.c", "text.o", "empty.o", "/dev/null", ".", "", "%s%n", "\u00e9.c"]
        made = []
        for _ in range(chance.randrange(1, 9)):
            ours = chance.choice(["--enzyme-", "-fenzyme-", "-fno-enzyme-", "-mllvm -enzyme-", "-enzyme-"]) + chance.choice(names) + chance.choice(values)
            made += ours.split(" ") if chance.random() < 0.4 and " -enzyme" in ours else [ours] if chance.random() < 0.4 else [chance.choice(plain)]
        # what only prints needs no file
        return made + (["main.c"] if chance.random() < 0.7 else [])

    def lines(self, folder, seed):
        for name, text in (("main.c", MAIN), ("code.c", CODE), ("helper.c", HELPER), ("odd name.c", CODE), ("-dash.c", CODE), ("b\\s.c", CODE), ("new\nline.c", CODE), ("empty.c", ""),
                           ("empty.o", ""), ("text.o", "this is no object\n"), ("\u00e9.c", CODE), ("args", "-O2 'a b' \"\n@args\n")):
            (folder / name).write_text(text)
        for _ in range(4):
            words = self.words()
            self.check("lines", f"seed {seed}: {words}", [self.clang, *words], folder, "a.out")

    def ir(self, seconds, count=0):
        files = corpus.make(self.options.corpus, self.options.llvm, some=self.options.some)
        command = [self.options.tool, f"--plugin={self.options.toolchain}/lib/enzyme/enzyme-22.so", f"--seed={1000 * self.options.seed + self.counts['ir: runs']}", f"--found={self.options.found}"]
        command += [f"--count={count}"] if count else [f"--seconds={int(seconds)}"]
        done = subprocess.run([*command, *map(str, files)], capture_output=True, text=True, errors="replace")
        for line in done.stdout.splitlines():
            print(line, flush=True)
        self.failures += done.stdout.count("FAILED ") + (done.returncode not in (0, 1))
        self.counts["ir: runs"] += 1

    def kept(self):
        """Files as they are, and as the compiler's input at two levels: nothing may run behind a refusal."""
        files = [str(path) for path in corpus.kept()]
        done = subprocess.run([self.options.tool, f"--plugin={self.options.toolchain}/lib/enzyme/enzyme-22.so", "--as-is", *files], capture_output=True, text=True, errors="replace")
        print(done.stdout, end="")
        self.failures += done.returncode
        with tempfile.TemporaryDirectory() as folder:
            for path in (HERE / "kept").glob("*.ll"):
                for level in ("-O0", "-O2"):
                    self.check("kept", f"{path.name} {level}", [self.clang, level, "-w", "-c", str(path), "-o", "out.o"], folder, "out.o")

    def files(self):
        """Whatever front end and level made the IR: derivatives, or an error and nothing behind it."""
        for path in corpus.make(self.options.corpus, self.options.llvm, some=self.options.some, asks=True):
            with tempfile.TemporaryDirectory() as folder:
                for level in ("-O0", "-O2"):
                    self.check("files", f"{path} {level}", [self.clang, level, "-w", "-c", str(path), "-o", "out.o"], folder, "out.o")

    def one(self, kind, seed):
        self.chance = random.Random(f"{kind} {seed}")
        with tempfile.TemporaryDirectory(prefix="fuzz-inputs-") as folder:
            getattr(self, kind)(Path(folder), seed)


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", action="store_true")
    parser.add_argument("--files", action="store_true")
    parser.add_argument("--kinds", type=lambda t: t.split(","), default=["ir", "lines", "objects", "archives", "caches"])
    parser.add_argument("--some", type=int, default=4, help="every how manieth test program is mutated")
    parser.add_argument("--found", default=tempfile.gettempdir(), help="folder for mutants that failed")
    parser.add_argument("--corpus", default=str(Path(tempfile.gettempdir()) / "enzyme-fuzz-corpus"))
    parser.add_argument("--tool", default=str(HERE.parents[2] / "build" / "test" / "enzyme-fuzz-ir"))
    parser.add_argument("--toolchain", default=str(HERE.parents[2] / "build" / "toolchain"))
    parser.add_argument("--llvm", default="/usr/lib/llvm-22/bin")
    return parser.parse_args()


def main():
    options = read_options()
    Path(options.found).mkdir(parents=True, exist_ok=True)
    fuzz = Fuzz(options)
    begin = time.monotonic()
    others = [kind for kind in options.kinds if kind != "ir"]
    if options.kept:
        fuzz.kept()
        for kind in others:
            for seed in range(3):
                fuzz.one(kind, seed)
    if options.files:
        fuzz.files()
    seed = options.seed * 1000000
    while time.monotonic() - begin < 60 * options.minutes:
        if "ir" in options.kinds:
            fuzz.ir(min(60 * options.minutes, 300) * (0.7 if others else 1)) # each with a seed of its own
        for kind in others:
            for _ in range(5):
                fuzz.one(kind, seed)
                seed += 1
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(", ".join(f"{count} {name}" for name, count in sorted(fuzz.counts.items())) +
          f"; {fuzz.failures} failed; {(used.ru_utime + used.ru_stime) / 3600:.2f} h of processor time")
    return 1 if fuzz.failures else 0


if __name__ == "__main__":
    sys.exit(main())
