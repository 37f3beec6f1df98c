// The page without a mouse and without eyes.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { reviewed } from './flows.mjs';
import { DESKTOP, objections, PHONE } from './stage.mjs';

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

export function accessTests(given) {
  for (const colorScheme of ['light', 'dark']) {
    for (const device of [DESKTOP, PHONE]) {
      it(`axe has no objection in the ${colorScheme}, on a ${device.name}`, async () => {
        const review = await reviewed(given);
        const views = ['/', `${review}?ply=18`, '/analysis', '/explorer', ILLEGAL, '/practice'];
        const found = [];
        for (const view of views) {
          const page = await given.stage.page(device, { colorScheme });
          await page.at(view);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.waitForLoadState('networkidle');
          const sticking = await page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            return scrollWidth - clientWidth;
          });
          if (sticking > 0) found.push(`${view}: sticks out by ${sticking} pixels`);
          found.push(...(await objections(page)).map((one) => `${view}: ${one}`));
          await page.done();
        }
        assert.deepEqual(found, []);
      });
    }
  }

  it('the windows over the page are sound too', async () => {
    const page = await given.stage.page();
    await page.at('/');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await objections(page), []);
    await page.done();
  });

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

  it('everything that can be clicked can be reached by Tab', async () => {
    const page = await given.stage.page();
    await page.at(`${await reviewed(given)}?ply=16`);
    await page.getByRole('heading', { name: /8… Qxe5/ }).waitFor();
    const wanted = await page
      .locator('a[href]:visible, button:visible, select:visible, input:visible')
      .count();
    const reached = new Set();
    for (let turn = 0; turn < wanted * 2 + 20; turn += 1) {
      await page.keyboard.press('Tab');
      reached.add(
        await page.evaluate(() => {
          const one = document.activeElement;
          if (one && !one.dataset.seen)
            one.dataset.seen = String(document.querySelectorAll('[data-seen]').length + 1);
          return one?.dataset.seen ?? 'none';
        }),
      );
    }
    const left = await page.evaluate(() =>
      [...document.querySelectorAll('a[href], button, select, input')]
        .filter((one) => !one.dataset.seen && !one.disabled && one.checkVisibility())
        .map((one) => one.outerHTML.slice(0, 90)),
    );
    assert.deepEqual(left, []);
    await page.done();
  });
}
