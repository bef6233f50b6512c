"""Fetches the sources of Debian packages, as upstream released them, into a folder.

apt does it, from where this machine has its packages: the entries for sources are made
of those for packages, in a configuration of their own, so nothing of the machine's is
changed. What is there already is not fetched again.
"""
import glob
import os
import subprocess


class NotReachable(Exception):
    """The sources cannot be had here; the text says why."""


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)


def entries():
    """deb-src lines for the archives of Debian that this machine has packages from."""
    form = "$(REPO_URI) $(RELEASE) $(COMPONENT)"
    try:
        known = run(["apt-get", "indextargets", "--format", form, "Created-By: Packages", "Origin: Debian"])
    except FileNotFoundError:
        raise NotReachable("there is no apt-get here")
    key = "/usr/share/keyrings/debian-archive-keyring.gpg"
    signed = f"[signed-by={key}] " if os.path.exists(key) else ""
    # In the machine's order: of two archives that have a version, apt takes the first.
    lines = list(dict.fromkeys(f"deb-src {signed}{line}" for line in known.stdout.splitlines() if line.strip()))
    if not lines:
        raise NotReachable("apt knows no archive of Debian here (apt-get update was never run)")
    return lines


class Archive:
    def __init__(self, folder):
        self.folder = folder
        self.updated = False

    def apt(self, *words, cwd=None):
        state = os.path.join(self.folder, "apt")
        lists = os.path.join(state, "lists")
        os.makedirs(os.path.join(lists, "partial"), exist_ok=True)
        with open(os.path.join(state, "sources.list"), "w") as file:
            file.write("\n".join(entries()) + "\n")
        own = {"Dir::Etc::SourceList": os.path.join(state, "sources.list"), "Dir::Etc::SourceParts": "/dev/null",
               "Dir::State::Lists": lists, "Dir::Cache::PkgCache": "", "Dir::Cache::SrcPkgCache": "",
               "APT::Sandbox::User": "", "Acquire::Languages": "none", "Acquire::Retries": "2"}
        options = [word for name, value in own.items() for word in ("-o", f"{name}={value}")]
        return run(["apt-get", "-q", *options, *words], cwd=cwd)

    def fetch(self, package):
        """The path of the package's .dsc file."""
        folder = os.path.join(self.folder, package)
        os.makedirs(folder, exist_ok=True)
        whole = os.path.join(folder, "whole")
        if not os.path.exists(whole):
            if not self.updated and self.apt("update").returncode:
                raise NotReachable("the archive of Debian cannot be reached")
            self.updated = True
            # The archive in reach may lack what Debian adds, which unpack() leaves out.
            if any(self.apt("source", "--download-only", "--only-source", f"--{part}-only", package,
                            cwd=folder).returncode for part in ("dsc", "tar")):
                raise NotReachable(f"the archive of Debian does not give the source of {package} now")
            open(whole, "w").close()
        return glob.glob(os.path.join(folder, "*.dsc"))[0]

    def unpack(self, package, target):
        """Without Debian's own changes: what users of the project get."""
        description = self.fetch(package)
        done = run(["dpkg-source", "--no-check", "--skip-debianization", "-x", description, target])
        if done.returncode:
            raise NotReachable("dpkg-source: " + done.stderr.strip())
        for copy in glob.glob(os.path.join(os.path.dirname(target), "*.orig.tar.*")):
            os.remove(copy)
