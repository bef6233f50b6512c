#!/usr/bin/env python3
"""Fails where clang-format would change a file of the compiler or the host's runtime.

    check_format.py clang-format [repository]

Prints clang-format's own messages. The tests pass the clang-format of the LLVM
that the compiler is built on, as its releases lay out code differently.
"""
import os
import subprocess
import sys

from check_structure import files_of

FOLDERS = ("driver/", "passes/", "runtime/")
SUFFIXES = (".c", ".cpp", ".h")


def main():
    formatter = sys.argv[1]
    root = os.path.abspath(sys.argv[2] if len(sys.argv) > 2 else ".")
    files = [path for path in files_of(root)
             if path.startswith(FOLDERS) and path.endswith(SUFFIXES) and os.path.exists(os.path.join(root, path))]
    if not files:
        sys.exit("check_format.py: found no files to check")
    sys.exit(subprocess.run([formatter, "--dry-run", "-Werror", *files], cwd=root).returncode)


if __name__ == "__main__":
    main()
