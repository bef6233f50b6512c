"""Compiles a batch of programs in some configurations, runs it, and says what became of each.

Cost counts. Twins are compiled once for all configurations, the harness once for all batches. Programs
go into files of their own, or a few together: a call through a pointer may mean any function of that
type in its file, so the derivatives of a dozen programs in one file are many more than theirs alone.
In C++ the headers cost more than that; they are compiled once for each configuration.

A refusal (an error with a code ENZ…) or a crash of the compiler takes a whole file along.
Programs whose lines an error names are set aside and the rest is compiled again; when no
line says whose fault it is, the batch is halved.
"""
import atexit
import functools
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

from programs import HERE, sources, twins

COMMON = ["-w", "-ffp-contract=off", "-fno-vectorize"]
CONFIGURATIONS = {
    "-O0": ["-O0"],
    "-O2": ["-O2"],
    "-O3": ["-O3"],
    "-Os": ["-Os"],
    "-O1 -g": ["-O1", "-g"],
    "-O0 -g": ["-O0", "-g"],
    "-O2 -ffast-math": ["-O2", "-ffast-math", "-fno-finite-math-only"],
    "-O2 -fno-strict-aliasing": ["-O2", "-fno-strict-aliasing"],
    "-O2 -flto": ["-O2", "-flto", "-fuse-ld=lld"],
    "address": ["-O1", "-g", "-fsanitize=address", "-fno-omit-frame-pointer"],
    "undefined": ["-O1", "-g", "-fsanitize=undefined", "-fno-sanitize-recover=all"],
}
ENVIRONMENT = {"OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive"}
COMPILE_LIMIT_CPU_S = 120  # machines may be busy, so not by the clock
LIMIT_S = 3600


@dataclass
class Verdict:
    """What became of one program: `ok`, `refused CODE`, `stopped: WHY`, or one of FAILURES."""
    kind: str
    text: str = ""


FAILURES = ("wrong", "died", "compiler crashed", "compiler hangs", "not compiled")


class Once:
    """What all batches need is made at its first use."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="fuzz-once-"))
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        self.lock = threading.Lock()
        self.made = {}

    def harness(self, toolchain):
        """The object that runs tables of programs."""
        return self.get("harness.o", lambda made: plain(toolchain / "enzyme-clang", HERE / "harness.c", made, "-O1"))

    def headers(self, toolchain, flags):
        """C++'s headers, precompiled (a copy: clang compares times)."""
        header = self.get("fuzz_cxx.h", lambda made: shutil.copyfile(HERE / "fuzz_cxx.h", made))
        command = [toolchain / "enzyme-clang++", "-x", "c++-header", *flags, header, "-o"]
        return self.get(" ".join(flags) + ".pch",
                        lambda made: subprocess.run([*command, made], check=True, capture_output=True))

    def get(self, name, make):
        with self.lock:
            if name not in self.made:
                make(self.folder / name)
                self.made[name] = self.folder / name
        return self.made[name]


once = functools.cache(Once)


def plain(compiler, source, made, level="-O0"):
    """An object by plain clang."""
    subprocess.run([compiler, level, "-w", "-ffp-contract=off", f"-I{HERE}", "-c", source, "-o", made], check=True,
                   env={**os.environ, "ENZYME_CLANG": "off"})


