"""The .rpm, moved by --prefix, on a machine with headers and without compiler and network.
It is Debian's, as other distributions' packages are out of reach; rpm's own database is empty,
so that a small package stands for what the distribution has."""
import re
import shutil

from binaries import FLOOR, check_tree
from machine import ROOT, Failed, check_same_again, make_package, need, need_clean_root, refusal, run
from programs import use

MOVED = "/opt/my tools/enzyme"
# What the package asks of a distribution, in the words of one.
DISTRIBUTION = """Name: distribution
Version: 1
Release: 1
Summary: Stands for a distribution
License: MIT
BuildArch: noarch
Provides: libc.so.6(GLIBC_2.36)(64bit), libstdc++.so.6(GLIBCXX_3.4.30)(64bit), gcc-c++
%description
It has the libraries and headers that the package needs.
%files
"""


def check(options):
    need_clean_root()
    need("cpack", "patchelf", "objdump", "rpm", "rpmbuild")
    package = make_package(options.build, "RPM", options.fast)
    yield f"{package.name}: {package.stat().st_size / 1e6:.1f} MB; {lint(package)}"
    check_same_again(package, lambda: make_package(options.build, "RPM", options.fast))
    yield "made again it has the same bytes"
    check_words(package)
    check_installed(package, options.headers_root(), options.work)
    yield f"the .rpm installs in {MOVED}, works and goes"


def lint(package):
    if not shutil.which("rpmlint"):
        return "rpmlint is not installed"
    run(["rpmlint", "--strict", "--config", ROOT / "packaging/rpm/rpmlint.toml", package])
    return "rpmlint has nothing to say"


def check_words(package):
    """It says what it is, asks for the floor that is promised, and offers none of its libraries to others."""
    said = run(["rpm", "-qp", "--queryformat", "%{SUMMARY}\n%{LICENSE}\n%{DESCRIPTION}\n%{PREFIXES}\n", package])
    for word in ("compilers that differentiate", "Apache-2.0 WITH LLVM-exception", "__enzyme_autodiff", "/opt/enzyme-clang"):
        if word not in said:
            raise Failed(f"the .rpm does not say {word!r}:\n{said}")
    requires = run(["rpm", "-qp", "--requires", package])
    for kind, library in (("GLIBC", "libc.so.6"), ("GLIBCXX", "libstdc++.so.6")):
        wanted = f"{library}({kind}_{'.'.join(map(str, FLOOR[kind]))})(64bit)"
        if wanted not in requires:
            raise Failed(f"the .rpm does not ask for {wanted}, but for\n{requires}")
    offered = [line for line in run(["rpm", "-qp", "--provides", package]).splitlines()
               if not line.startswith("enzyme-clang")]
    if offered:
        raise Failed("the .rpm offers others " + ", ".join(offered))


def check_installed(package, root, work):
    before = root.files()
    shutil.copy(package, root.folder / "package.rpm")
    rpm = ["rpm", "--root", root.folder.resolve(), "--dbpath", "/var/lib/rpm"]
    run([*rpm, "--initdb"])
    missing = refusal([*rpm, "-i", package])
    for name in ("libc.so.6(GLIBC_2.36)(64bit)", "libstdc++.so.6(GLIBCXX_3.4.30)(64bit)", "gcc-c++"):
        if f"{name} is needed by enzyme-clang" not in missing:
            raise Failed(f"nothing said that {name} is missing, but\n{missing}")
    run([*rpm, "-i", make_distribution(work)])
    run([*rpm, "-i", "--prefix", MOVED, package])
    use(root, f"'{MOVED}/bin/'enzyme-clang", offline=True)
    root.as_user(f"'{MOVED}/bin/'enzyme-clang --enzyme-selftest", offline=True)
    check_tree(root.folder / MOVED[1:])
    run([*rpm, "-V", "enzyme-clang"])
    run([*rpm, "-e", "enzyme-clang"])
    (root.folder / "package.rpm").unlink()
    shutil.rmtree(root.folder / "var/lib/rpm")  # the database
    left = [path for path in root.files() - before if path != "opt/my tools"]  # rpm owns the prefix, not what is above
    if left:
        raise Failed("the removed .rpm left " + ", ".join(sorted(left)[:10]))


def make_distribution(work):
    (work / "distribution.spec").write_text(DISTRIBUTION)
    written = run(["rpmbuild", "-bb", "--define", f"_topdir {work.resolve()}/rpmbuild", work / "distribution.spec"])
    return re.search(r"^Wrote: (\S+)$", written, re.M).group(1)
