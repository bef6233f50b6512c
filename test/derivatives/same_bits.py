#!/usr/bin/env python3
"""Debug and release builds give the same derivatives, to the last bit.

Runs derivative programs with CHECK_NUMBERS=1, where the harness prints every
tangent and adjoint in full, built at -O0, -O3, -Os and -O2 -g, and requires the
same text. A program may be left out with `// bits: differ, why`.
"""
import argparse
import difflib
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import run as runner

HERE = Path(__file__).resolve().parent
BUILDS = [["-O0"], ["-O3"], ["-Os"], ["-O2", "-g"]]
SAMPLE_STEP = 8  # of all programs, every so many; with --all every one
SHOWN_LINES = 12


def numbers(path, flags, options):
    """What the program prints of its derivatives, or None if it does not build or run."""
    directives = runner.read_directives(path)
    with tempfile.TemporaryDirectory(prefix="bits-") as folder:
        program = Path(folder) / "program"
        code, _ = runner.run_limited(runner.command_for(path, flags, directives, options, program),
                                     runner.COMPILE_LIMIT_S)
        if code != 0:
            return None
        environment = dict(runner.environment_for(directives), CHECK_NUMBERS="1")
        code, output = runner.run_limited([str(program)], runner.RUN_LIMIT_S, environment)
        return [line for line in output.splitlines() if line.startswith("number ")] if code == 0 else None


def compare(path, options):
    """(numbers compared, None or what differs)."""
    first = numbers(path, BUILDS[0], options)
    if first is None:
        return 0, f"does not build or is wrong at {' '.join(BUILDS[0])}"
    for flags in BUILDS[1:]:
        other = numbers(path, flags, options)
        if other is None:
            return 0, f"does not build or is wrong at {' '.join(flags)}"
        if other != first:
            changes = difflib.unified_diff(first, other, " ".join(BUILDS[0]), " ".join(flags), lineterm="", n=0)
            return len(first), "\n".join(list(changes)[:SHOWN_LINES])
    return len(first), None


def sample(is_whole):
    paths = sorted(path for pattern in ("*/*.deriv.c", "*/*.deriv.cpp") for path in HERE.glob(pattern))
    paths = [path for path in paths if not {"bits", "only"} & set(runner.read_directives(path))]
    return paths if is_whole else paths[::SAMPLE_STEP]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--toolchain", default=str(HERE.parent.parent / "build" / "toolchain"))
    parser.add_argument("--all", action="store_true", help="every program, not a sample")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("programs", nargs="*", type=Path)
    options = parser.parse_args()
    options.primal = False
    paths = [path.resolve() for path in options.programs] or sample(options.all)
    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda path: compare(path, options), paths))
    failed = 0
    for path, (_, trouble) in zip(paths, results):
        if trouble is not None:
            failed += 1
            print(f"FAILED {path.name}: {trouble}")
    print(f"{len(paths) - failed} of {len(paths)} programs are the same, {sum(count for count, _ in results)} numbers")
    return 1 if failed or not any(count for count, _ in results) else 0


if __name__ == "__main__":
    sys.exit(main())
