//! Lists the tables of the built-in editions, so that adding an edition adds data and no code.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../src/uriverse/editions");
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
            format!("    (c{id:?}, include_bytes!({:?})),\n", file.display().to_string())
        })
        .collect();
    let target = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("editions.rs");
    fs::write(target, format!("&[\n{rows}]\n")).expect("the build folder is writable");
}
