#!/usr/bin/env python3
"""Programs that are built in four forms, in serial, with OpenMP, with MPI and with both: their gradients are the same.

    run.py --toolchain <folder> [--levels=-O2] [--threads=1,2,3,8] [--ranks=1,2,3] [--all] <file>...

frame.h says how a program is started and what it prints. The gradient in serial is compared with differences, those of
all other forms with it. A line `//! check: SIZE STEPS` gives the size; of the levels, the last one is run with all
numbers of threads and ranks, others with the second of them. Without an MPI its forms are left out; of the second one
only that with threads as well is built, but for --all, which has eight ranks and all levels, too.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "mpi", "launcher"))
import waiting

ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1",
               "OMPI_MCA_btl_vader_single_copy_mechanism": "none", "OMPI_MCA_hwloc_base_binding_policy": "none",
               "OMP_WAIT_POLICY": "passive"}
LAUNCHERS = {"openmpi": ["mpirun.openmpi", "--oversubscribe"], "mpich": ["mpirun.mpich"]}
LIMIT = 120
TOLERANCE = 1e-10


def run(line, environment):
    try:
        done = subprocess.run(line, env={**os.environ, **ENVIRONMENT, **environment}, timeout=LIMIT,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    except subprocess.TimeoutExpired as expired:
        return None, (expired.stdout or b"").decode(errors="replace") + f"does not end in {LIMIT} seconds"
    return done.returncode, done.stdout


def build(path, toolchain, form, flags, program):
    """`form` is serial, openmp, or an MPI's name, with +openmp where it has threads as well. A complaint, or None."""
    isCxx = path.endswith(".cpp")
    compiler = os.path.join(toolchain, "bin", "enzyme-clang++" if isCxx else "enzyme-clang")
    mpi = form.split("+")[0] if form not in ("serial", "openmp") else None
    line, environment = [compiler], {}
    if mpi:
        line = [f"mpi{'cxx' if isCxx else 'cc'}.{mpi}", "-DWITH_MPI"]
        environment = {f"{'OMPI' if mpi == 'openmpi' else 'MPICH'}_{'CXX' if isCxx else 'CC'}": compiler}
    if "openmp" in form.split("+"):
        line.append("-fopenmp")
    status, output = run([*line, *flags, path, "-lm", "-o", program], environment)
    return None if status == 0 else f"{form}: does not compile\n{output}"


def start(program, form, arguments, options, threads="1", ranks="1"):
    launcher = LAUNCHERS.get(form.split("+")[0])
    line = [*launcher, "-n", ranks] if launcher else []
    return run([*line, program, *arguments], {"OMP_NUM_THREADS": threads, **(options.waiting if "mpich" in form else {})})


def numbers(output):
    found = re.findall(r"^(value|slope|differences|gradient|primal) (\S+)$", output, re.M)
    gradient = [float(number) for name, number in found if name == "gradient"]
    return {name: float(number) for name, number in found if name != "gradient"}, gradient


def compare(what, output, wanted):
    """The complaints. `wanted` is what the serial form gave."""
    named, gradient = numbers(output)
    if "value" not in named or len(gradient) != len(wanted[1]):
        return [f"{what}: prints something else\n{output[:2000]}"]
    largest = max(map(abs, wanted[1]))
    pairs = [("value", named["value"], wanted[0]["value"], abs(wanted[0]["value"]))]
    pairs += [(f"gradient {i}", a, b, largest) for i, (a, b) in enumerate(zip(gradient, wanted[1]))]
    return [f"{what}: {name} is {a!r}, in serial {b!r}" for name, a, b, scale in pairs
            if not abs(a - b) <= TOLERANCE * scale][:3]


def ways(form, options, isLast):
    """With how many threads and ranks a form is run."""
    threads = options.threads if isLast else options.threads[1:2]
    ranks = options.ranks if isLast else options.ranks[1:2]
    if form == "openmp":
        return [(t, "1") for t in threads]
    if form.endswith("+openmp"):
        return [("2", r) for r in ranks if r != "1"]
    return [("1", r) for r in ranks]


def check(path, options, level, folder):
    with open(path) as file:
        arguments = ["check", *re.search(r"^//! check: (.*)", file.read(), re.M).group(1).split()]
    isLast = level == options.levels[-1]
    wanted, complaints = None, []
    mpis = [mpi for mpi in options.mpi if shutil.which(f"mpicc.{mpi}")]
    forms = ["serial", "openmp"]
    for mpi in mpis if isLast else mpis[:1]:
        forms += [mpi, mpi + "+openmp"] if mpi == mpis[0] or options.all else [mpi + "+openmp"]
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        builds = list(pool.map(lambda form: build(path, options.toolchain, form, [level], os.path.join(folder, form)), forms))
    for form, complaint in zip(forms, builds):
        program = os.path.join(folder, form)
        if complaint:
            complaints.append(complaint)
            continue
        if form == "serial":
            output = start(program, form, arguments, options)[1]
            wanted = numbers(output)
            if "value" not in wanted[0]:
                return [f"serial: {output}"]
            slope, differences = wanted[0]["slope"], wanted[0]["differences"]
            if not abs(slope - differences) <= 1e-6 * (abs(slope) + abs(differences)):
                complaints.append(f"serial: the gradient gives {slope!r}, differences {differences!r}")
            continue
        for threads, ranks in ways(form, options, isLast):
            status, output = start(program, form, arguments, options, threads, ranks)
            what = f"{form}, {threads} threads, {ranks} ranks"
            complaints += compare(what, output, wanted) if status == 0 else [f"{what}: status {status}\n{output[-2000:]}"]
    return complaints


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--toolchain", required=True, type=os.path.abspath)
    split = lambda text: text.split(",")
    parser.add_argument("--levels", default=["-O2"], type=split)
    parser.add_argument("--threads", default=["1", "2", "3", "8"], type=split)
    parser.add_argument("--ranks", default=["1", "2", "3"], type=split)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--mpi", default=list(LAUNCHERS), type=split)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    if options.all:
        options.levels, options.ranks = ["-O0", "-O1", "-O3", "-O2"], ["1", "2", "3", "8"]
    failures = 0
    for path in options.files:
        for level in options.levels:
            with tempfile.TemporaryDirectory() as folder:
                options.waiting = waiting.environment(options.toolchain, folder)
                for complaint in check(path, options, level, folder):
                    failures += 1
                    print(f"{path}, {level}: {complaint}")
    print(f"{len(options.files)} programs: {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
