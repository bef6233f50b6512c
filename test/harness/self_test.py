#!/usr/bin/env python3
"""A harness that cannot fail proves nothing: check.h must pass right derivatives
and catch each kind of wrong one in self_test.c."""
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# WRONG -> what the message must say
EXPECTED = {
    1: "forward: primal result",
    2: "forward against differences",
    3: "forward: input tangent",
    4: "forward against differences",
    5: "reverse against forward",
    6: "reverse against forward",
    7: "reverse: shadow of an overwritten output",
    8: "enzyme_const memory is unchanged",
    9: "reverse: input memory",
    10: "reverse: primal result",
    11: "forward against differences",
    12: "reverse against forward",
    13: "g(2)",
    14: "forward in lanes: tangent",
    15: "reverse in lanes: adjoint",
    16: "forward in lanes: tangent",
    17: "reverse in lanes: adjoint",
}


def run(compiler, wrong, folder):
    program = Path(folder) / f"self_test_{wrong}"
    subprocess.run([compiler, "-w", f"-DWRONG={wrong}", str(HERE / "self_test.c"), "-o", str(program), "-lm"], check=True)
    done = subprocess.run([str(program)], stdout=subprocess.PIPE, text=True, check=False)
    return done.returncode, done.stdout


def main():
    compiler = sys.argv[1] if len(sys.argv) > 1 else "clang-22"
    failures = 0
    with tempfile.TemporaryDirectory(prefix="harness-") as folder:
        for wrong in [0, *EXPECTED]:
            code, output = run(compiler, wrong, folder)
            text = EXPECTED.get(wrong)
            right = code == 0 and "FAIL" not in output if text is None else code == 1 and "FAIL " + text in output
            if not right:
                failures += 1
                print(f"FAILED: WRONG={wrong} gives exit {code} and\n{output}")
    print(f"{1 + len(EXPECTED) - failures} of {1 + len(EXPECTED)} are as they should be")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
