label-brilliant = brilliant
label-critical = critical
label-best = best
label-excellent = excellent
label-good = good
label-okay = okay
label-inaccuracy = inaccuracy
label-mistake = mistake
label-blunder = blunder
label-miss = miss
label-book = book
label-theory = theory
label-forced = forced

profile-wintr = The chance before the move against the chance after it; only moves, sacrifices and theory have labels of their own.
profile-wintr-lib = As wintr, on Lichess's curve, with tighter edges; tells gifts that were not taken, and counts sacrifices by exchange.
profile-dual = The engine's move against the move played, in chances and in centipawns; the harsher of the two counts.
profile-dual-lenient = The engine's move against the move played, in chances and in centipawns; the milder of the two counts.
profile-lichess = Lichess's own rules: inaccuracy, mistake and blunder at 5, 10 and 15 points of winning chances.
profile-krog = The best combined score of engine, statistics and principles against that of the move played.
profile-own = A profile of your own.

review-heading = Accuracy: White { $white }, Black { $black }. Labels by { $profile }, evaluations by { $engine }.
review-verdict = { $label } ({ $before } → { $after }).
review-line = The line: { $line }.
review-better = Better: { $reason }
review-preferred = The engine prefers { $move }.

suggest-scores = It scores { NUMBER($percent) } % in { NUMBER($games) } games of { $collection }.
suggest-valued = { $engine } gives { $move } { $score } at depth { NUMBER($depth) }.
