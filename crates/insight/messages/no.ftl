# Temaene: navn, og hva det er.
theme-advancedPawn-name = Framskutt bonde
theme-advancedPawn-text = En bonde langt inne hos motstanderen, på vei mot forfremmelse.
theme-anastasiaMate-name = Anastasias matt
theme-anastasiaMate-text = Et tårn eller en dronning setter matt på kantlinjen, mens en springer og kongens egen brikke sperrer veien.
theme-arabianMate-name = Arabisk matt
theme-arabianMate-text = Et tårn dekket av en springer setter kongen matt i hjørnet.
theme-attackingF2F7-name = Angrep på f2 eller f7
theme-attackingF2F7-text = Feltet ved siden av den urokerte kongen, som bare kongen dekker, blir slått på.
theme-attraction-name = Magnetoffer
theme-attraction-text = En brikke lokkes til et felt der den kan angripes.
theme-backRankMate-name = Sekkematt
theme-backRankMate-text = Kongen settes matt på baklinjen, innestengt av sine egne.
theme-bodenMate-name = Bodens matt
theme-bodenMate-text = To løpere på kryssende diagonaler setter en innestengt konge matt.
theme-capturingDefender-name = Slå forsvareren
theme-capturingDefender-text = En forsvarer slås, slik at det den dekket, faller.
theme-castling-name = Rokade
theme-castling-text = Kongen og tårnet flyttes samtidig i rette øyeblikk.
theme-clearance-name = Feltrømning
theme-clearance-text = Et trekk rydder et felt, en linje eller en diagonal for en annen brikke.
theme-defensiveMove-name = Forsvarstrekk
theme-defensiveMove-text = Et nøyaktig trekk som holder stillingen.
theme-deflection-name = Avledning
theme-deflection-text = En brikke lokkes bort fra noe den dekket.
theme-discoveredAttack-name = Avdekker
theme-discoveredAttack-text = En brikke går ut av linjen til en annen, som dermed angriper.
theme-doubleBishopMate-name = Matt med to løpere
theme-doubleBishopMate-text = To løpere på nabodiagonaler setter matt.
theme-doubleCheck-name = Dobbeltsjakk
theme-doubleCheck-text = To brikker gir sjakk samtidig; bare kongen kan flytte.
theme-dovetailMate-name = Svalehalematt
theme-dovetailMate-text = Dronningen setter matt fra et skrått nabofelt, mens resten er sperret eller behersket.
theme-enPassant-name = En passant
theme-enPassant-text = En bonde slås en passant.
theme-exposedKing-name = Utsatt konge
theme-exposedKing-text = En konge uten bønder rundt seg kommer under ild.
theme-fork-name = Gaffel
theme-fork-text = En brikke angriper to andre samtidig.
theme-hangingPiece-name = Hengende brikke
theme-hangingPiece-text = En udekket brikke kan slås.
theme-hookMate-name = Krokmatt
theme-hookMate-text = Et tårn dekket av en springer, som selv er dekket av en bonde, setter matt.
theme-interference-name = Interferens
theme-interference-text = En brikke kommer mellom en forsvarer og det den dekket.
theme-intermezzo-name = Mellomtrekk
theme-intermezzo-text = En sterkere trussel kommer før det ventede gjenslaget.
theme-kingsideAttack-name = Angrep på kongefløyen
theme-kingsideAttack-text = Et angrep mot kongen etter kort rokade.
theme-long-name = Tre trekk
theme-long-text = Tre trekk å finne.
theme-mate-name = Matt
theme-mate-text = Linjen ender i matt.
theme-mateIn1-name = Matt i ett
theme-mateIn1-text = Matt i neste trekk.
theme-mateIn2-name = Matt i to
theme-mateIn2-text = Matt i to trekk.
theme-mateIn3-name = Matt i tre
theme-mateIn3-text = Matt i tre trekk.
theme-mateIn4-name = Matt i fire
theme-mateIn4-text = Matt i fire trekk.
theme-mateIn5-name = Matt i fem eller flere
theme-mateIn5-text = Matt i fem trekk eller flere.
theme-oneMove-name = Ett trekk
theme-oneMove-text = Ett trekk å finne.
theme-pin-name = Binding
theme-pin-text = En brikke kan ikke forlate linjen uten å blottstille kongen.
theme-promotion-name = Bondeforvandling
theme-promotion-text = En bonde når siste rad og blir til en offiser.
theme-queensideAttack-name = Angrep på dronningfløyen
theme-queensideAttack-text = Et angrep mot kongen etter lang rokade.
theme-quietMove-name = Rolig trekk
theme-quietMove-text = Et trekk uten sjakk, slag eller direkte angrep, som forbereder mer.
theme-sacrifice-name = Offer
theme-sacrifice-text = Materiell gis bort for noe bedre.
theme-short-name = To trekk
theme-short-text = To trekk å finne.
theme-skewer-name = Spidding
theme-skewer-text = En verdifull brikke må flytte, og den bak faller.
theme-smotheredMate-name = Kvelermatt
theme-smotheredMate-text = En springer setter matt mot en konge som er stengt inne av sine egne.
theme-trappedPiece-name = Fanget brikke
theme-trappedPiece-text = En brikke har ikke noe trygt felt igjen.
theme-underPromotion-name = Underforvandling
theme-underPromotion-text = En bonde blir springer, løper eller tårn.
theme-veryLong-name = Fire trekk eller flere
theme-veryLong-text = Fire trekk eller flere å finne.
theme-xRayAttack-name = Røntgenangrep
theme-xRayAttack-text = En brikke virker gjennom en fiendtlig brikke på linjen.

