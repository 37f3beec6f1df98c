//! Rows in PostgreSQL's binary form of COPY.

/// The first bytes: a signature, no flags, no extension.
/// <https://www.postgresql.org/docs/15/sql-copy.html>, "Binary Format".
const HEAD: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";

/// What stands where a row would begin, behind the last.
const END: [u8; 2] = (-1_i16).to_be_bytes();

/// What stands for the length of a value that is not there.
const NULL: [u8; 4] = (-1_i32).to_be_bytes();

/// Rows on their way to the server.
#[derive(Debug)]
pub(super) struct Rows {
    bytes: Vec<u8>,
}

impl Rows {
    pub(super) fn new() -> Rows {
        Rows {
            bytes: HEAD.to_vec(),
        }
    }

    /// Begins a row of so many values.
    pub(super) fn row(&mut self, values: i16) -> &mut Rows {
        self.bytes.extend_from_slice(&values.to_be_bytes());
        self
    }

    /// A value as the server has it: numbers with their leading byte first.
    pub(super) fn value(&mut self, value: &[u8]) -> &mut Rows {
        let length = i32::try_from(value.len()).expect("values are small");
        self.bytes.extend_from_slice(&length.to_be_bytes());
        self.bytes.extend_from_slice(value);
        self
    }

    /// A number of any size as the server has it: how many digits to the base
    /// of ten thousand, the power of the first, no sign, nothing behind the
    /// point, the digits.
    pub(super) fn numeric(&mut self, mut number: u64) -> &mut Rows {
        const BASE: u64 = 10_000;
        let mut digits = Vec::new();
        while number > 0 {
            digits.push(u16::try_from(number % BASE).expect("below the base"));
            number /= BASE;
        }
        let count = u16::try_from(digits.len()).expect("five at most");
        let head = [count, count.saturating_sub(1), 0, 0];
        let length = i32::from(4 + count) * 2;
        self.bytes.extend_from_slice(&length.to_be_bytes());
        for part in head.into_iter().chain(digits.into_iter().rev()) {
            self.bytes.extend_from_slice(&part.to_be_bytes());
        }
        self
    }

    /// A value that may be missing.
    pub(super) fn option(&mut self, value: Option<&[u8]>) -> &mut Rows {
        if let Some(value) = value {
            return self.value(value);
        }
        self.bytes.extend_from_slice(&NULL);
        self
    }

    /// What has come together, if it is worth sending.
    pub(super) fn full(&mut self) -> Option<Vec<u8>> {
        const CHUNK: usize = 1 << 18;
        (self.bytes.len() >= CHUNK).then(|| {
            let next = Vec::with_capacity(CHUNK + 1024);
            std::mem::replace(&mut self.bytes, next)
        })
    }

    /// The rest.
    pub(super) fn end(mut self) -> Vec<u8> {
        self.bytes.extend_from_slice(&END);
        self.bytes
    }
}
