#!/usr/bin/env python3
"""Links programs of several files in every way, and runs them.

    run.py --toolchain <folder> <case folder>... [--ways objects,lld]

A case is a folder of sources; the one named main.* asks for derivatives and checks
them by numbers (test/harness/check.h), the others have the code. A line

    // link: not <way>, <why>

in main.* leaves a way out. Where derivatives are made as in another way, lanes and halves of
a split derivative are left to that one; links share one cache of derivatives.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
# Both modes of first order, of which each says whether a way of linking finds all code and memory.
BOTH_MODES = ["-DCHECK_NO_LANES", "-DCHECK_NO_SPLIT"]


class Case:
    """One case, linked one way, in a folder of its own. `made` is a folder for objects that
    other ways of the case use as well: a source is compiled once with the same flags."""

    def __init__(self, folder, toolchain, scratch, made):
        self.sources = sorted(os.path.join(folder, n) for n in os.listdir(folder)
                              if n.endswith((".c", ".cpp")))
        is_cxx = any(s.endswith(".cpp") for s in self.sources)
        self.compiler = os.path.join(toolchain, "bin", "enzyme-clang" + ("++" if is_cxx else ""))
        self.toolchain = toolchain
        self.flags = ["-I" + folder, "-I" + os.path.join(HERE, "..", "harness")]
        self.scratch = scratch
        self.made = made
        self.environment = dict(os.environ, ENZYME_CLANG_LINK_CACHE=os.path.join(made, "derivatives"))

    def run(self, *command):
        done = subprocess.run(command, cwd=self.scratch, capture_output=True, text=True, timeout=300,
                              env=self.environment)
        if done.returncode:
            raise RuntimeError(" ".join(command) + "\n" + done.stdout + done.stderr)

    def compile(self, source, *flags):
        compiler = os.path.join(self.toolchain, "bin",
                                "enzyme-clang++" if source.endswith(".cpp") else "enzyme-clang")
        name = os.path.basename(source) + ".o"
        folder = os.path.join(self.made, " ".join(flags))
        kept = os.path.join(folder, name)
        if not os.path.exists(kept):
            os.makedirs(folder, exist_ok=True)
            self.run(compiler, *self.flags, *flags, "-c", source, "-o", kept)
        shutil.copy2(kept, self.scratch)
        return name

    def objects(self, *flags):
        """The object of main, and those of the others."""
        made = [self.compile(s, *flags) for s in self.sources]
        main = [m for m in made if m.startswith("main.")]
        return main, [m for m in made if m not in main]

    def link(self, *words):
        self.run(self.compiler, *words, "-lm", "-o", "program")


def objects(case):
    main, others = case.objects("-O2")
    case.link("-fuse-ld=bfd", *main, *others)


def lld(case):
    main, others = case.objects("-O0", "-g", *BOTH_MODES)
    case.link("-fuse-ld=lld", *others, *main)


def line(case):
    case.link("-O1", *case.flags, *case.sources)


def archive(case):
    main, others = case.objects("-O2")
    case.run("ar", "rcs", "libothers.a", *others)
    case.link("-fuse-ld=bfd", *main, "-L.", "-lothers")


def thin(case):
    main, others = case.objects("-O2")
    case.run("ar", "rcsT", "libothers.a", *others)
    case.link("-fuse-ld=lld", "libothers.a", *main)


def relocatable(case):
    main, others = case.objects("-O2", *BOTH_MODES)
    case.run(case.compiler, "-r", *main, *others, "-o", "all.o")
    case.run("strip", "--strip-debug", "all.o")
    case.link("-fuse-ld=bfd", "all.o")


def hidden(case):
    main, others = case.objects("-O2", *BOTH_MODES, "-fvisibility=hidden", "-ffunction-sections",
                                "-fdata-sections")
    case.link("-fuse-ld=lld", "-Wl,--gc-sections", *main, *others)


def shared(case):
    main, others = case.objects("-O2", "-fPIC", *BOTH_MODES)
    case.run(case.compiler, "-shared", *others, "-lm", "-o", "libothers.so")
    case.link("-fuse-ld=bfd", *main, "-L.", "-lothers", "-Wl,-rpath,$ORIGIN")


def inside(case):
    """All of it a library; the program only starts it."""
    main, others = case.objects("-O2", "-fPIC", "-Dmain=entry", *BOTH_MODES)
    case.run(case.compiler, "-shared", "-Wl,-z,defs", *main, *others, "-lm", "-o", "liball.so")
    with open(os.path.join(case.scratch, "start.c"), "w") as file:
        file.write("int entry(void);\nint main(void) { return entry(); }\n")
    is_cxx = any(s.endswith("main.cpp") for s in case.sources)
    case.link("-fuse-ld=bfd", *(["-x", "c++"] if is_cxx else []), "start.c", "-x", "none", "-L.", "-lall",
              "-Wl,-rpath,$ORIGIN")


def lto(case):
    main, others = case.objects("-O2", "-flto")
    case.link("-O2", "-flto", "-fuse-ld=lld", *main, *others)


def thinlto(case):
    main, others = case.objects("-O2", "-flto=thin", *BOTH_MODES)
    case.link("-O2", "-flto=thin", "-fuse-ld=lld", *main, *others)


def ltoshared(case):
    main, others = case.objects("-O2", "-fPIC", "-flto", *BOTH_MODES)
    case.run(case.compiler, "-O2", "-shared", "-flto", "-fuse-ld=lld", *others, "-lm", "-o", "libothers.so")
    case.link("-O2", "-flto", "-fuse-ld=lld", *main, "-L.", "-lothers", "-Wl,-rpath,$ORIGIN")


WAYS = [objects, lld, line, archive, thin, relocatable, hidden, shared, inside, lto, thinlto, ltoshared]


def left_out(folder):
    main = next(n for n in os.listdir(folder) if n.startswith("main.c"))
    with open(os.path.join(folder, main)) as file:
        return set(re.findall(r"^// link: not (\w+), \w", file.read(), re.M))


def check(folder, way, toolchain, made):
    scratch = tempfile.mkdtemp(prefix="enzyme-link-")
    try:
        way(case := Case(folder, toolchain, scratch, made))
        case.run("./program")
        return ""
    except (RuntimeError, subprocess.TimeoutExpired) as problem:
        return str(problem)
    finally:
        shutil.rmtree(scratch)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--toolchain", required=True)
    parser.add_argument("--ways", default="")
    parser.add_argument("cases", nargs="+")
    options = parser.parse_args()
    wanted = set(filter(None, options.ways.split(",")))
    failed = 0
    toolchain = os.path.abspath(options.toolchain)
    for folder in map(os.path.abspath, options.cases):
        with tempfile.TemporaryDirectory(prefix="enzyme-link-") as made:
            for way in WAYS:
                if way.__name__ in left_out(folder) or (wanted and way.__name__ not in wanted):
                    continue
                problem = check(folder, way, toolchain, made)
                failed += bool(problem)
                print(f"{'FAIL' if problem else 'ok':4} {os.path.basename(folder)} {way.__name__}", flush=True)
                if problem:
                    print(problem[:4000], flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
