//! Keys: who may write. A file names each key by its hash, so that whoever reads
//! the file cannot use it; a line that is taken out is a key that is revoked.

use std::{
    fmt::{self, Write as _},
    fs, io,
    path::{Path, PathBuf},
    str::FromStr,
    sync::{Mutex, PoisonError},
    time::SystemTime,
};

use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// What a key is good for. Each includes those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Scope {
    /// Questions.
    Read,
    /// Whatever changes the store or makes work.
    Write,
    /// Measurements of the service.
    Admin,
}

impl Scope {
    const ALL: [(&'static str, Scope); 3] = [
        ("read", Scope::Read),
        ("write", Scope::Write),
        ("admin", Scope::Admin),
    ];
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Scope::ALL.iter().find(|(_, scope)| scope == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}

impl FromStr for Scope {
    type Err = String;

    fn from_str(text: &str) -> Result<Scope, String> {
        let found = Scope::ALL.iter().find(|(name, _)| *name == text);
        found
            .map(|(_, scope)| *scope)
            .ok_or_else(|| format!("found {text:?}, expected read, write or admin"))
    }
}

/// A key that was just made. It is told once and kept nowhere.
pub struct NewKey {
    /// What the client sends.
    pub key: String,
    /// The line for the file.
    pub line: String,
}

/// Makes a key.
pub fn new_key(name: &str, scopes: &[Scope]) -> Result<NewKey, String> {
    if !is_name(name) {
        return Err(format!(
            "found {name:?}, expected letters, digits, - and _, at most 64"
        ));
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| format!("no random numbers: {error}"))?;
    let key = format!("krog_{}", hexadecimal(&bytes));
    let scopes: Vec<String> = scopes.iter().map(Scope::to_string).collect();
    let line = format!("{name} {} {}", scopes.join(","), hexadecimal(&hash(&key)));
    Ok(NewKey { key, line })
}

/// A client that showed a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Holder {
    pub(crate) name: String,
    pub(crate) scope: Scope,
}

struct Key {
    holder: Holder,
    hash: [u8; 32],
}

/// The keys of a file, read again whenever it changes.
pub struct Keys {
    path: PathBuf,
    read: Mutex<Read>,
}

struct Read {
    stamp: Option<Stamp>,
    keys: Vec<Key>,
}

/// By what a changed file is known.
type Stamp = (SystemTime, u64);

impl Keys {
    /// Reads a file; an error if it cannot be read or a line is not understood.
    pub fn open(path: &Path) -> Result<Keys, String> {
        let place = path.display();
        let text = fs::read_to_string(path).map_err(|error| format!("{place}: {error}"))?;
        let stamp = stamp(path).ok();
        let keys = text.lines().enumerate().filter_map(|(index, line)| {
            let key = key(line)?;
            Some(key.map_err(|error| format!("{place}: line {}: {error}", index + 1)))
        });
        let keys = keys.collect::<Result<Vec<Key>, String>>()?;
        Ok(Keys {
            path: path.to_owned(),
            read: Mutex::new(Read { stamp, keys }),
        })
    }

    /// How many keys there are.
    pub fn count(&self) -> usize {
        self.refreshed(<[Key]>::len)
    }

    /// Whose key this is. Every key is compared whole, so that the time taken
    /// says nothing about it.
    pub(crate) fn holder(&self, shown: &str) -> Option<Holder> {
        let hash = hash(shown);
        self.refreshed(|keys| {
            let mut found = None;
            for key in keys {
                if bool::from(key.hash.ct_eq(&hash)) {
                    found = Some(key.holder.clone());
                }
            }
            found
        })
    }

