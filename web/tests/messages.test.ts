import { describe, expect, it } from 'vitest';
import { en } from '../src/lib/i18n/en';
import { no } from '../src/lib/i18n/no';
import { format } from '../src/lib/i18n/text.svelte';

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

describe('messages', () => {
  it('exist in both languages', () => {
    expect(Object.keys(no).sort()).toEqual(Object.keys(en).sort());
  });

  it.each(Object.keys(en) as (keyof typeof en)[])('%s has the same places and is not empty', (key) => {
    expect(places(no[key])).toEqual(places(en[key]));
    expect(no[key].trim()).not.toBe('');
    expect(en[key].trim()).not.toBe('');
  });

  it('come in pairs when they count', () => {
    for (const key of Object.keys(en)) {
      if (key.endsWith('_one')) expect(en).toHaveProperty([key.replace(/_one$/, '_other')]);
      if (key.endsWith('_other')) expect(en).toHaveProperty([key.replace(/_other$/, '_one')]);
    }
  });

  it.each([
    ['en', 1234567, '1,234,567 games'],
    ['no', 1234567, '1\u00a0234\u00a0567 partier'],
  ] as const)('write numbers as %s does', (lang, count, expected) => {
    expect(format(lang, 'explorer.games_other', { count })).toBe(expected);
  });
});
