// The page when things go wrong. These come last: the server is taken away.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { reviewed } from './flows.mjs';
import { picture } from './stage.mjs';

export function troubleTests(given) {
  it('tells in plain words what the server refuses', async () => {
    const page = await given.stage.page();
    await page.at('/');
    await page.getByLabel('A game, a position or a player').fill('1. e4 e5 2. Ke5 and no more');
    await page.getByRole('button', { name: 'Review the game' }).click();
    await page.getByRole('alert').waitFor();
    assert.match(await page.getByRole('alert').textContent(), /did not understand part of this/);
    await picture(page, 'refused');
    await page.done();
  });

  it('says so when the server is gone, and goes on when it is back', async () => {
    const page = await given.stage.page();
    await page.at(`${await reviewed(given)}?ply=3`);
    await page.getByRole('heading', { name: /2\. Nf3/ }).waitFor();
    await given.stage.stop();
    // What is here stays usable.
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: /2… Nc6/ }).waitFor();
    await page.getByText('Formula', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Check it' }).first().click();
    await page.getByText('The server does not answer.').first().waitFor();
    await picture(page, 'offline');
    await page.done();
  });
}
