#!/usr/bin/env python3
"""Checks the programs of all tests by the exact oracle (passes/oracle).

A program of test/derivatives is compiled by plain clang with the oracle's
instrumentation; check.h then pushes tangents through its primals, and compares them
with differences. With --compare it is also compiled by enzyme-clang, and forward mode
must give the oracle's tangents to rounding. With --check a program is instead compiled by
enzyme-clang with -fenzyme-check=exact: every request is compared, those of free statements
too, and reverse mode by dot products; this goes for all kinds of tests. --all does the first
where a program has something for it, and the second else.

A program ends in one of five ways:
  agrees     with differences and, if asked, with the derivatives
  nothing    it has only free statements (without --check), or no request that is compared:
             of lanes, halves, derivatives of derivatives; or it is refused, as it wants to be
  stopped    the oracle met what it cannot follow, and says so; with --check, at a request
             at least
  WRONG      differences, or a derivative, and the oracle disagree
  FAILED     it does not compile or ends with a signal

Lines a program may hold (in `//` comments, first 30 lines), besides those of
test/derivatives/run.py:
  // oracle: off, why   the oracle does not check it
  // oracle: stops, text  the oracle must stop there, with this text
  // oracle: differs, why  a derivative is another than the function's on purpose: must be found
"""
import argparse
import os
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "derivatives"))
sys.path.insert(0, str(HERE))
import checked  # noqa: E402
from checked import derivatives  # noqa: E402

ENDS = ("agrees", "nothing", "off", "stopped", "WRONG", "FAILED")
STOPPED = 86  # runtime/oracle/oracle.h
NUMBER = re.compile(r"^number (\S+) tangent\[(\d+)\] (\S+)$", re.M)
EXPECTATION = re.compile(r"^//\s*oracle: (off|stops|differs), (.*)$", re.M)
# Of formulas that are written differently, relative to the larger of the number and one.
EXACTNESS = {"float": 2e-5, "double": 1e-11, "long double": 1e-11}


def plain_compiler(path):
    return "clang++-22" if path.suffix == ".cpp" else "clang-22"


def without_settings(words):
    """Plain clang does not know enzyme-clang's options."""
    kept = []
    for word in words:
        is_ours = re.match(r"-?-(fno-|f|-)?enzyme-", word)
        if is_ours and kept and kept[-1] == "-mllvm":
            kept.pop()
        if not is_ours:
            kept.append(word)
    return kept


def words_of(directives, path, program):
    """What both compilations have."""
    words = ["-w", "-I", str(derivatives.HARNESS)]
    if "std" in directives:
        words.append("-std=" + directives["std"][0])
    return words + derivatives.words(directives, "flags") + [str(path), "-o", str(program)]


def oracle_command(path, directives, options, program, level="-O0"):
    library = Path(options.toolchain) / "lib" / "enzyme"
    return [plain_compiler(path), level, "-g1", f"-fpass-plugin={library}/enzyme-oracle-22.so",
            "-DCHECK_PRIMAL_ONLY", "-DCHECK_ORACLE", "-no-pie", "-Wl,--unresolved-symbols=ignore-all",
            "-idirafter", str(Path(options.toolchain) / "include"),
            *without_settings(words_of(directives, path, program)), "-Wl,--whole-archive", f"{library}/libenzyme_oracle.a",
            "-Wl,--no-whole-archive", *derivatives.words(directives, "link"), "-lm"]


def forward_command(path, directives, options, program):
    return [derivatives.compiler_for(path, options), "-O1", *words_of(directives, path, program),
            *derivatives.words(directives, "link"), "-lm"]


def tangents(output):
    return [(f"{name}[{index}]", float.fromhex(number) if "n" not in number else float(number))
            for name, index, number in NUMBER.findall(output)]


def difference(ours, theirs, exactness):
    """The first tangent that differs, as text; None."""
    if len(ours) != len(theirs):
        return f"{len(ours)} tangents by the oracle, {len(theirs)} by forward mode"
    for (name, oracle), (_, forward) in zip(ours, theirs):
        both_are_nan = oracle != oracle and forward != forward
        if oracle == forward or both_are_nan:
            continue
        if not abs(oracle - forward) <= exactness * max(1, abs(oracle)):
            return f"{name}: {oracle:.17g} by the oracle, {forward:.17g} by forward mode"
    return None


def compare(path, directives, options, folder, ours):
    program = Path(folder) / "forward"
    code, output = derivatives.run_limited(forward_command(path, directives, options, program), 240)
    if code != 0:
        return "FAILED", "enzyme-clang: " + output
    environment = dict(derivatives.environment_for(directives), CHECK_NUMBERS="1")
    code, output = derivatives.run_limited([str(program)], 120, environment)
    real = re.search(r"define CHECK_REAL (.*)", path.read_text())
    tolerance = re.search(r"define CHECK_TOLERANCE (.*)", path.read_text())  # of narrow numbers inside
    exactness = EXACTNESS.get(real.group(1).strip() if real else "double", 1e-2)
    if tolerance and float(tolerance.group(1)) > 1e-5:
        exactness = max(exactness, EXACTNESS["float"])
    found = difference(ours, tangents(output), exactness)
    return ("WRONG", found) if found else ("agrees", "")


