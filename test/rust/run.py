#!/usr/bin/env python3
"""Derivatives of Rust, asked for by C.

    run.py --toolchain <folder> [--levels=-O0,-O2] <file or folder>...

A file is a crate. Each of its functions

    pub unsafe extern "C" fn NAME(x: *const f64, n: usize) -> f64

is differentiated in reverse mode, in forward mode and in forward mode by two lanes, by a program
in C that is linked with the crate as a static library. The gradient must be that of central
differences, and all of them the same. `// single: NAME` says that it computes with f32, `// optimised: NAME` that
level -O0 leaves it out (docs/rust.md says what the program stops at there). `// refused: NAME: TEXT` says that the
link or the program of this one alone fails and says so, which is looked at once.

Each level is compiled in two ways: bitcode as objects (-C linker-plugin-lto), unwinding, with debug
information; and bitcode in objects (-C embed-bitcode), aborting, without. Level -O0 checks for overflow. Without --levels a crate is
compiled at that and at -O2 or -O3, by its name.

A folder is a project of cargo's, built and run in its dev and release profiles.

Without a rustc whose LLVM has our major (in $RUSTC, in PATH or in ~/.cargo/bin) the tests are skipped: 77.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

SKIPPED = 77

PROGRAM = """
#include <enzyme/enzyme.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
enum { size = 5 };
static const double at[size] = {1.3, 0.7, 2.1, 1.9, 0.4};
static int failed;
struct pair { double first, second; };
extern struct pair __enzyme_fwddiff_pair(void *, ...);
static void expect(const char *name, const char *what, int i, double got, double expected, double tolerance) {
  if (fabs(got - expected) <= tolerance * (1 + fabs(expected)))
    return;
  printf("%s, %s, x[%d]: %.15g, expected %.15g\\n", name, what, i, got, expected);
  failed = 1;
}
#define CHECK(NAME, STEP, TOLERANCE, SAME) \\
  double NAME(const double *x, size_t n); \\
  static double NAME##_at(int i, double step) { \\
    double x[size]; \\
    memcpy(x, at, sizeof x); \\
    x[i] += step; \\
    return NAME(x, size); \\
  } \\
  static void NAME##_check(void) { \\
    double x[size], gradient[size] = {0}; \\
    memcpy(x, at, sizeof x); \\
    __enzyme_autodiff((void *)NAME, enzyme_dup, x, gradient, enzyme_const, (size_t)size); \\
    for (int i = 0; i < size; i++) { \\
      double slope = (NAME##_at(i, STEP) - NAME##_at(i, -STEP)) / (2 * STEP); \\
      expect(#NAME, "reverse mode", i, gradient[i], slope, TOLERANCE); \\
      double one[size] = {0}, two[size] = {0}; \\
      one[i] = 1, two[i] = -2; \\
      double ds = __enzyme_fwddiff((void *)NAME, enzyme_dup, x, one, enzyme_const, (size_t)size); \\
      expect(#NAME, "forward mode", i, ds, gradient[i], SAME); \\
      struct pair lanes = __enzyme_fwddiff_pair((void *)NAME, enzyme_width, 2, enzyme_dup, x, one, two, \\
                                                enzyme_const, (size_t)size); \\
      expect(#NAME, "first lane", i, lanes.first, gradient[i], SAME); \\
      expect(#NAME, "second lane", i, lanes.second, -2 * gradient[i], SAME); \\
    } \\
  }
"""
# Step, tolerance against differences, tolerance between modes.
DOUBLE, SINGLE = "1e-5, 1e-6, 1e-11", "1e-2, 2e-3, 1e-5"

WAYS = {"objects": ["-Clinker-plugin-lto", "-Cpanic=unwind", "-g"],
        "sections": ["--crate-type=rlib", "-Cembed-bitcode=yes", "-Cpanic=abort"]}


def program(names, singles):
    checks = "".join(f"CHECK({name}, {SINGLE if name in singles else DOUBLE})\n" for name in names)
    calls = "".join(f"  {name}_check();\n" for name in names)
    return f"{PROGRAM}{checks}int main(void) {{\n{calls}  return failed;\n}}\n"


def output_of(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def find_rust(toolchain):
    """The folder of rustc and cargo, or None and why not."""
    wanted = output_of([os.path.join(toolchain, "bin", "enzyme-clang"), "-dumpversion"]).split(".")[0]
    given = os.environ.get("RUSTC")
    for path in filter(None, [given, shutil.which("rustc"), os.path.expanduser("~/.cargo/bin/rustc")]):
        found = re.search(r"LLVM version: (\d+)", output_of([path, "-vV"]))
        if found and found[1] == wanted:
            return os.path.dirname(os.path.abspath(path)), ""
    return None, f"no rustc was found whose LLVM has the major {wanted} (rustc -vV)"


class Runner:
    def __init__(self, toolchain, rust, folder):
        self.toolchain, self.rust, self.folder = toolchain, rust, folder
        self.environment = dict(os.environ, ENZYME_CLANG_LINK_CACHE=os.path.join(folder, "derivatives"),
                                PATH=os.pathsep.join([os.path.join(toolchain, "bin"), rust, os.environ["PATH"]]))
        for name in ("RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_TARGET_DIR"):
            self.environment.pop(name, None)

    def run(self, commands):
        """"", or what is wrong."""
        for command in commands:
            try:
                done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=600,
                                      env=self.environment)
            except subprocess.TimeoutExpired as expired:
                return str(expired)
            if done.returncode:
                return " ".join(command) + "\n" + done.stdout + done.stderr
        return ""

    def check_crate(self, source, level, way):
        """"", or what is wrong."""
        with open(source) as file:
            text = file.read()
        names = re.findall(r'^pub unsafe extern "C" fn (\w+)\(', text, re.M)
        singles = re.findall(r"^// single: (\w+)", text, re.M)
        refused = re.findall(r"^// refused: (\w+): (.*)", text, re.M)
        names = [name for name in names if name not in dict(refused)]
        if level == "-O0":
            names = [name for name in names if name not in re.findall(r"^// optimised: (\w+)", text, re.M)]
        checks = ["-Cdebug-assertions=yes", "-Coverflow-checks=yes"] if level == "-O0" else []
        compile_it = ["rustc", "--edition=2021", "--crate-name=model", "--crate-type=staticlib", f"-Copt-level={level[2:]}",
                      *WAYS[way], *checks, source]
        problem = self.run([compile_it]) or (self.run_program(names, singles) if names else "")
        if (level, way) == ("-O2", "objects"):
            for name, said in refused:
                problem = problem or self.check_refusal(name, said)
        return problem if names or refused else "nothing to check"

    def run_program(self, names, singles):
        with open(os.path.join(self.folder, "main.c"), "w") as file:
            file.write(program(names, singles))
        return self.run([["enzyme-clang", "-O1", "-c", "main.c"],
                         ["enzyme-clang", "-fuse-ld=lld", "main.o", "libmodel.a", "-lm", "-o", "program"],
                         ["./program"]])

    def check_refusal(self, name, said):
        problem = self.run_program([name], [])
        return "" if said in problem else f"{name} is not refused by '{said}':\n{problem or 'it works'}"

    def check_project(self, source, profile):
        """"", or what is wrong."""
        project = os.path.join(self.folder, profile)
        shutil.copytree(source, project, ignore=shutil.ignore_patterns("target"))
        self.folder = project
        return self.run([["cargo", "run", "--offline", "--quiet", f"--profile={profile}"]])


def levels_in_turn(source):
    """-O0, and another level, by the file's name."""
    return ["-O0", ("-O2", "-O3")[zlib.crc32(os.path.basename(source).encode()) % 2]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--toolchain", required=True)
    parser.add_argument("--levels", default=os.environ.get("ENZYME_TEST_LEVELS"))
    parser.add_argument("sources", nargs="+")
    options = parser.parse_args()
    toolchain = os.path.abspath(options.toolchain)
    rust, why = find_rust(toolchain)
    if rust is None:
        print("skipped:", why)
        return SKIPPED
    failed = False
    for source in map(os.path.abspath, options.sources):
        is_project = os.path.isdir(source)
        named = options.levels.split(",") if options.levels else levels_in_turn(source)
        levels = [level for level in named if level.startswith("-O")]
        runs = [("dev", ""), ("release", "")] if is_project else [(level, way) for level in levels for way in WAYS]
        for level, way in runs:
            with tempfile.TemporaryDirectory(prefix="enzyme-rust-") as folder:
                runner = Runner(toolchain, rust, folder)
                problem = runner.check_project(source, level) if is_project else runner.check_crate(source, level, way)
            failed |= bool(problem)
            print(f"{'FAIL' if problem else 'ok':4} {os.path.basename(source)} {level} {way}", flush=True)
            if problem:
                print(problem[:4000], flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
