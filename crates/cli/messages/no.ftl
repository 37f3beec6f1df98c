say-none = ingen lovlige trekk passer med «{ $phrase }»
say-several = { $count } trekk passer; si hvilket:

see-value = { $move }: { NUMBER($value, form: "signed") } centibønder

eval-total = Vurdering: { NUMBER($total, form: "signed") } hundredels bonde for hvit; fase { $phase } av 24

doctor-engine = motor
doctor-engine-found = { $choice }: { $name } ({ $place })
doctor-engine-ready = { $choice }: klar
doctor-engine-broken = { $choice }: { $reason }
doctor-engine-missing = { $choice }: Stockfish er ikke installert
doctor-engine-advice = sudo apt-get install stockfish

doctor-store = lager
doctor-store-unset = ingen oppgitt; sett KROG_DB eller bruk --db
doctor-store-directory = mappen { $place }
doctor-store-no-directory = mappen { $place } finnes ikke
doctor-store-later = { $place }: ikke med i denne versjonen

explain-line = Varianten: { $line }
explain-better = Bedre: { $reason }
explain-themes = Temaer i varianten: { $themes }
explain-engine = Motor: { $name }
explain-no-engine = Ingen motor er spurt: { $reason }
explain-factors = Stillingen
explain-threats = Trusler
explain-principles = Det som teller nå: { $names }

validate-legal = { $move } er lovlig
validate-illegal = { $move } er ikke lovlig

check-holds = Formelen holder.
check-fails = Formelen holder ikke.
check-fulfilled = Formelen holder; den er oppfylt første gang ved halvtrekk { $ply }: { $move }
check-violated = Formelen holder ikke; den brytes første gang ved halvtrekk { $ply }: { $move }

rules-facts =
    FIDE       { $fide }
    regeltype  { $rtype }
    operatorer { $operators }
    også       { $aliases }
    sies       { $voice }

analyze-progress = stillinger
analyze-start = start
analyze-unknown = ingen vurdering
analyze-depth = dybde { NUMBER($count) }
analyze-nodes = { NUMBER($count) } noder
analyze-time = { NUMBER($count) } ms
analyze-lines = { $count ->
    [one] { NUMBER($count) } variant
   *[other] { NUMBER($count) } varianter
}

opening-left = { $opening }, forlatt med { $move }
opening-to-the-end = { $opening }
opening-unknown = Denne stillingen har ikke noe navn.
lesson-title = { $opening } ({ $moves })
lesson-ideas = Ideer
lesson-white = Hvits planer
lesson-black = Svarts planer
lesson-principles = Prinsipper i spill: { $names }.
