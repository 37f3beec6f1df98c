start-title = krog: chess, with reasons
start-what = krog reviews games, suggests moves and proves its reasons.
start-running = Version { $version } is running.
start-api = It answers over HTTP; see what can be asked (/api/docs), and the
start-laws = 26 laws
start-health = State of the service
start-build = The page for the browser is not built into this binary. With Node.js 20 or newer, build it in the source folder and then build krog again:
