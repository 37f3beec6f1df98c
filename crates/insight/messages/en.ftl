# The themes: name, and what it is.
theme-advancedPawn-name = Advanced pawn
theme-advancedPawn-text = A pawn deep in enemy territory, on its way to promotion.
theme-anastasiaMate-name = Anastasia's mate
theme-anastasiaMate-text = A rook or queen mates on the edge file while a knight and the king's own man bar the way back.
theme-arabianMate-name = Arabian mate
theme-arabianMate-text = A rook guarded by a knight mates the king in the corner.
theme-attackingF2F7-name = Attack on f2 or f7
theme-attackingF2F7-text = The square beside the uncastled king, guarded by the king alone, is struck.
theme-attraction-name = Attraction
theme-attraction-text = A piece is drawn to a square where it can be attacked.
theme-backRankMate-name = Back-rank mate
theme-backRankMate-text = The king is mated on its back rank, walled in by its own men.
theme-bodenMate-name = Boden's mate
theme-bodenMate-text = Two bishops on crossing diagonals mate a hemmed-in king.
theme-capturingDefender-name = Capturing the defender
theme-capturingDefender-text = A guard is taken, so that what it guarded falls.
theme-castling-name = Castling
theme-castling-text = King and rook move together at the right moment.
theme-clearance-name = Clearance
theme-clearance-text = A move clears a square, line or diagonal for another piece.
theme-defensiveMove-name = Defensive move
theme-defensiveMove-text = A precise move that holds the position.
theme-deflection-name = Deflection
theme-deflection-text = A piece is drawn away from something it guarded.
theme-discoveredAttack-name = Discovered attack
theme-discoveredAttack-text = A piece steps off the line of another, which then strikes.
theme-doubleBishopMate-name = Double-bishop mate
theme-doubleBishopMate-text = Two bishops on neighbouring diagonals mate.
theme-doubleCheck-name = Double check
theme-doubleCheck-text = Two pieces give check at once; only the king can move.
theme-dovetailMate-name = Dovetail mate
theme-dovetailMate-text = The queen mates from a diagonal neighbour square while the free squares are hers or blocked.
theme-enPassant-name = En passant
theme-enPassant-text = A pawn is taken in passing.
theme-exposedKing-name = Exposed king
theme-exposedKing-text = A king without pawns around it comes under fire.
theme-fork-name = Fork
theme-fork-text = One piece attacks two others at once.
theme-hangingPiece-name = Hanging piece
theme-hangingPiece-text = A piece without a guard can be taken.
theme-hookMate-name = Hook mate
theme-hookMate-text = A rook guarded by a knight, itself guarded by a pawn, mates.
theme-interference-name = Interference
theme-interference-text = A piece comes between a guard and what it guarded.
theme-intermezzo-name = In-between move
theme-intermezzo-text = A stronger threat comes before the expected recapture.
theme-kingsideAttack-name = Kingside attack
theme-kingsideAttack-text = An attack on the king castled short.
theme-long-name = Three moves
theme-long-text = Three moves to find.
theme-mate-name = Mate
theme-mate-text = The line ends in mate.
theme-mateIn1-name = Mate in one
theme-mateIn1-text = Mate with the next move.
theme-mateIn2-name = Mate in two
theme-mateIn2-text = Mate in two moves.
theme-mateIn3-name = Mate in three
theme-mateIn3-text = Mate in three moves.
theme-mateIn4-name = Mate in four
theme-mateIn4-text = Mate in four moves.
theme-mateIn5-name = Mate in five or more
theme-mateIn5-text = Mate in five moves or more.
theme-oneMove-name = One move
theme-oneMove-text = One move to find.
theme-pin-name = Pin
theme-pin-text = A piece cannot leave its line without exposing its king.
theme-promotion-name = Promotion
theme-promotion-text = A pawn reaches the last rank and becomes a piece.
theme-queensideAttack-name = Queenside attack
theme-queensideAttack-text = An attack on the king castled long.
theme-quietMove-name = Quiet move
theme-quietMove-text = A move without check, capture or direct attack that prepares more.
theme-sacrifice-name = Sacrifice
theme-sacrifice-text = Material is given up for something better.
theme-short-name = Two moves
theme-short-text = Two moves to find.
theme-skewer-name = Skewer
theme-skewer-text = A dearer piece must step aside, and the one behind it falls.
theme-smotheredMate-name = Smothered mate
theme-smotheredMate-text = A knight mates a king walled in by its own men.
theme-trappedPiece-name = Trapped piece
theme-trappedPiece-text = A piece has no safe square left.
theme-underPromotion-name = Underpromotion
theme-underPromotion-text = A pawn becomes a knight, bishop or rook.
theme-veryLong-name = Four moves or more
theme-veryLong-text = Four moves or more to find.
theme-xRayAttack-name = X-ray attack
theme-xRayAttack-text = A piece acts through an enemy piece on its line.