class Batch:
    """Named programs of one language, in a folder of their own; `together`: so many in a file."""

    def __init__(self, toolchain, programs, folder, together):
        self.bin = Path(toolchain).resolve() / "bin"
        self.folder = Path(folder)
        self.units = [programs[at:at + together] for at in range(0, len(programs), together)]
        is_parallel = programs[0][1].language == "c++" or any("openmp" in p.words() for _, p in programs)
        self.openmp = ["-fopenmp"] if is_parallel else []
        self.flags, self.label = [], ""
        (self.folder / "twins.c").write_text(twins(programs))
        plain(self.bin / "enzyme-clang", self.folder / "twins.c", self.folder / "twins.o")

    def verdicts(self, label):
        """What became of each in one configuration, by name."""
        self.label, self.flags = label, CONFIGURATIONS[label] + COMMON + self.openmp
        return {name: verdict for unit in self.units for name, verdict in self.run(unit).items()}

    def command(self, *words):
        limited = ["bash", "-c", f'ulimit -t {COMPILE_LIMIT_CPU_S}; exec "$@"', "-"]
        return subprocess.run([*limited, *map(str, words)], cwd=self.folder, capture_output=True, text=True,
                              timeout=LIMIT_S, errors="replace")

    def compiler(self, file):
        name = {"cpp": "enzyme-clang++", "f90": "enzyme-flang"}.get(file.rpartition(".")[2], "enzyme-clang")
        return self.bin / name

    def fortran_flags(self):
        return [f for f in self.flags if re.fullmatch(r"-O[0-3]|-g|-flto|-fuse-ld=lld|-fopenmp", f)]

    def compile(self, files):
        """The trouble, or nothing: an object a file, then the link."""
        objects = ["twins.o", once().harness(self.bin)]
        for file, text in files.items():
            (self.folder / file).write_text(text)
            flags = self.fortran_flags() if file.endswith(".f90") else [*self.flags, f"-I{HERE}"]
            if file == "main.cpp":
                flags += ["-include-pch", once().headers(self.bin, self.flags)]
            done = self.command(self.compiler(file), *flags, "-c", file, "-o", file + ".o")
            if done.returncode:
                return done
            objects.append(file + ".o")
        libraries = [o for o in objects if str(o).startswith("other")]
        if libraries:
            self.command(self.bin / "enzyme-llvm-ar", "rcs", "libother.a", *libraries)
            objects = [o for o in objects if o not in libraries] + ["-L.", "-lother"]
        linker = self.compiler(next(f for f in ("other.f90", "main.cpp", "main.c") if f in files))
        flags = self.fortran_flags() if "other.f90" in files else self.flags
        done = self.command(linker, *flags, *objects, "-lm", "-lpthread", "-o", "program")
        return done if done.returncode else None

    def run(self, programs):
        """The verdicts by name."""
        if not programs:
            return {}
        files = sources(programs, "fast" in self.label)
        trouble = self.compile(files)
        if trouble is None:
            return self.execute(programs)
        text = trouble.stderr + trouble.stdout
        if "CPU time limit" in text or trouble.returncode == -signal.SIGXCPU:
            return self.divide(programs, Verdict("compiler hangs", f"over {COMPILE_LIMIT_CPU_S} s of CPU time"))
        found = self.accused(files, text)
        if not found:
            crashed = trouble.returncode not in (0, 1) or "PLEASE submit" in text or "Stack dump" in text
            code = re.search(r"ENZ\d{4}", text)
            kind = ("compiler crashed" if crashed else f"refused {code.group(0)} without a line" if code
                    else "not compiled")
            return self.divide(programs, Verdict(kind, text[-6000:]))
        rest = [(n, p) for n, p in programs if n not in found]
        return {**found, **self.run(rest)}

    def divide(self, programs, verdict):
        """Halves of a batch until the program that causes it is alone."""
        if len(programs) == 1:
            return {programs[0][0]: verdict}
        half = len(programs) // 2
        return {**self.run(programs[:half]), **self.run(programs[half:])}

    @staticmethod
    def accused(files, text):
        """The programs whose lines are named by errors with a code."""
        found = {}
        for file, number, message in re.findall(r"^(\S+?):(\d+):\d+: error: (.*)$", text, re.M):
            file = Path(file).name
            code = re.search(r"ENZ\d{4}", message)
            if file not in files or not code:
                continue
            names = re.findall(r"^//@ (\w+)$", "\n".join(files[file].splitlines()[:int(number)]), re.M)
            if names and names[-1] != "main":
                found.setdefault(names[-1], Verdict("refused " + code.group(0), message))
        return found

    def execute(self, programs):
        try:
            done = subprocess.run(["./program"], cwd=self.folder, capture_output=True, text=True,
                                  timeout=LIMIT_S, errors="replace", env={**os.environ, **ENVIRONMENT})
            output = done.stdout
        except subprocess.TimeoutExpired:
            return self.divide(programs, Verdict("died", "the batch does not end"))
        found = {}
        for name, text, status in re.findall(r"^BEGIN (\w+)\n(.*?)^END \1 (\d+)$", output, re.M | re.S):
            found[name] = self.judge(text, int(status))
        return {name: found.get(name, Verdict("died", "no result")) for name, _ in programs}

    @staticmethod
    def judge(text, status):
        if "WRONG" in text:
            return Verdict("wrong", text.strip())
        stopped = re.search(r"^enzyme: ([\w ,]{,60})", text, re.M)
        if stopped:
            return Verdict(f"stopped: {stopped.group(1)}…", text.strip())
        return Verdict("ok") if status == 0 else Verdict("died", f"{text.strip()} (status {status})")


def run_batch(programs, labels, toolchain, together=1, keep=None):
    """For each configuration the verdicts of named programs; `keep`: a folder that stays."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        if keep:
            Path(keep).mkdir(parents=True, exist_ok=True)
        batch = Batch(toolchain, programs, keep or folder, together)
        return {label: batch.verdicts(label) for label in labels}
