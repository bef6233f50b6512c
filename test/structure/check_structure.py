#!/usr/bin/env python3
"""Keeps the limits of the house: length, nesting, layering, words.

    check_structure.py [repository] [--figures]

Prints `file:line: limit: what is wrong` and fails if there is any. A file asks
for an exception by a line

    // structure: allow <limit>, because <reason>

which holds for the file, or, for limits on functions, for the function it
stands in or directly above. `--figures` prints the measured shape instead.
The C++ is read by cxx_scan.py: tokens and braces, no compiler needed.
"""
import os
import re
import subprocess
import sys

from cxx_scan import scan

# The limits. Those on functions hold for the compiler's own code; the length
# of a file for everything a person reads.
LIMITS = {
    "file-length": 600,      # lines; aim at 150-300
    "function-length": 80,   # lines
    "function-p90": 30,      # 90 of 100 functions are no longer
    "nesting": 4,            # levels of control flow in a function
    "nesting-share": 0.05,   # share of functions that may reach one level more
    "parameters": 5,         # of a function; more want a struct with a name
    "readme-length": 120,    # lines: two pages
}
CODE = ("driver", "passes", "runtime", "rt-gpu", "mpi-omp")
READ = CODE + ("packaging", "test", "dev", ".ci")
FOLDERS_WITH_README = ("driver", "passes", "runtime", "rt-gpu", "mpi-omp", "packaging", "test", "docs")

# Who may include whom, in passes/: each room sees itself and those listed.
BASE = ("support", "report")
KNOWLEDGE = BASE + ("rules", "abi", "request")
READING = KNOWLEDGE + ("types", "memory")            # what a function says about itself
FORM = READING + ("bits", "target", "parallel", "checkpoint", "library", "prepare")
ANALYSES = FORM + ("activity",)
ROOMS = {
    "support": (),
    "report": ("support",),
    "rules": BASE,
    "abi": BASE,
    "request": BASE + ("rules", "abi"),
    "types": KNOWLEDGE,
    "memory": KNOWLEDGE + ("types",),
    "bits": READING,
    "target": READING,
    "parallel": READING,
    "checkpoint": READING,
    "library": READING + ("parallel",),
    "prepare": FORM,
    "transform": FORM,
    "activity": FORM,
    "regions": ANALYSES,
    "shadow": ANALYSES + ("regions",),
    "plan": ANALYSES + ("regions", "shadow"),
    "emit": ANALYSES + ("regions", "shadow", "plan"),
    "optimise": ANALYSES + ("regions", "shadow", "plan", "emit"),
    "carry": KNOWLEDGE,
    "oracle": (),
    "link": KNOWLEDGE + ("carry",),
    "frontend": ANALYSES + ("regions", "shadow", "plan", "emit", "optimise", "carry"),  # prints every state
    "pipeline": ANALYSES + ("transform", "regions", "shadow", "plan", "emit", "optimise", "carry", "link", "frontend"),
}
# Knowledge about particular functions has one home.
HOMES_OF_NAMES = ("passes/rules/", "passes/request/Vocabulary.def")
FUNCTION_NAMES = re.compile(
    r"(malloc|calloc|realloc|free|memalign|aligned_alloc|posix_memalign|valloc|reallocarray"
    r"|v?s?n?f?printf|puts|fputs|putchar|fwrite|fread|fopen|fclose|scanf|getenv|time|clock|rand|srand"
    r"|exit|abort|qsort|strlen|strcmp|strcpy|memcpy|memmove|memset"
    r"|(a?(sin|cos|tan)h?|atan2|exp2?|expm1|log(2|10|1p|b)?|pow|sqrt|cbrt|hypot|fabs|fmin|fmax|fma"
    r"|fmod|remainder|remquo|ldexp|frexp|modf|floor|ceil|trunc|round|erfc?|[tl]gamma|[jy][01n])[fl]?"
    r"|_Z(na|nw|da|dl)\w*|__cxa_\w+|__kmpc_\w+|GOMP_\w+|MPI_[A-Z]\w+|cblas_\w+|__nv_\w+|cuda[A-Z]\w+)")
