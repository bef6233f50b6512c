"""Programs of the fuzzer: lists of steps, written down in a line and as source.

A program is a smooth function from four numbers to four. Its steps take the values
v[0] to v[3] and compute with them or pass some through a mechanism (`ways/*.way`); a
step may hold steps. The line

    c: loop/5(pointer_in_a_global/12 product/3) bytes/9

is all there is to a program: the number behind a way's name chooses which values,
constants and modes it uses. What a way computes it also says over dual numbers, so
the derivative is known without differences.
"""
import random
import re
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
SECTIONS = ("top", "body", "twin", "other", "fortran")
LANGUAGES = ("c", "c++", "files", "fortran")
MODES = {"Forward": 1, "Reverse": 2, "Lanes": 4, "Split": 8, "Higher": 16}
TOLERANCES = {"half": "3e-2", "narrow": "2e-5", "loose": "1e-9"}


@dataclass
class Way:
    """One mechanism: text for the program's top, for its body, for the twin and for another file."""
    name: str
    words: list
    texts: dict = field(default_factory=dict)

    def holds_steps(self):
        return "$steps" in self.texts["twin"]

    def fits(self, language):
        if self.texts.get("fortran"):
            return language == "fortran"
        if self.texts.get("other"):
            return language == "files"
        if "c++" in self.words:
            return language == "c++"
        return "c" not in self.words or language != "c++"


@dataclass
class Step:
    way: Way
    seed: int
    inner: list = field(default_factory=list)

    def line(self):
        inside = "(" + " ".join(s.line() for s in self.inner) + ")" if self.way.holds_steps() else ""
        return f"{self.way.name}/{self.seed}{inside}"


@dataclass
class Program:
    language: str
    modes: int
    steps: list

    def line(self):
        return f"{self.language}/{self.modes}: " + " ".join(s.line() for s in self.steps)

    def words(self):
        """The words of all ways in it."""
        return {word for step in every(self.steps) for word in step.way.words}


def every(steps):
    for step in steps:
        yield step
        yield from every(step.inner)


def read_ways():
    """The ways by name, from the files `ways/*.way`."""
    ways = {}
    for path in sorted((HERE / "ways").glob("*.way")):
        for part in re.split(r"^=== ", path.read_text(), flags=re.M)[1:]:
            head, _, rest = part.partition("\n")
            name, *words = head.split()
            way = Way(name, words, {section: "" for section in SECTIONS})
            for section, text in re.findall(r"^--- (\w+)\n(.*?)(?=^--- |\Z)", rest, re.M | re.S):
                way.texts[section] = text
            ways[name] = way
    return ways


def generate(seed, language, ways, with_open=False):
    """A program of a few steps; every other one is plain mathematics, so that values mix."""
    chance = random.Random(f"{language} {seed}")
    chosen = [w for _, w in sorted(ways.items()) if w.fits(language) and (with_open or "open" not in w.words)]
    plain = [w for w in chosen if "plain" in w.words]
    own = [w for w in chosen if w.texts["other"] or w.texts["fortran"] or "c++" in w.words]

    def steps(count, depth):
        made = []
        for _ in range(count):
            made.append(Step(chance.choice(plain), chance.randrange(1000)))
            way = chance.choice(own if own and chance.random() < 0.5 else chosen)
            if way.holds_steps() and depth == 0:
                continue
            inner = steps(chance.randint(1, 2), depth - 1) if way.holds_steps() else []
            made.append(Step(way, chance.randrange(1000), inner))
        return made

    modes = 3 | (4 if chance.random() < 0.25 else 0) | (8 if chance.random() < 0.25 else 0)
    modes |= 16 if chance.random() < 0.125 else 0
    return Program(language, modes, steps(chance.randint(1, 4), 2))


def parse(line, ways):
    """The program that a line describes."""
    head, _, rest = line.partition(":")
    language, _, modes = head.strip().partition("/")
    stack = [[]]
    for name, seed, mark in re.findall(r"(\w+)/(\d+)|([()])", rest):
        if mark == "(":
            stack.append(stack[-1][-1].inner)
        elif mark == ")":
            stack.pop()
        else:
            stack[-1].append(Step(ways[name], int(seed)))
    return Program(language, int(modes or 15), stack[0])


