#!/usr/bin/env python3
"""Fills docs/walk.md with what the compiler prints, or checks that it is current.

docs/walk.md holds the example's source and, behind each comment of the form
`<!-- state: NAME -->`, a fenced block. NAME is a state the compiler prints
(request, prepared, types, activity, regions, shadowed, plan, derivative).

usage: walk.py --compiler build/toolchain/bin/enzyme-clang [--check] docs/walk.md
"""
import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile

FLAGS = ["request", "print-prepared", "print-types", "print-activity", "print-regions", "print-shadowed",
         "print-plan", "print"]
HEADINGS = {  # what the passes print above each state -> NAME
    "analysing activity": "activity",
    "planning regions": "regions",
    "making shadow pointers": "shadowed",
    "planning": "plan",
}


def run_compiler(compiler, source):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "walk.c")
        with open(path, "w") as file:
            file.write(source)
        flags = []
        for name in ["print-request", "print-prepared", "print-types", "print-activity",
                     "print-regions", "print-shadowed", "print-plan", "print"]:
            flags += ["-Xclang", "-mllvm", "-Xclang", "-enzyme-" + name]
        result = subprocess.run([compiler, "-O1", "-c", "walk.c", "-o", "walk.o"] + flags,
                                cwd=folder, capture_output=True, text=True)
        if result.returncode:
            sys.exit(result.stderr)
        return result.stderr


def tidy(text):
    """Without metadata, attributes and debug records, which say nothing here."""
    lines = []
    for line in text.splitlines():
        if line.startswith(("attributes #", "!", "source_filename", "target ")) or "#dbg_" in line:
            continue
        line = re.sub(r", ![\w.]+ !\d+", "", line)
        line = re.sub(r" ![\w.]+ !\d+", "", line)
        line = re.sub(r" #\d+", "", line)
        lines.append(line.rstrip())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def states(printed):
    found = {}
    parts = re.split(r"^; enzyme: after (.*) for (.*)\n", printed, flags=re.M)
    found["request"] = tidy(parts[0])
    seen_preparing = 0
    for doing, body in zip(parts[1::3], parts[3::3]):
        if doing == "preparing":
            name = ["prepared", "types"][seen_preparing]
            seen_preparing += 1
        else:
            name = HEADINGS.get(doing, doing)
        if name == "plan":  # the last state is followed by the finished functions
            plan, separator, rest = body.partition("define ")
            found["derivative"] = tidy(separator + rest)
            body = plan
        found[name] = tidy(body)
    return found


def fill(document, found):
    def replace(match):
        name = match.group(1)
        if name not in found:
            sys.exit(f"the compiler printed no state '{name}'")
        return f"<!-- state: {name} -->\n```llvm\n{found[name]}\n```"
    return re.sub(r"<!-- state: (\w+) -->\n```\w*\n.*?```", replace, document, flags=re.S)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("document")
    options = parser.parse_args()
    with open(options.document) as file:
        document = file.read()
    source = re.search(r"```c\n(.*?)```", document, flags=re.S).group(1)
    filled = fill(document, states(run_compiler(os.path.abspath(options.compiler), source)))
    if not options.check:
        with open(options.document, "w") as file:
            file.write(filled)
    elif filled != document:
        sys.stdout.writelines(difflib.unified_diff(document.splitlines(True), filled.splitlines(True),
                                                   "docs/walk.md", "what the compiler prints"))
        sys.exit("docs/walk.md is out of date: run test/tools/walk.py without --check")


if __name__ == "__main__":
    main()
