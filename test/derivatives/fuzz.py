#!/usr/bin/env python3
"""Random derivative programs: what nobody thought of.

Writes C programs from a seed and runs each as run.py runs the others. A program
has a few kept or inlined helpers, local, heap and global arrays, loops of known,
unknown and value-dependent length, breaks, branches on values, updates in place,
stencils, loops that keep snapshots, records, lists, grids, scratch memory of each iteration's
own, places chosen by integers in memory and calls with pointers into arrays. Values stay bounded (every result goes
through a smooth squashing function) and branches compare with constants far
from where values meet them, so that differences converge nearly always; a
program whose own differences do not is dropped, and says so.

    fuzz.py --seeds 1-20             run these
    fuzz.py --seeds 1-20 --levels=-O0
    fuzz.py --seeds 7 --write x.c    write the program of a seed and stop
"""
import argparse
import random
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import run as runner
from fuzz_statements import INPUTS, SHARED, Statements

LONG = 45  # of arrays whose loops are worth taking apart
UNARY = ["sin({})", "cos({})", "tanh({})", "exp(-{0} * {0})", "sqrt(1 + {0} * {0})", "{0} / (1 + {0} * {0})",
         "log(2 + {0} * {0})", "atan({})", "-{}", "fabs({}) + 0.5"]
BINARY = ["{0} + {1}", "{0} - {1}", "{0} * {1}", "{0} / (2 + {1} * {1})", "fma({0}, {1}, 0.25)",
          "hypot({0}, 1 + {1} * {1})", "({0} > {1} ? {0} : 0.5 * {1})", "fmin({0}, {1})"]


