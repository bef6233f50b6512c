#!/usr/bin/env python3
"""Builds projects of other people with our compiler, unchanged, and runs their tests.

    run.py --toolchain <folder> --work <folder> [--quick | --part 1/3] [--whole] [name...]

table.py says which and how; sources.py fetches them. Each is built twice, with plain
clang and with ours (CC, CXX, FC), and the results of its own tests must be the same.
What plain clang gave is kept in the work folder until the recipe, the source or clang
changes: our compiler is what changes from run to run, and plain clang takes half the time.
A project that cannot be had, or whose tools are missing, is skipped with a message, and
with --whole fails; if all are skipped, the exit code is 77.
"""
import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, replace

from sources import Archive, NotReachable
from table import PROJECTS

HERE = os.path.dirname(os.path.abspath(__file__))
SKIPPED = 77


class Failed(Exception):
    """A build or a test went wrong; the text says where to look."""


@dataclass
class Outcome:
    results: list
    built: float    # seconds
    checked: float


class Compilers:
    """Who compiles: the names of the three compilers and where they are."""

    def __init__(self, name, folder, c, cxx, fortran):
        self.name, self.folder = name, folder
        self.variables = {"CC": c, "CXX": cxx, "FC": fortran}

    def environment(self):
        # More ranks than cores: who waits lets others run.
        environment = dict(os.environ, LC_ALL="C", JOBS=str(os.cpu_count() or 1), OMPI_ALLOW_RUN_AS_ROOT="1",
                           OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1",
                           OMPI_MCA_mpi_yield_when_idle="1")
        environment["PATH"] = self.folder + os.pathsep + environment["PATH"]
        for name in ("CFLAGS", "CXXFLAGS", "FFLAGS", "LDFLAGS", "MAKEFLAGS", "MFLAGS"):
            environment.pop(name, None)
        return {**environment, "HERE": HERE, **self.variables}


class Building:
    """One project with one set of compilers, in a folder of its own."""

    def __init__(self, project, compilers, work):
        self.project, self.compilers = project, compilers
        self.folder = os.path.join(work, "built", f"{project.name}-{compilers.name}")
        self.log = self.folder + ".log"

    def shell(self, lines, may_fail=False):
        start = time.monotonic()
        script = "set -ex\n" + lines
        done = subprocess.run(["sh", "-c", script], cwd=self.folder, env=self.compilers.environment(),
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace")
        with open(self.log, "a") as log:
            log.write(script + "\n" + done.stdout)
        if done.returncode and not may_fail:
            raise Failed(f"exit code {done.returncode}; the end of {self.log}:\n" + done.stdout[-3000:])
        return done.stdout, time.monotonic() - start

    def run(self, archive):
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(os.path.dirname(self.folder), exist_ok=True)
        archive.unpack(self.project.source, self.folder)
        open(self.log, "w").close()
        _, built = self.shell(self.project.build)
        output, checked = self.shell(self.project.check, may_fail=True)  # failures are compared
        return Outcome(results(self.project, output), built, checked)


def results(project, output):
    found = []
    for match in re.finditer(project.result, output, re.M):
        found.append(" ".join(filter(None, match.groups())) if match.groups() else match.group())
    return sorted(line.strip() for line in found)


def version_of(compilers):
    names = [os.path.join(compilers.folder, name) for name in compilers.variables.values()]
    return "".join(subprocess.run([name, "--version"], capture_output=True, text=True).stdout
                   for name in names if os.path.exists(name))


def plain_outcome(project, compilers, archive, work):
    """As kept from an earlier run, if nothing changed since."""
    source = os.path.basename(archive.fetch(project.source))
    asked = repr(replace(project, uses=""))  # what users do with ours has no part in it
    identity = hashlib.sha256((asked + source + version_of(compilers)).encode())
    kept = os.path.join(work, "plain", f"{project.name}-{identity.hexdigest()[:16]}.json")
    if os.path.exists(kept):
        with open(kept) as file:
            return Outcome(**json.load(file))
    outcome = Building(project, compilers, work).run(archive)
    os.makedirs(os.path.dirname(kept), exist_ok=True)
    with open(kept, "w") as file:
        json.dump(vars(outcome), file, indent=1)
    return outcome


def refuse(project, ours, plain, building, llvm):
    """What is wrong with the outcome; empty: nothing."""
    if len(ours.results) < project.least:
        return f"only {len(ours.results)} results of {project.least} at least; log: {building.log}"
    new = [line for line in ours.results if line not in plain.results]
    gone = [line for line in plain.results if line not in ours.results]
    if new or gone:
        return "\n".join(["not what plain clang gives:"] + [f"  ours:  {line}" for line in new[:20]] +
                         [f"  plain: {line}" for line in gone[:20]] + [f"log: {building.log}"])
    product = os.path.join(building.folder, project.product)
    sections = subprocess.run([os.path.join(llvm, "llvm-readelf"), "-S", product], capture_output=True, text=True)
    if ".enzyme.code" not in sections.stdout:
        return f"{product} was not compiled by us"
    return ""


def check(project, archive, options):
    missing = [tool for tool in project.needs if not shutil.which(tool)]
    if missing:
        raise NotReachable("missing here: " + " ".join(missing))
    plain_compilers = Compilers("clang", options.llvm, "clang", "clang++", "flang")
    own = Compilers("enzyme", os.path.join(options.toolchain, "bin"), "enzyme-clang", "enzyme-clang++", "enzyme-flang")
    plain = plain_outcome(project, plain_compilers, archive, options.work)
    building = Building(project, own, options.work)
    ours = building.run(archive)
    problem = refuse(project, ours, plain, building, options.llvm)
    if problem:
        raise Failed(problem)
    if project.uses:
        building.shell(project.uses)
    failing = [line for line in ours.results if re.search(project.failure, line)]
    if not options.keep:
        shutil.rmtree(building.folder)
        shutil.rmtree(Building(project, plain_compilers, options.work).folder, ignore_errors=True)
    also = f", {len(failing)} of them failures that plain clang has too" if failing else ""
    return (f"{len(ours.results)} results as with plain clang{also}; built in {ours.built:.0f} s "
            f"(plain: {plain.built:.0f} s), its tests {ours.checked:.0f} s (plain: {plain.checked:.0f} s)")


def chosen(options):
    wanted = [p for p in PROJECTS if (not options.names or p.name in options.names) and
              (p.quick or not options.quick)]
    if not options.part:
        return wanted
    number, parts = map(int, options.part.split("/"))
    return wanted[number - 1::parts]


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--toolchain", required=True)
    parser.add_argument("--llvm", default="/usr/lib/llvm-22/bin", help="folder of plain clang")
    parser.add_argument("--work", required=True)
    parser.add_argument("--quick", action="store_true", help="only those that are part of the tests")
    parser.add_argument("--part", metavar="K/N", help="the K-th of N parts, for machines side by side")
    parser.add_argument("--whole", action="store_true", help="what is skipped has failed")
    parser.add_argument("--keep", action="store_true", help="leave what was built")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    options.toolchain, options.work = map(os.path.abspath, (options.toolchain, options.work))
    known = {project.name for project in PROJECTS}
    if unknown := set(options.names) - known:
        parser.error(f"no project {', '.join(sorted(unknown))}; there are {', '.join(sorted(known))}")
    if options.part and not re.fullmatch(r"[1-9]\d*/[1-9]\d*", options.part):
        parser.error("--part wants K/N, as in 1/3")
    return options


def main():
    options = arguments()
    wanted = chosen(options)
    if options.list:
        for project in wanted:
            print(f"{project.name:14} {project.kind}")
        return 0
    archive = Archive(os.path.join(options.work, "sources"))
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for project in wanted:
        try:
            word, sentence = "passed", check(project, archive, options)
        except NotReachable as why:
            word, sentence = "failed" if options.whole else "skipped", str(why)
        except Failed as problem:
            word, sentence = "failed", str(problem)
        counts[word] += 1
        print(f"{word:7} {project.name:14} {sentence}", flush=True)
    print(", ".join(f"{count} {word}" for word, count in counts.items() if count or word != "skipped"))
    return 1 if counts["failed"] else SKIPPED if counts["skipped"] == len(wanted) else 0


if __name__ == "__main__":
    sys.exit(main())
