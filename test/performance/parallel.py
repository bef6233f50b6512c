#!/usr/bin/env python3
"""Times the programs of test/parallel in serial, with threads and with ranks; ./dev bench parallel calls it.

    parallel.py [PROGRAM…] --toolchain build/toolchain [--rounds 5] [--counts 1,2,4,8]

A gradient should use threads and ranks as its primal does: gradient over primal with two of them is compared with the same
ratio in serial. All ways of running a program take turns, and of each the fastest round counts. `clock` is the time that
passes, `work` that of all processors together: on a machine that does other things as well the second says more about
the code, and the first nothing about scaling.
"""
import argparse
import json
import os
import re
import shutil
import sys
import tempfile
from xml.sax.saxutils import escape

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "..", "parallel")
sys.path.insert(0, PROGRAMS)
import run as programs  # noqa: E402
from report import number, processor  # noqa: E402

FLAGS = ["-O3", "-march=native", "-fno-math-errno"]
SIZES = {"shock": ("14", "10"), "heat": ("300", "20"), "cg": ("160", "20"), "pairs": ("1024", "100"),
         "multipole": ("40", "1500")}
GOAL = 1.15  # gradient over primal with two threads or ranks, over the same in serial


class Timed:
    """A program in all its forms."""

    def __init__(self, name, options, folder):
        self.name, self.options, self.times = name, options, {}
        self.path = next(os.path.join(PROGRAMS, name + end) for end in (".c", ".cpp")
                         if os.path.exists(os.path.join(PROGRAMS, name + end)))
        self.built = {}
        for form in ["serial", "openmp"] + ([options.mpi] if options.mpi else []):
            self.built[form] = os.path.join(folder, f"{name}.{form}")
            complaint = programs.build(self.path, options.toolchain, form, FLAGS + options.extra, self.built[form])
            if complaint:
                raise RuntimeError(complaint)

    def ways(self):
        yield "serial", 1
        for form in self.built:
            for count in self.options.counts if form != "serial" else []:
                yield form, count

    def measure(self):
        """One round."""
        for form, count in self.ways():
            threads, ranks = (str(count), "1") if form == "openmp" else ("1", str(count))
            status, output = programs.start(self.built[form], form, ["time", *SIZES[self.name], str(self.options.repeats)],
                                            threads, ranks)
            found = dict((kind, (float(clock), float(work))) for kind, clock, work in
                         re.findall(r"^(primal|gradient) (\S+) (\S+)$", output, re.M))
            if status != 0 or len(found) != 2:
                raise RuntimeError(f"{self.name}, {form}, {count}: {output[:2000]}")
            kept = self.times.setdefault((form, count), found)
            for kind, times in found.items():
                kept[kind] = tuple(map(min, kept[kind], times))

    def ratio(self, form, count, which):
        times = self.times.get((form, count))
        return times["gradient"][which] / times["primal"][which] if times else None

    def over_serial(self, form, which):
        ratio, serial = self.ratio(form, 2, which), self.ratio("serial", 1, which)
        return ratio / serial if ratio else None

    def speed_up(self, form, count, kind):
        times = self.times.get((form, count))
        return self.times["serial", 1][kind][0] / times[kind][0] if times else None

    def json(self):
        return {"program": self.name, "size": SIZES[self.name],
                "milliseconds": [{"form": form, "count": count, **times} for (form, count), times in self.times.items()]}


def table(titles, lines):
    rows = ["| " + " | ".join(titles) + " |", "|---" + "|--:" * (len(titles) - 1) + "|"]
    return "\n".join(rows + ["| " + " | ".join(line) + " |" for line in lines]) + "\n"


def ratios(timed, options, which):
    titles = [("by the clock", "by the processors' work")[which], "primal ms", "gradient / primal", "2 threads", "over serial"]
    titles += ["2 ranks", "over serial"] if options.mpi else []
    lines = []
    for one in timed:
        line = [f"{one.name} {' '.join(SIZES[one.name])}", number(one.times["serial", 1]["primal"][which]),
                number(one.ratio("serial", 1, which))]
        for form in ["openmp"] + ([options.mpi] if options.mpi else []):
            line += [number(one.ratio(form, 2, which)), number(one.over_serial(form, which))]
        lines.append(line)
    return table(titles, lines)


def scaling(timed, options):
    titles = ["speed-up over serial"]
    forms = [("openmp", "threads")] + ([(options.mpi, "ranks")] if options.mpi else [])
    titles += [f"{count} {word}" for _, word in forms for count in options.counts]
    lines = []
    for one in timed:
        for kind in ("primal", "gradient"):
            lines.append([f"{one.name}, {kind}"] + [number(one.speed_up(form, count, kind))
                                                    for form, _ in forms for count in options.counts])
    return table(titles, lines)


def draw(timed, options):
    """A picture for each program: speed-up against threads and ranks, the primal's dashed."""
    wide, high, top = 230, 170, 50
    most = max(options.counts)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide * len(timed) + 20}" height="{high + top + 40}" '
           'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="white"/>',
           f'<text x="10" y="18" font-size="14">Speed-up over serial ({escape(processor())}, {os.cpu_count()} processors)'
           '</text><text x="10" y="36"><tspan fill="#d1495b">threads</tspan>, <tspan fill="#30638e">ranks</tspan>; '
           'gradients solid, primals dashed, dotted: as many as there are</text>']
    for i, one in enumerate(timed):
        left = 30 + wide * i

        def at(count, speed):
            return f"{left + (wide - 50) * count / most:.1f},{top + high - (high - 10) * min(speed, most) / most:.1f}"
        out.append(f'<polyline points="{left},{top} {left},{top + high} {left + wide - 50},{top + high}" fill="none" '
                   f'stroke="#999999"/><polyline points="{at(0, 0)} {at(most, most)}" fill="none" stroke="#cccccc" '
                   f'stroke-dasharray="2 4"/><text x="{left + 8}" y="{top + 8}">{one.name}</text>')
        for count in options.counts:
            out.append(f'<text x="{at(count, 0).split(",")[0]}" y="{top + high + 14}" text-anchor="middle">{count}</text>')
        for form, colour in (("openmp", "#d1495b"), (options.mpi, "#30638e")):
            for kind, dashes in (("primal", "5 4"), ("gradient", "")):
                points = [at(count, one.speed_up(form, count, kind)) for count in options.counts if (form, count) in one.times]
                if points:
                    out.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}" stroke-width="2" '
                               f'stroke-dasharray="{dashes}"/>')
    return "\n".join(out + ["</svg>\n"])


def summary(timed, options):
    lines = []
    for form, word in [("openmp", "threads")] + ([(options.mpi, "ranks")] if options.mpi else []):
        for which, name in enumerate(("clock", "work")):
            over = [(one.over_serial(form, which), one.name) for one in timed]
            missed = [f"{name} {number(value)}" for value, name in over if value > GOAL]
            lines.append(f"{'MISSED' if missed else 'holds '}  gradient over primal with 2 {word} at most {GOAL} times that "
                         f"in serial, by {name}" + (": " + ", ".join(missed) if missed else ""))
    return "\n".join(lines)


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--toolchain", required=True, type=os.path.abspath)
    parser.add_argument("--out", help="where results go (default: build/performance)")
    parser.add_argument("--counts", default=[1, 2, 4, 8], type=lambda text: [int(one) for one in text.split(",")])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--repeats", type=int, default=5, help="in a round")
    parser.add_argument("--extra", action="append", default=[], help="one more option for the compiler")
    parser.add_argument("--mpi", default="openmpi", help="none: without ranks")
    options = parser.parse_args()
    options.mpi = options.mpi if shutil.which(f"mpicc.{options.mpi}") else None
    options.out = os.path.abspath(options.out or os.path.join(HERE, "..", "..", "build", "performance"))
    return options


def write(timed, options, rounds):
    text = f"{' '.join(FLAGS)}, {processor()}, {os.cpu_count()} processors, the fastest of {rounds} rounds.\n\n"
    text += "\n".join([ratios(timed, options, 0), ratios(timed, options, 1), scaling(timed, options)])
    for name, content in (("parallel.md", text), ("parallel.svg", draw(timed, options)),
                          ("parallel.json", json.dumps([one.json() for one in timed], indent=1))):
        with open(os.path.join(options.out, name), "w") as file:
            file.write(content)


def main():
    options = parse()
    os.makedirs(options.out, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        timed = [Timed(name, options, folder) for name in options.programs or SIZES]
        for turn in range(options.rounds):
            print(f"round {turn + 1} of {options.rounds} …", flush=True)
            for one in timed:
                one.measure()
            write(timed, options, turn + 1)
    with open(os.path.join(options.out, "parallel.md")) as file:
        print(file.read())
    print(summary(timed, options))
    print(f"written: {options.out}/parallel.md, parallel.svg, parallel.json")


if __name__ == "__main__":
    main()