# Prinsippene: navn, og hva de råder til.
principle-control_center-name = Kontroller sentrum
principle-control_center-text = Den som har d4, e4, d5 og e5, har mer plass til offiserene.
principle-develop_pieces-name = Utvikle offiserene
principle-develop_pieces-text = Få springere og løpere tidlig ut, til felt der de har noe å gjøre.
principle-king_safety-name = Pass på kongen
principle-king_safety-text = Roker, og la bøndene foran kongen stå.
principle-dont_move_piece_twice-name = Ikke flytt samme brikke to ganger
principle-dont_move_piece_twice-text = Få ut en ny offiser i åpningen heller enn å flytte den samme igjen, med mindre den vinner noe eller er angrepet.
principle-connect_rooks-name = Bind tårnene sammen
principle-connect_rooks-text = Rydd grunnraden, så tårnene dekker hverandre.
principle-piece_activity-name = Hold offiserene aktive
principle-piece_activity-text = En offiser er verd like mye som feltene den rekker.
principle-weak_squares-name = Tenk på de svake feltene
principle-weak_squares-text = Slå deg ned på felt som ingen fiendtlig bonde kan angripe, og lag ingen slike felt i egen leir.
principle-pawn_structure-name = Hold bøndene friske
principle-pawn_structure-text = Unngå dobbeltbønder, isolerte og tilbakestående bønder med mindre du får noe for dem.
principle-king_activity-name = Aktiver kongen
principle-king_activity-text = I sluttspillet er kongen sterk: ta den til sentrum og til fribøndene.
principle-passed_pawns-name = Fram med fribøndene
principle-passed_pawns-text = En fribonde skal fram eller skapes, og motstanderens skal sperres.
principle-opposition-name = Ta opposisjonen
principle-opposition-text = Når bare konger og bønder er igjen, står den kongen best som slipper å trekke når kongene står mot hverandre.
principle-fork_check-name = Se etter gafler
principle-fork_check-text = En brikke som angriper to andre, vinner ofte den ene.
principle-pin_exploit-name = Utnytt bindinger
principle-pin_exploit-text = En bundet brikke kommer seg ikke unna: angrip den én gang til.
principle-back_rank-name = Pass grunnraden
principle-back_rank-text = Gi kongen et fluktfelt før et tårn eller en dronning kommer til grunnraden.

# Ord i påstander.
man = { PIECE($piece, form: "definite") } på { $square }
worth-pawn = en bonde
worth-minor = verdien av en lett offiser
worth-rook = verdien av et tårn
worth-queen = verdien av en dronning
worth-pawns = verdien av { NUMBER($count, form: "words") } bønder

# Påstander som setninger om et trekk.
sentence-first = { $move } { $clause }.
sentence-more = Trekket { $clause }.
sentence-but = Men trekket { $clause }.

# Matt.
claim-mate = setter { $king } matt
claim-backRankMate = setter { $king } matt på grunnraden, bak sine egne brikker
claim-smotheredMate = kveler { $king }: en springer setter matt blant kongens egne brikker
claim-anastasiaMate = setter { $king } i Anastasias matt
claim-arabianMate = setter { $king } i arabisk matt
claim-hookMate = setter { $king } i krokmatt
claim-dovetailMate = setter { $king } i svalehalematt
claim-mates_in = tvinger fram matt i { NUMBER($count, form: "words", gender: "neuter") }
claim-allows_mate = slipper til matt med én gang: { $reply }
claim-allows_mate_in = slipper til matt i { NUMBER($count, form: "words", gender: "neuter") }, som begynner med { $reply }
claim-threatens_mate = truer med matt ved { $mate }
claim-stops_mate = stanser matten ved { $mate }

