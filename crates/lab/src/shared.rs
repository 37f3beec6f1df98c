//! Where the large data lies that is not part of the project: games and
//! published positions. Measures that need it say so where it is absent.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

/// The folder `data` of the shared folder, if it is there: the one that
/// `KROG_SHARED` names, otherwise `shared` beside the workspace.
pub(crate) fn data() -> Option<PathBuf> {
    let shared = match std::env::var_os("KROG_SHARED") {
        Some(folder) => PathBuf::from(folder),
        None => workspace_root()?.parent()?.join("shared"),
    };
    let data = shared.join("data");
    data.is_dir().then_some(data)
}

/// A text file of the shared data, or the reason why there is none.
pub(crate) fn text(path: &str) -> Result<String, String> {
    let file = data().ok_or_else(absent)?.join(path);
    std::fs::read_to_string(&file).map_err(|error| format!("{path}: {error}"))
}

/// A zstd file of the shared data, unpacked as it is read.
pub(crate) fn unpacked(path: &str) -> Result<impl io::Read, String> {
    let file = data().ok_or_else(absent)?.join(path);
    File::open(file)
        .and_then(zstd::stream::read::Decoder::new)
        .map_err(|error| format!("{path}: {error}"))
}

/// The project's own sample games: name and bytes, in the order of their names.
pub(crate) fn samples() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/samples");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut samples: Vec<(String, Vec<u8>)> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pgn"))
        .filter_map(|path| {
            let name = path.file_name()?.to_str()?.to_owned();
            Some((name, std::fs::read(path).ok()?))
        })
        .collect();
    samples.sort();
    samples
}

fn absent() -> String {
    "no shared data: expected the folder that KROG_SHARED names, or ../shared".to_owned()
}

/// The nearest folder upwards that holds a Cargo.lock.
fn workspace_root() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors()
        .find(|folder| folder.join("Cargo.lock").is_file())
        .map(Path::to_path_buf)
}