# Words that do not belong, each with the place that is theirs (or none).
WORDS = [
    (re.compile(r"\berrs\(\)"), (), "errs()", "use LLVM_DEBUG or a diagnostic"),
    (re.compile(r"\bcl::opt\b"), ("passes/Options.cpp",), "cl::opt", "options live in Options.def"),
    (re.compile(r"#\s*if.*\bLLVM_VERSION"), (), "llvm-version", "one LLVM major, no conditions on it"),
    (re.compile(r"^(static|thread_local)\s(?!.*\b(const|constexpr|constinit)\b)[^(]*[;={]"), ("runtime/", "rt-gpu/emulator/", "mpi-omp/"),
     "globals", "no mutable globals: pass a context"),
]
# What a function is, is noted on it; one file knows how the names of ours begin.
NAME_TEST = re.compile(r'\b(?:starts_with|consume_front)\(+"enzyme\.')
HOMES_OF_PREFIXES = ("passes/support/Origins.cpp",)
NEED_REASON = re.compile(r"\bconst_cast\b|^\s*friend\b(?!.*\boperator\b)")


class Report:
    def __init__(self):
        self.lines = []

    def add(self, path, line, limit, text):
        self.lines.append(f"{path}:{line}: {limit}: {text}")


def exceptions(lines):
    """{limit: [line numbers]} of the exceptions a file asks for, with a reason."""
    found = {}
    for number, line in enumerate(lines, 1):
        match = re.search(r"structure: allow ([\w()-:]+), because \w", line)
        if match:
            found.setdefault(match.group(1), []).append(number)
    return found


def near(numbers, function):
    return any(function.start - 3 <= n <= function.end for n in numbers)


def check_functions(path, source, allowed, report):
    for f in source.functions:
        if near(allowed.get("function-length", []), f) is False and f.length > LIMITS["function-length"]:
            report.add(path, f.start, "function-length", f"{f.name} has {f.length} lines")
        if near(allowed.get("nesting", []), f) is False and f.nesting > LIMITS["nesting"] + 1:
            report.add(path, f.start, "nesting", f"{f.name} nests {f.nesting} levels")
        if near(allowed.get("parameters", []), f) is False and f.parameters > LIMITS["parameters"]:
            report.add(path, f.start, "parameters", f"{f.name} takes {f.parameters}: give them a struct")


def check_words(path, source, allowed, report):
    for number, line in enumerate(source.code, 1):
        for pattern, homes, limit, hint in WORDS:
            if pattern.search(line) and limit not in allowed and not path.startswith(tuple(homes) or "\0"):
                report.add(path, number, limit, hint)
        if NEED_REASON.search(line):
            here = source.lines[max(0, number - 2):number]
            if not any("//" in text for text in here):
                report.add(path, number, "const-cast", "needs a comment that gives the reason")


def check_names(path, source, allowed, report):
    if path.startswith(HOMES_OF_NAMES) or "function-name" in allowed or not path.startswith("passes/"):
        return
    for number, text in source.strings:
        if FUNCTION_NAMES.fullmatch(text):
            report.add(path, number, "function-name", f'"{text}" belongs under passes/rules/')


def check_prefixes(path, source, allowed, report):
    if path.startswith(HOMES_OF_PREFIXES) or "name-prefix" in allowed or not path.startswith("passes/"):
        return
    for number, line in enumerate(source.lines, 1):
        if NAME_TEST.search(line):
            report.add(path, number, "name-prefix", "ask support/Origins.h what was made here, and from what")


def check_layers(path, source, allowed, report):
    parts = path.split("/")
    if parts[0] != "passes" or len(parts) < 3 or parts[1] not in ROOMS or "layer" in allowed:
        return
    for number, target in source.includes:
        room = target.split("/")[0]
        if room == "limits": # limits/ROOM.h, made of Limits.def
            room = os.path.splitext(target.split("/")[1])[0]
        if room in ROOMS and room != parts[1] and room not in ROOMS[parts[1]]:
            report.add(path, number, "layer", f"{parts[1]}/ must not see {room}/")


