import { describe, expect, it } from 'vitest';
import { placeOf } from '../src/lib/state/route.svelte';
import { preferredLanguage, readSettings } from '../src/lib/state/settings.svelte';

describe('settings', () => {
  it.each([
    [[], 'en'],
    [['nb-NO', 'en'], 'no'],
    [['nn'], 'no'],
    [['de', 'no'], 'no'],
    [['de', 'en-GB', 'no'], 'en'],
  ] as const)('of a browser that wishes %j are in %s', (wishes, lang) => {
    expect(preferredLanguage(wishes)).toBe(lang);
  });

  it.each([null, 'x', '[]', '3', '{"theme":"pink","rating":-4,"lang":"de","nodes":"many"}'])(
    'out of %j fit',
    (stored) => {
      expect(readSettings(stored, ['en'])).toEqual({
        lang: 'en',
        theme: 'auto',
        rating: 1500,
        context: 'learning',
        profile: 'wintr',
        nodes: 100_000,
        arrows: true,
      });
    },
  );

  it('are kept', () => {
    const kept = {
      lang: 'no',
      theme: 'dark',
      rating: 1900,
      context: 'endgame',
      profile: 'lichess',
      nodes: 20000,
      arrows: false,
    };
    expect(readSettings(JSON.stringify(kept), ['en'])).toEqual(kept);
  });
});

describe('places', () => {
  it.each([
    ['/', { view: 'start' }],
    ['/review/abc', { view: 'review', id: 'abc' }],
    ['/review', { view: 'lost' }],
    ['/review/a/b', { view: 'lost' }],
    ['/job/a%20b', { view: 'job', id: 'a b' }],
    ['/laws', { view: 'laws' }],
    ['/laws/castling', { view: 'laws', id: 'castling' }],
    ['/analysis/', { view: 'analysis' }],
    ['/analysis/x', { view: 'lost' }],
    ['/nothing', { view: 'lost' }],
    ['/game/%E0%A4%A', { view: 'game', id: '%E0%A4%A' }],
  ])('%s', (path, expected) => {
    expect(placeOf(path)).toEqual(expected);
  });
});
