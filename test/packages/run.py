#!/usr/bin/env python3
"""Installs the packages on clean machines, uses them there, and removes them.

    run.py --build <folder> --work <folder> [--archive-as TXZ|TZST]

Makes the thin .deb and the offline archive of a build (cpack), and for each a clean root
of Debian (debootstrap), in which an ordinary user compiles the README's example at two
levels, splits it over two files, and runs it; then the package goes, and nothing of it
stays. The .deb's dependencies come from the package mirrors that this machine uses; the
archive's root has headers of the C and C++ libraries and no network.

The archive is packed by xz for users; tests may take a faster packer. Exit code 77 where
this cannot be tried: not root, no debootstrap, no mirror.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
from email.utils import parsedate_to_datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SKIPPED = 77
USER = "someone"
SUITE = "bookworm"
# What a machine of a cluster has anyhow: headers and start files, but no linker and no compiler.
HEADERS = "libc6-dev,libgcc-12-dev,libstdc++-12-dev"
ARCHIVES = {"TXZ": "tar.xz", "TZST": "tar.zst"}


class Failed(Exception):
    """A step that must work did not; the text says which, with its output."""


class NotPossible(Exception):
    """This machine cannot try it."""


def run(command, **options):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, text=True, errors="replace", **options)
    if done.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stdout[-4000:]}")
    return done.stdout


def make_package(build, generator):
    """The file that cpack made. Its times are the changelog's, not those of this run."""
    changelog = (ROOT / "packaging/deb/changelog.in").read_text()
    date = parsedate_to_datetime(re.search(r"^ -- .*@  (.*)$", changelog, re.M).group(1))
    environment = {"SOURCE_DATE_EPOCH": str(int(date.timestamp())), **os.environ}
    output = run(["cpack", "-G", generator], cwd=build, env=environment)
    return Path(re.findall(r"package: (\S+) generated", output)[-1])


def check_same_again(package, build):
    """Made a second time it has the same bytes."""
    first = package.read_bytes()
    if make_package(build, "DEB").read_bytes() != first:
        raise Failed(f"{package.name} has other bytes when it is made again")


def mirror():
    """The first Debian mirror that this machine uses."""
    listed = subprocess.run(["apt-get", "indextargets", "--format", "$(SITE)"], capture_output=True, text=True).stdout
    sites = [site for site in listed.split() if site.rstrip("/").endswith("/debian")]
    return sites[0] if sites else "http://deb.debian.org/debian"


