#!/usr/bin/env python3
"""Programs of several ranks that check derivatives of themselves, by each MPI that is installed.

    run.py --toolchain <folder> [--levels=-O0,-O2] [--mpi=openmpi,mpich] [--ranks=1,2,3,4] [--jobs=N] <file>...

A program ends with status 0 where all is right, on any number of ranks; of the levels, the last one is
run with all of them by each MPI, others with one number by one. Programs are compiled on all cores, or by N jobs, and
run one after the other. A line
    //! compile: <text>       says that it is refused with such a message
    //! run: <text>           that its run is stopped with such a message, and does not hang
    //! eager: none           the last level is run again with no message leaving before its receive is there
    //! flags: <options>      gives options           (in Fortran: !! flags: …)
    //! with: <file>          names a Fortran file that is compiled by the MPI's own mpifort and linked
Without any MPI the test is skipped (status 77).
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "launcher"))
import waiting

ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1",
               "OMPI_MCA_btl_vader_single_copy_mechanism": "none", "OMPI_MCA_osc": "pt2pt"}
# What a send needs of the receive: Open MPI by its transport over sockets, where its least limit holds for all messages.
NOT_EAGER = {"OMPI_MCA_pml": "ob1", "OMPI_MCA_btl": "tcp,self", "UCX_RNDV_THRESH": "0",
             **{f"OMPI_MCA_btl_{way}_{limit}": "56" for way in ("self", "tcp") for limit in ("eager_limit", "rndv_eager_limit")}}
MPIS = {"openmpi": ("mpicc.openmpi", "OMPI_CC", ["mpirun.openmpi", "--oversubscribe"]),
        "mpich": ("mpicc.mpich", "MPICH_CC", ["mpirun.mpich"])}
FORTRAN = {"openmpi": ("mpifort.openmpi", "OMPI_FC"), "mpich": ("mpifort.mpich", "MPICH_FC")}
CXX = {"mpicc.openmpi": "mpicxx.openmpi", "mpicc.mpich": "mpicxx.mpich", "OMPI_CC": "OMPI_CXX", "MPICH_CC": "MPICH_CXX"}
LIMIT = 120
ONE_AT_A_TIME = threading.Lock()  # programs that are run


def run(line, environment):
    try:
        done = subprocess.run(line, env={**os.environ, **ENVIRONMENT, **environment}, timeout=LIMIT,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    except subprocess.TimeoutExpired as expired:
        return None, (expired.stdout or b"").decode(errors="replace") + f"does not end in {LIMIT} seconds"
    return done.returncode, done.stdout


def launch(options, mpi, ranks, command, environment=None):
    environment = {**(environment or {}), **(options.waiting if mpi == "mpich" else {})}
    with ONE_AT_A_TIME:
        return run([*MPIS[mpi][2], "-n", ranks, *command], environment)


class Program:
    def __init__(self, path):
        self.path = path
        with open(path) as file:
            self.lines = dict(re.findall(r"^(?://|!)! (\w+): (.*)", file.read(), re.M))

    def check(self, options, mpi, level, folder):
        """The complaints."""
        compiler, variable, _ = MPIS[mpi]
        program = os.path.join(folder, "program")
        clang = os.path.join(options.toolchain, "bin", "enzyme-clang")
        if self.path.endswith(".cpp"):
            compiler, variable, clang = CXX[compiler], CXX[variable], clang + "++"
        files = [self.path]
        if self.path.endswith(".f90"):
            compiler, variable = FORTRAN[mpi]
            clang = os.path.join(options.toolchain, "bin", "enzyme-flang")
            files.append("-J" + folder)
        if "with" in self.lines:
            fortran, variable = FORTRAN[mpi]
            for source in self.lines["with"].split():
                files.append(os.path.join(folder, os.path.basename(source) + ".o"))
                status, output = run([fortran, level, "-J" + folder, "-c", os.path.join(os.path.dirname(self.path), source),
                                      "-o", files[-1]], {variable: os.path.join(options.toolchain, "bin", "enzyme-flang")})
                if status != 0:
                    return [f"does not compile\n{output}"]
            files[0] = os.path.join(folder, "main.o")
            status, output = run([compiler, level, "-c", self.path, "-o", files[0]], {MPIS[mpi][1]: clang})
            if status != 0:
                return [f"does not compile\n{output}"]
            compiler, clang = fortran, os.path.join(options.toolchain, "bin", "enzyme-flang")
        status, output = run([compiler, level, *self.lines.get("flags", "").split(), *files, "-lm", "-o", program],
                             {variable: clang})
        wanted = self.lines.get("compile")
        if wanted:
            return [] if status and wanted in output else [f"compiled, or with another message\n{output}"]
        if status != 0:
            return [f"does not compile\n{output}"]
        if "run" in self.lines:
            # Launchers may drop the last lines of a process that aborts: a file keeps them.
            said = os.path.join(folder, "said")
            open(said, "w").close()
            status, output = launch(options, mpi, "2", ["sh", "-c", f"exec {program} 2>>{said}"])
            with open(said, errors="replace") as file:
                output += file.read()
            fits = status and self.lines["run"] in output
            return [] if fits else [f"ran, or was stopped with another message (status {status})\n{output}"]
        complaints = []
        for ranks in options.ranks if level == options.levels[-1] else options.ranks[-2:-1]:
            status, output = launch(options, mpi, ranks, [program])
            if status != 0:
                complaints.append(f"{ranks} ranks: status {status}\n{output}")
        if self.lines.get("eager") == "none" and level == options.levels[-1]:
            status, output = launch(options, mpi, options.ranks[-1], [program], NOT_EAGER)
            if status != 0:
                complaints.append(f"no message is eager: status {status}\n{output}")
        return complaints


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--toolchain", required=True, type=os.path.abspath)
    split = lambda text: text.split(",")
    parser.add_argument("--levels", default=["-O0", "-O2"], type=split)
    parser.add_argument("--ranks", default=["1", "2", "3", "4"], type=split)
    parser.add_argument("--mpi", default=list(MPIS), type=split)
    parser.add_argument("--jobs", default=os.cpu_count() or 1, type=int)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    mpis = [mpi for mpi in options.mpi if shutil.which(MPIS[mpi][0])]
    if not mpis:
        print("no MPI is installed (Debian: libopenmpi-dev, openmpi-bin, libmpich-dev, mpich)")
        return 77
    todo = []
    for path in options.files:
        for mpi in mpis:
            isFirst = mpi == mpis[0] and "refused" not in path
            todo += [(path, mpi, level) for level in (options.levels if isFirst else options.levels[-1:])]

    def complaints_of(work):
        path, mpi, level = work
        with tempfile.TemporaryDirectory() as folder:
            return [f"{path}, {mpi}, {level}: {complaint}" for complaint in Program(path).check(options, mpi, level, folder)]

    failures = 0
    with tempfile.TemporaryDirectory() as shared, ThreadPoolExecutor(options.jobs) as pool:
        if "mpich" in mpis:
            options.waiting = waiting.environment(options.toolchain, shared)
        for complaints in pool.map(complaints_of, todo):
            failures += len(complaints)
            for complaint in complaints:
                print(complaint)
    print(f"{len(options.files)} programs by {', '.join(mpis)}: {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
