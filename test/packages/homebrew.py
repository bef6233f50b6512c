"""The Homebrew formula, without Homebrew: its form, its installation from a copy of the
source by an ordinary user, with LLVM in a folder of its own, and its own test.

What is compiled with the command of the build that is here is that build's object, not
compiled again (reuse_object.py); configuring, what is generated, linking and installing are real."""
import hashlib
import json
import os
import re
import shlex
import shutil
from pathlib import Path

from machine import ROOT, Failed, need, run
from programs import readme_example

FORMULA = ROOT / "packaging/homebrew/enzyme-clang.rb"
HERE = Path(__file__).resolve().parent
NOBODY = 65534


def check(options):
    need("ruby", "rubocop", "cmake", "ninja", "git")
    run(["ruby", "-c", FORMULA])
    run(["rubocop", "--cache", "false", "--config", HERE / "rubocop.yml", FORMULA, HERE / "formula_stub.rb"])
    check_example()
    yield "ruby and rubocop accept the formula"
    work = (options.work / "homebrew").resolve()
    shutil.rmtree(work, ignore_errors=True)
    source = copy_source(work)
    for name in ("llvm@22", "lld@22"):  # as Homebrew has them: links that stay where they are
        (work / "opt").mkdir(exist_ok=True)
        (work / "opt" / name).symlink_to(options.llvm.resolve().parent)
    remember_objects(options.build.resolve(), work / "objects")
    user = []
    if os.geteuid() == 0:
        run(["chown", "-R", str(NOBODY), work])
        user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    launcher = HERE / "reuse_object.py"
    environment = {"PATH": os.environ["PATH"], "HOME": str(work), "LC_ALL": "C", "CCACHE_DIR": str(work / "ccache"),
                   "CMAKE_C_COMPILER_LAUNCHER": str(launcher), "CMAKE_CXX_COMPILER_LAUNCHER": str(launcher),
                   "ENZYME_OBJECTS": str(work / "objects"), "ENZYME_SOURCE": str(source)}
    said = run([*user, "ruby", HERE / "formula_stub.rb", FORMULA, source, work], env=environment)
    check_prefix(work)
    yield f"the formula installs, and its test: {said.strip().splitlines()[-1]}"
    shutil.rmtree(work)


def check_example():
    """Its test's program is the README's."""
    source, printed = readme_example()
    program = re.search(r'chain\.c"\)\.write <<~C\n(.*?)^    C$', FORMULA.read_text(), re.S | re.M).group(1)
    program = re.sub(r"^      ", "", program, flags=re.M).replace("\\\\n", "\\n")
    if program not in source or json.dumps(printed) not in FORMULA.read_text():
        raise Failed("the formula's test is not the README's example")


def copy_source(work):
    """The files that a release would hold."""
    source = work / "source"
    for name in run(["git", "-C", ROOT, "ls-files", "-z", "-c", "-o", "--exclude-standard"]).split("\0"):
        if name and (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, source / name, follow_symlinks=False)
    return source


def remember_objects(build, folder):
    """For each compilation of a build, under the hash of its command: its object."""
    folder.mkdir()
    run(["cmake", "--build", build])  # so that no object is older than its source
    for entry in json.loads((build / "compile_commands.json").read_text()):
        words = shlex.split(entry["command"])
        made = Path(entry["directory"]) / words[words.index("-o") + 1]
        if made.exists() and (not entry["file"].startswith(str(build)) or entry["file"].endswith("cmake_pch.hxx.cxx")):
            key = command_key(words, entry["directory"], [(str(build), "<build>"), (str(ROOT), "<source>")])
            (folder / key).write_text(str(made))


def command_key(words, folder, places):
    """The same for two compilations that differ in their folders and in the compiler's name."""
    text = "\0".join([os.path.realpath(shutil.which(words[0])), folder, *words[1:]])
    for place, name in places:
        text = text.replace(place, name)
    return hashlib.sha256(text.encode()).hexdigest()


def check_prefix(work):
    """What is installed leads to the lasting folders of LLVM, not to where they lead now."""
    for name, of in (("enzyme-llvm-ar", "llvm@22"), ("ld.lld", "lld@22")):
        lead = os.readlink(work / "prefix/bin" / name)
        if not lead.startswith(str(work / "opt" / of)):
            raise Failed(f"{name} leads to {lead}, not into opt/{of}")
    clang = run([work / "prefix/bin/enzyme-clang", "--enzyme-showme:command", "-c", "x.c"])
    if str(work / "opt/llvm@22/bin/clang") not in clang:
        raise Failed(f"the installed compiler uses another clang than opt's: {clang}")
    if f"LLVM_DIR:PATH={work}/opt/llvm@22/" not in (work / "source/build/CMakeCache.txt").read_text():
        raise Failed("LLVM was not taken from LLVM_ROOT")
    if (work / "source/build/test").exists():
        raise Failed("BUILD_TESTING=OFF builds tests")