# The principles: name, and what it advises.
principle-control_center-name = Control the centre
principle-control_center-text = Whoever holds d4, e4, d5 and e5 has more room for the pieces.
principle-develop_pieces-name = Develop the pieces
principle-develop_pieces-text = Bring knights and bishops out early, to squares where they have something to do.
principle-king_safety-name = Keep the king safe
principle-king_safety-text = Castle, and leave the pawns before the king where they are.
principle-dont_move_piece_twice-name = Do not move a piece twice
principle-dont_move_piece_twice-text = In the opening, bring out a new piece rather than moving one again, unless it wins something or is attacked.
principle-connect_rooks-name = Connect the rooks
principle-connect_rooks-text = Clear the back rank so that the rooks guard each other.
principle-piece_activity-name = Keep the pieces active
principle-piece_activity-text = A piece is worth as much as the squares it reaches.
principle-weak_squares-name = Mind the weak squares
principle-weak_squares-text = Settle on squares that no enemy pawn can attack, and leave no such squares in your own camp.
principle-pawn_structure-name = Keep the pawns healthy
principle-pawn_structure-text = Avoid doubled, isolated and backward pawns unless you get something for them.
principle-king_activity-name = Activate the king
principle-king_activity-text = In the endgame the king is a strong piece: bring it to the centre and to the passed pawns.
principle-passed_pawns-name = Push passed pawns
principle-passed_pawns-text = A passed pawn must be pushed or made; one of the other side's must be blocked.
principle-opposition-name = Take the opposition
principle-opposition-text = With only kings and pawns left, the king that need not move when the kings face each other holds the better cards.
principle-fork_check-name = Look for forks
principle-fork_check-text = One piece that attacks two others often wins one of them.
principle-pin_exploit-name = Make use of pins
principle-pin_exploit-text = A pinned man cannot move away: attack it once more.
principle-back_rank-name = Watch the back rank
principle-back_rank-text = Give the king an escape square before a rook or queen comes to the back rank.

# Words in claims.
man = { PIECE($piece, form: "definite") } on { $square }
worth-pawn = a pawn
worth-minor = a minor piece's worth
worth-rook = a rook's worth
worth-queen = a queen's worth
worth-pawns = { NUMBER($count, form: "words") } pawns' worth

# Claims as sentences about a move.
sentence-first = { $move } { $clause }.
sentence-more = It { $clause }.
sentence-but = But it { $clause }.

# Mates.
claim-mate = checkmates { $king }
claim-backRankMate = mates { $king } on the back rank, behind its own men
claim-smotheredMate = smothers { $king }: a knight mates it among its own men
claim-anastasiaMate = gives Anastasia's mate to { $king }
claim-arabianMate = gives the Arabian mate to { $king }
claim-hookMate = gives the hook mate to { $king }
claim-dovetailMate = gives the dovetail mate to { $king }
claim-mates_in = forces mate in { NUMBER($count, form: "words") }
claim-allows_mate = allows mate at once: { $reply }
claim-allows_mate_in = allows mate in { NUMBER($count, form: "words") }, beginning with { $reply }
claim-threatens_mate = threatens mate by { $mate }
claim-stops_mate = stops the mate by { $mate }

