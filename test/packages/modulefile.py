"""The modulefile, by Lmod: a tree in an unusual place is found, everything is set back at the
unloading, and the module takes the place of another compiler's."""
import shutil
from pathlib import Path

from machine import Failed, NotPossible, run
from programs import readme_example

LMOD = Path("/usr/share/lmod/lmod")
OTHER = 'family("compiler")\nsetenv("CC", "other-cc")\nsetenv("FC", "other-fc")\n'


def check(options):
    if not (LMOD / "init/bash").exists():
        raise NotPossible("lmod is not installed")
    work = options.work / "modulefile"
    shutil.rmtree(work, ignore_errors=True)
    tree = work / "my tools" / "tree"
    shutil.copytree(options.toolchain, tree, symlinks=True)
    file = next((tree / "share/modulefiles/enzyme-clang").glob("*.lua"))
    if str(options.toolchain.resolve()) in file.read_text():
        raise Failed(f"{file.name} holds the path of the installation")
    (work / "others/other").mkdir(parents=True)
    (work / "others/other/1.lua").write_text(OTHER)
    check_syntax(tree)
    check_loaded(tree, work)
    shutil.rmtree(work)
    yield "the modulefile loads in a moved tree, compiles, and goes"


def check_syntax(tree):
    said = run([LMOD / "libexec/check_module_tree_syntax", tree / "share/modulefiles"])
    if "No errors found" not in said:
        raise Failed("check_module_tree_syntax: " + said)


def shell(work, script):
    """Lines of a shell that knows `module`, with a bare environment."""
    return run(["env", "-i", "PATH=/usr/bin:/bin", f"HOME={work}", "LD_LIBRARY_PATH=/mine", "bash", "-euc",
                f". {LMOD}/init/bash\nmodule use {work}/others\n{script}"], cwd=work)


def check_loaded(tree, work):
    source, printed = readme_example()
    (work / "chain.c").write_text(source)
    here = f"module use '{tree.resolve()}/share/modulefiles'\n"
    told = shell(work, here + "module load other; module load enzyme-clang; module -t list 2>&1; "
                 'for name in PATH MANPATH CC CXX OMPI_CC OMPI_CXX MPICH_CC MPICH_CXX LD_LIBRARY_PATH; do '
                 'echo "$name=${!name}"; done')
    for line in (f"PATH={tree.resolve()}/bin:", f"MANPATH={tree.resolve()}/share/man:", "CC=enzyme-clang\n",
                 "CXX=enzyme-clang++\n", "OMPI_CC=enzyme-clang\n", "OMPI_CXX=enzyme-clang++\n",
                 "MPICH_CC=enzyme-clang\n", "MPICH_CXX=enzyme-clang++\n", "LD_LIBRARY_PATH=/mine\n"):
        if line not in told:
            raise Failed(f"with the module loaded, {line.strip()!r} is missing in\n{told}")
    if "\nother/1\n" in told:
        raise Failed("another compiler's module stayed loaded: " + told)
    output = shell(work, here + 'module load enzyme-clang; "$CC" -O2 chain.c -o chain; ./chain')
    if not output.endswith(printed):
        raise Failed(f"the README's example printed {output!r}, not {printed!r}")
    differences = shell(work, here + "env | grep -v ^_ | sort >before; module load enzyme-clang; module unload enzyme-clang; "
                        "env | grep -v ^_ | grep -v LMOD | sort >after; grep -v LMOD before | diff - after || true")
    if differences.strip():
        raise Failed("after its unloading the module left\n" + differences)
