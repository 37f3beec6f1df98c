//! Lets the crate be built anew when the page is.
//!
//! The folder is made where it is missing, because a path that does not exist
//! counts as changed and would have the crate rebuilt every time.

use std::{fs, path::Path};

fn main() {
    let page = Path::new("../../web/dist");
    // Where the sources cannot be written to, there is no page to wait for.
    let _ = fs::create_dir_all(page);
    println!("cargo:rerun-if-changed={}", page.display());
}