class Writer(Statements):
    """One program; every choice comes from `self.random`."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.counter = 0
        self.helpers = []

    def fresh(self, prefix):
        self.counter += 1
        return f"{prefix}{self.counter}"

    def put(self, depth, text):
        self.lines.append("  " * depth + text)

    def index(self, scope):
        """An index that is in range for arrays of INPUTS."""
        choices = [str(self.random.randrange(INPUTS))] + [f"({i} + {self.random.randrange(INPUTS)}) % {INPUTS}" for i in scope["counters"]]
        return self.random.choice(choices)

    def leaf(self, scope):
        kind = self.random.random()
        if kind < 0.35:
            return self.random.choice(scope["scalars"])
        if kind < 0.75:
            return f"{self.random.choice(scope['arrays'])}[{self.index(scope)}]"
        if kind < 0.85:
            return f"{self.random.uniform(-1.5, 1.5):.3f}"
        return self.random.choice(scope["scalars"])

    def expression(self, scope, depth=2):
        if depth == 0 or self.random.random() < 0.2:
            return self.leaf(scope)
        if self.random.random() < 0.35:
            return "(" + self.random.choice(UNARY).format(self.expression(scope, 0)) + ")"
        if self.helpers and scope["calls"] and self.random.random() < 0.15:
            return self.call(scope)
        left, right = self.expression(scope, depth - 1), self.expression(scope, 0)
        return "(" + self.random.choice(BINARY).format(left, right) + ")"

    def call(self, scope):
        name, wants_array = self.random.choice(self.helpers)
        if wants_array:
            return f"{name}({self.random.choice(scope['written'])}, {self.leaf(scope)})"
        return f"{name}({self.leaf(scope)}, {self.leaf(scope)})"

    def assign(self, scope, depth):
        squashed = f"soft({self.expression(scope)})"
        kind = self.random.random()
        if kind < 0.45:
            self.put(depth, f"{self.random.choice(scope['written'])}[{self.index(scope)}] = {squashed};")
        elif kind < 0.6:
            self.put(depth, f"{self.random.choice(scope['written'])}[{self.index(scope)}] += 0.3 * {squashed};")
        elif kind < 0.85 and scope["assigned"]:
            self.put(depth, f"{self.random.choice(scope['assigned'])} = {squashed};")
        else:
            name = self.fresh("t")
            self.put(depth, f"double {name} = {squashed};")
            scope["scalars"].append(name)
            scope["assigned"].append(name)

    def inner(self, scope, extra_counter=None):
        copy = dict(scope, scalars=list(scope["scalars"]), assigned=list(scope["assigned"]), arrays=list(scope["arrays"]),
                    written=list(scope["written"]), counters=list(scope["counters"]))
        if extra_counter:
            copy["counters"].append(extra_counter)
        return copy

    def block(self, scope, depth, size, nesting):
        for _ in range(size):
            kind = self.random.random()
            if kind < 0.3:
                self.random.choice([self.structure, self.pointer, self.move, self.indirect, self.recursion, self.stencil,
                                    self.swapped, self.records, self.scratch, self.handed, self.searched, self.outputs,
                                    self.chain, self.grid, self.indices, self.grown, self.bits])(scope, depth)
            elif nesting and kind < 0.4:
                self.random.choice([self.switch, self.nest, self.until])(scope, depth, nesting)
            elif nesting == 0 or kind < 0.6:
                self.assign(scope, depth)
            elif kind < 0.7:
                self.branch(scope, depth, nesting)
            elif kind < 0.92:
                self.loop(scope, depth, nesting)
            else:
                self.local_array(scope, depth, nesting)

    def structure(self, scope, depth):
        """A struct filled, copied, passed by value and by pointer, and read back."""
        a, b = self.fresh("c"), self.fresh("c")
        source = self.random.choice(scope["written"])
        self.put(depth, f"cell {a} = {{soft({self.expression(scope)}), {self.random.randrange(INPUTS)}, {source}}};")
        kind = self.random.randrange(4)
        if kind == 0:
            self.put(depth, f"cell {b} = {a};")
            self.put(depth, f"{b}.value *= {self.leaf(scope)};")
        elif kind == 1:
            self.put(depth, f"cell {b} = turned({a}, {self.leaf(scope)});")
        elif kind == 2:
            self.put(depth, f"cell {b}s[2] = {{{a}, {{{self.leaf(scope)}, 1, {source}}}}};")
            self.put(depth, f"memcpy(&{b}s[1], &{b}s[0], sizeof(cell));")
            self.put(depth, f"{b}s[0].value = 0;")
            self.put(depth, f"cell {b} = {b}s[n > 2];")
        else:
            self.put(depth, f"cell {b} = {{0, 0, 0}};")
            self.put(depth, f"push(&{b}, &{a}, {self.leaf(scope)});")
        self.put(depth, f"{self.random.choice(scope['written'])}[{b}.index] = soft({b}.value + {b}.at[{a}.index]);")

    def pointer(self, scope, depth):
        """A pointer that leads to one of two arrays, stepped and written through."""
        q = self.fresh("q")
        one, two = self.random.choice(scope["written"]), self.random.choice(scope["written"])
        condition = self.random.choice([f"{self.leaf(scope)} > 0.1234", "n > 3"] + [f"{c} % 2" for c in scope["counters"]])
        self.put(depth, f"double *{q} = {condition} ? {one} : {two} + 1;")
        self.put(depth, f"{q}[{self.random.randrange(INPUTS - 1)}] = soft({self.expression(scope)});")
        self.put(depth, f"*++{q} += 0.25 * {self.leaf(scope)};")

    def move(self, scope, depth):
        """memcpy, memmove and memset of parts, also overlapping and of unknown length."""
        to, other = self.random.choice(scope["written"]), self.random.choice(scope["arrays"])
        kind = self.random.randrange(3)
        if kind == 0:
            self.put(depth, f"memmove({to} + 1, {to}, sizeof(double) * (unsigned long)(n - {self.random.randint(1, 3)}));")
        elif kind == 1 and to != other:
            room = self.fresh("m")
            self.put(depth, f"double {room}[{INPUTS}];")
            self.put(depth, f"memcpy({room}, {other}, sizeof {room});")
            self.put(depth, f"memcpy({to}, {room} + 1, 3 * sizeof(double));")
        else:
            self.put(depth, f"memset({to} + n - 1, 0, sizeof(double));")

    def indirect(self, scope, depth):
        index = self.random.choice([str(self.random.randrange(3))] + [f"{c} % 3" for c in scope["counters"]])
        self.put(depth, f"{self.random.choice(scope['written'])}[{self.index(scope)}] = soft(table[{index}]({self.leaf(scope)}));")

    def recursion(self, scope, depth):
        self.put(depth, f"{self.random.choice(scope['written'])}[{self.index(scope)}] = "
                        f"again({self.random.choice(scope['written'])}, {self.leaf(scope)}, {self.random.randint(0, 3)});")

    def stencil(self, scope, depth):
        """Places of long arrays made of their neighbours: both ways, in place, of arrays that overlap."""
        a, b, i = self.fresh("a"), self.fresh("b"), self.fresh("i")
        self.put(depth, "{")
        self.put(depth + 1, f"double {a}[{LONG}], {b}[{LONG}], *at[3] = {{{a}, {b}, {b} + 1}};")
        self.put(depth + 1, f"for (int {i} = 0; {i} < {LONG}; {i}++)")
        self.put(depth + 2, f"{a}[{i}] = {self.leaf(scope)} * cos(0.3 * {i}), {b}[{i}] = {self.leaf(scope)} * sin(0.7 * {i});")
        head = self.random.choice(["{0} = 3; {0} < {1}; {0}++", "{0} = {1}; {0}-- > 3;", "{0} = 3; {0} < {1}; {0} += 2"])
        end = self.random.choice([str(LONG - 4), f"{LONG - 8} + n"])
        kind = self.random.choice(["int", "long", "short"])
        self.put(depth + 1, f"for ({kind} {head.format(i, end)}) {{")
        place = lambda: f"{self.random.choice([a, b, a, b, f'at[n % {self.random.randint(2, 3)}]'])}[{i} + {self.random.randint(-3, 3)}]"
        for _ in range(self.random.randint(1, 3)):
            terms = [f"{self.random.choice(['0.2', '0.1 * ' + place(), self.leaf(scope)])} * {place()}"
                     for _ in range(self.random.randint(1, 3))]
            way = self.random.choice(["= 0.5 *", "+= 0.2 *", "-= 0.2 *"])
            guard = f"if ({place()} > 0.1234) " if self.random.random() < 0.1 else ""
            self.put(depth + 2, f"{guard}{place()} {way} soft({' + '.join(terms)});")
        self.put(depth + 1, "}")
        self.put(depth + 1, f"for (int {i} = 0; {i} < {LONG}; {i}++)")
        self.put(depth + 2, f"{self.random.choice(scope['written'])}[{i} % {INPUTS}] += 0.02 * soft({a}[{i}] * (1 + {i} % 3) - {b}[{i}]);")
        self.put(depth, "}")

    def swapped(self, scope, depth):
        """Two buffers that change places in each step; some such loops keep snapshots."""
        u, v, t = self.fresh("u"), self.fresh("v"), self.fresh("t")
        one, two = self.random.choice(scope["written"]), self.random.choice(scope["written"])
        self.put(depth, "{")
        self.put(depth + 1, f"double *{u} = {one}, *{v} = {two};")
        self.snapshots(depth + 1)
        self.put(depth + 1, f"for (int {t} = 0; {t} < n + {self.random.randint(0, 4)}; {t}++) {{")
        inner = self.inner(scope, t)
        inner["arrays"] += [u, v]
        inner["written"] += [u, v]
        for _ in range(self.random.randint(1, 2)):
            self.assign(inner, depth + 2)
        self.put(depth + 2, f"double *other = {u};")
        self.put(depth + 2, f"{u} = {v}, {v} = other;")
        self.put(depth + 1, "}")
        self.put(depth + 1, f"{u}[1] = soft({u}[1] + {v}[0]);")
        self.put(depth, "}")

    def place(self, scope):
        """Something that can be assigned to."""
        return f"{self.random.choice(scope['written'])}[{self.index(scope)}]"

    def snapshots(self, depth):
        if self.random.random() < 0.4:
            self.put(depth, f"#pragma enzyme checkpoint({self.random.randint(1, 3)})")

    def switch(self, scope, depth, nesting):
        value = self.random.choice(["n % 3"] + [f"({c} + {self.random.randrange(3)}) % 3" for c in scope["counters"]])
        self.put(depth, f"switch ({value}) {{")
        for case in range(self.random.randint(1, 3)):
            self.put(depth, f"case {case}: {{")
            self.block(self.inner(scope), depth + 1, 1, nesting - 1)
            self.put(depth, "}")
            if self.random.random() < 0.7:
                self.put(depth + 1, "break;")
        self.put(depth, f"default: {self.random.choice(scope['written'])}[0] *= 0.75;")
        self.put(depth, "}")

    def nest(self, scope, depth, nesting):
        """Two loops that are left at once by goto."""
        i, j, out = self.fresh("i"), self.fresh("i"), self.fresh("out")
        self.put(depth, f"for (int {i} = 0; {i} < 3; {i}++)")
        self.put(depth + 1, f"for (int {j} = {i}; {j} < n; {j} += 2) {{")
        scope = self.inner(scope, i)
        scope["counters"].append(j)
        self.block(scope, depth + 2, 1, 0)
        self.put(depth + 2, f"if ({self.leaf(scope)} > {self.random.uniform(0.3, 0.9):.4f}) goto {out};")
        self.assign(scope, depth + 2)
        self.put(depth + 1, "}")
        self.put(depth, f"{out}:;")

    def until(self, scope, depth, nesting):
        i = self.fresh("i")
        self.put(depth, f"int {i} = 0;")
        self.put(depth, "do {")
        inner = self.inner(scope, i)
        self.block(inner, depth + 1, 2, nesting - 1)
        self.put(depth, f"}} while (++{i} < 3 && {self.leaf(scope)} < 1.2345);")

    def branch(self, scope, depth, nesting):
        self.put(depth, f"if ({self.leaf(scope)} > {self.random.uniform(-0.8, 0.8):.4f}) {{")
        self.block(self.inner(scope), depth + 1, 2, nesting - 1)
        if self.random.random() < 0.6:
            self.put(depth, "} else {")
            self.block(self.inner(scope), depth + 1, 2, nesting - 1)
        self.put(depth, "}")

    def loop(self, scope, depth, nesting):
        i = self.fresh("i")
        kind = self.random.randrange(5)
        bound = self.random.choice([str(self.random.randint(1, 5)), "n", *[f"{c} + 1" for c in scope["counters"][-1:]]])
        if kind == 0:
            self.put(depth, f"int {i} = 0;")
        if self.random.random() < 0.3:
            self.snapshots(depth)
        if kind == 0:
            self.put(depth, f"while ({self.leaf(scope)} > -0.9123 && {i} < {bound}) {{")
        elif kind == 1:
            self.put(depth, f"for (int {i} = {bound}; {i}-- > 0;) {{")
        else:
            self.put(depth, f"for (int {i} = 0; {i} < {bound}; {i}++) {{")
        scope = self.inner(scope, i)
        self.block(scope, depth + 1, self.random.randint(1, 3), nesting - 1)
        if self.random.random() < 0.3:
            self.put(depth + 1, f"if ({self.leaf(scope)} > {self.random.uniform(0.3, 0.9):.4f})")
            self.put(depth + 2, self.random.choice(["break;", "break;", "return soft(" + self.leaf(scope) + ");"]))
            self.block(scope, depth + 1, 1, 0)
        if kind == 0:
            self.put(depth + 1, f"{i}++;")
        self.put(depth, "}")

    def local_array(self, scope, depth, nesting):
        name = self.fresh("a")
        kind = self.random.randrange(3)
        scope = self.inner(scope)
        self.put(depth, "{")
        depth += 1
        if kind == 0:
            self.put(depth, f"double {name}[{INPUTS}];")
        elif kind == 1:
            self.put(depth, f"double {name}[n];")
        else:
            self.put(depth, f"double *{name} = (double *)malloc(sizeof(double) * {INPUTS});")
        source = self.random.choice(scope["arrays"])
        self.put(depth, f"memcpy({name}, {source}, sizeof(double) * {INPUTS});")
        scope["arrays"].append(name)
        scope["written"].append(name)
        self.block(scope, depth, 3, 0 if kind == 2 else nesting - 1)
        self.put(depth, f"{self.random.choice(scope['written'][:-1])}[{self.index(scope)}] += soft({name}[{self.index(scope)}]);")
        if kind == 2:
            self.put(depth, f"free({name});")
        self.put(depth - 1, "}")

    def helper(self):
        name = self.fresh("helper")
        noinline = self.random.choice(["NOINLINE static", "NOINLINE static", "static"])
        if self.random.random() < 0.5:
            self.put(0, f"{noinline} double {name}(double *p, double u) {{")
            self.put(1, f"const int n = {INPUTS};")
            scope = {"scalars": ["u"], "assigned": ["u"], "arrays": ["p"], "written": ["p"], "counters": [], "calls": True}
            wants_array = True
        else:
            self.put(0, f"{noinline} double {name}(double u, double v) {{")
            self.put(1, f"const int n = {INPUTS};")
            self.put(1, f"double p[{INPUTS}] = {{u, v, 0.5, u * v}};")
            scope = {"scalars": ["u", "v"], "assigned": ["u", "v"], "arrays": ["p"], "written": ["p"], "counters": [], "calls": True}
            wants_array = False
        self.put(1, "(void)n;")
        self.block(scope, 1, self.random.randint(2, 4), 1)
        self.put(1, f"return soft({self.expression(scope)});")
        self.put(0, "}")
        self.helpers.append((name, wants_array))

    def program(self, seed):
        self.put(0, f"// A random program: fuzz.py --seeds {seed}.")
        self.put(0, "// flags: -w -ffp-contract=off")
        self.put(0, '#include "check.h"')
        self.put(0, "static double soft(double x) { return x / sqrt(1 + 0.25 * x * x); }")
        self.put(0, f"static double state[{INPUTS}];")
        self.lines += SHARED
        for _ in range(self.random.randint(0, 3)):
            self.helper()
        self.put(0, "NOINLINE static double body(const double *x, double *y, int n) {")
        scope = {"scalars": ["x[0]", "x[1]"], "assigned": [], "arrays": ["x", "y", "state"], "written": ["y", "state"],
                 "counters": [], "calls": True}
        self.put(1, "double s = x[2];")
        self.put(1, f"for (int i = 0; i < {INPUTS}; i++)")
        self.put(2, "y[i] = x[i] * 0.5, state[i] = x[3] * i * 0.25;")
        scope["scalars"].append("s")
        scope["assigned"].append("s")
        self.block(scope, 1, self.random.randint(3, 7), 3)
        self.put(1, f"return soft(s + y[{self.random.randrange(INPUTS)}] + state[1]);")
        self.put(0, "}")
        self.put(0, f"void f(const double *x, double *y) {{ y[{INPUTS}] = body(x, y, {INPUTS}); }}")
        point = ", ".join(f"{self.random.uniform(-1.2, 1.2):.4f}" for _ in range(INPUTS))
        self.put(0, f"CHECK_VECTOR(f, {INPUTS}, {INPUTS + 1}, {point});")
        return "#define CHECK_STEP 1.0 / 1024\n#define CHECK_TOLERANCE 1e-6\n" + "\n".join(self.lines) + "\n"


LEVELS = {"-O0": ["-O0"], "-O2": ["-O2"], "address sanitizer": runner.SANITIZER}


def run_seed(seed, options):
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder) / f"fuzz_{seed}.deriv.c"
        path.write_text(Writer(seed).program(seed))
        directives = runner.read_directives(path)
        for label in options.levels:
            options.primal = False
            trouble, _ = runner.run_one(path, LEVELS[label], directives, options)
            if trouble is None:
                continue
            options.primal = True
            alone, _ = runner.run_one(path, ["-O1"], directives, options)
            return (seed, "FAILED", f"at {label}: {trouble}") if alone is None else (seed, "dropped", alone)
    return seed, "ok", ""


def parse_seeds(text):
    first, _, last = text.partition("-")
    return list(range(int(first), int(last or first) + 1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=parse_seeds, default="1-20")
    parser.add_argument("--write", type=Path)
    parser.add_argument("--levels", type=lambda text: text.split(","), default=list(LEVELS),
                        help="some of: " + ",".join(LEVELS))
    parser.add_argument("--toolchain", default=str(runner.HERE.parent.parent / "build" / "toolchain"))
    options = parser.parse_args()
    if options.write:
        options.write.write_text(Writer(options.seeds[0]).program(options.seeds[0]))
        return 0
    counts = {"ok": 0, "dropped": 0, "FAILED": 0}
    with ThreadPoolExecutor(1) as pool:
        for seed, verdict, text in pool.map(lambda seed: run_seed(seed, options), options.seeds):
            counts[verdict] += 1
            if verdict == "FAILED":
                print(f"FAILED seed {seed} {text}", flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    # Programs are dropped when their differences do not converge; most must not be.
    return 1 if counts["FAILED"] or counts["ok"] < counts["dropped"] else 0


if __name__ == "__main__":
    sys.exit(main())
