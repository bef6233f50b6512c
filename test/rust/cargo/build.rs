//! Compiles src/gradient.c, which asks for the derivative.
use std::{env, path::Path, process::Command};

fn run(command: &mut Command) {
    let status = command.status().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(status.success(), "{command:?}: {status}");
}

fn main() {
    let folder = env::var("OUT_DIR").unwrap();
    let object = Path::new(&folder).join("gradient.o");
    let library = Path::new(&folder).join("libgradient.a");
    run(Command::new("enzyme-clang").args(["-O2", "-fPIC", "-c", "src/gradient.c", "-o"]).arg(&object));
    run(Command::new("enzyme-llvm-ar").arg("crs").arg(&library).arg(&object));
    println!("cargo:rerun-if-changed=src/gradient.c");
    println!("cargo:rustc-link-search=native={folder}");
    println!("cargo:rustc-link-lib=static=gradient");
    // rustc links with -nodefaultlibs: the runtime library has to be named.
    let shown = Command::new("enzyme-clang").arg("--enzyme-showme:link").output().unwrap();
    for word in String::from_utf8(shown.stdout).unwrap().split_whitespace() {
        println!("cargo:rustc-link-arg={word}");
    }
}
