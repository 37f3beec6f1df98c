say-none = no legal move fits "{ $phrase }"
say-several = { $count } moves fit; say which one:

see-value = { $move }: { NUMBER($value, form: "signed") } centipawns

eval-total = Evaluation: { NUMBER($total, form: "signed") } centipawns for White; phase { $phase } of 24

doctor-engine = engine
doctor-engine-found = { $choice }: { $name } ({ $place })
doctor-engine-ready = { $choice }: ready
doctor-engine-broken = { $choice }: { $reason }
doctor-engine-missing = { $choice }: Stockfish is not installed
doctor-engine-advice = sudo apt-get install stockfish

doctor-store = store
doctor-store-unset = none named; set KROG_DB or use --db
doctor-store-directory = directory { $place }
doctor-store-no-directory = there is no directory { $place }
doctor-store-later = { $place }: not part of this version

explain-line = The line: { $line }
explain-better = Better: { $reason }
explain-themes = Themes of the line: { $themes }
explain-engine = Engine: { $name }
explain-no-engine = No engine was asked: { $reason }
explain-factors = The position
explain-threats = Threats
explain-principles = What counts now: { $names }

validate-legal = { $move } is legal
validate-illegal = { $move } is not legal

check-holds = The formula holds.
check-fails = The formula does not hold.
check-fulfilled = The formula holds; it is first fulfilled at ply { $ply }: { $move }
check-violated = The formula does not hold; it is first broken at ply { $ply }: { $move }

rules-facts =
    FIDE       { $fide }
    kind       { $rtype }
    operators  { $operators }
    also       { $aliases }
    said as    { $voice }

analyze-progress = positions
analyze-start = start
analyze-unknown = no evaluation
analyze-depth = depth { NUMBER($count) }
analyze-nodes = { NUMBER($count) } nodes
analyze-time = { NUMBER($count) } ms
analyze-lines = { $count ->
    [one] { NUMBER($count) } line
   *[other] { NUMBER($count) } lines
}

opening-left = { $opening }, left by { $move }
opening-to-the-end = { $opening }
opening-unknown = This position has no name.
lesson-title = { $opening } ({ $moves })
lesson-ideas = Ideas
lesson-white = White's plans
lesson-black = Black's plans
lesson-principles = Principles at work: { $names }.
