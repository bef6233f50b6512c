"""waiting.c as a library, for the environment of programs that MPICH runs."""
import os
import subprocess
import sys


def environment(toolchain, folder):
    library = os.path.join(folder, "waiting.so")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "waiting.c")
    done = subprocess.run([os.path.join(toolchain, "bin", "enzyme-clang"), "-O1", "-shared", "-fPIC", source, "-ldl", "-o", library],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{source} does not compile\n{done.stdout}")
    return {"LD_PRELOAD": library}
