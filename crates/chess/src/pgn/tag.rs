//! Tag pairs: `[Name "value"]`.

/// One tag pair as it stands in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Tag<'a> {
    Pair {
        name: &'a [u8],
        value: Vec<u8>,
    },
    /// Brackets around something else.
    Damaged(&'a [u8]),
}

/// The bytes that a tag takes up, from its `[` on. A tag ends with its line at
/// the latest; nothing behind it is looked at.
pub(super) fn length(bytes: &[u8]) -> usize {
    let mut in_value = false;
    let mut escaped = false;
    for (index, byte) in bytes.iter().enumerate() {
        match byte {
            b'\n' | b'\r' => return index.max(1),
            _ if escaped => escaped = false,
            b'\\' => escaped = in_value,
            b'"' => in_value = !in_value,
            b']' if !in_value => return index + 1,
            _ => {}
        }
    }
    bytes.len().max(1)
}

/// Reads the tag that stands at the start of `bytes` and nothing else.
pub(super) fn parse(bytes: &[u8]) -> Tag<'_> {
    pair(bytes).unwrap_or(Tag::Damaged(bytes))
}

fn pair(bytes: &[u8]) -> Option<Tag<'_>> {
    let inside = bytes.strip_prefix(b"[")?;
    let quote = memchr::memchr(b'"', inside)?;
    let name = inside[..quote].trim_ascii();
    // A missing bracket or closing quote is forgiven: the line ends the value.
    let end = end_of_value(inside, quote + 1).map_or(inside.len(), |after| after - 1);
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+');
    (!name.is_empty() && name.iter().all(is_name)).then(|| Tag::Pair {
        name,
        value: unescape(&inside[quote + 1..end]),
    })
}

/// The place after the closing quote of a value that starts at `from`.
fn end_of_value(line: &[u8], from: usize) -> Option<usize> {
    let mut index = from;
    loop {
        let found = index + memchr::memchr2(b'"', b'\\', line.get(index..)?)?;
        if line[found] == b'"' {
            return Some(found + 1);
        }
        index = found + 2;
    }
}

fn unescape(value: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(value.len());
    let mut bytes = value.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match (byte, bytes.peek()) {
            (b'\\', Some(&escaped @ (b'"' | b'\\'))) => {
                plain.push(escaped);
                bytes.next();
            }
            _ => plain.push(byte),
        }
    }
    plain
}
