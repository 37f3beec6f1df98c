label-brilliant = briljant
label-critical = avgjørende
label-best = best
label-excellent = utmerket
label-good = godt
label-okay = helt greit
label-inaccuracy = unøyaktighet
label-mistake = feil
label-blunder = bukk
label-miss = glipp
label-book = bok
label-theory = teori
label-forced = tvunget

profile-wintr = Sjansen før trekket mot sjansen etter det; eneste trekk, offer og teori har egne merker.
profile-wintr-lib = Som wintr, men med Lichess' kurve og strengere grenser; forteller om gaver som ikke ble tatt, og regner offer etter bytteverdi.
profile-dual = Motorens trekk mot det spilte, i sjanser og i hundredels bønder; det strengeste av de to teller.
profile-dual-lenient = Motorens trekk mot det spilte, i sjanser og i hundredels bønder; det mildeste av de to teller.
profile-lichess = Lichess' egne regler: unøyaktighet, feil og bukk ved 5, 10 og 15 prosentpoeng av vinnersjansen.
profile-krog = Den beste samlede verdien av motor, statistikk og prinsipper mot det spilte trekkets.
profile-own = En egen profil.

review-heading = Presisjon: hvit { $white }, svart { $black }. Merker etter { $profile }, vurderinger av { $engine }.
review-verdict = { $label } ({ $before } → { $after }).
review-line = Varianten: { $line }.
review-better = Bedre: { $reason }
review-preferred = Motoren foretrekker { $move }.

suggest-scores = Det gir { NUMBER($percent) } % i { NUMBER($games) } partier i { $collection }.
suggest-valued = { $engine } gir { $move } { $score } på dybde { NUMBER($depth) }.
