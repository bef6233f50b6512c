"""The IR that is mutated: all test programs as a front end gives them, and as LLVM optimises them.

Plain clang and flang compile them, one way each, by the number of the program. To be mutated, programs
of the harness come without their requests (enzyme-fuzz-ir asks for derivatives of any function), those
of test/interface with them. Random functions of llvm-stress come on top.
"""
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2]
WAYS = [["-O1", "-Xclang", "-disable-llvm-passes"], ["-O2"], ["-O0", "-g"], ["-O3", "-g", "-mavx2", "-ffast-math"]]
STRESSED = 40


def programs():
    for folder in ("derivatives", "interface", "fortran", "link"):
        for suffix in ("c", "cpp", "f90"):
            yield from sorted((TESTS / folder).rglob(f"*.{suffix}"))


def kept():
    """Inputs that once failed, and the written IR of the other tests."""
    return sorted((TESTS / "fuzz" / "inputs" / "kept").glob("*.ll")) + sorted((TESTS / "stages").rglob("*.ll"))


def command_for(source, way, output, llvm, asks):
    name = {".c": "clang", ".cpp": "clang++", ".f90": "flang"}[source.suffix]
    flags = [flag for flag in way if flag not in ("-Xclang", "-disable-llvm-passes", "-mavx2")] if name == "flang" else way
    includes = [] if name == "flang" else ["-I", TESTS / "harness", "-I", TESTS.parent / "runtime" / "include", "-w"]
    if source.is_relative_to(TESTS / "derivatives") and not asks:
        includes.append("-DCHECK_PRIMAL_ONLY")
    if name == "clang++":
        includes.append("-std=c++20")
    return [f"{llvm}/{name}", *flags, *includes, "-c", "-emit-llvm", source, "-o", output]


def make(folder, llvm, jobs=1, some=1, asks=False):
    """The files, made where they are not there yet; every `some`th program; all with their requests."""
    folder = Path(folder) / ("asks" if asks else "plain")
    folder.mkdir(parents=True, exist_ok=True)

    def one(numbered):
        number, source = numbered
        output = folder / (f"{source.parent.name}-{source.name}.bc")
        if not output.exists():
            subprocess.run(command_for(source, WAYS[number % len(WAYS)], output, llvm, asks), capture_output=True, cwd=folder, timeout=300)
        return output

    with ThreadPoolExecutor(jobs) as pool:
        made = list(pool.map(one, list(enumerate(programs()))[::some]))
    for seed in range(0 if asks else STRESSED // some):
        output = folder / f"stress-{seed}.ll"
        if not output.exists():
            text = subprocess.run([f"{llvm}/llvm-stress", f"-seed={seed}", f"-size={20 + 7 * seed}"], capture_output=True, text=True).stdout
            output.write_text(text)
        made.append(output)
    return [path for path in made if path.exists()] + kept()
