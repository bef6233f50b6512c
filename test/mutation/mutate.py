#!/usr/bin/env python3
"""Breaks the compiler's verdicts one at a time; for each some test must fail.

    mutate.py                      every mutant, on the programs of test/derivatives
    mutate.py unchanged 'formula:.*'   those whose name begins so (a pattern)
    mutate.py --sample             the pairs of sample.txt, for continuous integration
    mutate.py --verdicts 200       single verdicts, in programs drawn by --seed
    mutate.py --list               which mutants there are, and how many programs meet each

A mutant is `POINT:ROW` (passes/support/Mutation.h). programs.py learns which rows each program
meets, search.py tries mutants on programs that meet them. equivalent.txt names those that
change nothing anybody could see, and says why. README.md has more.
"""
import argparse
import os
import random
import re
import resource
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from programs import HERE, Programs, attempt_of
from search import Search

# Whose single verdicts are broken by --verdicts: what is settled once and then believed.
VERDICTS = ("active", "active.memory", "pointer.const", "unchanged", "pull", "push", "shadowed", "writes.unshared")


def equivalents():
    """{mutant: why nobody could see it}"""
    found = {}
    for line in (HERE / "equivalent.txt").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            mutant, _, why = line.partition(" -- ")
            found[mutant.strip()] = why.strip()
    return found


def can_run(mutant):
    """Programs with instructions that this processor lacks compile, and run none of them."""
    return "x86.avx512" not in mutant or "avx512f" in Path("/proc/cpuinfo").read_text()


def trouble_with(program, mutant, options):
    """None if `program` compiles and is right, else how it noticed."""
    return attempt_of(program, "-O0", options).go(mutant)[0]


def run_mutants(options, pool):
    programs = Programs(options)
    programs.survey(pool)
    meeting, same = programs.meeting(), equivalents()
    mutants = [m for m in sorted(meeting) if can_run(m) and
               (not options.mutants or any(re.match(pattern, m) for pattern in options.mutants))]
    if options.list:
        for mutant in mutants:
            print(f"{mutant}\t{len(meeting[mutant])} programs{'  (equivalent)' if mutant in same else ''}")
        return 0
    search = Search([m for m in mutants if m not in same], programs, options)
    search.run(pool)
    return 0 if search.report(len(set(mutants) & set(same))) >= options.least else 1


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

    answers = list(pool.map(lambda pair: trouble_with(*pair, options), chosen))
    for (name, verdict), trouble in zip(chosen, answers):
        if trouble is None:
            print(f"survived  {verdict}  {name}")
    killed = sum(trouble is not None for trouble in answers)
    print(f"{killed} of {len(chosen)} single verdicts were noticed")
    return 0 if 100 * killed >= options.least * len(chosen) else 1


def run_sample(options, pool):
    pairs = [line.split("\t") for line in (HERE / "sample.txt").read_text().splitlines()
             if line.strip() and not line.startswith("#")]
    answers = list(pool.map(lambda pair: trouble_with(pair[1], pair[0], options), pairs))
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
    parser.add_argument("--tries", type=int, default=1000, help="programs that are tried for a mutant")
    parser.add_argument("--level", default="-O0", choices=["-O0", "-O1", "sanitizer"],
                        help="-O1: replay and fusing off, all verifiers on")
    parser.add_argument("--minutes", type=float, default=45, help="processor time after which it stops; runs add up")
    parser.add_argument("--anew", action="store_true", help="forget the results of earlier runs")
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
