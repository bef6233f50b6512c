#!/usr/bin/env python3
"""One C file that includes what we need of GSL, unchanged.

GSL compiles each file by itself, so several define a static function of the same
name (by including cheb_eval.c). Around each #include the name gets the file's own
suffix. They also define one struct several times, alike: C23 allows that (compile
with -std=gnu23). Headers are found as <gsl/...>, where `make` would have put links.

    amalgamate.py SOURCE_TREE OUTPUT_FOLDER
"""

import pathlib
import sys

FILES = [
    "err/error.c", "err/stream.c", "sys/infnan.c", "sys/fdiv.c",
    "complex/math.c",
    "specfunc/elementary.c", "specfunc/exp.c", "specfunc/log.c", "specfunc/trig.c",
    "specfunc/pow_int.c", "specfunc/zeta.c", "specfunc/psi.c", "specfunc/gamma.c", "specfunc/poch.c",
    "specfunc/beta.c",
    "specfunc/airy.c", "specfunc/airy_der.c",
    "specfunc/bessel_amp_phase.c", "specfunc/bessel_olver.c", "specfunc/bessel_temme.c",
    "specfunc/bessel.c", "specfunc/bessel_J0.c", "specfunc/bessel_J1.c",
    "specfunc/bessel_Jn.c", "specfunc/bessel_Y0.c", "specfunc/bessel_Y1.c",
    "specfunc/bessel_I0.c", "specfunc/bessel_I1.c",
    "specfunc/bessel_K0.c", "specfunc/bessel_K1.c", "specfunc/bessel_Kn.c",
]
REPEATED = ["cheb_eval_e", "cheb_eval_mode_e", "aif_cs", "aig_cs", "bif_cs", "big_cs",
            "bif2_cs", "big2_cs", "bip1_cs", "bip2_cs"]


def link_headers(tree: pathlib.Path, folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for header in tree.glob("**/gsl_*.h"):
        link = folder / header.name
        if not link.exists():
            link.symlink_to(header.resolve())


def amalgam(tree: pathlib.Path) -> str:
    lines = ["/* Generated: GSL's own files, included one after the other. */",
             "#define HAVE_INLINE 1", "#include <gsl/gsl_inline.h>",
             "#undef INLINE_DECL", "#undef INLINE_FUN",
             "#define INLINE_DECL static inline", "#define INLINE_FUN static inline"]
    for name in FILES:
        suffix = pathlib.Path(name).stem
        lines += [f"#define {word} {word}_{suffix}" for word in REPEATED]
        lines += [f'#include "{(tree / name).resolve()}"']
        lines += [f"#undef {word}" for word in REPEATED]
    return "\n".join(lines) + "\n"


def write(tree: pathlib.Path, output: pathlib.Path) -> None:
    link_headers(tree, output / "gsl")
    (output / "gsl_amalgam.c").write_text(amalgam(tree))


if __name__ == "__main__":
    write(*map(pathlib.Path, sys.argv[1:3]))
