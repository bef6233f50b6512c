#!/usr/bin/env python3
"""Makes the packages of a build, installs them on clean machines, uses them there, removes them.

    run.py --build <folder> --work <folder> [--fast] [kind…]

Kinds: deb, archive, rpm, homebrew, modulefile; all, if none is named. Each is a file beside
this one that says what it checks. `--fast` packs what is large fast instead of small. Exit
code 77 if no kind that was asked for can be tried here (not root, a tool or the mirrors are
missing), with the reason.
"""
import argparse
import contextlib
import functools
import sys
from pathlib import Path

import archive
import deb
import homebrew
import modulefile
import rpm
from machine import HEADERS, CleanRoot, Failed, NotPossible

KINDS = {"deb": deb, "archive": archive, "rpm": rpm, "homebrew": homebrew, "modulefile": modulefile}
SKIPPED = 77


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True, help="a configured and built folder")
    parser.add_argument("--work", type=Path, required=True, help="for the roots; they are removed")
    parser.add_argument("--toolchain", type=Path, help="the installed compiler (default: <build>/toolchain)")
    parser.add_argument("--llvm", type=Path, default=Path("/usr/lib/llvm-22/bin"), help="the folder of LLVM's programs")
    parser.add_argument("--fast", action="store_true", help="pack fast, not small")
    parser.add_argument("kinds", nargs="*", metavar="kind", help=", ".join(KINDS))
    options = parser.parse_args()
    unknown = set(options.kinds) - set(KINDS)
    if unknown:
        parser.error(f"no kind is called {', '.join(sorted(unknown))}; there are {', '.join(KINDS)}")
    options.build, options.work = options.build.resolve(), options.work.resolve()
    options.toolchain = options.toolchain or options.build / "toolchain"
    options.clang = options.llvm / "clang"
    return options


def main():
    options = arguments()
    options.work.mkdir(parents=True, exist_ok=True)
    results = set()
    with contextlib.ExitStack() as roots:
        # The same for the archive and the .rpm, whose checks leave nothing in it.
        options.headers_root = functools.cache(
            lambda: roots.enter_context(CleanRoot(options.work / "headers", HEADERS)))
        for kind in options.kinds or KINDS:
            results.add(check(kind, options))
    return 1 if 1 in results else 0 if 0 in results else SKIPPED


def check(kind, options):
    try:
        for said in KINDS[kind].check(options):
            print(f"{kind}: {said}", flush=True)
        return 0
    except NotPossible as reason:
        print(f"{kind}: skipped: {reason}", flush=True)
        return SKIPPED
    except Failed as failure:
        print(f"{kind}: FAILED {failure}", flush=True)
        return 1


if __name__ == "__main__":
    sys.exit(main())
