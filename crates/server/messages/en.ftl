start-title = krog: chess, with reasons
start-what = krog reviews games, suggests moves and proves its reasons.
start-running = Version { $version } is running.
start-health = State of the service
