#!/usr/bin/env python3
"""Breaks the compiler's verdicts one at a time; for each some test must fail.

    mutate.py                      every mutant, on the programs of test/derivatives
    mutate.py unchanged 'formula:.*'   those whose name begins so (a pattern)
    mutate.py --sample             the pairs of sample.txt, for continuous integration
    mutate.py --verdicts 200       single verdicts, in programs drawn by --seed
    mutate.py --list               which mutants there are, and how many programs meet each

A mutant is `POINT:ROW` (passes/support/Mutation.h). First every program is compiled once to
learn which rows it meets; that is kept in --work. Then each mutant is tried on programs that
meet it, cheap ones first, until one does not compile or is wrong. equivalent.txt names those
that change nothing anybody could see, and says why. README.md has more.
"""
import argparse
import collections
import json
import os
import random
import re
import resource
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
DERIVATIVES = HERE.parent / "derivatives"
sys.path.insert(0, str(DERIVATIVES))
import run  # noqa: E402: test/derivatives/run.py, which compiles and runs one program

run.COMPILE_LIMIT_S, run.RUN_LIMIT_S = 60, 20
LEVEL = "-O0"  # derivatives are optimised all the same
# Whose single verdicts are broken by --verdicts: what is settled once and then believed.
VERDICTS = ("active", "active.memory", "pointer.const", "unchanged", "pull", "push", "shadowed", "writes.unshared")


def mutation(text):
    return ["-mllvm", f"-enzyme-mutate={text}"]


def level_of(directives):
    """One level; that at which the program runs, if it names some."""
    levels = [level for level in run.words(directives, "only") if level.startswith("-O")]
    return LEVEL if not levels or LEVEL in levels else levels[0]


def trouble_with(program, flags, options):
    """None if `program` compiles and is right, else what run.py says of it."""
    path = DERIVATIVES / program
    directives = run.read_directives(path)
    level = level_of(directives)
    trouble, _ = run.run_one(path, [level, *flags], directives, options)
    return trouble


class Programs:
    """What each program meets and how long it takes; kept from run to run while nothing changes."""

    def __init__(self, options):
        self.options = options
        self.file = options.work / "met.json"
        self.known = json.loads(self.file.read_text()) if self.file.exists() else {}
        self.stamp = (Path(options.toolchain) / "lib/enzyme/enzyme-22.so").stat().st_mtime

    def survey(self, pool):
        names = sorted(str(path.relative_to(DERIVATIVES)) for path in DERIVATIVES.rglob("*.deriv.c*"))
        names = [name for name in names if re.search(self.options.programs, name)]
        stale = [name for name in names if not self.is_fresh(name)]
        if stale:
            print(f"learning what {len(stale)} programs meet", flush=True)
        for name, entry in pool.map(self.look_at, stale):
            self.known[name] = entry
        self.file.write_text(json.dumps(self.known))
        self.known = {name: self.known[name] for name in names}

    def is_fresh(self, name):
        entry = self.known.get(name)
        changed = (DERIVATIVES / name).stat().st_mtime
        return bool(entry) and entry["stamp"] == [self.stamp, changed] or \
            bool(entry) and self.options.keep_survey and entry["stamp"][1] == changed

    def look_at(self, name):
        """Compiles it once; what it meets also says how long it takes."""
        path = DERIVATIVES / name
        listed = self.options.work / ("met." + name.replace("/", "."))
        listed.unlink(missing_ok=True)
        directives = run.read_directives(path)
        flags = [level_of(directives), "-c", *mutation(f"?{listed}")]
        command = run.command_for(path, flags, directives, self.options, os.devnull)
        code, output = run.run_limited([word for word in command if not word.startswith("-l")], 120)
        if code:
            print(f"left out, does not compile: {name}: {output.splitlines()[0]}", flush=True)
        met = collections.Counter()
        if listed.exists():
            for line in listed.read_text().splitlines():
                row, _, times = line.rpartition("\t")
                met[row] += int(times)
            listed.unlink()
        return name, {"work": sum(met.values()), "met": met if code == 0 else {},
                      "stamp": [self.stamp, path.stat().st_mtime]}

    def meeting(self):
        """{mutant: its programs, first those that are cheap and meet it often}"""
        found = collections.defaultdict(list)
        for name, entry in self.known.items():
            for mutant, times in entry["met"].items():
                found[mutant].append((entry["work"] / times ** 0.5, name))
        return {mutant: [name for _, name in sorted(programs)] for mutant, programs in found.items()}


def equivalents():
    """{mutant: why nobody could see it}"""
    found = {}
    for line in (HERE / "equivalent.txt").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            mutant, _, why = line.partition(" -- ")
            found[mutant.strip()] = why.strip()
    return found


