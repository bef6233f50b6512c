"""What each program of test/derivatives meets of the mutation points, and what compiling it costs.

A program is compiled once with a list of points (`-enzyme-mutate=?FILE`). What is learnt is kept in --work.
"""
import collections
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
DERIVATIVES = HERE.parent / "derivatives"
sys.path.insert(0, str(DERIVATIVES))
import run  # noqa: E402: test/derivatives/run.py, which knows how a program is compiled

LLVM = os.environ.get("ENZYME_LLVM_BINARIES", "/usr/lib/llvm-22/bin")
RUN_LIMIT_S = 20
LEVELS = {"-O0": ["-O0"], "-O1": ["-O1", *run.LEVEL_FLAGS["-O1"]], "sanitizer": run.SANITIZER}


def mutation(text):
    return ["-mllvm", f"-enzyme-mutate={text}"]


def flags_at(level, directives):
    """None if the program is not for that level."""
    only = words = run.words(directives, "only")
    if level == "sanitizer":
        return None if "asan" in directives or (only and "asan" not in only) else LEVELS[level]
    if not only or level in only:
        return [LEVELS[level][0]] if only else LEVELS[level]
    # derivatives are optimised at -O0 too: a program for another level is tried there
    return [word for word in words if word.startswith("-O")][:1] if level == "-O0" else None


def limited(command, seconds, environment=None):
    """(exit code, output, processor time); what takes longer than `seconds` of it is ended."""
    before = time.monotonic()
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(["prlimit", f"--cpu={int(seconds) + 1}", "--", *command], stdout=out,
                                 stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=environment)
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() - before > 20 * seconds + 60:  # it waits for something
                child.kill()
            time.sleep(0.02)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return child.returncode, out.read(100000).decode(errors="replace"), usage.ru_utime + usage.ru_stime


class Attempt:
    """One program, compiled at one level with some mutants, and run."""

    def __init__(self, name, level, options):
        self.path = DERIVATIVES / name
        self.options = options
        self.directives = run.read_directives(self.path)
        self.flags = flags_at(level, self.directives)
        self.cost = 0.0

    def go(self, mutants, limit=60, is_known=lambda total: False):
        """(None or how it was noticed, the object's sum): `is_known` says of which sums no run is needed."""
        with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
            made, program = Path(folder) / "made.o", Path(folder) / "program"
            code, output = self.limited(self.command([*self.flags, *mutation(mutants), "-c"], made), limit)
            if code:
                refused = code == 1 and "error:" in output and "PLEASE submit" not in output
                return ("stopped" if refused else "crashed"), None
            total = hashlib.md5(made.read_bytes()).hexdigest()
            if is_known(total):
                return None, total
            link = [*self.command(self.flags, program)]
            link[link.index(str(self.path))] = str(made)
            code, output = self.limited(link, limit)
            if code:
                return "not linked", total
            return self.judge(*self.limited([str(program)], RUN_LIMIT_S, run.environment_for(self.directives))), total

    def judge(self, code, output):
        if code:
            return "wrong"
        return next((f"did not print {text}" for text in self.directives.get("prints", []) if text not in output), None)

    def command(self, flags, to):
        command = run.command_for(self.path, flags, self.directives, self.options, to)
        return [word for word in command if "-c" not in flags or not word.startswith("-l")] + ["-w"]

    def limited(self, *arguments):
        code, output, seconds = limited(*arguments)
        self.cost += seconds
        return code, output


class Lines(Attempt):
    """A test with RUN lines (test/diagnostics, runtime, stages), or of several files (test/link)."""

    def __init__(self, name, options):
        self.path = (DERIVATIVES / name).resolve()
        self.options = options
        self.flags = []
        self.cost = 0.0

    def go(self, mutants, limit=60, is_known=lambda total: False):
        toolchain = Path(self.options.toolchain).resolve()
        with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
            for name in ("enzyme-clang", "enzyme-clang++"):
                wrapper = Path(folder) / name
                wrapper.write_text(f'#!/bin/sh\nexec {toolchain}/bin/{name} "$@" {shlex.join(mutation(mutants))}\n')
                wrapper.chmod(0o755)
            script = Path(folder) / "lines"
            script.write_text(self.script(Path(folder), toolchain, mutants))
            path = os.pathsep.join([folder, str(toolchain / "bin"), LLVM, os.environ["PATH"]])
            code, _ = self.limited(["bash", "-o", "pipefail", str(script)], limit,
                                   {**os.environ, "PATH": path, "LC_ALL": "C"})
            return ("otherwise" if code else None), None

    def script(self, folder, toolchain, mutants):
        if self.path.parent.parent.name == "link":  # several files, as objects on one line
            sources = sorted(path for path in self.path.parent.iterdir() if path.suffix in (".c", ".cpp"))
            compiler = "enzyme-clang" + ("++" if any(path.suffix == ".cpp" for path in sources) else "")
            return shlex.join([compiler, "-O0", "-w", f"-I{self.path.parent}", f"-I{run.HARNESS}",
                               *map(str, sources), "-lm", "-o", str(folder / "t")]) + f"\n{folder}/t\n"
        lines = re.findall(r"RUN: *(.*)", self.path.read_text(errors="replace"))
        plugin = toolchain / "lib/enzyme/enzyme-22.so"
        values = {"%opt": f"opt -load={plugin} -load-pass-plugin={plugin} '-enzyme-mutate={mutants}'",
                  "%plugin": str(plugin), "%llvm": LLVM, "%toolchain": str(toolchain), "%python": sys.executable,
                  "%s": str(self.path), "%S": str(self.path.parent), "%t": str(folder / "t")}
        joined = "\n".join(lines).replace("\\\n", " ")
        joined = re.sub("|".join(values), lambda met: values[met.group()], joined)
        return "".join(f"{{ {line}\n}} || exit 1\n" for line in joined.splitlines())


def attempt_of(name, level, options):
    return Lines(name, options) if name.startswith("..") else Attempt(name, level, options)


class Programs:
    """Kept from run to run while neither the program nor the compiler changes."""

    def __init__(self, options):
        self.options = options
        self.file = options.work / "met.json"
        self.known = json.loads(self.file.read_text()) if self.file.exists() else {}
        self.right = {}  # (program, level) that noticed something: does it pass without a mutant?
        self.changed = set()  # programs that are others than when the last run knew them
        self.stamp = (Path(options.toolchain) / "lib/enzyme/enzyme-22.so").stat().st_mtime

    def survey(self, pool):
        names = sorted(str(path.relative_to(DERIVATIVES)) for path in DERIVATIVES.rglob("*.deriv.c*"))
        names += sorted(os.path.relpath(path, DERIVATIVES) for folder in ("diagnostics", "runtime", "stages")
                        for path in (DERIVATIVES.parent / folder).rglob("*")
                        if path.suffix in (".c", ".cpp", ".ll") and "Inputs" not in path.parts)
        names += sorted(os.path.relpath(path, DERIVATIVES) for path in DERIVATIVES.parent.glob("link/*/main.c*"))
        names = [name for name in names if re.search(self.options.programs, name)]
        stale = [name for name in names if not self.is_fresh(name)]
        self.changed = {name for name in stale if name in self.known and
                        self.known[name]["stamp"][1] != (DERIVATIVES / name).stat().st_mtime}
        if stale:
            print(f"learning what {len(stale)} programs meet", flush=True)
        for count, (name, entry) in enumerate(pool.map(self.look_at, stale)):
            self.known[name] = entry
            if count % 10 == 9:
                self.file.write_text(json.dumps(self.known))
        self.file.write_text(json.dumps(self.known))
        self.known = {name: self.known[name] for name in names}

    def is_fresh(self, name):
        entry = self.known.get(name)
        changed = (DERIVATIVES / name).stat().st_mtime
        return bool(entry) and entry["stamp"][1] == changed and \
            (self.options.keep_survey or entry["stamp"][0] == self.stamp)

    def look_at(self, name):
        listed = self.options.work / ("met." + name.replace("/", "."))
        listed.unlink(missing_ok=True)
        attempt = attempt_of(name, "-O0", self.options)
        trouble, total = attempt.go(f"?{listed}", 120, lambda total: True)
        met = collections.Counter()
        if listed.exists():
            for line in listed.read_text().splitlines():
                row, _, times = line.rpartition("\t")
                met[row] += int(times)
            listed.unlink()
        if trouble:
            print(f"left out, does not compile: {name}: {trouble}", flush=True)
        return name, {"cost": max(attempt.cost, 0.02), "met": {} if trouble else met, "object": total,
                      "stamp": [self.stamp, (DERIVATIVES / name).stat().st_mtime]}

    def is_right(self, name, level):
        """As it is: else it says nothing about mutants. Asked of those that seem to notice one."""
        if (name, level) not in self.right:
            trouble = attempt_of(name, level, self.options).go("none", 120)[0]
            self.right[name, level] = trouble is None
            if trouble:
                print(f"is not right as it is: {name}: {trouble}", flush=True)
        return self.right[name, level]

    def meeting(self):
        """{mutant: {program: how often it meets it}}"""
        found = collections.defaultdict(dict)
        for name, entry in self.known.items():
            for mutant, times in entry["met"].items():
                found[mutant][name] = times
        return found
