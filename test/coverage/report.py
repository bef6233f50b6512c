#!/usr/bin/env python3
"""Line coverage of passes/, driver/ and runtime/, from the profiles that a test run left.

    report.py --build build-coverage              a table by room, and the total
    report.py --build build-coverage --uncovered  also the functions that never ran
    report.py --build build-coverage --file passes/plan/Overwritten.cpp   that file, line by line

`./dev coverage` builds with counters and runs the tests before. The runtime counts wherever it
ran: in the unit tests and in every program that the tests linked with it.
"""
import argparse
import collections
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PARTS = ("passes", "driver", "runtime")
LEAST = 90.0


def merge(options):
    """All profiles as one; those of a run that was cut off are left out."""
    profiles = sorted(str(path) for path in (options.build / "profiles").glob("*.profraw"))
    if not profiles:
        sys.exit("no profiles: ./dev coverage runs the tests first")
    merged = options.build / "all.profdata"
    listed = options.build / "profiles.txt"
    listed.write_text("\n".join(profiles))
    subprocess.run([options.llvm / "llvm-profdata", "merge", "-sparse", "--failure-mode=all", "-f", listed,
                    "-o", merged], check=True, stderr=subprocess.DEVNULL)
    return merged


def objects(options):
    """What was built with counters; the runtime by its parts, since the archive holds others' too."""
    toolchain = options.build / "toolchain"
    found = [*sorted((toolchain / "lib/enzyme").glob("*.so")), toolchain / "bin/enzyme-clang",
             options.build / "test/enzyme_unit_tests",
             *sorted((options.build / "runtime/CMakeFiles").rglob("*.o"))]
    words = []
    for path in found:
        if path.exists() and b"__llvm_covmap" in path.read_bytes():
            words += ["-object", str(path)] if words else [str(path)]
    return words


def cov(options, command, *more):
    done = subprocess.run([options.llvm / "llvm-cov", command, *objects(options), "-instr-profile",
                           merge(options), *more], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def name_of(path):
    """The path in the repository, wherever it was built; none for what is not ours."""
    parts = Path(path).parts
    for at in range(len(parts) - 1, -1, -1):
        if parts[at] in PARTS and (ROOT / Path(*parts[at:])).exists():
            return "/".join(parts[at:])
    return None


def room_of(name):
    parts = name.split("/")
    return "/".join(parts[:2]) if parts[0] == "passes" and len(parts) > 2 else parts[0]


def lines_by_file(options):
    """{file: (covered, lines)} of what is ours."""
    data = json.loads(cov(options, "export", "-summary-only"))["data"][0]
    found = {}
    for entry in data["files"]:
        name = name_of(entry["filename"])
        if name and not name.startswith("passes/prepare/cxx") and "build" not in name:
            lines = entry["summary"]["lines"]
            found[name] = (lines["covered"], lines["count"])
    return found


def show(title, covered, count):
    print(f"{title:24} {covered:6} of {count:6} lines  {100 * covered / max(count, 1):5.1f} %")


def table(options):
    rooms = collections.defaultdict(lambda: [0, 0])
    files = lines_by_file(options)
    for name, (covered, count) in files.items():
        for group in {room_of(name), name.split("/")[0] + "/", "all"}:
            rooms[group][0] += covered
            rooms[group][1] += count
    for room in sorted(rooms, key=lambda room: (room == "all", room)):
        show(room, *rooms[room])
    if options.uncovered:
        print()
        worst = sorted(files.items(), key=lambda item: item[1][0] - item[1][1])
        for name, (covered, count) in worst[:60]:
            show(name, covered, count)
    covered, count = rooms["all"]
    return 0 if 100 * covered >= LEAST * count else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build-coverage")
    parser.add_argument("--llvm", type=Path, default=Path("/usr/lib/llvm-22/bin"))
    parser.add_argument("--uncovered", action="store_true", help="also the files with the most lines that never ran")
    parser.add_argument("--file", help="one file, line by line")
    options = parser.parse_args()
    if options.file:
        print(cov(options, "show", str(ROOT / options.file)))
        return 0
    return table(options)


if __name__ == "__main__":
    sys.exit(main())
