#!/usr/bin/env python3
"""Derivatives of Fortran, asked for by C.

    run.py --toolchain <folder> [--levels=-O0,-O2] <file>...

Without --levels each file is run at -O0 and at one other level, by its name (docs/decisions/074.md).

Each `subroutine NAME(n, x, s)` of a file, with n numbers x and the result s, is
differentiated in reverse mode, in forward mode and in forward mode by two lanes, by a
program in C that is linked with the file's object. The gradient must be that of central
differences, and all of them the same. A line `! flags: -fopenmp` gives options for
compiling the file and linking the program; `! include: file.h` is a header for the program in C;
`! with: file.c` is code in C beside the file, which is compiled at the same level;
`! single` says that numbers have four bytes on their way, and s is quadratic in each x. The program in C is compiled once for all levels of
a file, and links share one cache of derivatives.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import zlib

LEVELS = ("-O1", "-O2", "-O3")
PROGRAM = """
#include <enzyme/enzyme.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
enum { size = 5 };
#define STEP (is_single ? 0.25 : 1e-6)
#define EQUAL (is_single ? 1e-6 : 1e-12)
static const double at[size] = {1.3, 0.7, 2.1, 1.9, 0.4};
static int failed;
static void expect(const char *name, const char *what, int i, double got, double expected, double tolerance) {
  if (fabs(got - expected) <= tolerance * (1 + fabs(expected)))
    return;
  printf("%s, %s, x(%d): %.15g, expected %.15g\\n", name, what, i + 1, got, expected);
  failed = 1;
}
#define CHECK(NAME) \\
  void NAME##_(int *n, double *x, double *s); \\
  static double NAME##_at(int i, double step) { \\
    int n = size; \\
    double x[size], s = 0; \\
    memcpy(x, at, sizeof x); \\
    x[i] += step; \\
    NAME##_(&n, x, &s); \\
    return s; \\
  } \\
  static void NAME##_check(void) { \\
    int n = size; \\
    double x[size], gradient[size] = {0}, s = 0, seed = 1; \\
    memcpy(x, at, sizeof x); \\
    __enzyme_autodiff((void *)NAME##_, enzyme_const, &n, enzyme_dup, x, gradient, enzyme_dup, &s, &seed); \\
    for (int i = 0; i < size; i++) { \\
      double slope = (NAME##_at(i, STEP) - NAME##_at(i, -STEP)) / (2 * STEP); \\
      expect(#NAME, "reverse mode", i, gradient[i], slope, is_single ? 1e-5 : 1e-6); \\
      double one[size] = {0}, two[size] = {0}, ds = 0, first = 0, second = 0; \\
      one[i] = 1, two[i] = -2; \\
      __enzyme_fwddiff((void *)NAME##_, enzyme_const, &n, enzyme_dup, x, one, enzyme_dup, &s, &ds); \\
      expect(#NAME, "forward mode", i, ds, gradient[i], EQUAL); \\
      __enzyme_fwddiff((void *)NAME##_, enzyme_width, 2, enzyme_const, &n, enzyme_dup, x, one, two, enzyme_dup, &s, \\
                       &first, &second); \\
      expect(#NAME, "first lane", i, first, gradient[i], EQUAL); \\
      expect(#NAME, "second lane", i, second, -2 * gradient[i], EQUAL); \\
    } \\
  }
"""


def program(names, text):
    """The C program that asks for the derivatives of the named subroutines in the Fortran `text`."""
    headers = re.findall(r"^! include: (.*)", text, re.M)
    is_single = bool(re.search(r"^! single$", text, re.M))
    checks = "".join(f"CHECK({name})\n" for name in names)
    calls = "".join(f"  {name}_check();\n" for name in names)
    includes = "".join(f"#include <{header}>\n" for header in headers)
    kind = f"enum {{ is_single = {int(is_single)} }};\n"
    return f"{includes}{kind}{PROGRAM}{checks}int main(void) {{\n{calls}  return failed;\n}}\n"


class File:
    """A file of Fortran, and the program that asks for its derivatives."""

    def __init__(self, source, toolchain, folder):
        self.source, self.folder = source, folder
        with open(source) as file:
            text = file.read()
        self.names = re.findall(r"^ *(?:recursive )?subroutine (\w+)\(n, x, s\)", text, re.M)
        self.flags = " ".join(re.findall(r"^! flags: (.*)", text, re.M)).split()
        self.parts = [os.path.join(os.path.dirname(source), part) for part in re.findall(r"^! with: (.*)", text, re.M)]
        self.flang, self.clang = (os.path.join(toolchain, "bin", "enzyme-" + c) for c in ("flang", "clang"))
        self.environment = dict(os.environ, ENZYME_CLANG_LINK_CACHE=os.path.join(folder, "derivatives"))
        with open(os.path.join(folder, "main.c"), "w") as file:
            file.write(program(self.names, text))

    def run(self, command):
        """"", or what is wrong."""
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=300,
                              env=self.environment)
        if done.returncode or (command == ["./program"] and done.stdout.count("expected")):
            return " ".join(command) + "\n" + done.stdout + done.stderr
        return ""

    def check(self, level):
        """"", or what is wrong."""
        objects = [f"part{i}.o" for i in range(len(self.parts))]
        commands = [[self.flang, level, *self.flags, "-c", self.source, "-o", "code.o"],
                    *([self.clang, level, "-c", part, "-o", made] for part, made in zip(self.parts, objects)),
                    [self.flang, *self.flags, "main.o", "code.o", *objects, "-o", "program"], ["./program"]]
        if not os.path.exists(os.path.join(self.folder, "main.o")):
            commands.insert(0, [self.clang, "-O1", "-c", "main.c"])
        try:
            for command in commands:
                if problem := self.run(command):
                    return problem
            return "" if self.names else "nothing to check"
        except subprocess.TimeoutExpired as expired:
            return str(expired)


def levels_in_turn(source):
    """-O0, where flang writes what it elsewhere leaves out, and another level, by the file's name."""
    return ["-O0", LEVELS[zlib.crc32(os.path.basename(source).encode()) % len(LEVELS)]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--toolchain", required=True)
    parser.add_argument("--levels", default=os.environ.get("ENZYME_TEST_LEVELS"))
    parser.add_argument("sources", nargs="+")
    options = parser.parse_args()
    failed = False
    for source in map(os.path.abspath, options.sources):
        with tempfile.TemporaryDirectory(prefix="enzyme-fortran-") as folder:
            file = File(source, os.path.abspath(options.toolchain), folder)
            for level in options.levels.split(",") if options.levels else levels_in_turn(source):
                problem = file.check(level)
                failed |= bool(problem)
                print(f"{'FAIL' if problem else 'ok':4} {os.path.basename(source)} {level}", flush=True)
                if problem:
                    print(problem[:4000], flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