class Text:
    """The source of one program, in parts."""

    def __init__(self, program, name):
        self.parts = {section: [] for section in SECTIONS}
        self.name = name
        self.count = 0
        body, twin = self.render(program.steps)
        self.body, self.twin = body, twin

    def render(self, steps):
        bodies, twins = [], []
        for step in steps:
            self.count += 1
            key = f"{self.name}_{self.count}"
            body, twin = self.render(step.inner)
            texts = {s: self.fill(t, step, key) for s, t in step.way.texts.items()}
            for section in ("top", "other", "fortran"):
                self.parts[section].append(texts[section].replace("$steps", body))
            bodies.append("{\n" + texts["body"].replace("$steps", body) + "}\n")
            twins.append("{\n" + texts["twin"].replace("$steps", twin) + "}\n")
        return "".join(bodies), "".join(twins)

    @staticmethod
    def fill(text, step, key):
        """$k: a name of the step's own; $i, $j, $l: values; $c, $e: constants; $n, $m: small numbers."""
        chance = random.Random(step.seed)
        i, j, l = chance.sample(range(4), 3)
        words = {"k": key, "i": i, "j": j, "l": l, "c": f"{chance.uniform(0.3, 1.4):.4f}",
                 "e": f"{chance.uniform(-0.9, 0.9):.4f}", "n": chance.randint(1, 5), "m": chance.randint(2, 4)}
        return re.sub(r"\$([kijlcenm])(?![a-ce-z])", lambda m: str(words[m.group(1)]), text)


def tolerance(words, is_fast):
    return next((t for word, t in TOLERANCES.items() if word in words), "1e-9" if is_fast else "1e-10")


def requests(name, modes):
    """The macros that ask for derivatives, and the entries of the table that name them."""
    asked = [mode for mode, bit in MODES.items() if modes & bit]
    needed = [mode for mode in MODES if mode in asked or mode in ("Forward", "Reverse") and "Higher" in asked]
    entries = [f"{name}_{word}" if mode in asked else "0" for word, mode in
               [("forward", "Forward"), ("reverse", "Reverse"), ("forwardLanes", "Lanes"), ("reverseLanes", "Lanes"),
                ("split", "Split"), ("forwardOverReverse", "Higher"), ("reverseOverForward", "Higher")]]
    return [f"FUZZ_{mode.upper()}({name})\n" for mode in needed], entries


def twins(programs):
    """The file of their twins."""
    made = ['#include "dual.h"\n']
    for name, program in programs:
        made.append(f"void {name}_twin(const dual *x, dual *y) {{\ndual v[4] = {{x[0], x[1], x[2], x[3]}};\n"
                    f"{Text(program, name).twin}for (int i = 0; i < 4; i++)\ny[i] = v[i];\n}}\n")
    return "".join(made)


def sources(programs, is_fast):
    """The files of a batch by name: its programs, and what lies in other files."""
    is_cxx = programs[0][1].language == "c++"
    extern = 'extern "C" ' if is_cxx else ""
    main, other, fortran, rows = ['#include "fuzz.h"\n'], ['#include "fuzz.h"\n'], [], []
    if is_cxx:
        main.append('#include "fuzz_cxx.h"\n')
    for name, program in programs:
        text, words = Text(program, name), program.words()
        macros, entries = requests(name, program.modes)
        main.append(f"//@ {name}\n" + "".join(text.parts["top"]))
        main.append(f"NOINLINE static void {name}(const double *x, double *y) {{\ndouble v[N];\n"
                    "for (int i = 0; i < N; i++)\nv[i] = x[i];\n" + text.body +
                    "for (int i = 0; i < N; i++)\ny[i] = v[i];\n}\n"
                    f"static void {name}_primal(int none, double *y, const double *x) {{\n{name}(x, y);\n}}\n")
        main += [*macros, f"{extern}void {name}_twin(const dual *, dual *);\n"]
        rows.append(f'{{"{name}", {tolerance(words, is_fast)}, {int("shared" in words)}, {int("loose" in words)}, '
                    f'{name}_primal, {name}_twin, {", ".join(entries)}}},\n')
        if any(text.parts["other"]):
            other.append(f"//@ {name}\n" + "".join(text.parts["other"]))
        fortran += [t for t in text.parts["fortran"] if t]
    main.append("//@ main\nstatic const fuzzProgram programs[] = {\n" + "".join(rows) + "};\n"
                "int main(void) {\nreturn fuzzMain(programs, sizeof programs / sizeof *programs);\n}\n")
    made = {"main.cpp" if is_cxx else "main.c": "".join(main)}
    if len(other) > 1:
        made["other.c"] = "".join(other)
    if fortran:
        made["other.f90"] = "".join(fortran)
    return made