# Every limit of a search, a walk or a size stands in Limits.def, with what happens when it is reached.
LIMIT_NAME = r"(?:most|max|deepest|longest|farthest|furthest|enough|too[A-Z]|limit)\w*|\w+(?:Limit|Rounds|Depth)"
OWN_LIMIT = re.compile(rf"\bconstexpr (?:unsigned|int|u?int\d+_t|size_t|auto)\b.*\b(?:{LIMIT_NAME}) ?= ?[\d(]")
COMPARED = re.compile(r"\b(?:depth|nesting|rounds?|visited|steps?|attempts|(?:seen|work|web|pending|reached|visited)\.size\(\))"
                      r" (?:==|!=|<=?|>=?) (\d[\d']*)\b")


def check_limits(path, source, allowed, report):
    if not path.startswith("passes/") or path.startswith("passes/oracle/") or "own-limit" in allowed:
        return
    for number, line in enumerate(source.code, 1):
        compared = COMPARED.search(line)
        if OWN_LIMIT.search(line) or (compared and int(compared.group(1).replace("'", "")) > 2):
            report.add(path, number, "own-limit", "limits stand in passes/Limits.def")


TYPE = re.compile(r"(?:struct|class|enum class|enum) (\w+)(?: final)?(?: :[^;]*)? ?\{")
NAMESPACE = re.compile(r"namespace ([\w:]+) \{")


def shared_types(path, lines):
    """The types of the compiler that other files can name too: (name, line)."""
    if not path.startswith("passes/"):
        return
    space, is_private = "", False
    for number, line in enumerate(lines, 1):
        if line.startswith(("namespace {", "} // namespace")):
            is_private = line.startswith("namespace {")
            space = space if is_private or line.strip() == "} // namespace" else ""
        elif found := NAMESPACE.match(line):
            space = found.group(1)
        elif (found := TYPE.match(line)) and not is_private:
            yield f"{space}::{found.group(1)}", number


def check_types(types, report):
    """Two types of one name: the linker keeps one constructor for both, and nobody says a word."""
    for name, places in types.items():
        for path, number in places[1:]:
            report.add(path, number, "type-name", f"{name} is another type in {places[0][0]}")


def check_opening(path, source, report):
    first = source.lines[0] if source.lines else ""
    if not first.startswith(("//", "/*")):
        report.add(path, 1, "opening", "a file opens with the problem it solves")


def check_shape(functions, report):
    if len(functions) < 50:
        return
    lengths = sorted(f.length for f in functions)
    p90 = lengths[int(len(lengths) * 0.9)]
    if p90 > LIMITS["function-p90"]:
        report.add("passes", 1, "function-p90", f"one function in ten has {p90} lines or more")
    deep = sum(f.nesting > LIMITS["nesting"] for f in functions) / len(functions)
    if deep > LIMITS["nesting-share"]:
        report.add("passes", 1, "nesting-share", f"{deep:.0%} of all functions nest more than {LIMITS['nesting']} levels")


def check_readmes(root, report):
    for folder in FOLDERS_WITH_README:
        path = os.path.join(root, folder, "README.md")
        if not os.path.exists(path):
            report.add(f"{folder}/README.md", 1, "readme", "is missing")
            continue
        with open(path, encoding="utf-8") as file:
            length = sum(1 for _ in file)
        if length > LIMITS["readme-length"]:
            report.add(f"{folder}/README.md", 1, "readme-length", f"{length} lines")
    for room in ROOMS:
        if not os.path.isdir(os.path.join(root, "passes", room)):
            report.add("test/structure/check_structure.py", 1, "layer", f"passes/{room}/ is not there")
        elif not os.path.exists(os.path.join(root, "passes", room, "README.md")):
            report.add(f"passes/{room}/README.md", 1, "readme", "is missing")


OTHERS_FILES = {"math.h", "mpif.h", "kmp.h", "x.c", "program.c"}  # systems' and users'
NAMING_DOCUMENTS = ("docs/walk.md", "docs/style.md", "docs/types.md", "docs/activity.md", "docs/parallel.md")
NAMED_FILE = re.compile(r"\b((?:\w[\w.-]*/)*\w+\.(?:cpp|h|def|ll|c|inc))\b(?!\()|\b((?:\w+/)*\w+)\.\*(?=[`)])")


