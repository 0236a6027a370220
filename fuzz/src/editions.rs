//! The editions under test: the tables that the package ships.

use std::fs;
use std::path::{Path, PathBuf};

use uriverse_core::Tables;

/// A file of the repository.
#[must_use]
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// All editions, in the order of their names.
///
/// # Errors
/// A message that names the file that could not be read or loaded.
pub fn editions() -> Result<Vec<Tables>, String> {
    let folder = repository("src/uriverse/editions");
    let files = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "tables"));
    paths.sort();
    paths.iter().map(|path| load(path).map_err(|error| format!("{}: {error}", path.display()))).collect()
}

fn load(path: &Path) -> Result<Tables, String> {
    let file = fs::read(path).map_err(|error| error.to_string())?;
    Tables::load(&file).map_err(|error| error.to_string())
}
