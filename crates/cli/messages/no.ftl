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
doctor-store-directory = { $place }: { $games } partier
doctor-store-no-directory = { $place }: ingenting der ennå
doctor-store-advice = krog import PARTIER.pgn
doctor-store-read-only = { $place }: { $games } partier; kan ikke skrives

doctor-address = adresse
doctor-address-free = { $place }: ledig
doctor-address-taken = { $place }: noen lytter der allerede
doctor-address-advice = krog serve --bind 127.0.0.1:0 tar en ledig port
doctor-address-broken = { $place }: { $reason }

doctor-keys = nøkler
doctor-keys-found = { $place }: nøkler: { $keys }
doctor-keys-missing = andre når tjenesten, og ingen kan skrive uten nøkler
doctor-keys-advice = krog keys new NAVN, så krog serve --api-keys FIL
doctor-keys-unneeded = trengs ikke: bare denne maskinen når tjenesten

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

rules-origin = Tall fra: { $origin }

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

import-progress = { $games } partier, { $rate } i sekundet, { $bytes } MB/s
import-done = { $imported ->
    [one] { NUMBER($imported) } parti
   *[other] { NUMBER($imported) } partier
} importert til { $collection } på { $seconds } s
import-duplicates = { $duplicates ->
    [one] { NUMBER($duplicates) } parti
   *[other] { NUMBER($duplicates) } partier
} var der fra før
import-skipped-illegal-move = hoppet over, et trekk kan ikke spilles: { $count }
import-skipped-unfinished = hoppet over, en kommentar eller variant mangler slutt: { $count }
import-skipped-null-move = hoppet over, et nulltrekk: { $count }
import-skipped-no-moves = hoppet over, uten trekk: { $count }
import-skipped-no-result = hoppet over, uten resultat: { $count }
import-skipped-variant = hoppet over, et annet spill enn sjakk: { $count }
import-skipped-start-position = hoppet over, startstillingen finnes ikke: { $count }
import-skipped-too-large = hoppet over, for stort: { $count }
import-skipped-no-game = hoppet over, ikke et parti: { $count }
import-skipped-not-chosen = utelatt, ikke blant partiene det ble spurt etter: { $count }
import-skipped-unrated = utelatt, ikke ratet: { $count }
import-skipped-unreadable = hoppet over, uleselig: { $count }
import-broken = brøt av: { $file }
import-waiting = { $games } partier; venter { $seconds } s, slik tjenesten ber om
import-trouble-token-refused = { $service } godtar ikke nøkkelen (401). Lag en ny, eller utelat den.
import-trouble-token-wanted = { $service } vil ha en nøkkel (401). Lag en der, og oppgi den i KROG_LICHESS_TOKEN.
import-trouble-forbidden = { $service } avviser forespørselen (403). Nøkkelen kan mangle en rettighet, eller nettverket kan være sperret.
import-trouble-no-user = { $service } har ingen bruker { $subject } (404).
import-trouble-no-game = { $service } har ikke noe parti { $subject } (404).
import-trouble-no-month = { $service } har ikke partiene fra { $subject } (404).
import-trouble-gone = { $service } har fjernet partiene til { $subject } for godt (410).
import-trouble-too-many = { $service } sier at det er for mange forespørsler (429), også etter venting. Prøv igjen senere; det som kom, er tatt vare på.
import-trouble-failing = { $service } har problemer selv ({ $subject }). Prøv igjen senere; det som kom, er tatt vare på.
import-trouble-elsewhere = { $service } viser til en annen adresse ({ $subject }). krog følger den ikke.
import-trouble-status = { $service } svarer med status { $subject } der 200 er ventet.
import-trouble-unreachable = { $service } kan ikke nås: { $subject }
import-trouble-broke-off = Svaret fra { $service } brøt av gang på gang. Det som kom, er tatt vare på.
import-trouble-slow = { $service } bruker for lang tid på å svare. Det som kom, er tatt vare på.
import-trouble-too-large = Svaret fra { $service } er større enn noe som er ventet, og ble avbrutt.
import-trouble-garbage = Svaret fra { $service } lar seg ikke forstå. Er adressen satt for hånd, bør den sjekkes.
import-trouble-player-wanted = { $service } gir bare ut partier etter spiller. Oppgi en av de to spillerne i parti { $subject } med --player.
import-trouble-not-among = { $service } har ikke parti { $subject } blant partiene til den spilleren.
import-stopped = Stoppet før slutten. Kjør samme kommando igjen for å fortsette; partier som er der, telles én gang.

