//! Random numbers that make up the key of a position in search.
//!
//! They are not the Polyglot numbers of the store: these keys never leave the
//! process, and a board that knows its last move can change them step by step.

use krog_chess::{Color, Role, Square, random::Dice};

struct Keys {
    men: [[[u64; 64]; 6]; 2],
    castling: [u64; 16],
    ep: [u64; 8],
    black: u64,
}

/// Any seed will do; the node signature depends on this one.
const SEED: u64 = 0x6b72_6f67;

static KEYS: Keys = roll();

const fn roll() -> Keys {
    let mut dice = Dice::new(SEED);
    let mut keys = Keys {
        men: [[[0; 64]; 6]; 2],
        castling: [0; 16],
        ep: [0; 8],
        black: dice.roll(),
    };
    let mut index = 0;
    while index < 2 * 6 * 64 {
        keys.men[index / 384][index / 64 % 6][index % 64] = dice.roll();
        index += 1;
    }
    index = 0;
    while index < 16 {
        keys.castling[index] = dice.roll();
        index += 1;
    }
    index = 0;
    while index < 8 {
        keys.ep[index] = dice.roll();
        index += 1;
    }
    keys
}

#[inline]
pub(super) fn man(color: Color, role: Role, square: Square) -> u64 {
    KEYS.men[color as usize][role as usize - 1][square.to_usize()]
}

#[inline]
pub(super) fn castling(rights: u8) -> u64 {
    KEYS.castling[usize::from(rights & 15)]
}

#[inline]
pub(super) fn ep(square: Square) -> u64 {
    KEYS.ep[square.file().to_usize()]
}

#[inline]
pub(super) fn black() -> u64 {
    KEYS.black
}
