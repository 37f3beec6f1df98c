// The page when things go wrong: refusals, keys, a server that goes and comes.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { reviewed } from './flows.mjs';
import { DESKTOP, GAME, objections, picture } from './stage.mjs';

export function troubleTests(given) {
  it('tells in plain words what the server refuses', async () => {
    const page = await given.stage.page();
    await page.at('/');
    await page.getByLabel('A game, a position or a player').fill('1. e4 e5 2. Ke5 and no more');
    await page.getByRole('button', { name: 'Review the game' }).click();
    await page.getByRole('alert').filter({ hasText: 'did not understand part of this' }).waitFor();
    await picture(page, 'refused');
    await page.done();
  });

  it('asks for a key where the server wants one, keeps it and goes on', async () => {
    const { key, server } = await given.stage.guarded();
    const page = await given.stage.page(DESKTOP, { base: server.base });
    try {
      await page.at('/');
      await page.getByLabel('A game, a position or a player').fill('1. e4 e5 2. Nf3 *');
      await page.getByRole('button', { name: 'Review the game' }).click();
      await page.getByText('The server wants a key for this.').waitFor();
      await page.getByLabel('Your key').fill('krog_nobodys');
      await page.getByRole('button', { name: 'Use this key' }).click();
      await page.getByText('a key that is not known').waitFor();
      await picture(page, 'key-wanted');
      assert.deepEqual(await objections(page), []);
      await page.getByLabel('Your key').fill(key);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/review\//);
      await page.getByRole('link', { name: 'Annotated PGN' }).waitFor();
      // The events and the live lines need none.
      await page.getByRole('link', { name: 'Analyse from here' }).click();
      await page.locator('.line').first().waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByText('A key is kept in this browser.').waitFor();
      assert.ok(!(await page.getByRole('dialog').textContent()).includes(key), 'it is not shown');
      await picture(page, 'settings-key');
      await page.getByRole('button', { name: 'Forget the key' }).click();
      await page.getByText('Only needed where the server asks for one').waitFor();
      assert.equal(await page.evaluate(() => localStorage.getItem('krog-key')), null);
      await page.getByLabel('Key for this server').fill(key);
      await page.getByRole('button', { name: 'Use this key' }).click();
      await page.getByText('The key is used from now on.').waitFor();
      await page.done();
    } finally {
      await server.stop();
    }
  });

  it('says so when the server is gone, and goes on when it is back', async () => {
    const { stage } = given;
    const review = await stage.page();
    await review.at(`${await reviewed(given)}?ply=3`);
    await review.getByRole('heading', { name: /2\. Nf3/ }).waitFor();
    const analysis = await stage.page();
    await analysis.at('/analysis');
    await analysis.locator('.line').first().waitFor();
    const banner = (page) => page.getByText('the page goes on by itself when the server is back');
    await stage.server.stop();
    await banner(analysis).waitFor();
    await analysis.getByText('No connection to the engine.').waitFor();
    await picture(analysis, 'offline-analysis');
    // What is here stays usable.
    await review.keyboard.press('ArrowRight');
    await review.getByRole('heading', { name: /2… Nc6/ }).waitFor();
    await review.getByText('Formula', { exact: true }).first().click();
    await review.getByRole('button', { name: 'Check it' }).first().click();
    await banner(review).waitFor();
    await review.getByText('Is krog still running?').first().waitFor();
    assert.deepEqual(await objections(review), []);
    await picture(review, 'offline-review');
    // A page that is opened now waits.
    await review.getByRole('link', { name: 'Explorer', exact: true }).click();
    await review.getByText('That did not work').waitFor();
    await stage.server.start();
    await banner(analysis).waitFor({ state: 'detached' });
    await banner(review).waitFor({ state: 'detached' });
    await review.getByRole('button', { name: 'e4', exact: true }).waitFor();
    await analysis.locator('.line').first().waitFor();
    await analysis.getByLabel('Type or say a move').fill('e4');
    await analysis.keyboard.press('Enter');
    await analysis.locator('.line', { hasText: '1… ' }).first().waitFor();
    await review.done();
    await analysis.done();
  });

  it('goes on with a review that a stop of the server interrupted', async () => {
    const { stage } = given;
    const page = await stage.page(DESKTOP, { settings: { nodes: 40_000 } });
    await page.at('/');
    await page.getByLabel('A game, a position or a player').fill(GAME);
    await page.getByRole('button', { name: 'Review the game' }).click();
    await page.waitForURL(/\/review\//);
    await page.locator('.moves .move .glyph').first().waitFor();
    await stage.server.stop();
    await page.getByText('the page goes on by itself when the server is back').waitFor();
    await stage.server.start();
    await page.getByRole('link', { name: 'Annotated PGN' }).waitFor({ timeout: 240_000 });
    await page.locator('.moves .move .glyph').nth(27).waitFor();
    assert.equal(await page.locator('.moves .move .glyph').count(), 28);
    await page.done();
  });
}
