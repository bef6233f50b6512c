#!/usr/bin/env python3
"""Runs the CUDA programs of test/gpu on this machine's GPU, and says how long each takes.

usage: gpu.py --toolchain DIR [--cuda DIR] [FILE...]

test/gpu/cost_of_gradients.cu prints the times of kernels and of their gradients; of the others the time of
the whole program is told, and whether its derivatives were right. Where there is no GPU nothing is
timed: --enzyme-gpu-on-cpu tells what is right, and nothing of how fast it is.
"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def gpu():
    """(name, sm_90) of the first one; None where there is none."""
    if not shutil.which("nvidia-smi"):
        return None
    done = subprocess.run(["nvidia-smi", "--query-gpu=name,compute_cap", "--format=csv,noheader"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    found = re.match(r"(.*), (\d+)\.(\d+)", done.stdout)
    return (found[1], f"sm_{found[2]}{found[3]}") if done.returncode == 0 and found else None


def headers(path):
    with open(path) as file:
        return dict(re.findall(r"^//! (\w+): (.*)", file.read(), re.M))


def measure(path, options, processor, program):
    """A line about the program, and whether all was right."""
    compiler = os.path.join(options.toolchain, "bin", "enzyme-clang++")
    built = subprocess.run([compiler, "-O3", f"--cuda-path={options.cuda}", f"--cuda-gpu-arch={processor}", "-Xclang",
                            "-target-sdk-version=12.9", "-Wno-unknown-cuda-version",
                            *headers(path).get("flags", "").split(), path, "-o", program,
                            f"-L{options.cuda}/lib64", "-lcudart"],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if built.returncode != 0:
        return "does not compile\n" + built.stdout[-2000:], False
    begin = time.monotonic()
    done = subprocess.run([program], env={**os.environ, "LD_LIBRARY_PATH": f"{options.cuda}/lib64"}, timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    seconds = time.monotonic() - begin
    shown = f"\n{done.stdout}" if done.returncode != 0 or "cost_of" in path else ""
    return f"{seconds:6.2f} s, {'right' if done.returncode == 0 else f'status {done.returncode}'}{shown}", done.returncode == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--toolchain", required=True, type=os.path.abspath)
    parser.add_argument("--cuda", default=os.environ.get("CUDA_PATH", "/usr/local/cuda"))
    parser.add_argument("files", nargs="*", default=sorted(glob.glob(os.path.join(ROOT, "test", "gpu", "*.cu"))))
    options = parser.parse_args()
    found = gpu()
    if not found:
        print("There is no NVIDIA GPU here (nvidia-smi names none): nothing is timed. 'ctest -L gpu' runs the programs "
              "on the CPU.")
        return 0
    name, processor = found
    print(f"{name}, {processor}")
    areRight = True
    with tempfile.TemporaryDirectory() as folder:
        for path in options.files:
            if "status" in headers(path):
                continue  # stops the program, and with it the context
            line, isRight = measure(path, options, processor, os.path.join(folder, "program"))
            areRight &= isRight
            print(f"{os.path.basename(path):32} {line}", flush=True)
    return 0 if areRight else 1


if __name__ == "__main__":
    sys.exit(main())
