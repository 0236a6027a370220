//! Build-time data: the list of the built-in editions' tables, so that adding an edition adds data and no code; a
//! fingerprint of the sources, by which a test detects an outdated binary; and `cfg(Py_3_14)` for the Python version.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let crates = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("..");
    let folder = crates.join("../src/uriverse/editions");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the editions are beside the crates")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "tables"))
        .collect();
    files.sort();
    let rows: String = files
        .iter()
        .map(|path| {
            let id = path.file_stem().expect("a file has a name").to_string_lossy();
            let file = path.canonicalize().expect("it was just listed");
            println!("cargo:rerun-if-changed={}", file.display());
            format!("    ({id:?}, include_bytes!({:?})),\n", file.display().to_string())
        })
        .collect();
    let target = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("editions.rs");
    fs::write(target, format!("&[\n{rows}]\n")).expect("the build folder is writable");
    for entry in fs::read_dir(&crates).expect("the crates are beside each other") {
        let folder = entry.expect("a readable folder").path();
        // The binary does not depend on `wasm`, which a source archive omits.
        if !folder.ends_with("wasm") {
            sources(&folder.join("src"), &mut files);
        }
    }
    sources(&crates.join("python/docs"), &mut files);
    pyo3_build_config::use_pyo3_cfgs();
    println!("cargo:rustc-env=URIVERSE_SOURCES={}", fingerprint(&files));
}

/// Adds the Rust files and the documentation of a folder and of the folders in it.
fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo:rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder).expect("a crate has sources") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "txt") {
            files.push(path);
        }
    }
}

/// The exclusive or of each file's FNV-1a hash (64 bits), so that the order of the files does not matter.
fn fingerprint(files: &[PathBuf]) -> String {
    let of_file = |path: &PathBuf| {
        let bytes = fs::read(path).expect("it was just listed");
        bytes
            .iter()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
    };
    format!("{:016x}", files.iter().fold(0, |all, path| all ^ of_file(path)))
}
