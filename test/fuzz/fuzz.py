#!/usr/bin/env python3
"""Differential fuzzing: random programs, their derivatives in all modes against a twin.

    fuzz.py --minutes 10 --seed 1     new programs, until the time is over
    fuzz.py --programs 200 --seed 1   so many
    fuzz.py --seeds                   those of seeds.txt, which once failed
    fuzz.py --program 'c/3: …'        one, by its line
README.md says what is compared. A failure is reduced and written into --found.
"""
import argparse
import collections
import os
import random
import resource
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from batch import CONFIGURATIONS, FAILURES, run_batch
from programs import HERE, LANGUAGES, Program, Step, every, generate, parse, read_ways

BATCH = 12
MOSTLY = ["-O0", "-O2"]


def fails_alike(program, label, kind, options):
    verdict = run_batch([("f_0", program)], [label], options.toolchain)[label]["f_0"]
    return verdict.kind == kind


def shorter(steps):
    """Lists with one step less, or with a step replaced by what it holds."""
    for at, step in enumerate(steps):
        yield steps[:at] + steps[at + 1:]
        if step.inner:
            yield steps[:at] + step.inner + steps[at + 1:]
            for inner in shorter(step.inner):
                yield steps[:at] + [Step(step.way, step.seed, inner)] + steps[at + 1:]


def reduced(program, label, kind, options):
    """The program without what the failure does not need."""
    end = time.monotonic() + options.reduce_seconds
    for mode in (1, 2, 4, 8, 16):
        alone = Program(program.language, mode, program.steps)
        if program.modes & mode and program.modes != mode and fails_alike(alone, label, kind, options):
            program = alone
            break
    changed = True
    while changed and time.monotonic() < end:
        changed = False
        for steps in shorter(program.steps):
            fewer = Program(program.language, program.modes, steps)
            if fails_alike(fewer, label, kind, options):
                program, changed = fewer, True
                break
            if time.monotonic() >= end:
                break
    return program


def write_failure(folder, program, label, verdict, options):
    """The reduced program, its source files and what was seen."""
    place = Path(folder) / (verdict.kind.replace(" ", "_") + "-" + "-".join(
        f"{s.way.name}{s.seed}" for s in program.steps)[:80])
    now = run_batch([("f_0", program)], [label], options.toolchain, keep=place)[label]["f_0"]
    (place / "README").write_text(f"{program.line()}\nat {label}: {now.kind}\n{now.text}\n")
    for made in [*place.glob("*.o"), *place.glob("*.a"), place / "program"]:
        made.unlink(missing_ok=True)


def labels_of(options, language, chance):
    """As most people compile, or with --twice also in some other way. Flang has no sanitizers."""
    all_labels = [label for label in CONFIGURATIONS if language != "fortran" or label.startswith("-")]
    usual, other = chance.choice(MOSTLY), chance.choice(all_labels)
    return options.levels or ([usual, other] if options.twice else [chance.choice([usual, other])])


def together_of(language, chance):
    """How many programs share a file: few, since that costs less; sometimes all."""
    few = 1 if language == "c" else 4
    return BATCH if chance.random() < 0.125 else few


class Run:
    """Counts of programs by language, of compiled programs by verdict, and of ways in those that stopped."""

    def __init__(self, options):
        self.options = options
        self.programs = collections.Counter()
        self.verdicts = collections.Counter()
        self.used = collections.Counter()
        self.stopped = collections.Counter()
        self.seen = set()
        self.has_failed = False

    def batch(self, programs, labels, together, may_stop=True):
        named = [(f"f_{at}", program) for at, program in enumerate(programs)]
        self.programs.update(program.language for program in programs)
        for label, verdicts in run_batch(named, dict.fromkeys(labels), self.options.toolchain, together).items():
            for name, verdict in verdicts.items():
                self.count(dict(named)[name], verdict)
                if verdict.kind in FAILURES or not may_stop and verdict.kind != "ok":
                    self.failed(dict(named)[name], label, verdict)

    def count(self, program, verdict):
        self.verdicts[verdict.kind] += 1
        names = {step.way.name for step in every(program.steps)}
        self.used.update(names)
        if verdict.kind not in ("ok", *FAILURES):
            self.stopped.update(names)
            if self.options.stops:
                print(f"{verdict.kind}: {program.line()}", flush=True)

    def failed(self, program, label, verdict):
        self.has_failed = True
        print(f"FAILED at {label}: {verdict.kind}: {program.line()}\n  " +
              "\n  ".join(verdict.text.splitlines()[:6]), flush=True)
        if not self.options.found:
            return
        program = reduced(program, label, verdict.kind, self.options)
        if program.line() not in self.seen:
            self.seen.add(program.line())
            print(f"  reduced: {program.line()}", flush=True)
            write_failure(self.options.found, program, label, verdict, self.options)

    def summary(self):
        counts = lambda counter: ", ".join(f"{n} {kind}" for kind, n in sorted(counter.items()))
        print(f"programs: {sum(self.programs.values())} ({counts(self.programs)})")
        print(f"compiled and run: {sum(self.verdicts.values())} ({counts(self.verdicts)})")
        often = sorted(((n / self.used[name], name) for name, n in self.stopped.items() if n > 2), reverse=True)
        if often:
            print("stopped most: " + ", ".join(f"{name} {share:.0%}" for share, name in often[:8]))
        own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime
        print(f"CPU: {cpu:.0f} s, {cpu / max(1, sum(self.programs.values())):.2f} s a program")
        return 1 if self.has_failed else 0


