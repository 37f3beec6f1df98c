//! How the databases of a store are opened: readers and writers beside one
//! another, and read only where nothing may be written.

use std::{error::Error, fmt::Write as _, fs, path::Path, time::Duration};

use rusqlite::{Connection, ErrorCode, OpenFlags, ffi::SQLITE_IOERR_SHMSIZE};

/// How long one waits while another writes.
const PATIENCE: Duration = Duration::from_secs(20);

/// Opens a database, which is made if it is not there. On a disk that cannot be
/// written, or is full, what is there can be read.
pub(super) fn open(file: &Path) -> rusqlite::Result<Connection> {
    let error = match writable(file) {
        Ok(connection) => return Ok(connection),
        Err(error) => error,
    };
    match error.sqlite_error_code() {
        _ if !file.is_file() => Err(error),
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen) => read_only(file),
        Some(ErrorCode::SystemIoFailure | ErrorCode::DiskFull) => alone(file).map_err(|_| error),
        _ => Err(error),
    }
}

fn writable(file: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(file)?;
    connection.busy_timeout(PATIENCE)?;
    // Readers do not wait for writers.
    connection.execute_batch("PRAGMA journal_mode = WAL")?;
    Ok(connection)
}

/// Where there is no room for the index of the journal that processes share, one
/// that is alone has it in its memory. Whoever had it open before has made room.
fn alone(file: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(file)?;
    connection.busy_timeout(PATIENCE)?;
    let settings = "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL";
    connection.execute_batch(settings)?;
    Ok(connection)
}

fn read_only(file: &Path) -> rusqlite::Result<Connection> {
    let mut journal = file.as_os_str().to_owned();
    journal.push("-wal");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    // A database that nobody can write, and with nothing left in its journal,
    // is told from its one file. With something left, SQLite reads both if it
    // can, and refuses if not.
    let journal = fs::metadata(journal).map_or(0, |journal| journal.len());
    let immutable = if journal == 0 { "?immutable=1" } else { "" };
    let mut uri = String::from("file:");
    for byte in file.as_os_str().as_encoded_bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                uri.push(char::from(*byte));
            }
            other => {
                let _always = write!(uri, "%{other:02x}");
            }
        }
    }
    uri.push_str(immutable);
    let connection = Connection::open_with_flags(uri, flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0))?;
    Ok(connection)
}

/// What a database complains about. Where there is no room for the index of its
/// journal, it does not say that the disk is full.
pub(super) fn complaint(error: rusqlite::Error) -> Box<dyn Error + Send + Sync> {
    match error.sqlite_error().map(|error| error.extended_code) {
        Some(SQLITE_IOERR_SHMSIZE) => format!("{error}: the disk is full").into(),
        _ => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::ffi;

    use super::*;

    #[test]
    fn a_full_disk_is_called_so() {
        for code in [SQLITE_IOERR_SHMSIZE, ffi::SQLITE_FULL] {
            let error = rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
            let told = complaint(error).to_string();
            assert!(told.contains("full"), "{told}");
        }
    }
}
