//! Rows of mates, losses, threats and promotions.

use super::Group;

#[rustfmt::skip]
pub(crate) static GROUPS: &[Group] = &[
    (
        "mate",
        &[
            (true, "e4 e5 Bc4 Nc6 Qh5 Nf6", "Qxf7#", "the scholar's mate"),
            (true, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qg7#", "no shape with a name"),
            (false, "3r2k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1", "Rd1+", "guarded"),
            (false, "7k/8/8/6Q1/8/8/8/6K1 w - - 0 1", "Qg6", "stalemate"),
        ],
    ),
    (
        "backRankMate",
        &[
            (true, "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - 0 1", "Rd8#", "own pawns wall it in"),
            (true, "6k1/r4ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "Rd8#", "own pawns wall it in"),
            (false, "6k1/5pp1/7p/8/8/8/r4PPP/3R2K1 w - - 0 1", "Rd8+", "luft"),
            (false, "1r4k1/8/8/8/8/8/r7/6K1 b - - 0 1", "Rb1#", "no wall of its own"),
        ],
    ),
    (
        "smotheredMate",
        &[
            (true, "6rk/6pp/8/6N1/8/8/6PP/6K1 w - - 0 1", "Nf7#", "the corner"),
            (true, "e4 c5 Ne2 Nc6 Nbc3 Nd4 g3", "Nf3#", "a careless g3"),
            (false, "6rk/7p/8/6N1/8/8/8/6RK w - - 0 1", "Nf7#", "g7 is free"),
        ],
    ),
    (
        "arabianMate",
        &[
            (true, "7k/pR6/5N2/8/8/8/8/6K1 w - - 0 1", "Rh7#", "rook and knight"),
            (false, "6k1/8/8/8/8/5n2/Pq6/7K b - - 0 1", "Qh2#", "a queen"),
        ],
    ),
    (
        "anastasiaMate",
        &[
            (true, "6r1/4N1pk/p7/8/8/3R4/6P1/6K1 w - - 0 1", "Rh3#", "rook and knight"),
            (false, "6k1/8/8/8/8/5n2/Pr6/7K b - - 0 1", "Rh2#", "in the corner"),
        ],
    ),
    (
        "hookMate",
        &[
            (true, "4kr2/p3pN2/6P1/8/8/8/8/3R2K1 w - - 0 1", "Rd8#", "rook, knight and pawn"),
            (false, "6k1/8/8/8/8/5n2/Pr6/7K b - - 0 1", "Rh2#", "the knight stands away"),
        ],
    ),
    (
        "mates_in",
        &[
            (true, "6k1/1r3ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "Ra8+", "the rook can only step between"),
            (true, "1rr4k/6pp/7N/3Q4/8/8/6PP/6K1 w - - 0 1", "Qg8+", "Philidor's legacy"),
            (false, "6k1/1r3pp1/7p/8/8/8/5PPP/R5K1 w - - 0 1", "Ra8+", "luft"),
            (false, "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "Ra1#", "mate at once"),
        ],
    ),
    (
        "allows_mate",
        &[
            (true, "3r2k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "Ra7", "the back rank"),
            (true, "f3 e5", "g4", "the fool's mate"),
            (true, "e4 e5 Bc4 Nc6 Qh5", "Nf6", "the scholar's mate"),
            (false, "r5k1/5pp1/7p/8/8/8/5PPP/3R2K1 b - - 0 1", "Ra2", "luft"),
            (false, "e4 e5 Bc4 Nc6 Qh5", "g6", "stops it"),
        ],
    ),
    (
        "stops_mate",
        &[
            (true, "e4 e5 Bc4 Nc6 Qh5", "g6", "the scholar's mate"),
            (true, "6k1/3r1ppp/8/8/8/8/R4PPP/6K1 w - - 0 1", "h3", "luft"),
            (false, "e4 e5 Bc4 Nc6 Qh5", "Nf6", "does not"),
            (false, "6k1/r4pp1/7p/8/8/8/3R1PPP/6K1 b - - 0 1", "g6", "there was none"),
        ],
    ),
    (
        "threatens_mate",
        &[
            (true, "e4 e5 Bc4 Nc6", "Qh5", "on f7"),
            (true, "r4rk1/ppp2ppp/8/8/8/3B4/5PPP/3Q2K1 w - - 0 1", "Qh5", "on h7"),
            (false, "6k1/5pp1/7p/8/8/8/5PPP/R5K1 w - - 0 1", "Rd1", "luft: no mate on d8"),
            (false, "e4 e5", "Qh5", "f7 alone is not mate"),
        ],
    ),
    (
        "loses_man",
        &[
            (true, "e4 e5 Nf3", "Qh4", "the knight takes the queen"),
            (true, "6k1/5pp1/7p/8/8/8/r4PPP/3R2K1 b - - 0 1", "Ra1", "the rook takes the rook"),
            (false, "3r2k1/R4ppp/8/8/8/7P/5PP1/6K1 w - - 0 1", "Ra1", "guarded well enough"),
            (false, "e4 e5", "Nf3", "nothing is lost"),
            (false, "e4 e5 Nf3 Nc6 Bb5", "a6", "nothing is lost: Bxc6 is a trade"),
        ],
    ),
    (
        "promotion",
        &[
            (true, "8/P7/8/8/8/8/1k6/6K1 w - - 0 1", "a8=Q", "a queen"),
            (true, "6k1/8/8/8/8/8/1p6/R5K1 b - - 0 1", "bxa1=Q+", "with a capture"),
            (false, "1r4k1/P7/8/8/8/8/8/6K1 w - - 0 1", "a8=Q", "the rook takes it"),
            (false, "6k1/1K6/8/8/8/8/p7/8 b - - 0 1", "a1=N", "a knight"),
        ],
    ),
    (
        "underPromotion",
        &[
            (true, "8/2P1k3/1q6/8/8/8/8/4K3 w - - 0 1", "c8=N+", "a knight forks king and queen"),
            (false, "6k1/1K6/8/8/8/8/p7/8 b - - 0 1", "a1=Q", "a queen"),
        ],
    ),
    (
        "doubleCheck",
        &[
            (true, "4k3/7p/8/8/4N3/8/8/4R1K1 w - - 0 1", "Nf6+", "rook and knight"),
            (true, "6k1/8/2b5/8/4n3/8/P7/7K b - - 0 1", "Nf2+", "bishop and knight"),
            (false, "4k3/7p/8/8/4N3/8/8/4R1K1 w - - 0 1", "Ng5+", "only the rook"),
        ],
    ),
    (
        "enPassant",
        &[
            (true, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "in passing"),
            (false, "4k3/8/8/8/4p3/3P4/8/4K3 b - - 0 1", "exd3", "a plain capture"),
        ],
    ),
    (
        "stalemate",
        &[
            (true, "7k/8/8/6Q1/8/8/8/6K1 w - - 0 1", "Qg6", "no move is left"),
            (false, "6k1/8/8/8/6q1/8/8/7K b - - 0 1", "Qg5", "moves are left"),
        ],
    ),
    (
        "dovetailMate",
        &[
            (true, "3Q4/pB2p3/4kr2/3p3P/8/8/8/4n1K1 w - - 0 1", "Qxd5#", "its own men on the tail"),
            (false, "6k1/8/8/8/8/5n2/Pq6/7K b - - 0 1", "Qh2#", "the king on the edge"),
        ],
    ),
];