def batches(options, ways):
    """Lists of programs of one language each, and how they are compiled."""
    end = time.monotonic() + 60 * options.minutes if options.minutes else None
    made, seed, languages = 0, options.seed * 1000000, options.languages
    while (end and time.monotonic() < end) or made < options.programs:
        language = languages[(made // BATCH) % len(languages)]
        count = BATCH if end else min(BATCH, options.programs - made)
        chance = random.Random(seed)
        yield ([generate(seed + i, language, ways, options.open) for i in range(count)],
               labels_of(options, language, chance), together_of(language, chance))
        made, seed = made + count, seed + count


def kept(options, ways):
    """Batches of the programs of seeds.txt: they are mended, so none may stop."""
    by_language = collections.defaultdict(list)
    for line in (HERE / "seeds.txt").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            program = parse(line, ways)
            by_language[program.language].append(program)
    for programs in by_language.values():
        for at in range(0, len(programs), BATCH):
            yield programs[at:at + BATCH], options.levels or MOSTLY, 1, False


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--programs", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds", action="store_true", help="the programs of seeds.txt")
    parser.add_argument("--program", help="one program, by its line")
    parser.add_argument("--levels", type=lambda t: t.split(","), help="some of: " + ", ".join(CONFIGURATIONS))
    parser.add_argument("--languages", type=lambda t: t.split(","), default=list(LANGUAGES))
    parser.add_argument("--open", action="store_true", help="also ways that are known to go wrong")
    parser.add_argument("--twice", action="store_true", help="each program in two configurations")
    parser.add_argument("--stops", action="store_true", help="print the lines of programs that stop by name")
    parser.add_argument("--found", help="folder for reduced failures; none: they are only printed")
    parser.add_argument("--keep", help="with --program: folder for its sources")
    parser.add_argument("--reduce-seconds", type=float, default=120)
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--toolchain", default=str(HERE.parent.parent / "build" / "toolchain"))
    options = parser.parse_args()
    if not (Path(options.toolchain) / "bin" / "enzyme-flang").exists():
        options.languages = [name for name in options.languages if name != "fortran"]
    return options


def run_one(options, ways):
    program = parse(options.program, ways)
    bad = 0
    for label in options.levels or MOSTLY:
        verdict = run_batch([("f_0", program)], [label], options.toolchain, keep=options.keep)[label]["f_0"]
        print(f"{label}: {verdict.kind}\n{verdict.text}")
        bad |= verdict.kind in FAILURES
    return int(bad)


def main():
    options, ways = read_options(), read_ways()
    if options.program:
        return run_one(options, ways)
    run = Run(options)
    with ThreadPoolExecutor(options.jobs) as pool:
        waiting = collections.deque(maxlen=2 * options.jobs)
        todo = [kept(options, ways)] if options.seeds else []
        todo += [batches(options, ways)] if options.programs or options.minutes else []
        for batch in (each for part in todo for each in part):
            waiting.append(pool.submit(run.batch, *batch))
            if len(waiting) == waiting.maxlen:
                waiting.popleft().result()
        for each in waiting:
            each.result()
    return run.summary()


if __name__ == "__main__":
    sys.exit(main())