def check_named_files(root, paths, report):
    """Documents, comments and tables name files: those must be there."""
    names = {os.path.basename(path) for path in paths}
    stems = {os.path.splitext(name)[0] for name in names}
    for path in paths:
        is_text = path in NAMING_DOCUMENTS or (path.startswith("passes/") and path.endswith("README.md"))
        if not is_text and not (path.startswith(CODE) and path.endswith((".cpp", ".h"))):
            continue
        with open(os.path.join(root, path), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                comment = line if is_text else line.partition("//")[2]
                for match in NAMED_FILE.finditer(comment):
                    name, stem = match.groups()
                    base = os.path.basename(name or stem)
                    if base not in (names if name else stems) | OTHERS_FILES:
                        report.add(path, number, "named-file", f"{match.group(0)} is not there")


def files_of(root):
    """What git knows or would add; all files where there is no git."""
    command = ["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, capture_output=True, text=True)
    if listed.returncode == 0:
        return sorted(set(listed.stdout.split("\n")) - {""})
    found = []
    for folder in READ:
        for base, _, names in os.walk(os.path.join(root, folder)):
            found += [os.path.relpath(os.path.join(base, name), root) for name in names]
    return sorted(found)


def is_code(path):
    return path.split("/")[0] in CODE and path.endswith((".c", ".cpp", ".h", ".hpp", ".def"))


def check_file(root, path, report):
    """Checks one file; returns its functions where they count."""
    if path.split("/")[0] not in READ or not os.path.exists(os.path.join(root, path)):
        return []
    if "/Inputs/" in path or not path.endswith((".c", ".cpp", ".h", ".hpp", ".def", ".py", ".sh", "dev", "run")):
        return []
    with open(os.path.join(root, path), encoding="utf-8") as file:
        text = file.read()
    lines = text.split("\n")
    allowed = exceptions(lines)
    if len(lines) > LIMITS["file-length"] and "file-length" not in allowed:
        report.add(path, 1, "file-length", f"{len(lines)} lines")
    if not is_code(path):
        return []
    source = scan(text)
    check_functions(path, source, allowed, report)
    check_words(path, source, allowed, report)
    check_prefixes(path, source, allowed, report)
    check_names(path, source, allowed, report)
    check_layers(path, source, allowed, report)
    check_limits(path, source, allowed, report)
    check_opening(path, source, report)
    return source.functions


def rooms_of_readmes():
    return ["driver", "runtime"] + [f"passes/{room}" for room in ROOMS]


def check_listed_files(root, paths, report):
    """The README of a room names every file that lies in it: by its name, or as `Stem.*`."""
    for room in rooms_of_readmes():
        readme = os.path.join(root, room, "README.md")
        if not os.path.exists(readme):
            continue
        with open(readme, encoding="utf-8") as file:
            words = set(re.findall(r"\w+", file.read()))
        for path in paths:
            stem, suffix = os.path.splitext(os.path.basename(path))
            if os.path.dirname(path) == room and suffix in (".cpp", ".h", ".c", ".def") and stem not in words:
                report.add(f"{room}/README.md", 1, "listed-file", f"does not name {os.path.basename(path)}")


def print_figures(functions):
    lengths = sorted(f.length for f in functions) or [0]
    print(f"functions {len(functions)}, median {lengths[len(lengths) // 2]}, "
          f"p90 {lengths[int(len(lengths) * 0.9)]}, longest {lengths[-1]}")
    for f in sorted(functions, key=lambda f: -f.length)[:10]:
        print(f"  {f.length:4} lines, nesting {f.nesting}: {f.name}")


def main(arguments):
    here = os.path.dirname(os.path.abspath(__file__))
    paths = [a for a in arguments if not a.startswith("--")]
    root = paths[0] if paths else os.path.dirname(os.path.dirname(here))
    report, functions, types = Report(), [], {}
    for path in files_of(root):
        functions += check_file(root, path, report)
        with open(os.path.join(root, path), encoding="utf-8") as file:
            for name, number in shared_types(path, file):
                types.setdefault(name, []).append((path, number))
    check_types(types, report)
    check_shape(functions, report)
    check_readmes(root, report)
    check_named_files(root, files_of(root), report)
    check_listed_files(root, files_of(root), report)
    if "--figures" in arguments:
        print_figures(functions)
        return 0
    print("\n".join(report.lines) or f"{len(functions)} functions, all within the limits")
    return 1 if report.lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
