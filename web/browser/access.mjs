// The page without a mouse and without eyes.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { missedMate, reviewed } from './flows.mjs';
import { DESKTOP, misplaced, objections, PHONE, picture, tabTo } from './stage.mjs';

const ILLEGAL = `/laws?fen=${encodeURIComponent('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1')}`;

/** Keeps everything that is announced from now on: the next may replace it. */
async function listen(page) {
  await page.evaluate(() => {
    globalThis.heard = [];
    const hear = () => {
      const text = document.querySelector('[data-announcer]')?.textContent;
      if (text) globalThis.heard.push(text);
    };
    const options = { childList: true, characterData: true, subtree: true };
    new MutationObserver(hear).observe(document.body, options);
  });
}

/** Every view with what it shows, and what tells that it is there. */
function views(given) {
  const heading = (page) => page.getByRole('heading', { level: 1 }).waitFor();
  return [
    ['start', '/', (page) => page.locator('dd', { hasText: /^42$/ }).waitFor()],
    ['review', `${given.review}?ply=18`, (page) => page.locator('.explanation .reason').first().waitFor()],
    ['analysis', '/analysis', (page) => page.locator('.line').first().waitFor()],
    ['explorer', '/explorer', (page) => page.getByRole('button', { name: 'e4', exact: true }).waitFor()],
    [
      'laws',
      ILLEGAL,
      async (page) => {
        await page.getByLabel('Move', { exact: true }).fill('Kd2');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Kd2 is not legal' }).waitFor();
        await page.getByText('26 entries').waitFor();
      },
    ],
    [
      'puzzle',
      `/practice?review=${given.missed}`,
      (page) => page.getByRole('heading', { name: /Find a better move/ }).waitFor({ timeout: 240_000 }),
    ],
    ['game', given.game, heading],
    ['practice', '/practice', heading],
    ['missing', '/review/none', (page) => page.getByRole('alert').waitFor()],
  ];
}

/** Whatever can be clicked and was not reached by Tab. */
async function unreached(page) {
  const every = 'a[href], button, select, input, textarea, summary';
  const wanted = await page.locator(every).count();
  await page.evaluate(() => document.querySelector('.skip')?.focus());
  for (let turn = 0; turn < wanted + 80; turn += 1) {
    const back = await page.evaluate(() => {
      const one = document.activeElement;
      const seen = one?.dataset.seen === 'yes';
      if (one) one.dataset.seen = 'yes';
      return seen && one === document.querySelector('.skip');
    });
    if (back) break;
    await page.keyboard.press('Tab');
  }
  return page.evaluate(
    (every) =>
      [...document.querySelectorAll(every)]
        .filter((one) => !one.dataset.seen && !one.disabled && one.tabIndex >= 0 && one.checkVisibility())
        .map((one) => one.outerHTML.slice(0, 120)),
    every,
  );
}

