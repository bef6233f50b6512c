#!/usr/bin/env python3
"""No function makes the compiler hang, and none costs more than its size.

Each program below is written twice, once twice as large. It must compile within
a limit and give the right derivative, and the larger one may take at most
GROWTH times as long as the smaller: what grows faster than that has no end.
The derivatives of a library of many functions may take at most LIBRARY_RATIO
times as long as the library itself. Times are those of the processor, so that
other work on the machine counts little.
"""
import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
HARNESS = HERE.parent / "harness"
LIMIT_S = 240
FUNCTION_LIMIT_S = 10  # for one function of 5,000 instructions
GROWTH = 5  # twice the size; nothing of ours should reach quadratic, 4
NOISE_S = 1.5  # below this nothing is measured
LIBRARY_FUNCTIONS = 200
LIBRARY_RATIO = 8
REPEATS = 3  # more measurements of what seems too slow
LARGE = [(2000, False), (22000, True)]  # statements, and whether LLVM's quick way is taken


def straight(size):
    """One block of about `size` instructions."""
    lines = [f"  a[{i % 16}] = a[{(i * 7 + 3) % 16}] * 0.5 + sin(a[{(i * 5 + 1) % 16}]);" for i in range(size // 4)]
    return "static double body(double x) {\n  double a[16];\n  for (int i = 0; i < 16; i++) a[i] = x + i;\n" \
           + "\n".join(lines) + "\n  return a[0] + a[5];\n}"


def memory(size):
    """The same through memory that was passed in."""
    lines = [f"  a[{i % 64}] = b[{(i * 7 + 3) % 64}] * a[{(i * 5 + 1) % 64}] * 0.1 + c[{i % 9}];"
             for i in range(size // 8)]
    return "NOINLINE static void inner(double *a, double *b, double *c) {\n" + "\n".join(lines) + """
}
static double body(double x) {
  double a[64], b[64], c[9];
  for (int i = 0; i < 64; i++) { a[i] = x + i * 0.01; b[i] = sin(x * i); }
  for (int i = 0; i < 9; i++) c[i] = x;
  inner(a, b, c);
  return a[0] + a[5];
}"""


def chain(size):
    """A chain of kept functions."""
    lines = ["NOINLINE static double call0(double x) { return sin(x); }"]
    for i in range(1, size):
        lines.append(f"NOINLINE static double call{i}(double x) {{ return call{i - 1}(x) * 0.5 + cos(x); }}")
    return "\n".join(lines) + f"\nstatic double body(double x) {{ return call{size - 1}(x); }}"


def branches(size):
    """Branches one after the other, on values."""
    lines = [f"  if (y > {i % 7} * 0.1) y = sin(y) + {i} * 0.001; else y = y * y + 0.3;" for i in range(size)]
    return "static double body(double x) {\n  double y = x;\n" + "\n".join(lines) + "\n  return y;\n}"


def cases(size):
    """A switch in a loop."""
    lines = [f"    case {i}: y = sin(y) * {i % 7} * 0.1 + y * 0.5; break;" for i in range(size)]
    return "static double body(double x) {\n  double y = x;\n  for (int i = 0; i < 40; i++)\n" \
           f"    switch (i * 7 % {size}) {{\n" + "\n".join(lines) + "\n    }\n  return y;\n}"


def interpreter(size):
    """A switch in a loop whose cases have branches of their own, and leave the function."""
    lines = [f"    case {i}: {{ double t = y * {i % 7} * 0.1 + 0.2; if (t > 0.3) t = sin(t) * y; if (t > {i + 9}) return t * y;"
             " y = t * 0.5 + y * 0.3; break; }" for i in range(size)]
    return "static double body(double x) {\n  double y = x;\n  for (int i = 0; i < 40; i++)\n" \
           f"    switch (i * 7 % {size}) {{\n" + "\n".join(lines) + "\n    }\n  return y;\n}"


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


def members(size):
    """One structure of many members, filled, copied and passed by value."""
    fields = " ".join(f"double d{i}; int i{i}; double *p{i};" for i in range(size))
    fill = "\n".join(f"  s->d{i} = x * {i}; s->i{i} = {i}; s->p{i} = &s->d{i};" for i in range(size))
    use = "\n".join(f"  sum += s.d{i} * *s.p{i} * s.i{i} * 1e-4;" for i in range(size))
    return f"typedef struct {{ {fields} }} many;\nNOINLINE static void fill(many *s, double x) {{\n{fill}\n}}\n" \
           f"NOINLINE static double use(many s) {{\n  double sum = 0;\n{use}\n  return sum;\n}}\n" \
           "static double body(double x) {\n  many s;\n  fill(&s, x);\n  many t = s;\n  return use(t);\n}"


def objects(size):
    """Memory from many calls, each handed to kept functions that link it."""
    lines = [f"  v[{i}] = make(x * {i}); tie(v[{i}], v[{max(0, i - 1)}]);" for i in range(size)]
    return "#include <stdlib.h>\ntypedef struct node { double value; struct node *next; } node;\n" \
           "NOINLINE static node *make(double x) {\n  node *p = malloc(sizeof *p);\n  p->value = x;\n" \
           "  p->next = 0;\n  return p;\n}\nNOINLINE static void tie(node *a, node *b) { a->next = b; }\n" \
           f"static double body(double x) {{\n  node *v[{size}];\n" + "\n".join(lines) + "\n  double sum = 0;\n" \
           f"  for (node *p = v[{size - 1}];; p = p->next) {{\n    sum += p->value * p->value * 1e-4;\n" \
           f"    if (p->next == p) break;\n  }}\n  for (int i = 0; i < {size}; i++) free(v[i]);\n  return sum;\n}}"


def shared(size):
    """Functions that hand on one structure of counters and numbers, as the workspace of a library is."""
    fields = " ".join(f"int n{i}; size_t k{i}; double d{i}; int *i{i};" for i in range(40))
    lines = []
    for f in range(size):
        call = f"f{f - 1}(s, y)" if f else "y"
        counts = " ".join(f"s->n{(f + i) % 40} += s->k{(f + 3 * i) % 40}; s->i{i}[0] = s->n{(f + i) % 40};" for i in range(30))
        lines.append(f"NOINLINE static double f{f}(space *s, double x) {{\n  {counts}\n  s->d{f % 40} = x;\n"
                     f"  double y = x * 0.5 + s->d{f * 7 % 40};\n  return {call} * 0.9 + s->d{f % 40};\n}}")
    return f"#include <stddef.h>\ntypedef struct {{ {fields} }} space;\n" + "\n".join(lines) \
           + "\nstatic double body(double x) {\n  static int count;\n  space s = {0};\n" \
           + " ".join(f"s.i{i} = &count;" for i in range(40)) + f"\n  return f{size - 1}(&s, x);\n}}"


PROGRAMS = [(straight, 2500), (memory, 2500), (chain, 100), (branches, 150), (cases, 250), (interpreter, 100),
            (loops, 100), (pointers, 100), (members, 50), (objects, 100),
            (shared, 15)]
# Of the larger one; straight and memory have three derivatives.
LIMITS = {straight: 2 * FUNCTION_LIMIT_S, memory: 2 * FUNCTION_LIMIT_S, shared: FUNCTION_LIMIT_S}
FRAME = """#include "check.h"
{body}
CHECK_VALUES(differences) {{
  volatile double x = 0.4;
  const double h = 1e-6, expected = (body(x + h) - body(x - h)) / (2 * h);
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)body, x), expected, 1e-5);
  EXPECT_CLOSE(__enzyme_fwddiff_check((void *)body, enzyme_primal_return, x, 1.0).tangent, expected, 1e-5);
}}
"""

FRAME_OF_REVERSE = FRAME[:FRAME.index("  EXPECT_CLOSE(__enzyme_fwddiff")] + "}}\n"

# What the functions of the library do, by turns; `call` is an earlier function or none.
KINDS = [
    "double s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s + {call};",
    "double t[8], s = 1; for (int i = 0; i < n && i < 8; i++) t[i] = sin(a[i]) + b[i];"
    " for (int i = 0; i < n && i < 8; i++) s *= 1 + 0.01 * t[i]; return s + {call};",
    "double x = a[0], y = b[1]; for (int k = 0; k < 5; k++) {{ double z = x * y + {i} * 0.1;"
    " x = 0.5 * (x + z / (1 + x * x)); y = cos(z) * 0.3; }} return x * y + {call};",
    "for (int i = 1; i < n; i++) b[i] = 0.9 * b[i] + 0.1 * a[i - 1] * a[i]; return b[n - 1] * {call};",
    "double s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)"
    " s += a[i] * b[j] * exp(-(a[i] - b[j]) * (a[i] - b[j])); return s / (n * n) + {call};",
    "double m = a[0]; for (int i = 1; i < n; i++) if (a[i] > m) m = a[i]; return log(1 + m * m) + {call};",
    "double *t = malloc(n * sizeof *t), s = 0; for (int i = 0; i < n; i++) t[i] = a[i] * b[n - 1 - i];"
    " for (int i = 0; i < n; i++) s += sqrt(1 + t[i] * t[i]); free(t); return s + {call};",
    "switch (n % 3) {{ case 0: return a[0] * b[0]; case 1: return a[1] / (1 + b[0] * b[0]) + {call};"
    " default: return pow(1 + a[0] * a[0], 0.3) * b[1]; }}",
]


def library(size):
    """Functions of eight kinds that call each other; with -DGRADIENTS the gradient of each."""
    lines = ["#include <math.h>", "#include <stdlib.h>"]
    for i in range(size):
        call = f"0.1 * f{i - 1 - i * 7 % min(i, 12)}(a, b, n)" if i and i % 3 else "0.5 * a[0]"
        body = KINDS[i % len(KINDS)].format(call=call, i=i)
        lines.append(f"double f{i}(double *a, double *b, int n) {{ {body} }}")
    lines += ["#ifdef GRADIENTS", "extern int enzyme_dup, enzyme_const;", "void __enzyme_autodiff(void *, ...);"]
    for i in range(size):
        lines.append(f"void g{i}(double *a, double *da, double *b, double *db, int n) {{ __enzyme_autodiff((void *)f{i},"
                     " enzyme_dup, a, da, enzyme_dup, b, db, enzyme_const, n); }")
    return "\n".join(lines + ["#endif", ""])


def compile_program(source, flags, options):
    """(processor seconds, None or what is wrong)."""
    command = [str(Path(options.toolchain) / "bin" / "enzyme-clang"), "-O2", "-I", str(HARNESS), str(source), *flags]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        return LIMIT_S, f"did not compile in {LIMIT_S} s"
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return seconds, done.stderr[:2000] if done.returncode else None


def compile_and_run(write, size, options, folder):
    """(processor seconds to compile, None or what is wrong)."""
    source, program = folder / f"{write.__name__}_{size}.c", folder / "program"
    source.write_text(FRAME.format(body=write(size)))
    seconds, trouble = compile_program(source, ["-o", str(program), "-lm"], options)
    if trouble is None:
        done = subprocess.run([str(program)], capture_output=True, text=True, timeout=60, check=False)
        trouble = done.stdout[:2000] if done.returncode else None
    return seconds, trouble


def check(write, size, options):
    """None, or what is wrong with one kind of program."""
    with tempfile.TemporaryDirectory(prefix="compile-time-") as name:
        small, trouble = compile_and_run(write, size, options, Path(name))
        large = 0.0
        if trouble is None:
            large, trouble = compile_and_run(write, 2 * size, options, Path(name))
    if trouble is None and large > NOISE_S and large > GROWTH * max(small, NOISE_S / GROWTH):
        trouble = "grows too fast"
    if trouble is None and large > LIMITS.get(write, LIMIT_S):
        trouble = "takes too long"
    print(f"{'ok' if trouble is None else 'FAILED'} {write.__name__}: {small:.1f} s at {size}, {large:.1f} s at {2 * size}"
          + (f": {trouble}" if trouble else ""), flush=True)
    return trouble


def check_library(options):
    """The derivatives of a library against the library."""
    with tempfile.TemporaryDirectory(prefix="compile-time-") as name:
        source = Path(name) / "library.c"
        source.write_text(library(LIBRARY_FUNCTIONS))
        flags = ["-c", "-o", str(Path(name) / "library.o")]
        alone, trouble = compile_program(source, flags, options)
        both = 0.0
        if trouble is None:
            both, trouble = compile_program(source, [*flags, "-DGRADIENTS"], options)
        for _ in range(REPEATS):
            # Processor time, too, grows where another process shares the core's caches: what was
            # measured together counts, and the least ratio of all.
            if trouble is None and both > LIBRARY_RATIO * alone:
                again = (compile_program(source, flags, options)[0],
                         compile_program(source, [*flags, "-DGRADIENTS"], options)[0])
                alone, both = min((alone, both), again, key=lambda pair: pair[1] / pair[0])
    if trouble is None and both > LIBRARY_RATIO * alone:
        trouble = "the derivatives cost too much"
    print(f"{'ok' if trouble is None else 'FAILED'} library of {LIBRARY_FUNCTIONS} functions: {alone:.1f} s, "
          f"with gradients {both:.1f} s" + (f": {trouble}" if trouble else ""), flush=True)
    return trouble


def large(size):
    """Statements that use what was computed far above, branches and short loops among them, run twice."""
    lines = []
    for i in range(size):
        far, near = (i * 7919 + 3) % max(1, i), max(0, i - 1 - i % 5)
        value = f"0.4 * t{near} + 0.3 * {'sin' if i % 4 else 'cos'}(t{far} + y)" if i else "x * y"
        lines.append(f"    const double t{i} = {value};")
        if i % 150 == 99:
            lines.append(f"    for (int k = 0; k < 3; k++) y = 0.9 * y + 0.01 * t{far} * t{near};")
        if i % 150 == 149:
            lines.append(f"    if (t{far} > 0.5 * x) y += 0.01 * t{near}; else y -= 0.02 * t{far} * t{i};")
    return "static double body(double x) {\n  double y = x;\n  for (int r = 0; r < 2; r++) {\n" + "\n".join(lines) \
           + f"\n    y += t{size - 1};\n  }}\n  return y;\n}}"


def check_large(options):
    """Functions too large for LLVM's register allocation: what is used far away lies in memory, and code is
    generated quickly. Without that the larger one takes minutes."""
    for size, is_quick in LARGE:
        with tempfile.TemporaryDirectory(prefix="compile-time-") as name:
            source, program = Path(name) / "large.c", Path(name) / "program"
            source.write_text(FRAME_OF_REVERSE.format(body=large(size)))
            command = [str(Path(options.toolchain) / "bin" / "enzyme-clang"), "-O2", "-I", str(HARNESS), str(source), "-o",
                       str(program), "-lm", "-Rpass-missed=enzyme"]
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, check=False)
                trouble = done.stderr[:2000] if done.returncode else None
            except subprocess.TimeoutExpired:
                trouble = f"did not compile in {LIMIT_S} s"
            if trouble is None and is_quick != ("the quick way" in done.stderr):
                trouble = "the remark on code that is generated the quick way is wrong"
            if trouble is None:
                done = subprocess.run([str(program)], capture_output=True, text=True, timeout=60, check=False)
                trouble = done.stdout[:2000] if done.returncode else None
        print(f"{'ok' if trouble is None else 'FAILED'} large: {size} statements" + (f": {trouble}" if trouble else ""),
              flush=True)
        if trouble:
            return trouble
    return None


def check_trace(options):
    """-ftime-trace names our stages and the function they were at."""
    with tempfile.TemporaryDirectory(prefix="compile-time-") as name:
        source, trace = Path(name) / "chain.c", Path(name) / "trace.json"
        source.write_text(FRAME.format(body=chain(2)))
        flags = ["-c", "-o", str(Path(name) / "chain.o"), f"-ftime-trace={trace}", "-ftime-trace-granularity=0"]
        _, trouble = compile_program(source, flags, options)
        seen = set()
        if trouble is None:
            for event in json.loads(trace.read_text())["traceEvents"]:
                seen.add((event.get("name"), str(event.get("args", {}).get("detail"))))
            wanted = ["preparing", "analysing activity", "making shadow pointers", "planning", "emitting"]
            missing = [stage for stage in wanted if ("enzyme: " + stage, "call1") not in seen]
            if not any(stage == "enzyme: optimising" and "call1" in function for stage, function in seen):
                missing.append("optimising")
            trouble = f"-ftime-trace does not show {', '.join(missing)} of call1" if missing else None
    print(f"{'ok' if trouble is None else 'FAILED'} -ftime-trace" + (f": {trouble}" if trouble else ""), flush=True)
    return trouble


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--toolchain", default=str(HERE.parent.parent / "build" / "toolchain"))
    parser.add_argument("--only", help="programs whose name contains this; also library, large, trace")
    options = parser.parse_args()
    checks = [(write.__name__, lambda write=write, size=size: check(write, size, options)) for write, size in PROGRAMS]
    checks += [("library", lambda: check_library(options)), ("large", lambda: check_large(options)), ("trace", lambda: check_trace(options))]
    return 1 if any([run() for name, run in checks if not options.only or options.only in name]) else 0


if __name__ == "__main__":
    sys.exit(main())
