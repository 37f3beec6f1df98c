start-title = krog: sjakk, med begrunnelse
start-what = krog gjennomgår partier, foreslår trekk og beviser begrunnelsene.
start-running = Versjon { $version } kjører.
start-health = Tjenestens tilstand
