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
doctor-store-directory = { $place }: { $games } games
doctor-store-no-directory = { $place }: nothing there yet
doctor-store-advice = krog import GAMES.pgn
doctor-store-read-only = { $place }: { $games } games; it cannot be written

doctor-address = address
doctor-address-free = { $place }: free
doctor-address-taken = { $place }: somebody listens there already
doctor-address-advice = krog serve --bind 127.0.0.1:0 takes a free port
doctor-address-broken = { $place }: { $reason }

doctor-keys = keys
doctor-keys-found = { $place }: keys: { $keys }
doctor-keys-missing = others can reach the service, and nobody can write without keys
doctor-keys-advice = krog keys new NAME, then krog serve --api-keys FILE
doctor-keys-unneeded = none needed: only this machine reaches the service

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

rules-origin = Figures from: { $origin }

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

import-progress = { $games } games, { $rate } a second, { $bytes } MB/s
import-done = { $imported ->
    [one] { NUMBER($imported) } game
   *[other] { NUMBER($imported) } games
} imported into { $collection } in { $seconds } s
import-duplicates = { $duplicates ->
    [one] { NUMBER($duplicates) } game was
   *[other] { NUMBER($duplicates) } games were
} there before
import-skipped-illegal-move = skipped, a move cannot be played: { $count }
import-skipped-unfinished = skipped, a comment or variation has no end: { $count }
import-skipped-null-move = skipped, a null move: { $count }
import-skipped-no-moves = skipped, no moves: { $count }
import-skipped-no-result = skipped, no result: { $count }
import-skipped-variant = skipped, another game than chess: { $count }
import-skipped-start-position = skipped, no such start position: { $count }
import-skipped-too-large = skipped, too large: { $count }
import-skipped-no-game = skipped, not a game: { $count }
import-skipped-not-chosen = left out, not among the games asked for: { $count }
import-skipped-unrated = left out, not rated: { $count }
import-skipped-unreadable = skipped, unreadable: { $count }
import-broken = broke off: { $file }
import-waiting = { $games } games; waiting { $seconds } s, as the service asks
import-trouble-token-refused = { $service } does not accept the token (401). Make a new one, or leave it out.
import-trouble-token-wanted = { $service } wants a token (401). Make one there and tell it in KROG_LICHESS_TOKEN.
import-trouble-forbidden = { $service } refuses the request (403). The token may lack a right, or this network may be blocked.
import-trouble-no-user = { $service } has no user { $subject } (404).
import-trouble-no-game = { $service } has no game { $subject } (404).
import-trouble-no-month = { $service } does not have the games of { $subject } (404).
import-trouble-gone = { $service } has closed the games of { $subject } for good (410).
import-trouble-too-many = { $service } says there are too many requests (429), also after waiting. Try again later; what came is kept.
import-trouble-failing = { $service } has trouble of its own ({ $subject }). Try again later; what came is kept.
import-trouble-elsewhere = { $service } points to another address ({ $subject }). krog does not follow it.
import-trouble-status = { $service } answers with status { $subject } where 200 is expected.
import-trouble-unreachable = { $service } cannot be reached: { $subject }
import-trouble-broke-off = The answer of { $service } broke off again and again. What came is kept.
import-trouble-slow = { $service } takes too long to answer. What came is kept.
import-trouble-too-large = The answer of { $service } is larger than any that is expected, and was cut off.
import-trouble-garbage = The answer of { $service } cannot be understood. If its address was set by hand, look at it again.
import-trouble-player-wanted = { $service } gives out games by player only. Tell one of the two players of game { $subject } with --player.
import-trouble-not-among = { $service } does not have game { $subject } among the games of that player.
import-stopped = Stopped before the end. Run the same command again to go on; games that are there count once.

stats-heading = { $collection }: { $games ->
    [one] { NUMBER($games) } game
   *[other] { NUMBER($games) } games
}
stats-through = { $heading }, data through { $through }
stats-ratings = mean ratings { $ratings }
stats-widened = mean ratings { $ratings }: whole bands, more than was asked for
stats-none = Nobody has been here.
stats-move = move
stats-games = games
stats-share = share
stats-results = █ White  ▒ draw  ░ Black
stats-rating = rating
stats-example = For example { $white } – { $black }
stats-collisions = { $count } stored moves belong to another position and are left out.

db-sound = The store is sound: { $games } games, { $moves } moves, { $files } files read.
db-damaged = The store is damaged.
db-remains = { $remains } files belong to nothing; the next import removes them.
db-collection = { $name }: { $games } games, { $moves } moves in { $parts } parts, { $size } MB, data through { $through }
db-tidied = The cluster is in order: { $runs } runs are left.
db-empty = The store is empty.
review-progress = review
review-interrupted = interrupted; what was done by then is written
review-side = { $side }
review-accuracy = accuracy
review-opening = opening
review-middlegame = middlegame
review-endgame = endgame
review-acpl = average centipawn loss
review-rating = estimated rating, 8 of 10
review-graph = White's chances
review-variation = Variation
review-turning = the game turns
review-refutation = Refuted by: { $line }
review-reply = The engine replies: { $line }
review-better = Better ({ $score }): { $reason } [{ $line }]
review-missed = { $side } missed: { $themes }
review-allowed = { $side } allowed: { $themes }
review-preferred = The engine prefers ({ $score }): { $line }

suggest-learning = To learn
suggest-competitive = To win
suggest-analysis = To find the truth
suggest-opening = The opening
suggest-endgame = The endgame
suggest-over = The game is over; there is no move to suggest.
suggest-unweighed = No engine was asked: the moves are ranked, none is recommended.
suggest-sources = Engine: { $engine }
suggest-score = score { $score }
suggest-played = { $games ->
    [one] Played once, scores { NUMBER($percent) } %.
   *[other] Played { NUMBER($games) } times, scores { NUMBER($percent) } %.
}
suggest-lesson = To remember: { $lesson }
suggest-unsound = unsound
suggest-recommended = recommended

opening-left = { $opening }, left by { $move }
opening-to-the-end = { $opening }
opening-unknown = This position has no name.

predict-chances = White { $white } % · draw { $draw } % · Black { $black } %
lesson-title = { $opening } ({ $moves })
lesson-ideas = Ideas
lesson-white = White's plans
lesson-black = Black's plans
lesson-principles = Principles at work: { $names }.
db-migrated = The database is up to date: { $principles } principles, { $positions } positions in tables of their own.

# krog jobs
jobs-none = There are no jobs.
jobs-waiting = waiting
jobs-running = running
jobs-done = done
jobs-failed = failed
jobs-cancelled = cancelled
jobs-positions = { $count ->
    [one] one position analysed
   *[other] { $count } positions analysed
}
# krog worker
worker-done = { $orders ->
    [0] Nothing was handed in.
    [one] One order was handed in: { $positions } positions.
   *[other] { $orders } orders were handed in: { $positions } positions.
}
practice-due = { $count ->
    [one] { NUMBER($count) } puzzle is due.
   *[other] { NUMBER($count) } puzzles are due.
}
practice-none = No puzzle is due.
practice-puzzle = { $id } · { $side } to move · due since { $due }
practice-answers = Answers: { $moves }
practice-themes = Themes: { $themes }
practice-graded = { $id } is due again on { $due }.
practice-soon = { $id } is due again in ten minutes.
practice-unknown = no puzzle { $id } in the store; krog puzzles due lists them