# Gains and losses.
claim-wins_material = wins at least { $gain }
claim-wins_man = wins { $man }
claim-wins_exchange = takes { $man } and wins at least { $gain }
claim-hangingPiece = wins { $man }, which nobody guards
claim-promotion = promotes on { LIST($square) } to { PIECE($role, form: "indefinite") } and wins at least { $gain }
claim-underPromotion = promotes on { LIST($square) } to { PIECE($role, form: "indefinite") } and wins at least { $gain }
claim-fork = forks { LIST($targets) } with { $man } and wins at least { $gain }
claim-discoveredAttack = uncovers an attack by { $slider } on { $target } and wins at least { $gain }
claim-skewer = skewers { $front } and { $rear } with { $man } and wins at least { $gain }
claim-pin = pins { $front } to { $rear } with { $man } and wins at least { $gain }
claim-capturingDefender = takes { $guard }, which guarded { $man }, and wins at least { $gain }
claim-trappedPiece = traps { $man } and wins at least { $gain }
claim-loses_man = loses { $man } to { $reply }
claim-loses_material = loses at least { $gain } to { $reply }
claim-wins_by_play = wins at least { $gain } against the best replies
claim-loses_by_play = loses at least { $gain } to { $reply } against the best replies
claim-gives_back = takes { $man }, but loses at least { $gain } to { $reply } afterwards against the best replies
claim-mates_by_play = leads to mate in { NUMBER($count, form: "words") } against the best replies
claim-allows_mate_by_play = allows mate in { NUMBER($count, form: "words") } against the best replies; it begins with { $reply }
claim-draws_by_play = holds the draw by perpetual check, or wins at least a pawn, against the best replies
claim-allows_draw_by_play = allows perpetual check, or loses at least a pawn, against the best replies; it begins with { $reply }
claim-gets_passer_by_play = gets a passed pawn to the { $number ->
        [7] seventh
       *[other] sixth
    } rank or further, or wins at least a pawn, against the best replies
claim-allows_passer_by_play = lets a passed pawn through to the { $number ->
        [7] seventh
       *[other] sixth
    } rank or further, or loses at least a pawn, against the best replies; it begins with { $reply }
claim-strands_king_by_play = holds { $king } in the middle without the right to castle, or wins at least a pawn, against the best replies
claim-loses_castling_by_play = leaves { $king } in the middle without the right to castle, or loses at least a pawn, against the best replies; it begins with { $reply }
claim-makes_passer_by_play = gets { $number ->
        [1] a passed pawn
        [2] a second passed pawn
       *[other] a further passed pawn
    }, or wins at least a pawn, against the best replies
claim-allows_new_passer_by_play = lets the opponent get { $number ->
        [1] a passed pawn
        [2] a second passed pawn
       *[other] a further passed pawn
    }, or loses at least a pawn, against the best replies; it begins with { $reply }
claim-bares_king_by_play = strips { $king } of the pawns before it, or wins at least a pawn, against the best replies
claim-loses_shield_by_play = leaves { $king } without a pawn before it, or loses at least a pawn, against the best replies; it begins with { $reply }
claim-gets_seventh_by_play = gets a rook to the seventh rank with the king behind it, or wins at least a pawn, against the best replies
claim-allows_seventh_by_play = lets a rook in on the seventh rank with the king behind it, or loses at least a pawn, against the best replies; it begins with { $reply }
claim-gets_king_in_by_play = brings the king as far as the { $number ->
        [7] seventh
        [6] sixth
       *[other] fifth
    } rank, or wins at least a pawn, against the best replies
claim-allows_king_in_by_play = lets the enemy king in as far as its { $number ->
        [7] seventh
        [6] sixth
       *[other] fifth
    } rank, or loses at least a pawn, against the best replies; it begins with { $reply }
claim-passes_up = passes up { $better }, which takes { $man } with gain; after { $reply } nothing of that worth can be taken
claim-allows_mate_threat = allows { $reply }, which threatens mate by { $mate }; after { $better } that would not work
claim-allows_threat = allows { $reply }, which threatens to win { LIST($targets) }; after { $better } that would not work
claim-sacrifice = sacrifices { $gain }; { $reply } takes it

# What a move does.
claim-only_move = is the only legal move
claim-takes_checker = takes { $checker }, which gave check
claim-king_evades = takes the king out of check from { $checker }
claim-blocks_check = blocks the check from { $checker }
claim-check = gives check to { $king }
claim-discovered_check = uncovers check from { $checker } to { $king }
claim-doubleCheck = gives double check to { $king } with { LIST($checkers) }
claim-takes = takes { $man }
claim-trades = takes { $man } in an even trade
claim-gives_for = gives { PIECE($own, form: "indefinite") } for { $man }
claim-offers = puts { $man } where it can be taken
claim-enPassant = takes in passing
claim-promotes = promotes on { LIST($square) } to { PIECE($role, form: "indefinite") }
claim-stalemate = gives stalemate
claim-dead_position = leaves too little material for either side to mate
claim-threatens = threatens to win { LIST($targets) }
claim-escapes = brings { $man } out of danger
claim-protects = protects { LIST($targets) }
claim-parries = parries the threat to { LIST($targets) }
claim-exposes = exposes { LIST($targets) } to capture
claim-leaves_hanging = leaves { LIST($targets) } open to capture
claim-attacks = attacks { LIST($targets) }
claim-guards = guards { LIST($targets) }
claim-opens_line = opens lines for { LIST($men) }
claim-shuts_in = cuts down { LIST($men) }
claim-open_file = puts { $man } on an open file
claim-half_open_file = puts { $man } on a half-open file
claim-holds_to_king = ties { $front } to { $rear } with { $man }
claim-lines_up = lines up { $front } and { $rear } before { $man }
claim-attacks_both = attacks { LIST($targets) } at once with { $man }
claim-uncovers = opens the line of { $slider } to { $target }
claim-doubles_rooks = doubles the rooks on { LIST($squares) }
claim-bars_castling_short = keeps { SIDE($side) } from castling short for now
claim-bars_castling_long = keeps { SIDE($side) } from castling long for now
claim-quiet = is a quiet move; no tactical change
claim-plain = takes nothing and gives no check

# What the principles see.
claim-center_pawn = takes a place in the centre with the pawn on { LIST($square) }
claim-center_attacks = attacks { LIST($squares) } in the centre
claim-center_piece = places { $man } in the centre
claim-center_lost = gives up control of { LIST($squares) }
claim-develops = develops { PIECE($role, form: "definite") } from { LIST($square) }
claim-develops_passively = brings out { $man }, but with little to do there
claim-neglects_development = moves { $man } while { LIST($home) } { $count ->
    [one] is
   *[other] are
} still at home
claim-castles_short = castles: the king comes to { LIST($square) }
claim-castles_long = castles: the king comes to { LIST($square) }
claim-gives_up_castling = gives up the right to castle
claim-gives_up_castling_short = gives up the right to castle short
claim-gives_up_castling_long = gives up the right to castle long
claim-loosens_shield = loosens the pawns before { $king } by moving { $man }
claim-king_to_shield = brings the king behind its pawns, to { LIST($square) }
claim-king_from_shield = takes the king away from its pawns, to { LIST($square) }
claim-clears_castling = clears { LIST($square) }, so nothing stands between king and rook
claim-clears_castling_but = clears { LIST($square) }; only { $last } still bars castling
claim-moves_twice = moves { $man } again while { LIST($home) } { $count ->
    [one] is
   *[other] are
} still at home
claim-connects_rooks = connects { PIECE($role, form: "definite-plural") } on { LIST($squares) }
claim-disconnects_rooks = cuts the link between { PIECE($role, form: "definite-plural") } on { LIST($squares) }
claim-more_active = gives { $man } { NUMBER($new, form: "words") } free squares instead of { NUMBER($old, form: "words") }
claim-less_active = leaves { $man } { NUMBER($new, form: "words") } free squares instead of { NUMBER($old, form: "words") }
claim-outpost = settles { $man } on an outpost that no enemy pawn can attack
claim-makes_hole = leaves { $count ->
    [one] a hole
   *[other] holes
} on { LIST($squares) }, which no pawn can guard any more
claim-isolates_own = leaves { $count ->
    [one] an isolated pawn
   *[other] isolated pawns
} on { LIST($squares) }
claim-isolates_enemy = leaves { SIDE($side) } with { $count ->
    [one] an isolated pawn
   *[other] isolated pawns
} on { LIST($squares) }
claim-doubles_own = leaves doubled pawns on { LIST($squares) }
claim-doubles_enemy = leaves { SIDE($side) } with doubled pawns on { LIST($squares) }
claim-backward_own = leaves { $count ->
    [one] a backward pawn
   *[other] backward pawns
} on { LIST($squares) }
claim-backward_enemy = leaves { SIDE($side) } with { $count ->
    [one] a backward pawn
   *[other] backward pawns
} on { LIST($squares) }
claim-king_to_centre = brings the king nearer to the centre
claim-king_from_centre = takes the king away from the centre
claim-king_to_pawn = brings the king nearer to the passed pawn: { $pawn }
claim-king_from_pawn = takes the king away from the passed pawn: { $pawn }
claim-pushes_passer = pushes the passed pawn to { LIST($square) }
claim-makes_passer = makes a passed pawn on { LIST($square) }
claim-risks_passer = puts the passed pawn on { LIST($square) }, where it can be won
claim-gives_passer = gives { SIDE($side) } { $count ->
    [one] a passed pawn
   *[other] passed pawns
} on { LIST($squares) }
claim-blocks_passer = blocks { $pawn }, a passed pawn, with { $man }
claim-direct_opposition = takes the direct opposition
claim-distant_opposition = takes the distant opposition
claim-diagonal_opposition = takes the diagonal opposition
claim-leaves_opposition = lets { SIDE($side) } take the opposition
claim-attacks_pinned = attacks { $man }, which is pinned
claim-allows_back_rank_mate = allows mate on the back rank against { $king }
claim-stops_back_rank_mate = stops the mate on the back rank against { $king }
claim-makes_luft = gives { $king } an escape square on { LIST($square) }

# What a position is like.
report-mated = { SIDE($side) } is checkmated
report-stalemated = { SIDE($side) } is stalemated: the game is drawn
report-in_check = { SIDE($side) } is in check
report-ahead = { SIDE($side) } is ahead by { $gain } of material
report-level = material is level
report-threats = { SIDE($side) } threatens { LIST($targets) }
report-can_win = { SIDE($side) }, to move, can win { LIST($targets) }
report-isolani = { SIDE($side) } has an isolated queen's pawn on { LIST($squares) }
report-isolated = { SIDE($side) } has { $count ->
    [one] an isolated pawn
   *[other] isolated pawns
} on { LIST($squares) }
report-doubled = { SIDE($side) } has doubled pawns on { LIST($squares) }
report-backward = { SIDE($side) } has { $count ->
    [one] a backward pawn
   *[other] backward pawns
} on { LIST($squares) }
report-passed = { SIDE($side) } has { $count ->
    [one] a passed pawn
   *[other] passed pawns
} on { LIST($squares) }
report-hanging_pawns = { SIDE($side) } has hanging pawns on { LIST($squares) }
report-majority_queenside = { SIDE($side) } has a majority on the queenside, { NUMBER($own, form: "words") } pawns to { NUMBER($other, form: "words") }
report-majority_kingside = { SIDE($side) } has a majority on the kingside, { NUMBER($own, form: "words") } pawns to { NUMBER($other, form: "words") }
report-outpost = { SIDE($side) } has an outpost: { $man }
report-weak_complex = { SIDE($side) } is weak on the squares { LIST($squares) }, with no bishop to guard them
report-bishop_pair = { SIDE($side) } alone has both bishops
report-king_sheltered = { $king } has { NUMBER($count, form: "words") } { $count ->
    [one] pawn
   *[other] pawns
} before it
report-king_bare = { $king } has no pawns before it
report-king_centre = { $king } is in the centre and may still castle
report-king_stuck = { $king } is in the centre and cannot castle any more
