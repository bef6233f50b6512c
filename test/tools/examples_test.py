#!/usr/bin/env python3
"""examples.py finds what is wrong: each example below must be reported, with plain clang."""
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parent))
import examples  # noqa: E402 (the path is set just above)

# text of an example, words of the report ("" for none)
CASES = [
    ("//> int a = 1; a, a + 1 == 1, 2", ""),
    ("//> int a = 1; a, a + 1 == 1, 3", "found 2, wanted 3"),
    ("//> int a = ; a == 1", "does not compile"),
    ("//! no such word\n//> 1 == 1", "is not refused"),
    ("//! expected expression\nint a = ;\n//> 1 == 1", ""),
    ("//! another word\nint a = ;\n//> 1 == 1", "without the words 'another word'"),
    ("//? unused variable\nstatic int a;\n//> 1 == 1", ""),
    ("//? unused function\nstatic int a;\n//> 1 == 1", "without the words 'unused function'"),
]


def main():
    options = SimpleNamespace(levels=["-O3"], primal=True, toolchain="/nowhere")
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for text, wanted in CASES:
            path = Path(folder) / "case.c"
            path.write_text(text + "\n", encoding="utf-8")
            report = "\n".join(examples.check_file(path, options))
            if bool(report) != bool(wanted) or wanted not in report:
                wrong += 1
                print(f"case {text!r}: wanted a report with {wanted!r}, found {report!r}")
        document = Path(folder) / "case.md"
        document.write_text("```console\n$ echo two\none\n```\n```cpp\nno line of ours\n```\n", encoding="utf-8")
        reports = examples.check_file(document, options)
        wrong += len(reports) != 2
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