# Gevinst og tap.
claim-wins_material = vinner minst { $gain }
claim-wins_man = vinner { $man }
claim-wins_exchange = slår { $man } og vinner minst { $gain }
claim-hangingPiece = vinner { $man }, som ingen dekker
claim-promotion = forvandler bonden på { LIST($square) } til { PIECE($role, form: "indefinite") } og vinner minst { $gain }
claim-underPromotion = forvandler bonden på { LIST($square) } til { PIECE($role, form: "indefinite") } og vinner minst { $gain }
claim-fork = gafler { LIST($targets) } med { $man } og vinner minst { $gain }
claim-discoveredAttack = avdekker et angrep fra { $slider } på { $target } og vinner minst { $gain }
claim-skewer = spidder { $front } og { $rear } med { $man } og vinner minst { $gain }
claim-pin = binder { $front } til { $rear } med { $man } og vinner minst { $gain }
claim-capturingDefender = slår { $guard }, som dekket { $man }, og vinner minst { $gain }
claim-trappedPiece = fanger { $man } og vinner minst { $gain }
claim-loses_man = taper { $man } for { $reply }
claim-loses_material = taper minst { $gain } for { $reply }
claim-wins_by_play = vinner minst { $gain } mot de beste svarene
claim-loses_by_play = taper minst { $gain } for { $reply } mot de beste svarene
claim-gives_back = slår { $man }, men taper minst { $gain } for { $reply } etterpå mot de beste svarene
claim-mates_by_play = fører til matt i { NUMBER($count, form: "words", gender: "neuter") } mot de beste svarene
claim-allows_mate_by_play = slipper til matt i { NUMBER($count, form: "words", gender: "neuter") } mot de beste svarene; den begynner med { $reply }
claim-draws_by_play = holder remis med evig sjakk, eller vinner minst en bonde, mot de beste svarene
claim-allows_draw_by_play = slipper til evig sjakk, eller taper minst en bonde, mot de beste svarene; det begynner med { $reply }
claim-gets_passer_by_play = får en fribonde fram til { $number ->
        [7] sjuende
       *[other] sjette
    } rad eller lenger, eller vinner minst en bonde, mot de beste svarene
claim-allows_passer_by_play = slipper en fribonde fram til { $number ->
        [7] sjuende
       *[other] sjette
    } rad eller lenger, eller taper minst en bonde, mot de beste svarene; det begynner med { $reply }
claim-strands_king_by_play = holder { $king } i midten uten rett til å rokere, eller vinner minst en bonde, mot de beste svarene
claim-loses_castling_by_play = lar { $king } bli i midten uten rett til å rokere, eller taper minst en bonde, mot de beste svarene; det begynner med { $reply }
claim-makes_passer_by_play = får { $number ->
        [1] en fribonde
        [2] en fribonde til
       *[other] enda en fribonde
    }, eller vinner minst en bonde, mot de beste svarene
claim-allows_new_passer_by_play = lar motstanderen få { $number ->
        [1] en fribonde
        [2] en fribonde til
       *[other] enda en fribonde
    }, eller taper minst en bonde, mot de beste svarene; det begynner med { $reply }
claim-bares_king_by_play = fjerner bøndene foran { $king }, eller vinner minst en bonde, mot de beste svarene
claim-loses_shield_by_play = lar { $king } stå uten bønder foran seg, eller taper minst en bonde, mot de beste svarene; det begynner med { $reply }
claim-gets_seventh_by_play = får et tårn til sjuende rad med kongen bak det, eller vinner minst en bonde, mot de beste svarene
claim-allows_seventh_by_play = slipper et tårn inn på sjuende rad med kongen bak det, eller taper minst en bonde, mot de beste svarene; det begynner med { $reply }
claim-gets_king_in_by_play = får kongen fram til { $number ->
        [7] sjuende
        [6] sjette
       *[other] femte
    } rad, eller vinner minst en bonde, mot de beste svarene
claim-allows_king_in_by_play = slipper den andre kongen fram til { $number ->
        [7] sjuende
        [6] sjette
       *[other] femte
    } rad, eller taper minst en bonde, mot de beste svarene; det begynner med { $reply }
claim-passes_up = lar være å spille { $better }, som slår { $man } med vinning; etter { $reply } kan ingenting så verdifullt slås
claim-allows_mate_threat = slipper til { $reply }, som truer matt med { $mate }; etter { $better } ville ikke det gått
claim-allows_threat = slipper til { $reply }, som truer med å vinne { LIST($targets) }; etter { $better } ville ikke det gått
claim-sacrifice = ofrer { $gain }; { $reply } tar imot

