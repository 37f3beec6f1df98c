//! Who attacks what: gathered once per evaluation and read by several terms.

use krog_chess::{
    Bitboard, Color, File, Rank, Role, Square,
    shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks},
};

use super::{pieces::Site, term::Gather};
use crate::board::Board;

/// The attacks of both sides.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    sides: [Side; 2],
}

/// The attacks of one side.
#[derive(Clone, Default, Debug)]
pub(super) struct Side {
    /// By role number.
    pub(super) by_role: [Bitboard; 7],
    pub(super) all: Bitboard,
    /// Attacked at least twice, not counting a second pawn.
    pub(super) twice: Bitboard,
    /// Squares that count as mobility.
    pub(super) area: Bitboard,
    /// The squares around the own king that attackers are counted on.
    pub(super) zone: Bitboard,
    /// How many men attack the enemy king's zone, and their weights together.
    pub(super) attackers: i32,
    pub(super) units: i32,
    /// How often they hit squares right beside that king.
    pub(super) hits: i32,
    /// The own men that shield the own king from a slider.
    pub(super) pinned: Bitboard,
}

/// Attack units of one knight, bishop, rook or queen that reaches the zone
/// (Stockfish 15.1, classical).
const UNITS: [i32; 7] = [0, 0, 76, 46, 45, 14, 0];

impl Sight {
    /// Looks at every man, and gathers what single pieces count on the way.
    #[inline(always)]
    pub(super) fn of(board: &Board, gather: &mut impl Gather) -> Sight {
        let mut sight = Sight {
            sides: [
                first_look(board, Color::Black),
                first_look(board, Color::White),
            ],
        };
        sight.look(board, Color::White, gather);
        sight.look(board, Color::Black, gather);
        sight
    }

    #[inline(always)]
    pub(super) fn side(&self, color: Color) -> &Side {
        &self.sides[color as usize & 1]
    }

    #[inline(always)]
    fn look(&mut self, board: &Board, us: Color, gather: &mut impl Gather) {
        let enemy_zone = self.side(!us).zone;
        let enemy_pawns = self.side(!us).by_role[Role::Pawn as usize];
        let enemy_king = self.side(!us).by_role[Role::King as usize];
        let ours = board.of(us);
        let occupied = board.occupied();
        let king = board.king(us);
        let pinned = board.pinned_men(us);
        let side = &mut self.sides[us as usize & 1];
        side.pinned = pinned;
        let stuck = board.men(us, Role::Pawn)
            & (backward(us, occupied) | Bitboard::from_rank(us.relative_rank(Rank::Second)));
        side.area = !(enemy_pawns | stuck | board.men(us, Role::King) | board.men(us, Role::Queen));
        let post = Post {
            site: Site::of(board, us, side),
            king,
            pinned,
            enemy_zone,
            enemy_king,
        };
        let queens = board.role(Role::Queen);
        let through_queens = occupied & !queens;
        let through_rooks = through_queens & !(board.role(Role::Rook) & ours);
        let men = |role| ours & board.role(role);
        for square in men(Role::Knight) {
            side.look_from(&post, Role::Knight, square, knight_attacks(square), gather);
        }
        for square in men(Role::Bishop) {
            let reached = bishop_attacks(square, through_queens);
            side.look_from(&post, Role::Bishop, square, reached, gather);
        }
        for square in men(Role::Rook) {
            let reached = rook_attacks(square, through_rooks);
            side.look_from(&post, Role::Rook, square, reached, gather);
        }
        for square in men(Role::Queen) {
            let reached = bishop_attacks(square, occupied) | rook_attacks(square, occupied);
            side.look_from(&post, Role::Queen, square, reached, gather);
        }
    }
}

/// What every piece of a side needs to know when it looks around.
struct Post {
    site: Site,
    king: Square,
    pinned: Bitboard,
    enemy_zone: Bitboard,
    enemy_king: Bitboard,
}

impl Side {
    /// Takes in what one piece reaches.
    #[inline(always)]
    fn look_from(
        &mut self,
        post: &Post,
        role: Role,
        square: Square,
        mut reached: Bitboard,
        gather: &mut impl Gather,
    ) {
        // A pinned man only moves along the line.
        if post.pinned.contains(square) {
            reached &= krog_chess::shakmaty::attacks::ray(post.king, square);
        }
        self.twice |= self.all & reached;
        self.all |= reached;
        self.by_role[role as usize] |= reached;
        post.site.gather(role, square, reached, gather);
        if (reached & post.enemy_zone).any() {
            self.attackers += 1;
            self.units += UNITS[role as usize];
            self.hits += i32::try_from((reached & post.enemy_king).count()).unwrap_or(0);
        }
    }
}

/// Pawns, king and the king's zone.
#[inline(always)]
fn first_look(board: &Board, us: Color) -> Side {
    let king = board.king(us);
    let around = king_attacks(king);
    let pawns = pawn_attacks(us, board.men(us, Role::Pawn));
    let mut side = Side::default();
    side.by_role[Role::Pawn as usize] = pawns;
    side.by_role[Role::King as usize] = around;
    side.all = pawns | around;
    side.twice = pawns & around;
    // A king on the edge has as large a zone as any; what two pawns guard is safe.
    let file = File::new(king.file().to_u32().clamp(1, 6));
    let rank = Rank::new(king.rank().to_u32().clamp(1, 6));
    let centre = Square::from_coords(file, rank);
    side.zone = king_attacks(centre).with(centre) & !twice_by_pawns(us, board);
    side
}

/// The squares that two pawns of a side attack.
#[inline(always)]
fn twice_by_pawns(us: Color, board: &Board) -> Bitboard {
    let ahead = forward(us, board.men(us, Role::Pawn));
    Bitboard((ahead.0 & !A_FILE) >> 1 & (ahead.0 & !H_FILE) << 1)
}

/// The squares that pawns on these squares attack.
#[inline(always)]
pub(crate) fn pawn_attacks(us: Color, pawns: Bitboard) -> Bitboard {
    let ahead = forward(us, pawns);
    Bitboard((ahead.0 & !A_FILE) >> 1 | (ahead.0 & !H_FILE) << 1)
}

/// One step ahead for a side.
#[inline(always)]
pub(super) fn forward(us: Color, squares: Bitboard) -> Bitboard {
    match us {
        Color::White => Bitboard(squares.0 << 8),
        Color::Black => Bitboard(squares.0 >> 8),
    }
}

/// One step back for a side.
#[inline(always)]
pub(super) fn backward(us: Color, squares: Bitboard) -> Bitboard {
    forward(!us, squares)
}

/// These squares and all ahead of them.
#[inline(always)]
pub(super) fn ahead(us: Color, squares: Bitboard) -> Bitboard {
    let mut filled = squares.0;
    match us {
        Color::White => {
            filled |= filled << 8;
            filled |= filled << 16;
            filled |= filled << 32;
        }
        Color::Black => {
            filled |= filled >> 8;
            filled |= filled >> 16;
            filled |= filled >> 32;
        }
    }
    Bitboard(filled)
}

/// These squares and their neighbours on the rank.
#[inline(always)]
pub(super) fn widened(squares: Bitboard) -> Bitboard {
    Bitboard(squares.0 | (squares.0 & !A_FILE) >> 1 | (squares.0 & !H_FILE) << 1)
}

const A_FILE: u64 = 0x0101_0101_0101_0101;
const H_FILE: u64 = A_FILE << 7;
