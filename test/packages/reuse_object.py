#!/usr/bin/env python3
"""A compiler launcher: a command that the build in ENZYME_OBJECTS ran already is answered by its
object, another one runs. What is compared is the whole command but for the folders of the source
and the build, and the name that the compiler goes by."""
import os
import shutil
import sys
from pathlib import Path

from homebrew import command_key


def main():
    words = sys.argv[1:]
    source, objects = os.environ["ENZYME_SOURCE"], Path(os.environ["ENZYME_OBJECTS"])
    if "-c" in words and "-MF" in words:
        at = words.index("-MD")
        target, depends = words[words.index("-MT") + 1], words[words.index("-MF") + 1]
        plain = words[:at] + words[at + 5:]  # -MD -MT <target> -MF <file>
        known = objects / command_key(plain, os.getcwd(), [(source + "/build", "<build>"), (source, "<source>")])
        if known.exists():
            shutil.copy(known.read_text(), words[words.index("-o") + 1])
            Path(depends).write_text(f"{target}:\n")
            return
    os.execvp(words[0], words)


if __name__ == "__main__":
    main()