# Hva et trekk gjør.
claim-only_move = er det eneste lovlige trekket
claim-takes_checker = slår { $checker }, som sjakket
claim-king_evades = tar kongen ut av sjakken fra { $checker }
claim-blocks_check = blokkerer sjakken fra { $checker }
claim-check = sjakker { $king }
claim-discovered_check = avdekker sjakk fra { $checker } mot { $king }
claim-doubleCheck = gir dobbeltsjakk mot { $king } med { LIST($checkers) }
claim-takes = slår { $man }
claim-trades = slår { $man } i et jevnt bytte
claim-gives_for = gir { PIECE($own, form: "indefinite") } for { $man }
claim-offers = setter { $man } i slag
claim-enPassant = slår en passant
claim-promotes = forvandler bonden på { LIST($square) } til { PIECE($role, form: "indefinite") }
claim-stalemate = setter patt
claim-dead_position = lar det være for lite igjen til at noen kan sette matt
claim-threatens = truer med å vinne { LIST($targets) }
claim-escapes = bringer { $man } i sikkerhet
claim-protects = dekker { LIST($targets) }
claim-parries = avverger trusselen mot { LIST($targets) }
claim-exposes = gjør at { LIST($targets) } kan slås
claim-leaves_hanging = lar { LIST($targets) } stå i slag
claim-attacks = angriper { LIST($targets) }
claim-guards = dekker { LIST($targets) }
claim-opens_line = åpner linjer for { LIST($men) }
claim-shuts_in = stenger for { LIST($men) }
claim-open_file = setter { $man } på en åpen linje
claim-half_open_file = setter { $man } på en halvåpen linje
claim-holds_to_king = låser { $front } til { $rear } med { $man }
claim-lines_up = stiller { $front } og { $rear } på linje foran { $man }
claim-attacks_both = angriper { LIST($targets) } samtidig med { $man }
claim-uncovers = åpner linjen fra { $slider } til { $target }
claim-doubles_rooks = dobler tårnene på { LIST($squares) }
claim-bars_castling_short = hindrer { SIDE($side) } i å rokere kort nå
claim-bars_castling_long = hindrer { SIDE($side) } i å rokere langt nå
claim-quiet = er et rolig trekk uten taktiske endringer
claim-plain = slår ingenting og sjakker ikke