stats-heading = { $collection }: { $games ->
    [one] { NUMBER($games) } parti
   *[other] { NUMBER($games) } partier
}
stats-through = { $heading }, data til og med { $through }
stats-ratings = gjennomsnittlig rating { $ratings }
stats-widened = gjennomsnittlig rating { $ratings }: hele bånd, mer enn det ble spurt om
stats-none = Ingen har vært her.
stats-move = trekk
stats-games = partier
stats-share = andel
stats-results = █ hvit  ▒ remis  ░ svart
stats-rating = rating
stats-example = For eksempel { $white } – { $black }
stats-collisions = { $count } lagrede trekk hører til en annen stilling og er utelatt.

db-sound = Lageret er i orden: { $games } partier, { $moves } trekk, { $files } filer lest.
db-damaged = Lageret er skadet.
db-remains = { $remains } filer hører ikke til noe; neste import fjerner dem.
db-collection = { $name }: { $games } partier, { $moves } trekk i { $parts } deler, { $size } MB, data til og med { $through }
db-tidied = Klyngen er i orden: { $runs } kjøringer er igjen.
db-empty = Lageret er tomt.
review-progress = gjennomgang
review-interrupted = avbrutt; det som var ferdig, er skrevet
review-side = { $side }
review-accuracy = presisjon
review-opening = åpning
review-middlegame = midtspill
review-endgame = sluttspill
review-acpl = tap per trekk, hundredels bønder
review-rating = anslått rating, 8 av 10
review-graph = Hvits sjanser
review-variation = Variant
review-turning = partiet snur
review-refutation = Tilbakevises av: { $line }
review-reply = Motoren svarer: { $line }
review-better = Bedre ({ $score }): { $reason } [{ $line }]
review-missed = { $side } overså: { $themes }
review-allowed = { $side } tillot: { $themes }
review-preferred = Motoren foretrekker ({ $score }): { $line }

suggest-learning = For å lære
suggest-competitive = For å vinne
suggest-analysis = For å finne sannheten
suggest-opening = Åpningen
suggest-endgame = Sluttspillet
suggest-over = Partiet er over; det er ikke noe trekk å foreslå.
suggest-unweighed = Ingen motor er spurt: trekkene er rangert, men ingen er anbefalt.
suggest-sources = Motor: { $engine }
suggest-score = poeng { $score }
suggest-played = { $games ->
    [one] Spilt én gang, scorer { NUMBER($percent) } %.
   *[other] Spilt { NUMBER($games) } ganger, scorer { NUMBER($percent) } %.
}
suggest-lesson = Å huske: { $lesson }
suggest-unsound = usunt
suggest-recommended = anbefalt

opening-left = { $opening }, forlatt med { $move }
opening-to-the-end = { $opening }
opening-unknown = Denne stillingen har ikke noe navn.

predict-chances = Hvit { $white } % · remis { $draw } % · sort { $black } %
lesson-title = { $opening } ({ $moves })
lesson-ideas = Ideer
lesson-white = Hvits planer
lesson-black = Svarts planer
lesson-principles = Prinsipper i spill: { $names }.
db-migrated = Databasen er oppdatert: { $principles } prinsipper, { $positions } stillinger i egne tabeller.

# krog jobs
jobs-none = Det finnes ingen jobber.
jobs-waiting = venter
jobs-running = pågår
jobs-done = ferdig
jobs-failed = mislyktes
jobs-cancelled = avbrutt
jobs-positions = { $count ->
    [one] én stilling analysert
   *[other] { $count } stillinger analysert
}
# krog worker
worker-done = { $orders ->
    [0] Ingenting ble levert.
    [one] Ett oppdrag ble levert: { $positions } stillinger.
   *[other] { $orders } oppdrag ble levert: { $positions } stillinger.
}
practice-due = { $count ->
    [one] { NUMBER($count) } sjakknøtt venter.
   *[other] { NUMBER($count) } sjakknøtter venter.
}
practice-none = Ingen sjakknøtter venter.
practice-puzzle = { $id } · { $side } i trekket · har ventet siden { $due }
practice-answers = Svar: { $moves }
practice-themes = Temaer: { $themes }
practice-graded = { $id } kommer igjen { $due }.
practice-soon = { $id } kommer igjen om ti minutter.
practice-unknown = ingen sjakknøtt { $id } i lageret; krog puzzles due viser dem som finnes