    /// Looks at the keys, after reading the file again if it has changed. A file
    /// that cannot be read opens nothing; a bad line is left out and told.
    fn refreshed<T>(&self, look: impl FnOnce(&[Key]) -> T) -> T {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let now = stamp(&self.path).ok();
        if now != read.stamp || now.is_none() {
            let text = fs::read_to_string(&self.path).unwrap_or_default();
            let mut keys = Vec::new();
            for (index, line) in text.lines().enumerate() {
                match key(line) {
                    None => {}
                    Some(Ok(key)) => keys.push(key),
                    Some(Err(error)) => {
                        tracing::error!("the keys: line {}: {error}", index + 1);
                    }
                }
            }
            tracing::info!("the keys were read again: {}", keys.len());
            *read = Read { stamp: now, keys };
        }
        look(&read.keys)
    }
}

fn stamp(path: &Path) -> io::Result<Stamp> {
    let about = fs::metadata(path)?;
    Ok((about.modified()?, about.len()))
}

/// The key of a line; none if the line is empty or a comment. An error repeats
/// nothing of the line, for somebody may have stored the key itself.
fn key(line: &str) -> Option<Result<Key, String>> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    let expected = || "expected NAME SCOPES HASH, as krog keys new prints it".to_owned();
    let mut words = line.split_whitespace();
    let (Some(name), Some(scopes), Some(digits), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Some(Err(expected()));
    };
    let scope = scopes
        .split(',')
        .map(|scope| scope.parse::<Scope>().ok())
        .collect::<Option<Vec<_>>>()
        .and_then(|scopes| scopes.into_iter().max());
    match (is_name(name), scope, bytes(digits)) {
        (true, Some(scope), Some(hash)) => {
            let name = name.to_owned();
            let holder = Holder { name, scope };
            Some(Ok(Key { holder, hash }))
        }
        _ => Some(Err(expected())),
    }
}

fn is_name(text: &str) -> bool {
    let known = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    !text.is_empty() && text.len() <= 64 && text.bytes().all(known)
}

fn hash(key: &str) -> [u8; 32] {
    Sha256::digest(key.as_bytes()).into()
}

fn hexadecimal(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _strings_do_not_fail = write!(digits, "{byte:02x}");
    }
    digits
}

fn bytes(digits: &str) -> Option<[u8; 32]> {
    if digits.len() != 64 || !digits.is_ascii() {
        return None;
    }
    let mut bytes = [0; 32];
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(digits.get(2 * index..2 * index + 2)?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("krog-keys-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        path.join("keys")
    }

    #[test]
    fn a_new_key_opens_what_its_line_says_and_no_other_does() {
        let path = folder("new");
        let one = new_key("laptop", &[Scope::Read, Scope::Write]).unwrap();
        let two = new_key("probe", &[Scope::Admin]).unwrap();
        assert!(!one.line.contains(&one.key));
        fs::write(&path, format!("# mine\n\n{}\n{}\n", one.line, two.line)).unwrap();
        let keys = Keys::open(&path).unwrap();
        assert_eq!(keys.count(), 2);
        let name = |key: &str| keys.holder(key).map(|holder| (holder.name, holder.scope));
        assert_eq!(name(&one.key), Some(("laptop".to_owned(), Scope::Write)));
        assert_eq!(name(&two.key), Some(("probe".to_owned(), Scope::Admin)));
        let hash = one.line.split(' ').nth(2).unwrap();
        for wrong in ["", "krog_", &one.key[..60], &one.line, hash] {
            assert_eq!(name(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_line_taken_out_is_a_key_revoked() {
        let path = folder("revoked");
        let one = new_key("one", &[Scope::Write]).unwrap();
        let two = new_key("two", &[Scope::Write]).unwrap();
        fs::write(&path, &one.line).unwrap();
        let keys = Keys::open(&path).unwrap();
        assert!(keys.holder(&one.key).is_some());
        fs::write(&path, format!("\n{}", two.line)).unwrap();
        assert!(keys.holder(&one.key).is_none());
        assert!(keys.holder(&two.key).is_some());
        fs::remove_file(&path).unwrap();
        assert!(keys.holder(&two.key).is_none());
    }

    #[test]
    fn a_bad_line_is_named_by_its_number_alone() {
        let path = folder("bad");
        for line in [
            "laptop write krog_secret",
            "laptop write",
            "lap/top write 00",
            "laptop sudo 00",
            "krog_secret",
        ] {
            fs::write(&path, format!("# keys\n{line}\n")).unwrap();
            let error = Keys::open(&path).err().expect(line);
            assert!(error.contains("line 2: expected NAME"), "{error}");
            assert!(!error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn names_are_words() {
        for name in ["", "a b", "é", "a/b", &"a".repeat(65)] {
            assert!(new_key(name, &[Scope::Read]).is_err(), "{name}");
        }
    }
}
