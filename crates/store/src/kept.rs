//! Games as they are kept: tags and moves, so that examples can be shown and
//! reviews can refer to them. Comments and variations are not kept.

use std::ops::Range;

use krog_chess::{Chess, Color, KnownOutcome, Move, PackedMove, Position as _, fen};

use crate::embedded::bytes::{Parts, put_number, seal, unseal};

/// A block is packed when so many bytes have come together.
const BLOCK: usize = 64 << 10;

/// The largest block that is unpacked: a damaged length must not ask for more.
const LARGEST: usize = 64 << 20;

/// The level of packing: the fastest, for the gain of higher ones is small.
const LEVEL: i32 = 1;

/// A game that was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptGame {
    /// The tags, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// How it ended.
    pub outcome: KnownOutcome,
    /// The moves of the main line.
    pub moves: Vec<PackedMove>,
}

impl KeptGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        let (_, value) = tags.find(|(known, _)| known == name)?;
        Some(value)
    }

    /// The position in which the game began; none if its tag is none.
    pub fn start(&self) -> Option<Chess> {
        match self.tag("FEN") {
            None => Some(Chess::default()),
            Some(text) => fen::parse_forgiving(text).ok(),
        }
    }

    /// The moves on their boards; none if one is not legal, which cannot be in
    /// a store that is whole.
    pub fn steps(&self) -> Option<Vec<(Chess, Move)>> {
        let mut position = self.start()?;
        let step = |packed: &PackedMove| {
            let m = packed.unpack(&position)?;
            let before = position.clone();
            position.play_unchecked(m);
            Some((before, m))
        };
        self.moves.iter().map(step).collect()
    }

    fn read(bytes: &[u8]) -> Option<KeptGame> {
        let mut parts = Parts::new(bytes);
        let tags = read_tags(&mut parts)?.into_iter();
        let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let tags = tags.collect();
        let [outcome] = parts.array()?;
        let outcome = match outcome {
            0 => KnownOutcome::Draw,
            side @ (1 | 2) => KnownOutcome::Decisive {
                winner: Color::from_white(side == 1),
            },
            _ => return None,
        };
        let moves = (0..parts.count()?)
            .map(|_| PackedMove::from_bits(u16::from_le_bytes(parts.array()?)))
            .collect::<Option<_>>()?;
        parts.is_empty().then_some(KeptGame {
            tags,
            outcome,
            moves,
        })
    }
}

/// Games to be kept, packed as they come.
#[derive(Debug, Default)]
pub struct KeptGames {
    /// Packed blocks, sealed.
    blocks: Vec<Vec<u8>>,
    /// The block that is being filled.
    raw: Vec<u8>,
    /// How many games are in it.
    in_raw: u16,
    game: Vec<u8>,
    /// The block of each game and its place there.
    places: Vec<(u32, u16)>,
}

impl KeptGames {
    /// Adds a game.
    pub fn push<'a>(
        &mut self,
        tags: impl ExactSizeIterator<Item = (&'a str, &'a str)>,
        outcome: KnownOutcome,
        moves: impl ExactSizeIterator<Item = Move>,
    ) {
        self.push_packed(tags, outcome, moves.map(PackedMove::of));
    }

    /// Adds a game that was kept before.
    pub(crate) fn push_kept(&mut self, game: &KeptGame) {
        let tags = game.tags.iter();
        let tags = tags.map(|(name, value)| (name.as_str(), value.as_str()));
        self.push_packed(tags, game.outcome, game.moves.iter().copied());
    }

    fn push_packed<'a>(
        &mut self,
        tags: impl ExactSizeIterator<Item = (&'a str, &'a str)>,
        outcome: KnownOutcome,
        moves: impl ExactSizeIterator<Item = PackedMove>,
    ) {
        self.game.clear();
        put_number(&mut self.game, tags.len() as u64);
        for text in tags.flat_map(|(name, value)| [name, value]) {
            put_number(&mut self.game, text.len() as u64);
            self.game.extend_from_slice(text.as_bytes());
        }
        self.game.push(match outcome {
            KnownOutcome::Draw => 0,
            KnownOutcome::Decisive { winner } => winner.fold_wb(1, 2),
        });
        put_number(&mut self.game, moves.len() as u64);
        for m in moves {
            let bits = m.bits();
            self.game.extend_from_slice(&bits.to_le_bytes());
        }
        let block = u32::try_from(self.blocks.len()).expect("a batch fits into memory");
        self.places.push((block, self.in_raw));
        put_number(&mut self.raw, self.game.len() as u64);
        self.raw.extend_from_slice(&self.game);
        self.in_raw += 1;
        if self.raw.len() >= BLOCK {
            self.close();
        }
    }

    /// How many bytes the packed blocks take.
    pub fn bytes(&self) -> usize {
        self.blocks.iter().map(Vec::len).sum::<usize>() + self.raw.len()
    }

    /// Empties it.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.raw.clear();
        self.in_raw = 0;
        self.places.clear();
    }

    /// Packs the last block.
    pub(crate) fn close(&mut self) {
        if self.in_raw > 0 {
            self.blocks.push(pack(&self.raw));
            self.raw.clear();
            self.in_raw = 0;
        }
    }

    pub(crate) fn blocks(&self) -> &[Vec<u8>] {
        &self.blocks
    }

    pub(crate) fn places(&self) -> &[(u32, u16)] {
        &self.places
    }
}

