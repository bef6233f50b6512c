#!/usr/bin/env python3
"""Load and faults: what takes too long, or needs root, for the tests.

    run.py [--toolchain DIR] [name…]      all, or some of: load, killed, memory, disk, requests, large, deep, tape

Each ends with a line: what was done, how long it took, whether it is right. `disk` mounts a small tmpfs in a
namespace of its own and needs root. Figures are in docs/reliability.md.
"""
import argparse
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAIN = """#include <stdio.h>
double __enzyme_autodiff(void *, double);
double code(double);
int main(void) { printf("derivative %g\\n", __enzyme_autodiff((void *)code, 2.0)); }
"""
CODE = "double code(double x) { return x * x * x; }\n"
UNFRIENDLY = ("PLEASE submit", "Assertion", "Stack dump")


class Wrong(Exception):
    pass


class Faults:
    def __init__(self, toolchain, folder):
        self.clang, self.folder = str(Path(toolchain) / "bin" / "enzyme-clang"), Path(folder)
        self.write("main.c", MAIN)
        self.write("code.c", CODE)
        self.must("-O2", "-c", "main.c"), self.must("-O2", "-c", "code.c")

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def run(self, *words, seconds=600, limit=None, **more):
        before = (lambda: resource.setrlimit(*limit)) if limit else None
        try:
            done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, errors="replace", timeout=seconds, preexec_fn=before, **more)
        except subprocess.TimeoutExpired:
            raise Wrong(f"hangs: {words}") from None
        return done.returncode, done.stdout + done.stderr

    def must(self, *words, **more):
        code, text = self.run(self.clang, *words, **more)
        if code:
            raise Wrong(text)

    def program(self, name="a", expected="derivative 12"):
        code, text = self.run(f"./{name}")
        if code or expected not in text:
            raise Wrong(f"{name} gives {code} {text}")

    def load(self):
        """64 links at once over one cache."""
        line = lambda i: [self.clang, "main.o", "code.o", "-o", f"p{i}"]
        running = [subprocess.Popen(line(i), cwd=self.folder, stderr=subprocess.PIPE, text=True) for i in range(64)]
        for i, one in enumerate(running):
            _, text = one.communicate()
            if one.returncode:
                raise Wrong(text)
            self.program(f"p{i}")
        if list((self.folder / ".enzyme-cache").glob("*.new")):
            raise Wrong("something unfinished lies in the cache")
        return "64 links at once, 64 programs right"

    def killed(self):
        """SIGKILL at any moment: the next compilation and link do not mind."""
        chance = random.Random(1)
        for i in range(40):
            words = chance.choice([["-O2", "-c", "code.c"], ["main.o", "code.o", "-o", "a"], ["-O2", "main.c", "code.c", "-o", "a"]])
            one = subprocess.Popen([self.clang, *words], cwd=self.folder, stderr=subprocess.DEVNULL, start_new_session=True)
            time.sleep(chance.random())
            try:
                os.killpg(one.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            one.wait()
        self.must("-O2", "-c", "code.c"), self.must("main.o", "code.o", "-o", "a")
        self.program()
        return "40 times killed, then right"

    def memory(self):
        """Too little address space: an error and no object, or the object whole."""
        codes = set()
        for megabytes in (64, 150, 200, 250, 300, 400, 800):
            (self.folder / "o.o").unlink(missing_ok=True)
            code, text = self.run(self.clang, "-O2", "-c", "main.c", "-o", "o.o", limit=(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20)))
            codes.add(code)
            if (code == 0) != (self.folder / "o.o").exists() or (code and not text.strip()):
                raise Wrong(f"{megabytes} MB: exit code {code}, {text[-300:]}")
        # and of a program whose tape does not fit
        self.write("tape.c", """#include <math.h>
#include <stdio.h>
double __enzyme_autodiff(void *, double, long);
__attribute__((noinline)) double f(double x, long n) { for (long i = 0; i < n; i++) x = sin(x) + 0.1 * x * x; return x; }
int main(void) { printf("%g\\n", __enzyme_autodiff((void *)f, 0.5, 100000000L)); }
""")
        self.must("-O2", "--enzyme-replay=false", "tape.c", "-o", "tape", "-lm")
        code, text = self.run("./tape", limit=(resource.RLIMIT_AS, (200 << 20, 200 << 20)))
        if code == 0 or "no memory for the tape" not in text:
            raise Wrong(f"the tape: {code} {text}")
        return f"compiler: exit codes {sorted(codes)}; a tape that does not fit: a sentence and exit code {code}"

    def disk(self):
        """A full disk at every step of a link."""
        script = """set -e; mount --make-rprivate /; mkdir small; mount -t tmpfs -o size=40k tmpfs small
for used in 0 8 16 24 32 36 40; do
  rm -rf small/* a .enzyme-cache; head -c ${used}k /dev/zero > small/pad 2>/dev/null || true
  if TMPDIR=$PWD/small $0 main.o code.o -o a >said 2>&1; then ./a | grep -q 'derivative 12' || exit 8
  else test -s said -a ! -e a || exit 9; fi
  rm -f a; cp main.o code.o . 2>/dev/null || true
  if $0 main.o code.o -o small/a >said 2>&1; then small/a | grep -q 'derivative 12' || exit 10; else test -s said || exit 11; fi
done"""
        code, text = self.run("unshare", "-m", "bash", "-c", script, self.clang)
        if code:
            raise Wrong(f"{code} {text}")
        return "7 sizes of a full TMPDIR and a full folder of the output: an error, or a program that is right"

    def requests(self):
        lines = [f"  s += __enzyme_autodiff((void *)f, x + {i});" for i in range(10000)]
        self.write("many.c", "double __enzyme_autodiff(void *, double);\nstatic double f(double x) { return x * x * x; }\ndouble r(double x) {\n  double s = 0;\n" + "\n".join(lines) + "\n  return s;\n}\n")
        self.must("-O0", "-c", "many.c")
        return "10,000 requests in a file"

    def large(self):
        lines = [f"  x{i % 7} = x{i % 5} * {1 + i % 3 * 0.25} + sin(x{(i + 3) % 7});" for i in range(25000)]
        start = "  double " + ", ".join(f"x{i} = x + {i}" for i in range(7)) + ";\n"
        self.write("large.c", "#include <math.h>\ndouble __enzyme_autodiff(void *, double);\ndouble f(double x) {\n" + start + "\n".join(lines) + "\n  return x0 + x1;\n}\ndouble d(double x) { return __enzyme_autodiff((void *)f, x); }\n")
        self.must("-O1", "-c", "large.c")
        return "a function of about 100,000 instructions"

    def deep(self):
        calls = "".join(f"__attribute__((noinline)) static double f{i}(double x) {{ return f{i - 1}(x) * 1.001; }}\n" for i in range(1, 1000))
        self.write("deep.c", "double __enzyme_autodiff(void *, double);\n__attribute__((noinline)) static double f0(double x) { return x * x; }\n" + calls + "double d(double x) { return __enzyme_autodiff((void *)f999, x); }\n")
        self.must("-O1", "-c", "deep.c")
        nest = "(" * 800 + "x" + " + 1) * 1.001" * 800
        self.write("nest.c", f"double __enzyme_autodiff(void *, double);\ndouble f(double x) {{ return {nest}; }}\ndouble d(double x) {{ return __enzyme_autodiff((void *)f, x); }}\n")
        self.must("-O1", "-fbracket-depth=1000", "-c", "nest.c")
        return "1,000 functions that call each other, an expression of 800 levels"

    def tape(self):
        self.write("long.c", """#include <math.h>
#include <stdio.h>
double __enzyme_autodiff(void *, double, long);
__attribute__((noinline)) double f(double x, long n) { for (long i = 0; i < n; i++) x = sin(x) + 0.1 * x; return x; }
int main(void) { printf("%g\\n", __enzyme_autodiff((void *)f, 0.5, 20000000L)); }
""")
        self.must("-O2", "-fenzyme-tape-limit=1M", "long.c", "-o", "long", "-lm")
        code, text = self.run("./long", limit=(resource.RLIMIT_AS, (300 << 20, 300 << 20)))
        if code:
            raise Wrong(f"{code} {text}")
        return "20,000,000 iterations with a tape of 1 MB"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--toolchain", default=str(ROOT / "build" / "toolchain"))
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    failed = 0
    for name in options.names or ["load", "killed", "memory", "disk", "requests", "large", "deep", "tape"]:
        with tempfile.TemporaryDirectory(prefix="faults-") as folder:
            begin, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
            try:
                said = getattr(Faults(options.toolchain, folder), name)()
            except Wrong as wrong:
                failed, said = failed + 1, f"WRONG: {str(wrong)[-600:]}"
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            print(f"{name:9} {time.monotonic() - begin:6.1f} s, {used:6.1f} s of processor time: {said}", flush=True)
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
