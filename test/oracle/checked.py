"""Programs of all kinds of tests, compiled so that each of their requests is compared with
the exact oracle (-fenzyme-check=exact): derivative programs, examples of the interface,
folders of files that are linked, Fortran.
"""
import os
import re
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
for folder in ("tools", "derivatives"):
    sys.path.insert(0, str(TESTS / folder))
import run as derivatives  # noqa: E402 (the paths are set just above)
import examples  # noqa: E402

EXACTLY = ["-O1", "-w", "-fenzyme-check=exact", "-Wno-enzyme-check"]
TOLD = re.compile(r"^enzyme: the derivative of .* is right by the exact oracle$", re.M)


class Trouble(Exception):
    """A program that could not be made, or is refused."""


def fortran_program(names, source):
    """The C program of test/fortran/run.py, whose module has the same name as another's."""
    text = {}
    exec(compile((TESTS / "fortran" / "run.py").read_text(), "fortran", "exec"), text)  # noqa: S102
    return text["program"](names, source)


def build(command, folder):
    code, output = derivatives.run_limited(["bash", "-c", 'cd "$0" && exec "$@"', str(folder), *command], 240)
    if code != 0:
        raise Trouble(" ".join(command) + "\n" + output)


def compiler(options, name):
    return str(Path(options.toolchain).resolve() / "bin" / name)


def of_derivative(path, folder, options):
    directives = derivatives.read_directives(path)
    flags = [*EXACTLY, "-I", str(derivatives.HARNESS), *derivatives.words(directives, "flags")]
    if "std" in directives:
        flags.append("-std=" + directives["std"][0])
    build([derivatives.compiler_for(path, options), *flags, str(path), "-o", "program",
           *derivatives.words(directives, "link"), "-lm"], folder)
    return directives


def of_example(path, folder, options):
    example = examples.examples_of(path)[0]
    if example.refusals:
        return None
    source = Path(folder) / ("example" + path.suffix)
    source.write_text(example.text, encoding="utf-8")
    flags = [*EXACTLY, "-I", str(derivatives.HARNESS), "-I", str(path.parent),
             *derivatives.words(example.directives, "flags")]
    if "std" in example.directives:
        flags.append("-std=" + example.directives["std"][0])
    build([derivatives.compiler_for(path, options), *flags, str(source), "-o", "program",
           *derivatives.words(example.directives, "link"), "-lm"], folder)
    return example.directives


def of_files(path, folder, options):
    """All files of a folder; main.* has the requests."""
    sources = sorted(str(file) for file in path.iterdir() if file.suffix in (".c", ".cpp"))
    is_cxx = any(source.endswith(".cpp") for source in sources)
    flags = [*EXACTLY, "-I", str(path), "-I", str(derivatives.HARNESS)]
    objects = []
    for source in sources:
        objects.append(os.path.basename(source) + ".o")
        name = "enzyme-clang++" if source.endswith(".cpp") else "enzyme-clang"
        build([compiler(options, name), *flags, "-c", source, "-o", objects[-1]], folder)
    build([compiler(options, "enzyme-clang++" if is_cxx else "enzyme-clang"), *EXACTLY, *objects, "-lm",
           "-o", "program"], folder)
    return {}


def of_fortran(path, folder, options):
    text = path.read_text()
    names = re.findall(r"^ *(?:recursive )?subroutine (\w+)\(n, x, s\)", text, re.M)
    flags = " ".join(re.findall(r"^! flags: (.*)", text, re.M)).split()
    exactly = [word for word in EXACTLY if not word.startswith("-W") and word != "-w"]
    (Path(folder) / "main.c").write_text(fortran_program(names, text))
    build([compiler(options, "enzyme-flang"), *exactly, *flags, "-c", str(path), "-o", "code.o"], folder)
    build([compiler(options, "enzyme-clang"), *EXACTLY, "-c", "main.c", "-o", "main.o"], folder)
    build([compiler(options, "enzyme-flang"), *exactly, *flags, "main.o", "code.o", "-o", "program"], folder)
    return {}


def kind_of(path):
    if path.is_dir():
        return of_files
    if path.suffix in (".f90", ".f"):
        return of_fortran
    return of_derivative if ".deriv." in path.name else of_example


def check(path, folder, options):
    """(how it ended, more): every request of the program, compared at run time."""
    try:
        directives = kind_of(path)(path, folder, options)
    except Trouble as trouble:
        return "FAILED", str(trouble)
    if directives is None:
        return "nothing", ""
    environment = dict(derivatives.environment_for(directives), ENZYME_CHECK_TELL="1", OMP_NUM_THREADS="1")
    code, output = derivatives.run_limited([str(Path(folder) / "program")], 300, environment)
    lines = output.splitlines()
    wrong = [line for line in lines if line.startswith("enzyme: ") and " is wrong" in line]
    unable = sorted({line for line in lines if "is checked by differences" in line})
    if wrong:
        return "WRONG", "\n".join(wrong)
    if code != 0:
        return "FAILED", f"exit {code}\n" + "\n".join(line for line in lines if not TOLD.match(line))
    if unable:
        return "stopped", "\n".join(unable)
    return ("agrees", "") if TOLD.search(output) else ("nothing", "")
