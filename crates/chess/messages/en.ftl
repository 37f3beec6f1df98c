# How a move is said aloud. The origin is named only where it tells two moves apart.
spoken-goes = { PIECE($piece) } to { $target }
spoken-goes-from = { PIECE($piece) } from { $origin } to { $target }
spoken-takes = { PIECE($piece) } takes on { $target }
spoken-takes-from = { PIECE($piece) } from { $origin } takes on { $target }
spoken-castles-kingside = castle kingside
spoken-castles-queenside = castle queenside

# What is added to a move.
spoken-en-passant = { $move } en passant
spoken-promotes = { $move }, promotes to { PIECE($promotion) }
spoken-check = { $move }, check
spoken-mate = { $move }, checkmate
