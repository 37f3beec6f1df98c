//! Rows of the length of a line and of its mate.

use super::Group;

#[rustfmt::skip]
pub(crate) static GROUPS: &[Group] = &[
    (
        "long",
        &[
            (true, "6k1/8/8/8/8/8/5Q2/5RK1 b - - 0 1", "Kh8 Qf6+ Kh7 Qf7+ Kh6 Rf6+", "three moves"),
            (true, "6k1/pp3ppp/4b3/8/8/8/PP3PPP/2K4R b - - 0 1", "Bxa2 b3 h6 Kb2 g6 Kxa2", "three moves"),
            (false, "6k1/8/8/8/8/8/5Q2/5RK1 b - - 0 1", "Kh8 Qf6+ Kh7 Qf7+", "two"),
            (false, "5rk1/5q2/8/8/8/8/8/6K1 w - - 0 1", "Kh1 Qf3+ Kh2 Qf2+ Kh3 Rf3+ Kg4 Qg3+", "four"),
        ],
    ),
    (
        "mate",
        &[
            (true, "r5k1/5ppp/8/8/8/8/5PPP/2R3K1 b - - 0 1", "Ra2 Rc8#", "mate"),
            (true, "e4 e5 Nf3 d6 Bc4 Bg4 Nc3", "g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#", "mate"),
            (false, "2r3k1/5ppp/8/8/8/7P/5PP1/R5K1 w - - 0 1", "Ra7 Rc1+", "only check"),
            (false, "7k/8/8/6Q1/8/8/8/6K1 b - - 0 1", "Kh7 Kg2 Kh8 Qg6", "stalemate"),
        ],
    ),
    (
        "mateIn1",
        &[
            (true, "r5k1/5ppp/8/8/8/8/5PPP/2R3K1 b - - 0 1", "Ra2 Rc8#", "at once"),
            (true, "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Qe2", "Ngf6 Nd6#", "at once"),
            (false, "r5k1/5ppp/8/8/8/8/1R3PPP/6K1 w - - 0 1", "Rb7 Ra1+ Rb1 Rxb1#", "two moves"),
            (false, "r5k1/5pp1/7p/8/8/8/5PPP/2R3K1 b - - 0 1", "Ra2 Rc8+", "no mate"),
        ],
    ),
    (
        "mateIn2",
        &[
            (true, "6k1/1r3ppp/8/8/8/8/5PPP/R5K1 b - - 0 1", "Rb2 Ra8+ Rb8 Rxb8#", "two moves"),
            (true, "6k1/6pp/8/8/3q4/7n/6PP/1R1R3K w - - 0 1", "Rdc1 Qg1+ Rxg1 Nf2#", "two moves"),
            (false, "r5k1/5ppp/8/8/8/8/5PPP/2R3K1 b - - 0 1", "Ra2 Rc8#", "one"),
            (false, "5rk1/5q2/8/8/8/8/8/6K1 w - - 0 1", "Kh1 Qf3+ Kh2 Qf2+", "no mate"),
        ],
    ),
    (
        "mateIn3",
        &[
            (true, "e4 e5 Nf3 d6 Bc4 Bg4 Nc3", "g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#", "Légal's mate"),
            (true, "rnb1kb1r/pp3ppp/2p2n2/4q3/4N3/3Q4/PPPB1PPP/2KR1BNR b kq - 0 9", "Nxe4 Qd8+ Kxd8 Bg5+ Kc7 Bd8#", "Réti's mate"),
            (false, "6k1/6pp/8/8/3q4/7n/6PP/1R1R3K w - - 0 1", "Rdc1 Qg1+ Rxg1 Nf2#", "two"),
            (false, "6k1/8/8/8/8/8/5Q2/5RK1 b - - 0 1", "Kh8 Qf6+ Kh7 Qf7+ Kh6 Rf6+", "no mate"),
        ],
    ),
    (
        "mateIn4",
        &[
            (true, "5r1k/6pp/8/3Q2N1/8/8/6PP/6K1 b - - 0 1", "Rb8 Nf7+ Kg8 Nh6+ Kh8 Qg8+ Rxg8 Nf7#", "Philidor's legacy whole"),
            (true, "4r2k/6pp/8/3Q2N1/8/8/6PP/6K1 b - - 0 1", "Rc8 Nf7+ Kg8 Nh6+ Kh8 Qg8+ Rxg8 Nf7#", "Philidor's legacy whole"),
            (false, "1r1r3k/6pp/7N/3Q4/8/8/6PP/6K1 b - - 0 1", "Rdc8 Qg8+ Rxg8 Nf7#", "two"),
            (false, "6k1/6pp/8/8/3q2n1/8/6PP/5R1K w - - 0 1", "Rb1 Nf2+ Kg1 Nh3+ Kh1 Qg1+ Rxg1 Nf4", "no mate"),
        ],
    ),
    (
        "mateIn5",
        &[
            (true, "7k/8/8/8/8/8/R7/1R4K1 b - - 0 1", "Kg7 Rb3 Kf7 Ra4 Ke7 Rb5 Kd7 Ra6 Kc7 Rb4 Kd7 Rb7+ Kd8 Ra8#", "a slow ladder of seven"),
            (true, "1r4k1/r7/8/8/8/8/5K2/8 w - - 0 1", "Ke2 Ra3 Kd2 Rb4 Kc2 Rh4 Kb2 Rg3 Kc2 Rh2+ Kd1 Rg1#", "a slow ladder of six"),
            (false, "5r1k/6pp/8/3Q2N1/8/8/6PP/6K1 b - - 0 1", "Rb8 Nf7+ Kg8 Nh6+ Kh8 Qg8+ Rxg8 Nf7#", "four"),
            (false, "r6k/8/4K3/8/8/8/8/8 w - - 0 1", "Kf6 Ra6+ Ke5 Kg7 Kd5 Kf6 Kc5 Ke5 Kb5 Ra1", "no mate"),
        ],
    ),
    (
        "oneMove",
        &[
            (true, "r5k1/5ppp/8/8/8/8/5PPP/2R3K1 b - - 0 1", "Ra2 Rc8#", "one move"),
            (true, "e4 e5 Nf3", "Qh4 Nxh4", "one move"),
            (false, "5rk1/5q2/8/8/8/8/8/6K1 w - - 0 1", "Kh1 Qf3+ Kh2 Qf2+", "two"),
            (false, "6k1/8/8/8/8/8/5Q2/5RK1 b - - 0 1", "Kh8 Qf6+ Kh7 Qf7+ Kh6 Rf6+", "three"),
        ],
    ),
    (
        "short",
        &[
            (true, "6k1/8/8/8/8/8/5Q2/5RK1 b - - 0 1", "Kh8 Qf6+ Kh7 Qf7+", "two moves"),
            (true, "e4 e6 d4 d5 Nc3 Nf6 e5 Nfd7 Nf3 Be7 Bd3", "O-O Bxh7+ Kxh7 Ng5+", "two moves"),
            (false, "5rk1/5q2/8/8/8/8/8/6K1 w - - 0 1", "Kh1 Qf1+", "one"),
            (false, "6k1/8/8/8/8/8/5Q2/5RK1 b - - 0 1", "Kh8 Qf6+ Kh7 Qf7+ Kh6 Rf6+", "three"),
        ],
    ),
    (
        "veryLong",
        &[
            (true, "6k1/8/8/8/8/8/5Q2/5RK1 b - - 0 1", "Kh8 Qf6+ Kh7 Qf7+ Kh6 Rf6+ Kg5 Qg6+", "four moves"),
            (true, "r6k/8/4K3/8/8/8/8/8 w - - 0 1", "Kf6 Ra6+ Ke5 Kg7 Kd5 Kf6 Kc5 Ke5 Kb5 Ra1", "five moves"),
            (false, "6k1/8/8/8/8/8/5Q2/5RK1 b - - 0 1", "Kh8 Qf6+ Kh7 Qf7+ Kh6 Rf6+", "three"),
            (false, "5rk1/5q2/8/8/8/8/8/6K1 w - - 0 1", "Kh1 Qf1+", "one"),
        ],
    ),
];
