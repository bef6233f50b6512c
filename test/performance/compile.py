#!/usr/bin/env python3
"""How long programs take to compile with a gradient, against the same programs without.

usage: compile.py --toolchain DIR [--eigen DIR] [NAME...]

Each program uses one part of Eigen. Times are those of the processor (user), since other work on the machine counts
little there; the ratio is what the table of docs/performance.md gives.
"""
import argparse
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

# Name: header, and what f(x) does.
PROGRAMS = {
    "LU": ("Dense", "Map<MatrixXd> m(x, 5, 5); VectorXd b = VectorXd::LinSpaced(5, 1, 2);"
                        " return m.partialPivLu().solve(b).squaredNorm();"),
    "QR": ("Dense", "Map<MatrixXd> m(x, 6, 5); VectorXd b = VectorXd::LinSpaced(6, 1, 2);"
                        " return m.householderQr().solve(b).squaredNorm();"),
    "SelfAdjointEigenSolver": ("Eigenvalues", "Map<MatrixXd> m(x, 5, 5); MatrixXd a = m + m.transpose();"
                               " SelfAdjointEigenSolver<MatrixXd> s(a);"
                               " return s.eigenvalues().dot(VectorXd::LinSpaced(5, 1, 2));"),
    "EigenSolver": ("Eigenvalues", "Map<MatrixXd> m(x, 5, 5); EigenSolver<MatrixXd> s(m);"
                                       " return s.eigenvalues().real().squaredNorm();"),
    "BDCSVD": ("SVD", "Map<MatrixXd> m(x, 6, 5); BDCSVD<MatrixXd> s(m, ComputeThinU | ComputeThinV);"
                          " return s.singularValues().dot(VectorXd::LinSpaced(5, 1, 2)) + s.matrixU()(0, 0);"),
    "exp": ("../unsupported/Eigen/MatrixFunctions", "Map<MatrixXd> m(x, 4, 4); MatrixXd e = m.exp();"
                                                        " return e.squaredNorm();"),
    "contraction": ("../unsupported/Eigen/CXX11/Tensor",
                    "TensorMap<Tensor<double, 3>> a(x, 2, 3, 4); TensorMap<Tensor<double, 2>> b(x + 24, 4, 3);"
                    " array<IndexPair<int>, 1> d = {IndexPair<int>(2, 0)}; Tensor<double, 3> c = a.contract(b, d);"
                    " Tensor<double, 0> s = c.square().sum(); return s(0);"),
}
FRAME = """#include <Eigen/{header}>
using namespace Eigen;
static double f(double *x) {{ {body} }}
double primal(double *x) {{ return f(x); }}
#ifdef GRADIENT
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);
void gradient(double *x, double *dx) {{ __enzyme_autodiff((void *)f, enzyme_dup, x, dx); }}
#endif
"""


def seconds_for(options, source, *flags):
    command = [str(Path(options.toolchain) / "bin" / "enzyme-clang++"), "-O2", "-std=c++20", f"-I{options.eigen}", "-c",
               str(source), "-o", str(source.with_suffix(".o")), *flags]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PROGRAMS))
    parser.add_argument("--toolchain", required=True)
    parser.add_argument("--eigen", default="/usr/include/eigen3")
    options = parser.parse_args()
    if unknown := set(options.names) - set(PROGRAMS):
        parser.error(f"no program named {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory(prefix="compile-") as folder:
        for name in options.names or PROGRAMS:
            header, body = PROGRAMS[name]
            source = Path(folder) / f"{name}.cpp"
            source.write_text(FRAME.format(header=header, body=body))
            primal, both = seconds_for(options, source), seconds_for(options, source, "-DGRADIENT")
            print(f"{name:24} {primal:6.1f} s, with a gradient {both:6.1f} s: {both / primal:.1f} times", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
