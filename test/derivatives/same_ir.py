#!/usr/bin/env python3
"""The derivative functions of -O0 and -O3 are the same IR.

Compiles a handful of programs, one of each kind, with `-mllvm -enzyme-print`,
which prints each derivative function before the user's own pipeline sees it,
and requires the same text at -O0 and -O3.
"""
import argparse
import difflib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
HARNESS = HERE.parent / "harness"
PROGRAMS = [
    "scalar/trigonometric.deriv.c",
    "scalar/complex_arithmetic.deriv.c",
    "memory/stencil_in_place.deriv.c",
    "memory/malloc_in_loop.deriv.c",
    "memory/memcpy_of_mixed_struct.deriv.c",
    "memory/union_with_active_member.deriv.c",
    "memory/global_written_then_read.deriv.c",
    "control/while_until_converged.deriv.c",
    "control/several_exits.deriv.c",
    "control/switch_statement.deriv.c",
    "calls/helper_called_in_loop.deriv.c",
    "calls/recursion.deriv.c",
    "situations/function_pointer_from_table.deriv.c",
    "aggregates/struct_passed_by_value.deriv.c",
    "situations/vector_push_back.deriv.cpp",
    "cxx/virtual_functions.deriv.cpp",
]
SHOWN_LINES = 40


def derivative_text(path, level, toolchain):
    """(exit code, what -enzyme-print wrote) of one compilation."""
    driver = "enzyme-clang++" if path.suffix == ".cpp" else "enzyme-clang"
    command = [str(Path(toolchain) / "bin" / driver), level, "-w", "-c", "-I", str(HARNESS),
               "-mllvm", "-enzyme-print", str(path), "-o", "/dev/null"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                          timeout=300, check=False)
    return done.returncode, done.stderr


def without_debug(text):
    """Metadata numbers depend on what else the module holds; debug locations are no semantics."""
    text = re.sub(r",? (![A-Za-z_][A-Za-z0-9_.]*) ![0-9]+", "", text)
    text = re.sub(r"metadata ![0-9]+", "metadata", text)
    lines = (line.rstrip() for line in text.splitlines())
    return [line for line in lines if line and not line.lstrip().startswith(("#dbg_", "!"))]


def compare(path, toolchain):
    """None, or what differs."""
    code, low = derivative_text(path, "-O0", toolchain)
    code_high, high = derivative_text(path, "-O3", toolchain)
    if code or code_high:
        return f"does not compile:\n{(low if code else high)[:3000]}"
    if "define " not in low:
        return "-enzyme-print printed no function"
    first, second = without_debug(low), without_debug(high)
    if first == second:
        return None
    return "\n".join(list(difflib.unified_diff(first, second, "-O0", "-O3", lineterm="", n=2))[:SHOWN_LINES])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--toolchain", default=str(HERE.parent.parent / "build" / "toolchain"))
    parser.add_argument("programs", nargs="*", type=Path)
    options = parser.parse_args()
    paths = [path.resolve() for path in options.programs] or [HERE / name for name in PROGRAMS]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda path: compare(path, options.toolchain), paths))
    failed = 0
    for path, trouble in zip(paths, results):
        if trouble is None:
            print(f"ok {path.name}")
        else:
            failed += 1
            print(f"FAILED {path.name}: {trouble}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