class CleanRoot:
    """A Debian of its own in a folder."""

    def __init__(self, folder, include=""):
        self.folder = Path(folder)
        if self.folder.exists():
            shutil.rmtree(self.folder)
        try:
            # GPG's keys are those of this machine's apt.
            run(["debootstrap", "--variant=minbase", *([f"--include={include}"] if include else []),
                 SUITE, self.folder, mirror()])
        except Failed as failure:
            raise NotPossible(f"debootstrap: {failure}") from failure
        run(["mount", "-t", "proc", "proc", self.folder / "proc"])
        self.call("useradd", "--create-home", USER)
        self.home = self.folder / "home" / USER

    def close(self):
        subprocess.run(["umount", self.folder / "proc"], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def use_mirrors_of_this_machine(self):
        """With the security updates, where clang 22 is."""
        shutil.rmtree(self.folder / "etc/apt/sources.list.d")
        listed = subprocess.run(["apt-get", "indextargets", "--format", "$(SITE) $(RELEASE)"],
                                capture_output=True, text=True, check=True).stdout
        pairs = sorted({line for line in listed.splitlines() if "debian" in line.split()[0] and SUITE in line})
        (self.folder / "etc/apt/sources.list").write_text(
            "".join(f"deb {site} {release} main\n" for site, release in map(str.split, pairs)))
        self.call("apt-get", "update")

    def call(self, *words, offline=False):
        """A command as root, inside."""
        net = ["unshare", "--net"] if offline else []
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C", "DEBIAN_FRONTEND": "noninteractive"}
        return run([*net, "chroot", self.folder, *words], env=environment)

    def as_user(self, script, offline=False):
        """Lines of a shell as an ordinary user in the home folder."""
        net = ["unshare", "--net"] if offline else []
        environment = {"PATH": "/usr/bin:/bin:/usr/sbin", "HOME": f"/home/{USER}", "LC_ALL": "C"}
        return run([*net, "chroot", f"--userspec={USER}:{USER}", self.folder, "sh", "-euc", f"cd\n{script}"],
                   env=environment)

    def files(self):
        """Every path outside of home, /proc and what apt itself keeps."""
        kept = ("proc", "home", "var/cache", "var/lib/apt", "var/lib/dpkg", "var/log", "tmp", "etc/ld.so.cache")
        found = set()
        for folder, names, files in os.walk(self.folder):
            here = os.path.relpath(folder, self.folder)
            names[:] = [name for name in names if os.path.normpath(os.path.join(here, name)) not in kept]
            found |= {os.path.normpath(os.path.join(here, name)) for name in [*files, *names]}
        return {path for path in found if not path.startswith(kept)}


def readme_example():
    """(source, what it prints) of the README's first example."""
    text = (ROOT / "README.md").read_text()
    source = re.search(r"```c\n(.*?)```", text, re.S).group(1)
    printed = re.search(r"chain.c -o chain && ./chain\n(.*?)```", text, re.S).group(1)
    return source, printed


def use(root, compiler, offline):
    """An ordinary user's first programs: of one file, of two files, in C++ with the header."""
    source, printed = readme_example()
    (root.home / "chain.c").write_text(source)
    definition = source[source.index("double energy"):source.index("int main")]
    (root.home / "energy.c").write_text(definition)
    (root.home / "ask.c").write_text(source.replace(definition, "double energy(const double *x, int n);\n"))
    (root.home / "cube.cpp").write_text(
        "#include <enzyme/enzyme>\n#include <cmath>\n#include <iostream>\n"
        "int main() { auto g = enzyme::gradient([](double x) { return std::pow(x, 3); }, 2.0);\n"
        "  std::cout << g << '\\n'; }\n")
    for level in ("-O0", "-O2"):
        output = root.as_user(f"{compiler} {level} chain.c -o chain && ./chain", offline)
        if output != printed:
            raise Failed(f"the README's example at {level} printed {output!r}, not {printed!r}")
    output = root.as_user(f"{compiler} -O2 -c energy.c && {compiler} -O2 -c ask.c && "
                          f"{compiler} ask.o energy.o -o both && ./both", offline)
    if output != printed:
        raise Failed(f"two files printed {output!r}, not {printed!r}")
    output = root.as_user(f"{compiler}++ -std=c++20 -O2 cube.cpp -o cube && ./cube", offline)
    if output != "12\n":
        raise Failed(f"the C++ program printed {output!r}, not 12")


def check_thin(package, work):
    root = CleanRoot(work / "thin")
    try:
        root.use_mirrors_of_this_machine()
        run(["cp", package, root.folder / "package.deb"])
        # What it depends on comes first, so that only its own files are counted below.
        depends = run(["dpkg-deb", "-f", package, "Depends"])
        names = [re.sub(r"\s*\(.*?\)", "", name).split("|")[0].strip() for name in depends.split(",")]
        root.call("apt-get", "install", "-y", "--no-install-recommends", *names)
        before = root.files()
        root.call("apt-get", "install", "-y", "--no-install-recommends", "/package.deb")
        use(root, "enzyme-clang", offline=False)
        root.as_user("enzyme-clang --enzyme-selftest")
        root.call("apt-get", "purge", "-y", "enzyme-clang")
        left = sorted(root.files() - before)
        if left:
            raise Failed("the removed package left " + ", ".join(left[:10]))
    finally:
        root.close()


def check_needed_libraries(root, tree):
    """Libraries that programs of the archive need: its own, or those that every host has."""
    host = re.compile(r"(ld-linux-x86-64|libc|libm|libdl|librt|libpthread|libgcc_s|libstdc\+\+)\.so\b")
    own = {path.name for path in (root.folder / tree).rglob("*.so*")}
    for path in (root.folder / tree).rglob("*"):
        if path.is_symlink() or not path.is_file() or path.open("rb").read(4) != b"\x7fELF":
            continue
        if "lib/clang" in str(path):
            continue # libraries of compiled programs
        for needed in re.findall(r"\(NEEDED\).*\[(.*)\]", run(["readelf", "-dW", path])):
            if needed not in own and not host.match(needed):
                raise Failed(f"{path.relative_to(root.folder)} needs {needed}, which is not in the archive")


def check_offline(archive, work):
    root = CleanRoot(work / "offline", HEADERS)
    try:
        before = root.files()
        run(["tar", "-xf", archive, "-C", root.home])
        run(["chroot", root.folder, "chown", "-R", f"{USER}:{USER}", f"/home/{USER}"])
        unpacked = next(root.home.glob("enzyme-clang-*")).name
        root.as_user(f"sh {unpacked}/install.sh '/home/{USER}/my tools/enzyme clang'", offline=True)
        root.as_user(f"rm -r {unpacked}") # the installed copy must not lean on what was unpacked
        tree = f"home/{USER}/my tools/enzyme clang"
        check_needed_libraries(root, tree)
        run(["chmod", "-R", "a-w", root.folder / tree])
        use(root, f"'/{tree}/bin/'enzyme-clang", offline=True)
        left = sorted(root.files() - before)
        if left:
            raise Failed("outside of its folder the archive wrote " + ", ".join(left[:10]))
    finally:
        root.close()


def check_lint(package):
    if shutil.which("lintian"):
        output = run(["lintian", "--allow-root", "--fail-on", "error,warning", package])
        return output.strip() or "lintian has nothing to say"
    return "lintian is not installed"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True, help="a configured and built folder")
    parser.add_argument("--work", type=Path, required=True, help="for the roots; they are removed")
    parser.add_argument("--archive-as", choices=ARCHIVES, default="TXZ")
    options = parser.parse_args()
    if os.geteuid() != 0:
        print("packages: only root can make a clean root")
        return SKIPPED
    for tool in ("debootstrap", "patchelf", "cpack", "unshare"):
        if not shutil.which(tool):
            print(f"packages: {tool} is not installed")
            return SKIPPED
    options.work.mkdir(parents=True, exist_ok=True)
    try:
        package = make_package(options.build, "DEB")
        print(f"{package.name}: {package.stat().st_size / 1e6:.1f} MB; {check_lint(package)}", flush=True)
        check_same_again(package, options.build)
        print("made again it has the same bytes", flush=True)
        check_thin(package, options.work)
        print("the thin package installs, works and goes", flush=True)
        archive = make_package(options.build, options.archive_as)
        print(f"{archive.name}: {archive.stat().st_size / 1e6:.1f} MB", flush=True)
        check_offline(archive, options.work)
        print("the archive installs without network, works and goes", flush=True)
    except NotPossible as reason:
        print(f"packages: {reason}")
        return SKIPPED
    except Failed as failure:
        print(f"FAILED {failure}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
