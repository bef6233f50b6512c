"""The offline archive, on a machine with headers and without compiler, linker and network."""
from binaries import check_program, check_runtime, check_tree
from machine import USER, Failed, check_same_again, make_package, need, need_clean_root, run
from programs import use


def check(options):
    need_clean_root()
    need("cpack", "patchelf", "objdump", "xz")
    yield check_runtime(options.build / "runtime/libenzyme_rt.a", options.clang)
    archive = make_package(options.build, "External", options.fast)
    yield f"{archive.name}: {archive.stat().st_size / 1e6:.1f} MB"
    check_same_again(archive, lambda: make_package(options.build, "External", options.fast))
    check_owners(archive)
    yield "made again it has the same bytes"
    yield from check_installed(archive, options.headers_root())


def check_owners(archive):
    """Who unpacks it as root does not get files of a stranger."""
    listed = run(["tar", "--numeric-owner", "-tvf", archive])
    strange = [line for line in listed.splitlines() if line.split()[1] != "0/0"]
    if strange:
        raise Failed("not root's in the archive: " + strange[0])


def check_installed(archive, root):
    before = root.files()
    run(["tar", "-xf", archive, "-C", root.home])
    run(["chroot", root.folder, "chown", "-R", f"{USER}:{USER}", f"/home/{USER}"])
    unpacked = next(root.home.glob("enzyme-clang-*")).name
    root.as_user(f"sh {unpacked}/install.sh '/home/{USER}/my tools/enzyme clang'", offline=True)
    root.as_user(f"rm -r {unpacked}")  # the installed copy must not lean on what was unpacked
    tree = f"home/{USER}/my tools/enzyme clang"
    yield check_tree(root.folder / tree)
    run(["chmod", "-R", "a-w", root.folder / tree])
    use(root, f"'/{tree}/bin/'enzyme-clang", offline=True)
    check_program(root.home / "chain", ["libc.so.6", "libm.so.6"])
    check_program(root.home / "cube", ["libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1"])
    root.check_nothing_left(before, "outside of its folder the archive")
    run(["rm", "-r", root.folder / "home" / USER / "my tools"])
    yield "the archive installs without network, works and goes"
