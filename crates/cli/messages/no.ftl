say-none = ingen lovlige trekk passer med «{ $phrase }»
say-several = { $count } trekk passer; si hvilket:

see-value = { $move }: { NUMBER($value, form: "signed") } centibønder

eval-total = Vurdering: { NUMBER($total, form: "signed") } hundredels bonde for hvit; fase { $phase } av 24

doctor-engine = motor
doctor-engine-found = { $choice }: { $path }
doctor-engine-missing = { $choice }: Stockfish er ikke installert
doctor-engine-advice = sudo apt-get install stockfish
doctor-engine-no-file = { $choice }: filen { $path } finnes ikke
doctor-engine-later = { $choice }: ikke med i denne versjonen

doctor-store = lager
doctor-store-unset = ingen oppgitt; sett KROG_DB eller bruk --db
doctor-store-directory = mappen { $place }
doctor-store-no-directory = mappen { $place } finnes ikke
doctor-store-later = { $place }: ikke med i denne versjonen

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
