import { describe, expect, it } from 'vitest';
import { Failure, failureOf, messageKey } from '../src/lib/api/problem';
import { accepts, firstTries, hints } from '../src/lib/practice/drill';
import { GLYPHS, LABELS } from '../src/lib/ui/glyphs';

describe('practice', () => {
  const puzzle = { answers: ['e2e4', 'd2d4'], themes: ['fork'] };

  it('accepts every sound answer', () => {
    expect(accepts(puzzle, 'd2d4')).toBe(true);
    expect(accepts(puzzle, 'c2c4')).toBe(false);
  });

  it('gives hints from faint to plain', () => {
    expect(hints(puzzle).map((hint) => hint.kind)).toEqual(['theme', 'from', 'to']);
    expect(hints({ answers: ['e2e4'], themes: [] }).map((hint) => hint.kind)).toEqual(['from', 'to']);
    const claims = [
      { polarity: 'against', text: { en: 'a', no: 'a' } },
      { polarity: 'for', text: { en: 'wins', no: 'vinner' } },
    ];
    expect(hints({ answers: ['e2e4'], themes: ['oneMove'] }, claims)[0]).toEqual({
      kind: 'claim',
      text: { en: 'wins', no: 'vinner' },
    });
    expect(hints({ answers: [], themes: [] })).toEqual([]);
  });

  it('counts first tries', () => {
    expect(firstTries([true, false, null, true])).toBe(2);
  });
});

describe('failures', () => {
  it.each([
    [0, 'failure.offline'],
    [400, 'failure.input'],
    [404, 'failure.missing'],
    [413, 'failure.large'],
    [429, 'failure.often'],
    [503, 'failure.busy'],
    [500, 'failure.server'],
  ])('%i is %s', (status, key) => {
    expect(messageKey(new Failure(status, {}))).toBe(key);
  });

  it('of the network are told apart from those of the page', () => {
    expect(failureOf(new TypeError('fetch')).offline).toBe(true);
    expect(messageKey(failureOf(new Error('x')))).toBe('failure.unexpected');
  });
});

describe('glyphs', () => {
  it('tell every label by shape or text, not by colour', () => {
    for (const label of LABELS) expect(GLYPHS[label]).toBeDefined();
    const seen = LABELS.map((label) => `${GLYPHS[label]?.shape} ${GLYPHS[label]?.text}`);
    expect(new Set(seen).size).toBe(LABELS.length);
  });
});
