// Runs the browser tests against one server, and ends with their verdict.
import { after, before, describe } from 'node:test';
import { accessTests } from './access.mjs';
import { flowTests } from './flows.mjs';
import { frameTests } from './frame.mjs';
import { programs, Stage } from './stage.mjs';
import { troubleTests } from './trouble.mjs';

const found = programs();
if (found.missing) {
  console.error(`the page cannot be tested in a browser without ${found.missing}`);
  process.exit(process.env.KROG_CHROMIUM_OPTIONAL && /Chromium/.test(found.missing) ? 0 : 1);
}

describe('the page', { concurrency: 1, timeout: 3_600_000 }, () => {
  const given = { stage: null, review: null, missed: null, game: null };
  before(async () => {
    given.stage = await Stage.open(found);
  });
  after(() => given.stage?.close());
  frameTests(given);
  flowTests(given);
  describe('for everybody', { concurrency: 1 }, () => accessTests(given));
  troubleTests(given);
});
