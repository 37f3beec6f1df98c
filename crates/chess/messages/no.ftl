# Hvordan et trekk sies høyt. Utgangsfeltet nevnes bare der det skiller to trekk.
spoken-goes = { PIECE($piece, form: "definite") } til { $target }
spoken-goes-from = { PIECE($piece, form: "definite") } fra { $origin } til { $target }
spoken-takes = { PIECE($piece, form: "definite") } slår på { $target }
spoken-takes-from = { PIECE($piece, form: "definite") } fra { $origin } slår på { $target }
spoken-castles-kingside = roker kort
spoken-castles-queenside = roker langt

# Det som føyes til et trekk.
spoken-en-passant = { $move } en passant
spoken-promotes = { $move }, forfremmes til { PIECE($promotion) }
spoken-check = { $move }, sjakk
spoken-mate = { $move }, sjakkmatt