# Hva prinsippene ser.
claim-center_pawn = tar plass i sentrum med bonden på { LIST($square) }
claim-center_attacks = angriper { LIST($squares) } i sentrum
claim-center_piece = plasserer { $man } i sentrum
claim-center_lost = gir fra seg kontrollen over { LIST($squares) }
claim-develops = utvikler { PIECE($role, form: "definite") } fra { LIST($square) }
claim-develops_passively = får ut { $man }, men der har den lite å gjøre
claim-neglects_development = flytter { $man } mens { LIST($home) } { $count ->
    [one] fortsatt står
   *[other] fortsatt står
} på utgangsfeltet
claim-castles_short = rokerer: kongen kommer til { LIST($square) }
claim-castles_long = rokerer: kongen kommer til { LIST($square) }
claim-gives_up_castling = gir fra seg retten til å rokere
claim-gives_up_castling_short = gir fra seg retten til å rokere kort
claim-gives_up_castling_long = gir fra seg retten til å rokere langt
claim-loosens_shield = svekker bøndene foran { $king } ved å flytte { $man }
claim-king_to_shield = bringer kongen bak bøndene sine, til { LIST($square) }
claim-king_from_shield = tar kongen bort fra bøndene sine, til { LIST($square) }
claim-clears_castling = rydder { LIST($square) }, så ingenting står mellom konge og tårn
claim-clears_castling_but = rydder { LIST($square) }; bare { $last } hindrer rokaden nå
claim-moves_twice = flytter { $man } igjen mens { LIST($home) } { $count ->
    [one] fortsatt står
   *[other] fortsatt står
} på utgangsfeltet
claim-connects_rooks = binder sammen { PIECE($role, form: "definite-plural") } på { LIST($squares) }
claim-disconnects_rooks = bryter forbindelsen mellom { PIECE($role, form: "definite-plural") } på { LIST($squares) }
claim-more_active = gir { $man } { NUMBER($new, form: "words", gender: "neuter") } frie felt i stedet for { NUMBER($old, form: "words", gender: "neuter") }
claim-less_active = lar { $man } få { NUMBER($new, form: "words", gender: "neuter") } frie felt i stedet for { NUMBER($old, form: "words", gender: "neuter") }
claim-outpost = gir { $man } en utpost som ingen fiendtlig bonde kan angripe
claim-makes_hole = gir { $count ->
    [one] et hull
   *[other] hull
} på { LIST($squares) }, som ingen bonde kan dekke lenger
claim-isolates_own = gir { $count ->
    [one] en isolert bonde
   *[other] isolerte bønder
} på { LIST($squares) }
claim-isolates_enemy = gir { SIDE($side) } { $count ->
    [one] en isolert bonde
   *[other] isolerte bønder
} på { LIST($squares) }
claim-doubles_own = gir dobbeltbønder på { LIST($squares) }
claim-doubles_enemy = gir { SIDE($side) } dobbeltbønder på { LIST($squares) }
claim-backward_own = gir { $count ->
    [one] en tilbakestående bonde
   *[other] tilbakestående bønder
} på { LIST($squares) }
claim-backward_enemy = gir { SIDE($side) } { $count ->
    [one] en tilbakestående bonde
   *[other] tilbakestående bønder
} på { LIST($squares) }
claim-king_to_centre = bringer kongen nærmere sentrum
claim-king_from_centre = tar kongen bort fra sentrum
claim-king_to_pawn = bringer kongen nærmere fribonden: { $pawn }
claim-king_from_pawn = tar kongen bort fra fribonden: { $pawn }
claim-pushes_passer = skyver fribonden fram til { LIST($square) }
claim-makes_passer = skaper en fribonde på { LIST($square) }
claim-risks_passer = setter fribonden på { LIST($square) }, der den kan vinnes
claim-gives_passer = gir { SIDE($side) } { $count ->
    [one] en fribonde
   *[other] fribønder
} på { LIST($squares) }
claim-blocks_passer = sperrer for { $pawn }, en fribonde, med { $man }
claim-direct_opposition = tar den direkte opposisjonen
claim-distant_opposition = tar fjernopposisjonen
claim-diagonal_opposition = tar den diagonale opposisjonen
claim-leaves_opposition = lar { SIDE($side) } ta opposisjonen
claim-attacks_pinned = angriper { $man }, som er bundet
claim-allows_back_rank_mate = slipper til matt på grunnraden mot { $king }
claim-stops_back_rank_mate = stanser matten på grunnraden mot { $king }
claim-makes_luft = gir { $king } et fluktfelt på { LIST($square) }

# Hvordan en stilling er.
report-mated = { SIDE($side) } er sjakkmatt
report-stalemated = { SIDE($side) } er patt: partiet er remis
report-in_check = { SIDE($side) } står i sjakk
report-ahead = { SIDE($side) } ligger foran med { $gain } i materiell
report-level = materiellet er likt
report-threats = { SIDE($side) } truer { LIST($targets) }
report-can_win = { SIDE($side) } er i trekket og kan vinne { LIST($targets) }
report-isolani = { SIDE($side) } har en isolert dronningbonde på { LIST($squares) }
report-isolated = { SIDE($side) } har { $count ->
    [one] en isolert bonde
   *[other] isolerte bønder
} på { LIST($squares) }
report-doubled = { SIDE($side) } har dobbeltbønder på { LIST($squares) }
report-backward = { SIDE($side) } har { $count ->
    [one] en tilbakestående bonde
   *[other] tilbakestående bønder
} på { LIST($squares) }
report-passed = { SIDE($side) } har { $count ->
    [one] en fribonde
   *[other] fribønder
} på { LIST($squares) }
report-hanging_pawns = { SIDE($side) } har hengende bønder på { LIST($squares) }
report-majority_queenside = { SIDE($side) } har flertall på dronningfløyen, { NUMBER($own, form: "words") } bønder mot { NUMBER($other, form: "words") }
report-majority_kingside = { SIDE($side) } har flertall på kongefløyen, { NUMBER($own, form: "words") } bønder mot { NUMBER($other, form: "words") }
report-outpost = { SIDE($side) } har en utpost: { $man }
report-weak_complex = { SIDE($side) } er svak på feltene { LIST($squares) }, uten løper til å dekke dem
report-bishop_pair = bare { SIDE($side) } har begge løperne
report-king_sheltered = { $king } har { NUMBER($count, form: "words") } { $count ->
    [one] bonde
   *[other] bønder
} foran seg
report-king_bare = { $king } har ingen bønder foran seg
report-king_centre = { $king } står i sentrum og kan fortsatt rokere
report-king_stuck = { $king } står i sentrum og kan ikke rokere lenger