export function accessTests(given) {
  before(async () => {
    await reviewed(given);
    given.missed ??= await missedMate(given.stage.base);
    const found = await (await fetch(`${given.stage.base}/api/v1/explorer`)).json();
    given.game = `/game/${(found.topGames ?? found.recentGames)[0].id}`;
  });

  for (const colorScheme of ['light', 'dark']) {
    for (const device of [DESKTOP, PHONE]) {
      it(`axe has no objection in the ${colorScheme}, on a ${device.name}`, async () => {
        const found = [];
        for (const [name, view, ready] of views(given)) {
          const page = await given.stage.page(device, { colorScheme });
          await page.at(view);
          await ready(page);
          await page.waitForLoadState('networkidle');
          const sticking = await page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            return scrollWidth - clientWidth;
          });
          if (sticking > 0) found.push(`${view}: sticks out by ${sticking} pixels`);
          found.push(...(await misplaced(page)).map((one) => `${name}: ${one}`));
          found.push(...(await objections(page)).map((one) => `${view}: ${one}`));
          await picture(page, `look-${name}-${colorScheme}-${device.name}`, true);
          await page.done();
        }
        assert.deepEqual(found, []);
      });

      it(`the windows over the page are sound in the ${colorScheme}, on a ${device.name}`, async () => {
        const page = await given.stage.page(device, { colorScheme });
        await page.at('/');
        for (const [name, key] of [
          ['Settings', 'settings'],
          ['Keys', 'keys'],
        ]) {
          await page.getByRole('button', { name }).click();
          await page.getByRole('dialog', { name }).waitFor();
          assert.deepEqual(await objections(page), []);
          await picture(page, `look-${key}-${colorScheme}-${device.name}`);
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'detached' });
        }
        await page.done();
      });
    }
  }

  it('a move can be made on the grid by keys alone, and is announced', async () => {
    const page = await given.stage.page();
    await page.at('/analysis');
    await listen(page);
    await page.locator('[data-square="e4"]').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter', 'ArrowUp', 'ArrowUp', 'Enter'])
      await page.keyboard.press(key);
    await page.locator('[data-square="e4"][aria-label*="white pawn"]').waitFor();
    await page.waitForFunction(() => globalThis.heard.some((text) => /e4/.test(text)));
    await page.done();
  });

  it('a step through a review is announced with its reasons', async () => {
    const page = await given.stage.page();
    await page.at(`${await reviewed(given)}?ply=16`);
    await page.getByRole('heading', { name: /8… Qxe5/ }).waitFor();
    await listen(page);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => globalThis.heard.some((text) => /9\. Re1/.test(text)));
    await page.done();
  });

  it('everything that can be clicked can be reached by Tab, in every view', async () => {
    for (const [name, view, ready] of views(given)) {
      const page = await given.stage.page();
      await page.at(view);
      await ready(page);
      assert.deepEqual(await unreached(page), [], name);
      await page.done();
    }
  });

  it('every flow goes without a mouse', async () => {
    const page = await given.stage.page();
    await page.at('/');
    await tabTo(page, page.getByLabel('A game, a position or a player'));
    await page.keyboard.insertText('1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
    await tabTo(page, page.getByRole('button', { name: 'Review the game' }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/review\//);
    await page.getByRole('link', { name: 'Annotated PGN' }).waitFor();
    await page.keyboard.press('b');
    await page.getByRole('heading', { name: '2… Ke7' }).waitFor();
    await tabTo(page, page.locator('.explanation .reason button.text').first());
    await page.keyboard.press('Enter');
    await page.locator('square.evidence-strong').first().waitFor();
    await tabTo(page, page.getByText('Formula', { exact: true }).first());
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Check it' }).first());
    await page.keyboard.press('Enter');
    await page.getByText('Checked just now: it holds.').waitFor();
    await tabTo(page, page.getByRole('link', { name: 'Analyse from here' }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/analysis/);
    await tabTo(page, page.getByRole('button', { name: 'Suggest moves' }));
    await page.keyboard.press('Enter');
    await page.locator('.suggestion').first().waitFor({ timeout: 120_000 });
    await tabTo(page, page.locator('.suggestion .button').first());
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Take back' }).and(page.locator(':enabled')).waitFor();
    await tabTo(page, page.getByRole('link', { name: 'Explorer', exact: true }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'e4', exact: true }));
    await page.keyboard.press('Enter');
    await page
      .getByText(/King's Pawn/)
      .first()
      .waitFor();
    await tabTo(page, page.getByRole('link', { name: 'Laws', exact: true }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('Move', { exact: true }));
    await page.keyboard.insertText('Be3');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Be3 is not legal' }).waitFor();
    await tabTo(page, page.getByRole('tab', { name: 'Laws' }));
    await page.keyboard.press('ArrowRight');
    await page.getByText('14 entries').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Settings' }));
    await page.keyboard.press('Enter');
    await page.getByLabel('Colours').focus();
    await page.keyboard.press('d');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('html[data-theme="dark"]').waitFor();
    await page.done();
  });
}