def by_primals(path, options, folder):
    """(how it ended, more): the oracle runs the program's own functions."""
    expected = EXPECTATION.search(path.read_text(errors="replace"))
    directives = derivatives.read_directives(path)
    if "alone" in directives:
        return "nothing", ""
    program = Path(folder) / "oracle"
    code, output = derivatives.run_limited(oracle_command(path, directives, options, program), 240)
    if code != 0:
        return "FAILED", output
    environment = dict(derivatives.environment_for(directives), CHECK_NUMBERS="1")
    code, output = derivatives.run_limited([str(program)], 120, environment)
    ours = tangents(output)
    shown = "\n".join(line for line in output.splitlines() if not NUMBER.match(line))
    if expected and expected.group(1) == "stops":
        is_right = code == STOPPED and expected.group(2) in output
        return ("agrees", "") if is_right else ("WRONG", f"was to stop: {expected.group(2)}\n{shown}")
    if code == STOPPED:
        return "stopped", next((line for line in output.splitlines() if "enzyme oracle:" in line), "")
    if code != 0:
        return ("WRONG" if code == 1 else "FAILED"), f"exit {code}\n{shown}"
    if not ours:
        return "nothing", ""
    is_compared = options.compare and path.parent != HERE  # those are about the oracle alone
    return compare(path, directives, options, folder, ours) if is_compared else ("agrees", "")


def itself(path, options, folder):
    """A program about the oracle alone: right, and the same at -O0 and -O2."""
    printed = set()
    for level in ("-O0", "-O2"):
        program = Path(folder) / "itself"
        code, output = derivatives.run_limited(oracle_command(path, {}, options, program, level), 240)
        if code == 0:
            code, output = derivatives.run_limited([str(program)], 120)
        if code != 0:
            return "WRONG", f"{level}: exit {code}\n{output}"
        printed.add(output)
    return ("agrees", "") if len(printed) == 1 else ("WRONG", "other numbers at -O2 than at -O0")


def text_of(path):
    """Of a folder: what asks for the derivatives."""
    main = next(path.glob("main.c*")) if path.is_dir() else path
    return main.read_text(errors="replace")


def check(path, options):
    """(how it ended, more)."""
    is_derivative = not path.is_dir() and ".deriv." in path.name
    expected = EXPECTATION.search(text_of(path))
    said = expected.group(1) if expected else ""
    if said == "off":
        return "off", expected.group(2)
    with tempfile.TemporaryDirectory(prefix="oracle-") as folder:
        if path.parent == HERE and not is_derivative:
            return itself(path, options, folder)
        how, more = by_primals(path, options, folder) if is_derivative and not options.check else ("nothing", "")
        if how == "nothing" and (options.all or options.check):
            how, more = checked.check(path, folder, options)
            if said == "differs" and how in ("WRONG", "agrees"):
                return ("agrees", "") if how == "WRONG" else ("WRONG", "was to differ: " + expected.group(2))
        return how, more


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", type=Path)
    parser.add_argument("--toolchain", default=str(HERE.parent.parent / "build" / "toolchain"))
    parser.add_argument("--compare", action="store_true", help="forward mode against the oracle, too")
    parser.add_argument("--check", action="store_true", help="each request, with -fenzyme-check=exact")
    parser.add_argument("--all", action="store_true", help="--compare, and --check where that finds nothing")
    parser.add_argument("--strict", action="store_true", help="programs that the oracle stops count as failures")
    parser.add_argument("--table", action="store_true", help="figures by family at the end")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    options.primal, options.toolchain = False, os.path.abspath(options.toolchain)
    options.compare |= options.all
    counts, families = {}, {}
    with ThreadPoolExecutor(options.jobs) as pool:
        paths = [path.resolve() for path in options.programs]
        paths = [path.parent if path.stem == "main" else path for path in paths]
        for path, (how, more) in zip(paths, pool.map(lambda path: check(path, options), paths)):
            counts[how] = counts.get(how, 0) + 1
            family = families.setdefault(path.parent.name, dict.fromkeys(ENDS, 0))
            family[how] += 1
            if how not in ("agrees", "nothing", "off"):
                print(f"{how} {path.parent.name}/{path.name}: {more.strip()[:2000]}", flush=True)
    if options.table:
        print("| family | programs | " + " | ".join(ENDS) + " |\n|---|---|" + "---|" * len(ENDS))
        for name, ends in sorted(families.items()):
            print(f"| {name} | {sum(ends.values())} | " + " | ".join(str(ends[how] or "") for how in ENDS) + " |")
    print(", ".join(f"{count} {how}" for how, count in sorted(counts.items())))
    bad = counts.get("WRONG", 0) + counts.get("FAILED", 0) + (counts.get("stopped", 0) if options.strict else 0)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