/// A block: the length of what follows, the length it unpacks to, the packed
/// bytes, and the seal of all of it.
fn pack(raw: &[u8]) -> Vec<u8> {
    let packed = zstd::bulk::compress(raw, LEVEL).expect("memory can be packed into memory");
    let mut block = Vec::with_capacity(packed.len() + 16);
    let length = |number: usize| {
        u32::try_from(number)
            .expect("blocks are small")
            .to_le_bytes()
    };
    block.extend_from_slice(&length(packed.len()));
    block.extend_from_slice(&length(raw.len()));
    block.extend_from_slice(&packed);
    seal(&mut block, 0);
    block
}

/// How many bytes a block takes whose first eight are these.
pub(crate) fn block_length(head: [u8; 8]) -> Option<usize> {
    let packed = u32::from_le_bytes(head[..4].try_into().ok()?);
    let length = usize::try_from(packed).ok()?.checked_add(16)?;
    (length <= LARGEST).then_some(length)
}

/// The games of a block; none if it is damaged.
pub(crate) fn unpack(block: &[u8]) -> Option<Vec<KeptGame>> {
    let opened = Opened::of(block)?;
    let games = opened.games.iter();
    games
        .map(|game| KeptGame::read(&opened.raw[game.clone()]))
        .collect()
}

/// A block that is unpacked, of whose games not all has to be read.
#[derive(Debug)]
pub(crate) struct Opened {
    raw: Vec<u8>,
    games: Vec<Range<usize>>,
}

impl Opened {
    /// None if the block is damaged.
    pub(crate) fn of(block: &[u8]) -> Option<Opened> {
        let inside = unseal(block)?;
        let raw_length = u32::from_le_bytes(inside.get(4..8)?.try_into().ok()?);
        let raw_length = usize::try_from(raw_length).ok()?;
        if raw_length > LARGEST {
            return None;
        }
        let raw = zstd::bulk::decompress(&inside[8..], raw_length).ok()?;
        let mut parts = Parts::new(&raw);
        let mut games = Vec::new();
        while !parts.is_empty() {
            let length = parts.count()?;
            let start = raw.len() - parts.len();
            parts.bytes(length)?;
            games.push(start..start + length);
        }
        Some(Opened { raw, games })
    }

    /// The tags of the game at a place, in the order of the file.
    pub(crate) fn tags(&self, place: u16) -> Option<Vec<(&str, &str)>> {
        let game = self.games.get(usize::from(place))?;
        read_tags(&mut Parts::new(&self.raw[game.clone()]))
    }
}

fn read_tags<'a>(parts: &mut Parts<'a>) -> Option<Vec<(&'a str, &'a str)>> {
    (0..parts.count()?)
        .map(|_| Some((parts.text()?, parts.text()?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use krog_chess::notation;

    use super::*;

    #[test]
    fn games_come_back() {
        let start = Chess::default();
        let e4 = notation::read(&start, "e4").expect("legal");
        let mut kept = KeptGames::default();
        for index in 0..4_000 {
            let name = format!("Åse {index}");
            let tags = [("White", name.as_str()), ("Black", "")];
            kept.push(tags.into_iter(), KnownOutcome::Draw, [e4; 1].into_iter());
        }
        kept.close();
        assert!(kept.blocks().len() > 1);
        for (index, (block, place)) in kept.places().iter().enumerate() {
            let games = unpack(&kept.blocks()[*block as usize]).expect("whole");
            let game = &games[usize::from(*place)];
            let white = format!("Åse {index}");
            assert_eq!(game.tag("White"), Some(white.as_str()));
            let opened = Opened::of(&kept.blocks()[*block as usize]).expect("whole");
            let tags = opened.tags(*place).expect("told");
            assert_eq!(tags, [("White", white.as_str()), ("Black", "")]);
            assert_eq!(game.steps().expect("legal"), [(start.clone(), e4)]);
        }
    }
}
