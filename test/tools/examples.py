#!/usr/bin/env python3
"""Runs the examples of documents and of test/interface as tests.

usage: examples.py [--toolchain DIR] [--levels=-O0,-O2] FILE...

A C or C++ file is one example. A document (.md) holds one in every block marked
c or c++, sessions in blocks marked console, quotations of our sources in blocks
marked cpp. In an example

  //> statements; a, b == 1, 2     runs in main, in order; the values are compared
  //! text                         the compiler refuses the example, and says text
  //? text                         the compiler warns, and says text

The directives of derivative programs (test/derivatives/run.py) hold too. Files are
run at every level and under the address sanitizer, blocks at -O0 and -O2.

A block of a document that begins with `// NAME` or `! NAME` is also the file NAME in the
folder of the document's sessions: `$ command` lines, each followed by exactly
what it prints.
"""
import argparse
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "derivatives"))
import run as programs  # noqa: E402 (the path is set just above)

HEAD = """#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static int failures = 0;
static void check(int line, double found, double wanted) {
  if (fabs(found - wanted) <= 1e-9 * (1 + fabs(wanted))) return;
  printf("line %d: found %.17g, wanted %.17g\\n", line, found, wanted);
  failures++;
}
"""
DOCUMENT_HEAD = "#include <enzyme/enzyme.h>\n"
# Blocks of these are no programs; what else keeps them true.
TESTED_ELSEWHERE = {
    "diagnostics.md": "the unit test RequestMessages takes them from test/diagnostics",
    "walk.md": "test/tools/walk.py compares them with the compiler's prints",
}


def split_at(text, separator):
    """Splits at separators outside brackets and strings."""
    parts, depth, start, quoted = [], 0, 0, False
    for i, c in enumerate(text):
        quoted ^= c == '"'
        if quoted:
            continue
        depth += (c in "([{") - (c in ")]}")
        if c == separator and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    return parts + [text[start:]]


def statements(line, number):
    """The C statements of one `//>` line; the last may be a check."""
    *before, last = split_at(line, ";")
    code = [statement + ";" for statement in before]
    if " == " not in last:
        return code + [last + ";"]
    left, right = last.split(" == ")
    return code + [f"check({number}, {a.strip()}, {b.strip()});"
                   for a, b in zip(split_at(left, ","), split_at(right, ","), strict=True)]


class Example:
    """One program: its text, what is expected of the compiler, its directives."""

    def __init__(self, path, lines, first_line, suffix, head):
        self.path, self.first_line, self.suffix = path, first_line, suffix
        self.directives = programs.directives_in(lines)
        self.refusals = [line[4:].strip() for line in lines if line.startswith("//! ")]
        self.warnings = [line[4:].strip() for line in lines if line.startswith("//? ")]
        self.text = self.program(lines, head)

    def program(self, lines, head):
        code, body = [], []
        for number, line in enumerate(lines, self.first_line):
            if line.startswith("//> "):
                body += [f'#line {number} "{self.path.name}"', *statements(line[4:], number)]
                line = ""
            code.append(line)
        has_main = any(re.match(r"int main\b", line) for line in lines)
        end = "" if has_main else "int main(void) {\n" + "\n".join(body) + "\nreturn failures;\n}\n"
        if not self.refusals and not has_main and not body:
            raise SystemExit(f"{self.path}:{self.first_line}: an example that checks nothing")
        start = f'#line {self.first_line} "{self.path.name}"\n'
        return (head if has_main else HEAD + head) + start + "\n".join(code) + "\n" + end

    def check(self, label, flags, options):
        """None, or what to show."""
        with tempfile.TemporaryDirectory(prefix="example-") as folder:
            source = Path(folder) / ("example" + self.suffix)
            source.write_text(self.text, encoding="utf-8")
            program = Path(folder) / "example"
            flags = [*flags, "-I", str(self.path.parent)]
            command = programs.command_for(source, flags, self.directives, options, program)
            code, output = programs.run_limited(command, programs.COMPILE_LIMIT_S)
            if trouble := self.judge_compilation(code, output):
                return trouble
            if self.refusals:
                return None
            environment = programs.environment_for(self.directives)
            code, output = programs.run_limited([str(program)], programs.RUN_LIMIT_S, environment)
            return None if code == 0 else f"is wrong (exit {code}):\n{output[:programs.OUTPUT_LIMIT]}"

    def judge_compilation(self, code, output):
        shown = output[:programs.OUTPUT_LIMIT]
        if self.refusals and code == 0:
            return "is not refused"
        if self.refusals and (code != 1 or "error: " not in output):
            return f"is not refused with an error (exit {code}):\n{shown}"
        if not self.refusals and code != 0:
            return f"does not compile (exit {code}):\n{shown}"
        for text in self.refusals + self.warnings:
            if text not in output:
                return f"is compiled without the words '{text}':\n{shown}"
        return None


