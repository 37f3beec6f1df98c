// Fetches the engine for the reader's own browser. It is no dependency: its
// package weighs 200 MB, of which two files and the licence are used. With
// `--optional` a failure is told and remembered, and ends nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const VERSION = '19.0.0';
const NAME = 'stockfish-19-lite-single';
const FOLDER = join(import.meta.dirname, 'node_modules/stockfish/bin');
const REASON = join(import.meta.dirname, 'node_modules/.engine-missing');

const complete = () => ['js', 'wasm'].every((ending) => existsSync(join(FOLDER, `${NAME}.${ending}`)));

function fetchPackage() {
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=1'];
  const done = spawnSync('npm', ['install', ...options, `stockfish@${VERSION}`], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    timeout: 600_000,
  });
  if (done.status === 0 && complete()) return null;
  const said = `${done.error?.message ?? ''} ${done.stderr ?? ''}`.split('\n');
  return (
    said.find((line) => /npm error (?!code|A complete)/.test(line)) ?? said[0].trim() ?? 'no reason given'
  );
}

let reason = null;
if (!complete()) {
  console.log(`fetching stockfish ${VERSION} for the browser`);
  reason = fetchPackage();
}
if (reason === null) {
  rmSync(REASON, { force: true });
  for (const file of readdirSync(FOLDER))
    if (!file.startsWith(`${NAME}.`)) rmSync(join(FOLDER, file), { force: true });
} else {
  console.error(`the engine for the browser could not be fetched: ${reason}`);
  mkdirSync(join(import.meta.dirname, 'node_modules'), { recursive: true });
  writeFileSync(REASON, reason);
  if (!process.argv.includes('--optional')) process.exitCode = 1;
}
