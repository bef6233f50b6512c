"""GSL's source from Debian, without touching the system's package lists.

apt gets a source list of its own (the machine's mirror when it names one, with
deb-src) and keeps its state below the folder given; needs no root."""

import pathlib
import re
import subprocess
import sys

KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
DEFAULT = ("http://deb.debian.org/debian", "bookworm")


def release_name() -> str:
    text = pathlib.Path("/etc/os-release").read_text()
    found = re.search(r"^VERSION_CODENAME=(\w+)", text, re.M)
    return found.group(1) if found else DEFAULT[1]


def mirror() -> str:
    """The first Debian archive the machine itself uses."""
    folder = pathlib.Path("/etc/apt")
    for path in [folder / "sources.list", *sorted(folder.glob("sources.list.d/*"))]:
        if not path.is_file():
            continue
        found = re.search(r"^(?:URIs:|deb\s+(?:\[.*?\]\s+)?)\s*(\S+/debian/?)(?:\s|$)",
                          path.read_text(), re.M)
        if found:
            return found.group(1)
    return DEFAULT[0]


def apt_options(state: pathlib.Path) -> list:
    for part in ("lists/partial", "cache/archives/partial"):
        (state / part).mkdir(parents=True, exist_ok=True)
    sources = state / "sources.list"
    sources.write_text(f"deb-src [signed-by={KEYRING}] {mirror()} {release_name()} main\n")
    settings = {"Dir::Etc::SourceList": sources, "Dir::Etc::SourceParts": "/dev/null",
                "Dir::State::Lists": state / "lists", "Dir::Cache": state / "cache",
                "APT::Sandbox::User": ""}
    return [word for key, value in settings.items() for word in ("-o", f"{key}={value}")]


def source_tree(folder: pathlib.Path):
    return next((p for p in sorted(folder.glob("gsl-*")) if (p / "specfunc").is_dir()), None)


def fetch(folder: pathlib.Path) -> pathlib.Path:
    """The unpacked source; fetched once. Raises RuntimeError with apt's words."""
    tree = source_tree(folder)
    if tree:
        return tree
    folder.mkdir(parents=True, exist_ok=True)
    options = apt_options(folder.resolve() / "apt")
    for command in (["update"], ["source", "gsl"]):
        done = subprocess.run(["apt-get", *options, "-qq", *command], cwd=folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            raise RuntimeError(f"apt-get {command[0]} failed:\n{done.stdout}")
    tree = source_tree(folder)
    if not tree:
        raise RuntimeError("apt-get source gsl left no source tree")
    return tree


if __name__ == "__main__":
    print(fetch(pathlib.Path(sys.argv[1])))