def blocks(path):
    """(language, first line, lines) of every fenced block of a document."""
    language, lines = None, []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if language is None:
            if match := re.fullmatch(r"```(\S+)", line):
                language, first, lines = match[1], number + 1, []
        elif line == "```":
            yield language, first, lines
            language = None
        else:
            lines.append(line)


def examples_of(path):
    """The programs of a file or document."""
    if path.suffix != ".md":
        return [Example(path, path.read_text(encoding="utf-8").splitlines(), 1, path.suffix, "")]
    suffixes = {"c": ".c", "c++": ".cpp"}
    return [Example(path, lines, first, suffixes[language], DOCUMENT_HEAD)
            for language, first, lines in blocks(path) if language in suffixes]


def find_rust(toolchain):
    """The folder of a rustc that test/rust can use, or None."""
    specification = importlib.util.spec_from_file_location("rust", TESTS / "rust" / "run.py")
    rust = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(rust)
    return rust.find_rust(toolchain)[0]


def check_sessions(path, options):
    """Runs the console blocks of a document; what to show of each that differs."""
    troubles = []
    with tempfile.TemporaryDirectory(prefix="session-") as folder:
        (Path(folder) / "build").mkdir()
        (Path(folder) / "build" / "toolchain").symlink_to(options.toolchain)
        environment = dict(os.environ, PATH=f"{options.toolchain}/bin:{os.environ['PATH']}", LC_ALL="C")
        for language, first, lines in blocks(path):
            if lines and (match := re.fullmatch(r"(?://|!) ([\w.]+)", lines[0])):
                (Path(folder) / match[1]).write_text("\n".join(lines) + "\n", encoding="utf-8")
            if language != "console":
                continue
            if any(re.match(r"\$ (rustc|cargo) ", line) for line in lines):
                rust = find_rust(options.toolchain)
                if not rust: # test/rust says so
                    continue
                environment["PATH"] += os.pathsep + rust
            printed = []
            for line in (line for line in lines if line.startswith("$ ")):
                done = subprocess.run(["bash", "-c", line[2:]], cwd=folder, env=environment, text=True,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600)
                printed += [line, *done.stdout.splitlines()]
            if printed != lines:
                troubles.append(f"FAILED {path.name}:{first}: the session prints\n" + "\n".join(printed))
    return troubles


def check_quotations(path):
    """What to show of lines that a document quotes and our sources do not hold."""
    troubles = []
    sources = None
    for language, first, lines in blocks(path):
        if language != "cpp":
            continue
        sources = sources or "\n".join(file.read_text(encoding="utf-8")
                                       for folder in ("passes", "test/mpi")
                                       for file in (TESTS.parent / folder).rglob("*.[hc]*"))
        for number, line in enumerate(lines, first):
            if line.strip() and not line.startswith("//") and line.strip() not in sources:
                troubles.append(f"FAILED {path.name}:{number}: our sources do not hold this line: {line}")
    return troubles


def check_file(path, options):
    """What to show of one file; empty if all of it is right."""
    if path.name in TESTED_ELSEWHERE:
        return []
    is_document = path.suffix == ".md"
    troubles = check_sessions(path, options) + check_quotations(path) if is_document else []
    for example in examples_of(path):
        wanted = options.levels or (["-O0", "-O2"] if is_document else None)
        for label, flags in programs.chosen_of(programs.configurations(example.directives), wanted, path.name):
            if trouble := example.check(label, flags, options):
                troubles.append(f"FAILED {path.name}:{example.first_line} at {label}: {trouble}")
    return troubles


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--toolchain", default=str(TESTS.parent / "build" / "toolchain"))
    parser.add_argument("--levels", type=lambda text: text.split(","), default=os.environ.get("ENZYME_TEST_LEVELS"),
                        help="for instance -O0,-O2 or 'address sanitizer'; else ENZYME_TEST_LEVELS; else all")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    options.toolchain, options.primal = os.path.abspath(options.toolchain), False
    with ThreadPoolExecutor(options.jobs) as pool:
        troubles = list(pool.map(lambda path: check_file(path.resolve(), options), options.files))
    for trouble in (text for texts in troubles for text in texts):
        print(trouble, flush=True)
    failed = sum(bool(texts) for texts in troubles)
    print(f"{len(options.files) - failed} of {len(options.files)} files are right")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
