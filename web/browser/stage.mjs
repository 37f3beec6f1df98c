// What the browser tests stand on: a real server with a store of its own, a
// browser that may go nowhere else, and notes of everything that went wrong.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { Server } from './server.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
export const ARTIFACTS = resolve(process.env.KROG_ARTIFACTS ?? join(ROOT, 'target/page'));
const AXE = readFileSync(join(ROOT, 'web/node_modules/axe-core/axe.min.js'), 'utf8');
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export const DESKTOP = { name: 'desktop', viewport: { width: 1440, height: 950 } };
export const PHONE = { name: 'phone', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A game with a queen given away, a miss and a mate: something for every view. */
export const GAME = `[Event "Casual game"]
[White "Somebody"]
[Black "Nobody"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Qf6 4. O-O Nge7 5. Nc3 h6 6. Nd5 Nxd5 7. exd5 Ne7 8. Nxe5 Qxe5
9. Re1 Qxe1+ 10. Qxe1 d6 11. b3 Bd7 12. Ba3 O-O-O 13. Bxd6 cxd6 14. Qxe7 Bxe7 1-0
`;

/** Two games of players whose ratings are known. */
const RATED = ['1-0', '0-1']
  .map(
    (result) =>
      `[White "A"]\n[Black "B${result}"]\n[WhiteElo "1500"]\n[BlackElo "1520"]\n[Result "${result}"]\n\n1. e4 e5 2. Nf3 Nc6 ${result}\n`,
  )
  .join('\n');

function first(candidates) {
  const paths = (process.env.PATH ?? '').split(':');
  for (const name of candidates) {
    const found = name.startsWith('/') ? [name] : paths.map((folder) => join(folder, name));
    const file = found.find((path) => existsSync(path));
    if (file) return file;
  }
  return undefined;
}

/** The programs that are needed, or the words that say which is missing. */
export function programs() {
  const krog = process.env.KROG_BINARY ?? join(ROOT, 'target/debug/krog');
  const browser = process.env.KROG_CHROMIUM ?? first(['chromium', 'chromium-browser', 'google-chrome']);
  if (!existsSync(krog)) return { missing: `the binary ${krog}; build it, or name it in KROG_BINARY` };
  if (!browser) return { missing: 'Chromium; install it, or name it in KROG_CHROMIUM' };
  return { krog, browser };
}

export class Stage {
  static async open({ krog, browser }) {
    const stage = new Stage();
    mkdirSync(ARTIFACTS, { recursive: true });
    stage.folder = mkdtempSync(join(tmpdir(), 'krog-page-'));
    stage.krog = krog;
    const store = join(stage.folder, 'store');
    const samples = join(ROOT, 'data/samples');
    const files = readdirSync(samples)
      .filter((file) => file.endsWith('.pgn'))
      .map((file) => join(samples, file));
    writeFileSync(join(stage.folder, 'rated.pgn'), RATED);
    files.push(join(stage.folder, 'rated.pgn'));
    const imported = spawnSync(krog, ['import', ...files, '--db', store], {
      encoding: 'utf8',
    });
    if (imported.status !== 0) throw new Error(`krog import failed: ${imported.stderr}`);
    stage.server = await new Server(krog, store).start();
    stage.browser = await chromium.launch({ executablePath: browser, args: FLAGS });
    return stage;
  }

  /** Where the server is. */
  get base() {
    return this.server.base;
  }

  /** Another server with an empty store, which writes only for who has the key. */
  async guarded() {
    const made = spawnSync(this.krog, ['keys', 'new', 'reader'], { encoding: 'utf8' });
    const [key, line] = made.stdout.trim().split('\n');
    const file = join(this.folder, 'keys');
    writeFileSync(file, `${line}\n`);
    const store = join(this.folder, 'guarded');
    return { key, server: await new Server(this.krog, store, ['--api-keys', file]).start() };
  }

  async close() {
    await this.browser?.close();
    await this.server?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A fresh page; `check` tells whether everything it did was proper. */
  async page(device = DESKTOP, options = {}) {
    const { colorScheme = 'light', locale = 'en-GB', settings = {}, base = this.base } = options;
    const { name: _, ...shape } = device;
    const context = await this.browser.newContext({
      ...shape,
      colorScheme,
      locale,
      acceptDownloads: true,
      // What moves is not where it is clicked.
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const notes = { strangers: [], violations: [], errors: [] };
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (!['data:', 'blob:'].includes(url.protocol) && url.host !== new URL(base).host)
        notes.strangers.push(request.url());
    });
    page.on('pageerror', (error) => notes.errors.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) notes.violations.push(message.text());
    });
    await page.addInitScript(
      (kept) => {
        if (!localStorage.getItem('krog-settings'))
          localStorage.setItem('krog-settings', JSON.stringify(kept));
        window.violations = [];
        document.addEventListener('securitypolicyviolation', (event) => {
          // The checker of these tests brings its own styles.
          if (!window.axeRuns)
            window.violations.push(
              `${event.violatedDirective} ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
            );
        });
      },
      { nodes: 3000, ...settings },
    );
    page.setDefaultTimeout(60_000);
    page.notes = notes;
    page.at = (path) => page.goto(base + path);
    page.done = async () => {
      const violations = await page.evaluate(() => window.violations ?? []);
      await context.close();
      const found = { ...notes, violations: [...notes.violations, ...violations] };
      for (const [kind, list] of Object.entries(found)) {
        if (list.length) throw new Error(`${kind}: ${list.join('; ')}`);
      }
    };
    return page;
  }
}

/** Saves a picture that a person can look at. */
export const picture = (page, name, fullPage = false) =>
  page.screenshot({ path: join(ARTIFACTS, `${name}.png`), fullPage });

/** What the accessibility checker objects to, one line each. */
export async function objections(page) {
  await page.evaluate(() => {
    window.axeRuns = true;
  });
  await page.evaluate(AXE);
  const found = await page.evaluate(() =>
    window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  );
  return found.violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary?.split('\n')[1] ?? ''}`,
    ),
  );
}

/** Goes to something by Tab alone. */
export async function tabTo(page, target, most = 200) {
  await target.waitFor();
  const is = () => target.evaluate((one) => one === document.activeElement);
  for (let turn = 0; turn < most; turn += 1) {
    if (await is()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} cannot be reached by Tab`);
}

/** The men that do not stand in the middle of a square. */
export const misplaced = (page) =>
  page.evaluate(() => {
    const middle = (one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const cells = [...document.querySelectorAll('[data-square]')].map(middle);
    return [...document.querySelectorAll('cg-board piece:not(.ghost)')]
      .map((man) => ({ name: man.className, at: middle(man) }))
      .filter(({ at }) => !cells.some((cell) => Math.hypot(cell.x - at.x, cell.y - at.y) < 2))
      .map(({ name, at }) => `${name} at ${Math.round(at.x)}, ${Math.round(at.y)}`);
  });
