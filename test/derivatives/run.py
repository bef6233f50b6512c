#!/usr/bin/env python3
"""Compiles and runs derivative programs at every optimisation level.

A program is `NAME.deriv.c` or `NAME.deriv.cpp` and includes `check.h`; its exit
code says whether its derivatives are right. Each is built twice (docs/decisions/074.md), in a
temporary folder of its own: at -O0 under AddressSanitizer with leak detection, where every stage
verifies what it made, and at one of -O1, -O2 and -O3, by the program's name. On failure the
compiler's message or the numbers are shown. --levels names others: all of
`--levels=-O0,-O1,-O2,-O3,"address sanitizer"`, for one.
With the sums of adjoints in the program's order the derivatives of all builds must agree to
the last bit: debug or release, with -g or without, sanitized or not. (Exempt are builds with
flags that may change the arithmetic.) In one half of the programs the second build is compared in
that way, in the other it takes sums in any order, as users have them; there, the first one runs
nothing twice or ahead.

Lines a program may hold (in `//` comments, first 30 lines):
  // alone: off, why    not among the programs that plain clang verifies
  // only: -O2          only at these levels (without -g) (the sanitizer run then is left out,
                        unless `asan` is among them)
  // also: -ffast-math  at -O0 and -O2 once more with these flags
  // matrix: full       at -O0, -O1, -O2, -O3 and -Os, each plain, with -g, with
                        -ffast-math and with -flto; `full, no fast-math` leaves
                        that out. --cross makes it the whole cross product.
  // bits: differ, why  the builds' derivatives are not compared with each other
  // flags: -x -y       more compile flags at every level
  // std: c++20         language standard
  // link: -lfoo        more link flags
  // asan: off, why     no sanitizer run
  // env: NAME=value    in the program's environment
  // prints: text       the output must contain this text
  // needs: fftw3.h     a header; where it is not installed the program is skipped (status 77 if it
                        is the only one)
"""
import argparse
import difflib
import itertools
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
HARNESS = HERE.parent / "harness"
LEVELS = ["-O0", "-O1", "-O2", "-O3"]
# The same bits whatever the builds (docs/performance.md, "Sums in any order").
IN_ORDER = ["-fno-enzyme-reassociate", "-DCHECK_SUMS_IN_ORDER"]
# Where nothing runs twice or ahead (docs/decisions/006.md, 007.md), the halves of
# a split derivative must give the bits of the combined one, elsewhere the last bits may differ.
KEEPS_ALL = ["-mllvm", "-enzyme-replay=0", "-mllvm", "-enzyme-fuse=0", "-DCHECK_SPLIT_BITS"]
# Every stage checks what it made.
VERIFIES = ["-mllvm", "-enzyme-verify-each"]
# Links in a third of the time; builds with sums in any order have the linker that a user gets.
QUICK_LINK = ["-fuse-ld=lld", "-Wl,--threads=1"]
LEVEL_FLAGS = {"-O0": IN_ORDER + QUICK_LINK, "-O1": IN_ORDER + KEEPS_ALL + VERIFIES + QUICK_LINK,
               "-O2": [*IN_ORDER, "-g", *QUICK_LINK]}
# Derivatives are optimised at -O0 too; there the sanitizer sees every access of the program.
SANITIZER = [*IN_ORDER, "-O0", "-g", "-fsanitize=address", "-fno-omit-frame-pointer", *QUICK_LINK]
SAME_ARITHMETIC = {*LEVELS, "-Os", "-g", "-flto", *SANITIZER, *VERIFIES}
# The second build of a program, and what the first one has beside its own flags: one of these, by the program's name.
IN_TURN = [("-O1", [*IN_ORDER, *QUICK_LINK], VERIFIES),
           ("-O2", [*IN_ORDER, "-g", *QUICK_LINK], VERIFIES),
           ("-O2", [], VERIFIES + KEEPS_ALL),
           ("-O3", [], VERIFIES + KEEPS_ALL)]
OURS = re.compile("-f(no-)?enzyme-|-enzyme-|-W(error=)?enzyme-") # options that plain clang does not have
DIRECTIVE = re.compile(r"^//\s*(alone|only|also|matrix|bits|flags|std|link|asan|env|prints|needs): \s*(.*?)\s*$")
COMPILE_LIMIT_S = 300
RUN_LIMIT_S = 60
OUTPUT_LIMIT = 6000
SHOWN_DIFFERENCES = 12


def directives_in(lines):
    """The directives of a program; a word given twice has two values."""
    found = {}
    for line in lines[:30]:
        match = DIRECTIVE.match(line)
        if match:
            found.setdefault(match.group(1), []).append(match.group(2))
    return found


def read_directives(path):
    return directives_in(path.read_text(errors="replace").splitlines())


def words(directives, name):
    return " ".join(directives.get(name, [])).split()


def matrix(directives, is_cross):
    """The compilations of a program that users' builds must not break, by any flag they have."""
    levels = LEVELS + ["-Os"]
    kinds = [["-g"], ["-flto", "-fuse-ld=lld"]]
    if "no fast-math" not in directives["matrix"][0]:
        kinds.insert(1, ["-ffast-math"])
    if is_cross:
        chosen = [sum(some, []) for n in range(len(kinds) + 1) for some in itertools.combinations(kinds, n)]
    else:
        chosen = [[]] + kinds
    return [(" ".join([level, *flags]), [level, *flags, *(IN_ORDER if flags else [])])
            for flags in chosen for level in levels]


def without_ours(flags):
    """The flags without options of ours, nor the -mllvm that hands one on."""
    kept = []
    for flag in flags:
        if not OURS.match(flag):
            kept.append(flag)
        elif kept and kept[-1] == "-mllvm":
            kept.pop()
    return kept


def configurations(directives, is_cross=False, is_primal=False):
    """(label, flags) of every compilation of a program."""
    only = words(directives, "only")
    levels = [level for level in LEVELS if not only or level in only]
    of_levels = {level: IN_ORDER for level in LEVELS if level != "-O3"} if only else LEVEL_FLAGS
    of_levels = {} if is_primal else of_levels
    result = matrix(directives, is_cross) if "matrix" in directives else [
        (level, [level, *of_levels.get(level, [])]) for level in levels]
    for extra in directives.get("also", []):
        result += [(f"{level} {extra}", [level] + extra.split()) for level in ("-O0", "-O2")]
    sanitized = "asan" in only if only else "asan" not in directives
    if sanitized:
        result.append(("address sanitizer", SANITIZER))
    if is_primal: # plain clang has no such flags
        result = [(label, without_ours(flags)) for label, flags in result]
    return result


def chosen_of(every, wanted, name):
    """Those of all configurations of a program that run: the wanted ones; unless some are named,
    the sanitizer's, or -O0 where there is none, and one at another level. What is differentiated
    is the same at all of them (derivatives.same_ir)."""
    labels = [label for label, _ in every]
    if wanted or not set(LEVELS) <= set(labels) or "-O0 -g" in labels:
        return [(label, flags) for label, flags in every if not wanted or label in wanted]
    first = "address sanitizer" if "address sanitizer" in labels else "-O0"
    second, seconds_flags, more_of_first = IN_TURN[zlib.crc32(name.encode()) % len(IN_TURN)]
    extra = [(label, flags) for label, flags in every if label not in {*LEVELS, "address sanitizer"}]
    return [(first, dict(every)[first] + more_of_first), (second, [second, *seconds_flags]), *extra]


def levels_of(text):
    """A level that is misspelt would choose nothing, and all programs would be right."""
    for level in text.split(","):
        if not re.fullmatch(r"-O[0-3s]( \S.*)?|address sanitizer", level):
            raise argparse.ArgumentTypeError(f"no level: '{level}'")
    return text.split(",")


def compiler_for(path, options):
    is_cxx = path.suffix == ".cpp"
    if options.primal:
        return "clang++-22" if is_cxx else "clang-22"
    name = "enzyme-clang++" if is_cxx else "enzyme-clang"
    return str(Path(options.toolchain) / "bin" / name)


def command_for(path, flags, directives, options, program):
    command = [compiler_for(path, options), *flags, "-Wall", "-Wno-unknown-pragmas", "-I", str(HARNESS)]
    if "std" in directives:
        command.append("-std=" + directives["std"][0])
    chosen = words(directives, "flags")
    command += without_ours(chosen) if options.primal else chosen
    if options.primal:
        # Free statements name derivatives that do not exist; nothing calls them.
        command += ["-DCHECK_PRIMAL_ONLY", "-no-pie", "-Wl,--unresolved-symbols=ignore-all",
                    "-Wl,-z,nodynamic-undefined-weak", *QUICK_LINK]
    return command + [str(path), "-o", str(program), *words(directives, "link"), "-lm"]


def run_limited(command, seconds, environment=None):
    """(exit code, output) of a command; a limit reached is a failure with a sentence, and ends what
    the command started, too."""
    with tempfile.TemporaryFile(mode="w+", errors="replace") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env=environment,
                                   stdin=subprocess.DEVNULL, start_new_session=True)
        try:
            code, said = process.wait(seconds), ""
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            code, said = 124, f"\n(stopped after {seconds} s)"
        output.seek(0)
        return code, output.read() + said


def environment_for(directives):
    environment = dict(os.environ)
    environment["ASAN_OPTIONS"] = "detect_leaks=1:detect_stack_use_after_return=1:check_initialization_order=1"
    environment["LSAN_OPTIONS"] = "report_objects=0"
    for pair in directives.get("env", []):
        name, _, value = pair.partition("=")
        environment[name] = value
    return environment


def numbers_in(output):
    """The derivatives that the harness printed, in hexadecimal."""
    return [line for line in output.splitlines() if line.startswith("number ")]


def run_one(path, flags, directives, options):
    """(None or the text to show, the derivatives' numbers)."""
    with tempfile.TemporaryDirectory(prefix="derivative-") as folder:
        program = Path(folder) / "program"
        command = command_for(path, flags, directives, options, program)
        code, output = run_limited(command, COMPILE_LIMIT_S)
        if code != 0:
            return f"does not compile (exit {code}): {' '.join(command)}\n{output[:OUTPUT_LIMIT]}", []
        environment = dict(environment_for(directives), CHECK_NUMBERS="1")
        code, output = run_limited([str(program)], RUN_LIMIT_S, environment)
        numbers = numbers_in(output)
        said = "\n".join(line for line in output.splitlines() if not line.startswith("number "))[:OUTPUT_LIMIT]
        if code != 0:
            how = f"signal {-code}" if code < 0 else f"exit {code}"
            return f"is wrong ({how}):\n{said}", numbers
        for text in directives.get("prints", []):
            if text not in output and not options.primal:
                return f"did not print '{text}':\n{said}", numbers
    return None, numbers


def difference(label, numbers, first_label, first):
    """None, or where the derivatives of two builds part."""
    if numbers == first:
        return None
    changes = difflib.unified_diff(first, numbers, first_label, label, lineterm="", n=0)
    return "differs from another build:\n" + "\n".join(list(changes)[:SHOWN_DIFFERENCES])


def is_comparable(flags):
    return SAME_ARITHMETIC.issuperset(flags) and set(IN_ORDER).issubset(flags)


def lacks_header(directives, language):
    """The header that a program needs and that is not installed."""
    for header in words(directives, "needs"):
        command = ["clang-22", "-x", language, "-fsyntax-only", "-include", header, "/dev/null"]
        if run_limited(command, COMPILE_LIMIT_S)[0]:
            return header
    return None


def check_program(path, options):
    """Number of configurations that failed; None if the program cannot be compiled here."""
    directives = read_directives(path)
    if options.primal and "alone" in directives:
        return 0
    if header := lacks_header(directives, "c++" if path.suffix == ".cpp" else "c"):
        print(f"SKIPPED {path.name}: {header} is not installed", flush=True)
        return None
    chosen = chosen_of(configurations(directives, options.cross, options.primal), options.levels,
                       path.name)
    failures, shown = [], []
    compared = None  # (label, numbers) of the first build
    for label, flags in chosen:
        trouble, numbers = run_one(path, [*flags, *options.flags.split()], directives, options)
        if trouble is None and "bits" not in directives and is_comparable(flags):
            compared = compared or (label, numbers)
            trouble = difference(label, numbers, *compared)
        if trouble is not None:
            failures.append(label)
            shown.append(f"FAILED {path.name} at {label}: {trouble}")
            if options.first:
                break
    name = path.name
    if failures:
        shown.append(f"FAILED {name}: {len(failures)} of {len(chosen)}: {', '.join(failures)}")
    elif not options.quiet:
        shown.append(f"ok {name} ({len(chosen)} compilations)")
    if shown:
        print("\n".join(shown), flush=True)
    return len(failures)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", type=Path)
    parser.add_argument("--toolchain", default=str(HERE.parent.parent / "build" / "toolchain"),
                        help="folder whose bin/ holds enzyme-clang and enzyme-clang++")
    parser.add_argument("--primal", action="store_true", help="verify the programs alone, with plain clang")
    parser.add_argument("--levels", type=levels_of, default=os.environ.get("ENZYME_TEST_LEVELS"),
                        help="for instance -O0,-O2 or 'address sanitizer'; else ENZYME_TEST_LEVELS; else all")
    parser.add_argument("--flags", default="", help="more compile flags for every program, e.g. --flags=-stdlib=libc++")
    parser.add_argument("--cross", action="store_true", help="of a full matrix, every combination of flags")
    parser.add_argument("--first", action="store_true", help="stop at a program's first failure")
    parser.add_argument("--quiet", action="store_true", help="say nothing of programs that are right")
    parser.add_argument("--jobs", type=int, default=0, help="programs at a time; all cores if there are several programs")
    options = parser.parse_args()
    # A program that recurses for ever must not fill the disk with its core.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    jobs = options.jobs or os.cpu_count() or 1
    with ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(lambda path: check_program(path.resolve(), options), options.programs))
    failed = sum(1 for result in results if result)
    if len(options.programs) > 1:
        print(f"{len(options.programs) - failed} of {len(options.programs)} programs are right")
    if results == [None]:
        return 77
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
