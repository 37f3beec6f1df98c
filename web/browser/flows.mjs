// Every flow of the page, driven as a person would.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { DESKTOP, GAME, PHONE, picture } from './stage.mjs';

/** Reviews the game of these tests once; later tests use what was made. */
export async function reviewed(given) {
  if (given.review) return given.review;
  const page = await given.stage.page();
  await page.at('/');
  await page.getByLabel('A game, a position or a player').fill(GAME);
  await page.getByText('One game').waitFor();
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.waitForURL(/\/review\//);
  await page.getByRole('link', { name: 'Annotated PGN' }).waitFor({ timeout: 240_000 });
  given.review = new URL(page.url()).pathname;
  await page.done();
  return given.review;
}

/** A review of a game in which a mate in one was not seen. */
export async function missedMate(base) {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const body = JSON.stringify({ pgn: '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Nc3 Nxh5 *', nodes: 3000 });
  let job = await (await fetch(`${base}/api/v1/game/review`, { ...post, body })).json();
  while (job.state === 'waiting' || job.state === 'running') {
    await new Promise((done) => setTimeout(done, 300));
    job = await (await fetch(`${base}/api/v1/jobs/${job.id}`)).json();
  }
  assert.equal(job.state, 'done', job.error);
  return job.result.reviewId;
}

/** Why there is no engine for the browser. */
function engineReason() {
  try {
    return readFileSync(new URL('../node_modules/.engine-missing', import.meta.url), 'utf8').trim();
  } catch {
    return 'npm run engine was not run';
  }
}

export function flowTests(given) {
  it('reviews a game from a pasted PGN, with progress', async () => {
    assert.match(await reviewed(given), /^\/review\/.+/);
  });

  for (const device of [DESKTOP, PHONE]) {
    it(`shows a review, on a ${device.name}`, async () => {
      const page = await given.stage.page(device);
      await page.at(`${await reviewed(given)}?ply=16`);
      await page.getByRole('heading', { name: /8… Qxe5/ }).waitFor();
      await page.locator('[data-square="e5"][aria-label*="black queen"]').waitFor();
      // Forward by button, back by key; the address follows.
      await page.getByRole('button', { name: 'Forward' }).click();
      await page.getByRole('heading', { name: /9\. Re1/ }).waitFor();
      await page.waitForURL(/[?&]ply=17\b/);
      const asked = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.keyboard.press('ArrowLeft');
      await page.getByRole('heading', { name: /8… Qxe5/ }).waitFor();
      assert.deepEqual(
        asked.filter((path) => path.startsWith('/api/')),
        [],
        'a step asks the server nothing',
      );
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      );
      assert.ok(wide, 'nothing sticks out at the side');
      await picture(page, `review-${device.name}`, true);
      await page.done();
    });
  }

  it('points at the squares of a reason and plays its proof', async () => {
    const page = await given.stage.page();
    await page.at(`${await reviewed(given)}?ply=18`);
    const reasons = page.locator('.explanation .reason');
    await reasons.first().waitFor();
    await page.locator('.explanation .reason button.text').first().click();
    await page.locator('.explanation .reason button.text[aria-pressed="true"]').waitFor();
    await page.locator('square.evidence-strong').first().waitFor();
    await page.locator('[data-square][aria-label$="marked"]').first().waitFor();
    const proof = page.getByRole('button', { name: 'Proof line' }).first();
    await proof.click();
    await page.getByRole('button', { name: 'Back to the game' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await picture(page, 'review-proof');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Back to the game' }).waitFor({ state: 'detached' });
    await page.done();
  });

  it('checks the formula of every reason it shows, live', async () => {
    const page = await given.stage.page();
    await page.at(`${await reviewed(given)}?ply=18`);
    await page.locator('.explanation .reason').first().waitFor();
    const count = await page.locator('.explanation .reason').count();
    for (let index = 0; index < Math.min(count, 6); index += 1) {
      const reason = page.locator('.explanation .reason').nth(index);
      await reason.getByText('Formula', { exact: true }).click();
      await reason.getByRole('button', { name: 'Check it' }).click();
      await reason.getByText('Checked just now: it holds.').waitFor();
    }
    await picture(page, 'review-formula', true);
    await page.done();
  });

  it('goes by keys alone', async () => {
    const page = await given.stage.page();
    await page.at(await reviewed(given));
    await page.getByRole('heading', { name: 'Before the first move' }).waitFor();
    await page.keyboard.press('b');
    await page.locator('.explanation .label.blunder').waitFor();
    await page.keyboard.press('f');
    await page.locator('.cg-wrap.orientation-black').waitFor();
    await page.keyboard.press('x');
    await page.getByRole('heading', { name: 'Threats' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.waitForURL(/[?&]ply=28\b/);
    await page.getByRole('slider', { name: 'Evaluation of the game' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL(/[?&]ply=27\b/);
    await page.locator('body').press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await picture(page, 'keys');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('e');
    await page.waitForURL(/\/explorer\?fen=/);
    await page.done();
  });

  it('gives the review away as PGN, JSON and a picture', async () => {
    const page = await given.stage.page();
    await page.at(`${await reviewed(given)}?ply=18`);
    const take = async (name, role) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole(role, { name }).click(),
      ]);
      return readFileSync(await download.path(), 'utf8');
    };
    await page.getByRole('button', { name: 'JSON' }).waitFor();
    const json = JSON.parse(await take('JSON', 'button'));
    assert.equal(json.review.games[0].moves.length, 28);
    const svg = await take('Picture of this moment', 'button');
    assert.match(svg, /^<svg[^>]+>.*<image[^>]+href="data:image\/svg.*<\/svg>$/s);
    const pgn = await take('Annotated PGN', 'link');
    assert.match(pgn, /\[White "Somebody"\][\s\S]*\$4/);
    await page.done();
  });

  for (const device of [DESKTOP, PHONE]) {
    it(`shows a review while it is made, and leaves what is done, on a ${device.name}`, async () => {
      // More than any test before it asked for, so that nothing is known yet.
      const nodes = device === PHONE ? 1_500_000 : 1_000_000;
      const page = await given.stage.page(device, { settings: { nodes } });
      await page.at('/');
      await page.getByRole('button', { name: /Opera Game/ }).click();
      await page.waitForURL(/\/review\//);
      await page.getByRole('progressbar').waitFor();
      // The moves are there at once, their verdicts come from the end.
      await page.locator('.moves .move').first().waitFor();
      await page.waitForFunction(() => (document.querySelector('.making progress')?.value ?? 0) > 0.04);
      await picture(page, `making-${device.name}`, true);
      const address = page.url();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('The work was ended early').waitFor();
      await page.getByRole('progressbar').waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Annotated PGN' }).waitFor();
      assert.equal(page.url(), address, 'the address and the move stay');
      await page.reload();
      await page.locator('.moves .move').first().waitFor();
      await page.done();
    });
  }

  it('opens a dropped file', async () => {
    const page = await given.stage.page();
    await page.at('/');
    await page.locator('input[type=file]').setInputFiles({
      name: 'position.fen',
      mimeType: 'text/plain',
      buffer: Buffer.from('8/8/8/8/8/4k3/4p3/4K3 w - - 0 1'),
    });
    await page.waitForURL(/\/analysis\?fen=/);
    await page.done();
  });

  for (const device of [DESKTOP, PHONE]) {
    it(`analyses a position, on a ${device.name}`, async () => {
      const page = await given.stage.page(device);
      await page.at('/analysis');
      await page.locator('.line').first().waitFor();
      await page.getByLabel('Type or say a move').fill('knight to f3');
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await page.waitForURL(/fen=/);
      await page.locator('[data-square="f3"][aria-label*="white knight"]').waitFor();
      await page.getByLabel('Type or say a move').fill('e5');
      await page.keyboard.press('Enter');
      await page.locator('[data-square="e5"][aria-label*="black pawn"]').waitFor();
      await page.locator('.line').first().waitFor();
      await page.getByRole('button', { name: 'Suggest moves' }).click();
      await page.locator('.suggestion').first().waitFor({ timeout: 120_000 });
      await page.locator('.suggestion').nth(4).waitFor();
      assert.equal(await page.locator('.suggestion').count(), 5);
      await page.getByText('principles and tactics').first().waitFor();
      await page.getByText('between two players rated 1500').waitFor();
      await picture(page, `analysis-${device.name}`, true);
      await page.done();
    });

    it(`explores what people played, on a ${device.name}`, async () => {
      const page = await given.stage.page(device);
      await page.at('/explorer');
      await page.getByRole('button', { name: 'e4', exact: true }).click();
      await page.getByRole('button', { name: 'e5', exact: true }).waitFor();
      await page
        .getByText(/King's Pawn/)
        .first()
        .waitFor();
      await page.getByText('By rating').waitFor();
      await page.getByText(/Players around 1500 score 50% with e5/).waitFor();
      await picture(page, `explorer-${device.name}`, true);
      await page.locator('.examples a').first().click();
      await page.waitForURL(/\/game\//);
      await page.getByRole('button', { name: 'Forward' }).click();
      await page.getByRole('button', { name: 'Review the game' }).waitFor();
      await picture(page, `game-${device.name}`);
      await page.done();
    });

    it(`says which laws a move breaks, on a ${device.name}`, async () => {
      const page = await given.stage.page(device);
      await page.at('/laws');
      await page.getByLabel('Move', { exact: true }).fill('Be3');
      await page.getByRole('button', { name: 'Try a move' }).click();
      await page.getByRole('heading', { name: 'Be3 is not legal' }).waitFor();
      await page.getByText('blocked by the pawn on d2').first().waitFor();
      await page.locator('square.evidence').first().waitFor();
      await page.getByText('26 entries').waitFor();
      await page.getByRole('tab', { name: 'Principles' }).click();
      await page.getByText('14 entries').waitFor();
      await page.getByLabel('Formula', { exact: true }).fill('P(Nf3)');
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.getByText('It holds.').waitFor();
      await page.getByLabel('Formula', { exact: true }).fill('P(');
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.getByRole('alert').waitFor();
      await picture(page, `laws-${device.name}`, true);
      await page.done();
    });
  }

  it('analyses in the browser itself, where an engine was fetched', async (test) => {
    const page = await given.stage.page();
    const fetched = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await page.at('/analysis');
    await page.locator('.line').first().waitFor();
    const button = page.getByRole('button', { name: 'Use the engine in this browser' });
    if ((await button.count()) === 0) {
      await page.getByText('built without an engine').waitFor();
      await page.done();
      test.skip(`the page was built without an engine: ${engineReason()}`);
      return;
    }
    const engines = () => fetched.filter((path) => path.startsWith('/engine/'));
    assert.deepEqual(engines(), [], 'nothing is loaded before it is asked for');
    await button.click();
    await page.getByText('Stockfish in this browser').waitFor();
    await page.getByLabel('Type or say a move').fill('e4');
    await page.keyboard.press('Enter');
    await page.locator('.line', { hasText: '1… ' }).first().waitFor();
    assert.deepEqual(
      engines().filter((path) => !/^\/engine\/stockfish-19-lite-single\.(js|wasm)$/.test(path)),
      [],
      'only the small build is loaded',
    );
    await picture(page, 'analysis-local');
    await button.click();
    await page.getByText('Stockfish as WebAssembly').waitFor();
    await page.locator('.line').first().waitFor();
    await page.done();
  });

  it('goes on with the server where the engine of the browser cannot be loaded', async (test) => {
    const page = await given.stage.page();
    await page.route('**/engine/**', (route) => route.fulfill({ status: 404, body: '' }));
    await page.at('/analysis');
    await page.locator('.line').first().waitFor();
    const button = page.getByRole('button', { name: 'Use the engine in this browser' });
    if ((await button.count()) === 0) {
      await page.done();
      test.skip(`the page was built without an engine: ${engineReason()}`);
      return;
    }
    await button.click();
    await page.getByText('The engine could not be loaded into this browser.').waitFor();
    await page.locator('.line').first().waitFor();
    await page.done();
  });

  it('says so where it was built without an engine', async () => {
    const page = await given.stage.page();
    await page.route('**/assets/*.js', async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text()).replace(/\\?"\/engine\/stockfish-[\w-]+\.js\\?"/g, 'null');
      await route.fulfill({ response: answer, body: text });
    });
    await page.at('/analysis');
    await page.getByText('This page was built without an engine for the browser.').waitFor();
    await page.locator('.line').first().waitFor();
    await page.done();
  });

  it('makes the mistakes of a game into practice', async () => {
    const page = await given.stage.page();
    given.missed = await missedMate(given.stage.base);
    await page.at(`/practice?review=${given.missed}`);
    const task = page.getByRole('heading', { name: /Find a better move for/ });
    await task.waitFor({ timeout: 240_000 });
    // The move that let the mate happen may be a mistake to mend, too.
    if (/Black/.test(await task.textContent())) {
      await page.getByRole('button', { name: 'Show the answer' }).click();
      await page.getByRole('button', { name: 'Next' }).click();
    }
    await page.getByRole('heading', { name: 'Find a better move for White.' }).waitFor();
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.hints li').first().waitFor();
    await page.getByLabel('Type or say a move').fill('Nc3');
    await page.keyboard.press('Enter');
    await page.getByText('Nc3 is not it.').first().waitFor();
    await picture(page, 'practice-desktop', true);
    await page.getByLabel('Type or say a move').fill('queen takes f7');
    await page.keyboard.press('Enter');
    await page.getByText('Qxf7# is right.').first().waitFor();
    await page.locator('.reason').first().waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.done();
  });

  it('practises on a phone', async () => {
    const page = await given.stage.page(PHONE);
    // Which mistakes the engine finds may differ the second time.
    await page.at(`/practice?review=${given.missed}`);
    await page.getByRole('heading', { name: /Find a better move for/ }).waitFor({ timeout: 240_000 });
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.hints li').first().waitFor();
    await picture(page, 'practice-phone', true);
    await page.done();
  });
}
