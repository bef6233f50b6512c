"""The thin package, on a Debian whose apt brings clang 22: it installs, works for an
ordinary user, and goes without a trace. Its dependencies come from this machine's mirrors."""
import re
import shutil

from machine import CleanRoot, check_same_again, make_package, need, need_clean_root, run
from programs import use


def check(options):
    need_clean_root()
    need("cpack")
    package = make_package(options.build, "DEB")
    yield f"{package.name}: {package.stat().st_size / 1e6:.1f} MB; {lint(package)}"
    # cpack writes the umask into the package's outermost layer.
    check_same_again(package, lambda: make_package(options.build, "DEB"), umask=0o022)
    yield "made again it has the same bytes"
    check_installed(package, options.work)
    yield "the thin package installs, works and goes"


def lint(package):
    if shutil.which("lintian"):
        output = run(["lintian", "--allow-root", "--fail-on", "error,warning", package])
        return output.strip() or "lintian has nothing to say"
    return "lintian is not installed"


def check_installed(package, work):
    with CleanRoot(work / "thin") as root:
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
        root.check_nothing_left(before, "the removed package")
