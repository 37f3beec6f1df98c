// The page's words in the reader's language.
import type { Bilingual, Lang } from '../api/types';
import { settings } from '../state/settings.svelte';
import { en, type Key } from './en';
import { no } from './no';

export const MESSAGES: Record<Lang, Record<Key, string>> = { en, no };

export type Args = Record<string, string | number>;

/** A message of a language with its places filled in. */
export function format(lang: Lang, key: Key, args: Args = {}): string {
  return MESSAGES[lang][key].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = args[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? number(lang, value) : value;
  });
}

/** A number as the language writes it. */
export function number(lang: Lang, value: number, digits = 0): string {
  const locale = lang === 'no' ? 'nb' : 'en';
  return new Intl.NumberFormat(locale, {
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
  }).format(value);
}

/** A message in the reader's language. */
export const t = (key: Key, args: Args = {}): string => format(settings.lang, key, args);

/** Keys that come in a singular and a plural. */
export type Counted = Key extends infer K ? (K extends `${infer Stem}_one` ? Stem : never) : never;

/** A message that counts. */
export function counted(stem: Counted, count: number, args: Args = {}): string {
  const key = `${stem}_${count === 1 ? 'one' : 'other'}` as Key;
  return t(key, { count, ...args });
}

/** A text of the service in the reader's language. */
export const both = (text: Bilingual): string => text[settings.lang];

/** A number in the reader's language. */
export const figure = (value: number, digits = 0): string => number(settings.lang, value, digits);

/** A share of 1 in per cent. */
export const percent = (share: number, digits = 0): string =>
  settings.lang === 'no' ? `${figure(share * 100, digits)} %` : `${figure(share * 100, digits)}%`;

/** A message whose key is put together, where there is one. */
export function maybe(key: string, otherwise: string): string {
  return key in en ? t(key as Key) : otherwise;
}
