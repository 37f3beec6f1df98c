start-title = krog: sjakk, med begrunnelse
start-what = krog gjennomgår partier, foreslår trekk og beviser begrunnelsene.
start-running = Versjon { $version } kjører.
start-api = Den svarer over HTTP; se hva du kan spørre om (/api/docs), og de
start-laws = 26 lovene
start-health = Tjenestens tilstand
start-build = Siden for nettleseren er ikke bygd inn i dette programmet. Med Node.js 20 eller nyere bygger du den i kildemappen og bygger så krog på nytt:
