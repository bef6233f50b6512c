#!/usr/bin/env python3
"""Compiles and runs the examples of a document: run_examples.py FILE.md FOLDER

Every block marked c or c++ becomes one program. Lines behind `//>` run in main;
`a, b == 1, 2` at the end of such a line is checked.
"""
import re
import subprocess
import sys
from pathlib import Path

HEAD = """#include <enzyme/enzyme.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static int failures = 0;
static void check(int line, double found, double wanted) {
  if (fabs(found - wanted) <= 1e-9 * (1 + fabs(wanted))) return;
  printf("line %d: found %.17g, wanted %.17g\\n", line, found, wanted);
  failures++;
}
"""


def split_at(text, separator):
    """Splits at separators outside brackets."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
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
        return code + [last]
    left, right = last.split(" == ")
    return code + [f"check({number}, {a.strip()}, {b.strip()});"
                   for a, b in zip(split_at(left, ","), split_at(right, ","), strict=True)]


def blocks(text):
    """(language, first line, lines) of every code block."""
    language, lines = None, []
    for number, line in enumerate(text.splitlines(), 1):
        if language is None:
            if match := re.fullmatch(r"```(c|c\+\+)", line):
                language, first, lines = match[1], number, []
        elif line == "```":
            yield language, first, lines
            language = None
        else:
            lines.append((number, line))


def program(lines):
    """The block's definitions, and a main of its `//>` lines."""
    code, body = [], []
    for number, line in lines:
        if line.startswith("//> "):
            body += statements(line[4:], number)
        else:
            code += [f"#line {number}", line]
    return HEAD + "\n".join(code) + "\nint main(void) {\n" + "\n".join(body) + "\nreturn failures;\n}\n"


def main():
    document, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    failed = 0
    for language, first, lines in blocks(document.read_text(encoding="utf-8")):
        compiler, suffix = ("enzyme-clang", ".c") if language == "c" else ("enzyme-clang++", ".cpp")
        source = folder / f"line{first}{suffix}"
        source.write_text(program(lines), encoding="utf-8")
        for level in ("-O0", "-O2"):
            run = subprocess.run([compiler, level, "-w", str(source), "-o", str(source.with_suffix("")), "-lm"],
                                 capture_output=True, text=True)
            if run.returncode == 0:
                run = subprocess.run([str(source.with_suffix(""))], capture_output=True, text=True)
            if run.returncode != 0:
                failed += 1
                print(f"{document}:{first}: {level}: exit code {run.returncode}\n{run.stdout}{run.stderr}")
    sys.exit(1 if failed else 0)


main()
