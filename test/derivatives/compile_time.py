#!/usr/bin/env python3
"""No function makes the compiler hang, and none costs more than its size.

Each program below is written twice, once twice as large. It must compile within
a limit and give the right derivative, and the larger one may take at most
GROWTH times as long as the smaller: what grows faster than that has no end.
"""
import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
HARNESS = HERE.parent / "harness"
LIMIT_S = 240
GROWTH = 8  # twice the size; quadratic would be 4
NOISE_S = 6  # below this nothing is measured


def straight(size):
    """One block of about `size` instructions."""
    lines = [f"  a[{i % 16}] = a[{(i * 7 + 3) % 16}] * 0.5 + sin(a[{(i * 5 + 1) % 16}]);" for i in range(size // 8)]
    return "static double body(double x) {\n  double a[16];\n  for (int i = 0; i < 16; i++) a[i] = x + i;\n" \
           + "\n".join(lines) + "\n  return a[0] + a[5];\n}"


def chain(size):
    """A chain of kept functions, each of which calls the one before twice."""
    lines = ["NOINLINE static double call0(double x) { return sin(x); }"]
    for i in range(1, size):
        lines.append(f"NOINLINE static double call{i}(double x) {{ return call{i - 1}(x) * 0.5 + cos(x); }}")
    return "\n".join(lines) + f"\nstatic double body(double x) {{ return call{size - 1}(x); }}"


def branches(size):
    """Branches one after the other, on values."""
    lines = [f"  if (y > {i % 7} * 0.1) y = sin(y) + {i} * 0.001; else y = y * y + 0.3;" for i in range(size)]
    return "static double body(double x) {\n  double y = x;\n" + "\n".join(lines) + "\n  return y;\n}"


def loops(size):
    """Loops one after the other over the same memory."""
    lines = [f"  for (int i = 1; i < 8; i++) a[i] = a[i] * 0.5 + a[i - 1] * {k % 5 + 1} * 0.1;" for k in range(size)]
    return "static double body(double x) {\n  double a[8] = {x, x * x, 1, 2, x, 0, 0, 1};\n" + "\n".join(lines) \
           + "\n  return a[7];\n}"


def pointers(size):
    """Structures of pointers to structures, all of them linked."""
    lines = [f"  n[{i}].next = &n[{(i * 3 + 1) % size}]; n[{i}].value = x * {i % 9};" for i in range(size)]
    return f"typedef struct node {{ double value; struct node *next; }} node;\nstatic double body(double x) {{\n" \
           f"  node n[{size}];\n" + "\n".join(lines) + "\n  double sum = 0;\n  node *p = n;\n" \
           f"  for (int i = 0; i < {size}; i++, p = p->next) sum += p->value * p->value;\n  return sum;\n}}"


PROGRAMS = [(straight, 2500), (chain, 60), (branches, 100), (loops, 40), (pointers, 100)]
FRAME = """#include "check.h"
{body}
CHECK_VALUES(differences) {{
  volatile double x = 0.4;
  const double h = 1e-6, expected = (body(x + h) - body(x - h)) / (2 * h);
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)body, x), expected, 1e-5);
  EXPECT_CLOSE(__enzyme_fwddiff_check((void *)body, enzyme_primal_return, x, 1.0).tangent, expected, 1e-5);
}}
"""


def compile_and_run(write, size, options, folder):
    """(seconds to compile, None or what is wrong)."""
    source, program = folder / f"{write.__name__}_{size}.c", folder / "program"
    source.write_text(FRAME.format(body=write(size)))
    command = [str(Path(options.toolchain) / "bin" / "enzyme-clang"), "-O2", "-I", str(HARNESS), str(source), "-o",
               str(program), "-lm"]
    start = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        return LIMIT_S, f"did not compile in {LIMIT_S} s"
    seconds = time.monotonic() - start
    if done.returncode:
        return seconds, done.stderr[:2000]
    done = subprocess.run([str(program)], capture_output=True, text=True, timeout=60, check=False)
    return seconds, done.stdout[:2000] if done.returncode else None


def check(write, size, options):
    """None, or what is wrong with one kind of program."""
    with tempfile.TemporaryDirectory(prefix="compile-time-") as name:
        small, trouble = compile_and_run(write, size, options, Path(name))
        large = 0.0
        if trouble is None:
            large, trouble = compile_and_run(write, 2 * size, options, Path(name))
    if trouble is None and large > NOISE_S and large > GROWTH * max(small, 1):
        trouble = "grows too fast"
    print(f"{'ok' if trouble is None else 'FAILED'} {write.__name__}: {small:.1f} s at {size}, {large:.1f} s at {2 * size}"
          + (f": {trouble}" if trouble else ""), flush=True)
    return trouble


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--toolchain", default=str(HERE.parent.parent / "build" / "toolchain"))
    options = parser.parse_args()
    return 1 if any([check(write, size, options) for write, size in PROGRAMS]) else 0


if __name__ == "__main__":
    sys.exit(main())