def how(trouble):
    """In a word, what killed a mutant."""
    if trouble.startswith("is wrong"):
        return "wrong"
    return "stopped" if "error:" in trouble and "exit 1" in trouble else "crashed"


def try_mutant(mutant, programs, options):
    """(program, how) of what kills it; None if nothing does."""
    for program in programs[:options.tries]:
        trouble = trouble_with(program, mutation(mutant), options)
        if trouble is not None:
            return program, how(trouble)
    return None


def try_all(mutants, meeting, options, pool):
    """Prints survivors as they are found; returns the verdict of each mutant."""
    verdicts = {}
    answers = pool.map(lambda mutant: (mutant, try_mutant(mutant, meeting[mutant], options)), mutants)
    for mutant, killer in answers:
        verdicts[mutant] = killer
        if killer is None:
            print(f"survived  {mutant}  (met by {len(meeting[mutant])})", flush=True)
        elif options.verbose:
            print(f"killed    {mutant}  {killer[1]}  {killer[0]}", flush=True)
    return verdicts


def summary(verdicts, equivalent, options):
    killed = collections.Counter(killer[1] for killer in verdicts.values() if killer)
    total, dead = len(verdicts), sum(killed.values())
    share = 100 * dead / total if total else 100
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(killed.items()))
    print(f"{total} mutants, {dead} killed ({kinds}), {total - dead} survived: {share:.1f} % "
          f"({equivalent} more are equivalent)")
    return 0 if share >= options.least else 1


def run_mutants(options, pool):
    programs = Programs(options)
    programs.survey(pool)
    meeting, same = programs.meeting(), equivalents()
    mutants = [m for m in sorted(meeting) if not options.mutants or
               any(re.match(pattern, m) for pattern in options.mutants)]
    if options.list:
        for mutant in mutants:
            print(f"{mutant}\t{len(meeting[mutant])} programs{'  (equivalent)' if mutant in same else ''}")
        return 0
    tried = [m for m in mutants if m not in same]
    random.Random(options.seed).shuffle(tried)  # a run that is cut off has seen a fair sample
    verdicts = try_all(tried, meeting, options, pool)
    (options.work / "verdicts.json").write_text(json.dumps(verdicts, indent=1))
    return summary(verdicts, len(mutants) - len(tried), options)


def run_verdicts(options, pool):
    """Single verdicts: the n-th of a point in one program, which alone can notice it."""
    programs = Programs(options)
    programs.survey(pool)
    given = []
    for name, entry in sorted(programs.known.items()):
        for point in VERDICTS:
            times = sum(count for row, count in entry["met"].items() if row.split(":")[0] == point)
            if times:
                given.append((name, point, times))
    chance = random.Random(options.seed)
    chosen = [(name, f"{point}:#{chance.randint(1, times)}")
              for name, point, times in chance.choices(given, k=options.verdicts)]

    def attempt(pair):
        trouble = trouble_with(pair[0], mutation(pair[1]), options)
        return pair, trouble and (pair[0], how(trouble))

    verdicts = {}
    for pair, killer in pool.map(attempt, chosen):
        verdicts[pair] = killer
        if killer is None:
            print(f"survived  {pair[1]}  {pair[0]}", flush=True)
    return summary(verdicts, 0, options)


def run_sample(options, pool):
    pairs = [line.split("\t") for line in (HERE / "sample.txt").read_text().splitlines()
             if line.strip() and not line.startswith("#")]
    answers = list(pool.map(lambda pair: trouble_with(pair[1], mutation(pair[0]), options), pairs))
    for (mutant, program), trouble in zip(pairs, answers):
        if trouble is None:
            print(f"survived  {mutant}  {program}: the verdict is not broken, or nobody notices")
    print(f"{sum(trouble is not None for trouble in answers)} of {len(pairs)} mutants were killed")
    return 1 if None in answers else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mutants", nargs="*", help="patterns; none: all")
    parser.add_argument("--toolchain", default=str(HERE.parent.parent / "build" / "toolchain"))
    parser.add_argument("--work", type=Path, default=HERE.parent.parent / "build" / "mutation")
    parser.add_argument("--programs", default="", help="only programs whose path matches this pattern")
    parser.add_argument("--tries", type=int, default=40, help="programs that are tried for a mutant")
    parser.add_argument("--least", type=float, default=98, help="percent that must be killed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep-survey", action="store_true", help="do not look again because the compiler is newer")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--verdicts", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.primal = False
    options.work.mkdir(parents=True, exist_ok=True)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with ThreadPoolExecutor(options.jobs) as pool:
        if options.sample:
            return run_sample(options, pool)
        return run_verdicts(options, pool) if options.verdicts else run_mutants(options, pool)


if __name__ == "__main__":
    sys.exit(main())
