"""A clean machine to try a package on: a Debian of its own in a folder, with an ordinary
user and, where wanted, without network; and how every step here runs its commands."""
import os
import re
import shutil
import subprocess
from email.utils import parsedate_to_datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
USER = "someone"
SUITE = "bookworm"
# What a machine of a cluster has anyhow: headers and start files, but no linker and no compiler.
HEADERS = "libc6-dev,libgcc-12-dev,libstdc++-12-dev"


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


def refusal(command, **options):
    """What a command says that must fail."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, text=True, errors="replace", **options)
    if done.returncode == 0:
        raise Failed(f"{' '.join(map(str, command))} should have been refused\n{done.stdout[-4000:]}")
    return done.stdout


def need(*tools):
    for tool in tools:
        if not shutil.which(tool):
            raise NotPossible(f"{tool} is not installed")


def need_clean_root():
    if os.geteuid() != 0:
        raise NotPossible("only root can make a clean root")
    need("debootstrap", "unshare")


def make_package(build, generator, fast=False):
    """The file that cpack made. Its times are the changelog's, not those of this run."""
    changelog = (ROOT / "packaging/deb/changelog.in").read_text()
    date = parsedate_to_datetime(re.search(r"^ -- .*@  (.*)$", changelog, re.M).group(1))
    environment = {"SOURCE_DATE_EPOCH": str(int(date.timestamp())), **os.environ}
    quick = ["-D", "CPACK_ENZYME_FAST=ON"] if fast else []
    output = run(["cpack", "-G", generator, *quick], cwd=build, env=environment)
    return Path(re.findall(r"package: (\S+) generated", output)[-1])


def check_same_again(package, make_again, umask=0o077):
    """Made a second time it has the same bytes, though the clock and the umask are others."""
    first = package.with_name("first-" + package.name)
    package.rename(first)
    before = os.umask(umask)
    try:
        again = make_again()
        run(["cmp", first, again])
    except Failed as failure:
        raise Failed(f"{package.name} has other bytes when it is made again: {failure}") from failure
    finally:
        os.umask(before)
        first.unlink()


def mirror():
    """The first Debian mirror that this machine uses."""
    listed = subprocess.run(["apt-get", "indextargets", "--format", "$(SITE)"], capture_output=True, text=True).stdout
    sites = [site for site in listed.split() if site.rstrip("/").endswith("/debian")]
    return sites[0] if sites else "http://deb.debian.org/debian"


class CleanRoot:
    """A Debian of its own in a folder."""

    def __init__(self, folder, include=""):
        need_clean_root()
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

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

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
        """Every path outside of home, /proc and what apt and rpm keep for themselves."""
        kept = ("proc", "home", "var/cache", "var/lib/apt", "var/lib/dpkg", "var/lib/rpm", "var/log", "tmp",
                "etc/ld.so.cache")
        found = set()
        for folder, names, files in os.walk(self.folder):
            here = os.path.relpath(folder, self.folder)
            names[:] = [name for name in names if os.path.normpath(os.path.join(here, name)) not in kept]
            found |= {os.path.normpath(os.path.join(here, name)) for name in [*files, *names]}
        return {path for path in found if not path.startswith(kept)}

    def check_nothing_left(self, before, what):
        left = sorted(self.files() - before)
        if left:
            raise Failed(f"{what} left " + ", ".join(left[:10]))
