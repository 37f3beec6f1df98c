// What a reader has chosen. Kept in the browser, never sent anywhere.
import type { Lang } from '../api/types';

export type Theme = 'auto' | 'light' | 'dark';
export type Settings = {
  lang: Lang;
  theme: Theme;
  rating: number;
  context: string;
  profile: string;
  nodes: number;
  arrows: boolean;
};

const KEY = 'krog-settings';

export const RATING_FLOOR = 400;
export const RATING_CEILING = 2800;

/** The first language of the browser's list that the page speaks. */
export function preferredLanguage(wishes: readonly string[]): Lang {
  for (const wish of wishes) {
    const tag = wish.toLowerCase().split('-')[0];
    if (tag === 'nb' || tag === 'no' || tag === 'nn') return 'no';
    if (tag === 'en') return 'en';
  }
  return 'en';
}

/** Settings out of what was stored; anything that does not fit is replaced. */
export function readSettings(stored: string | null, wishes: readonly string[]): Settings {
  let found: Partial<Settings> = {};
  try {
    const parsed: unknown = JSON.parse(stored ?? '{}');
    if (parsed && typeof parsed === 'object') found = parsed;
  } catch {
    // What cannot be read counts as nothing chosen.
  }
  const rating = Number(found.rating);
  const nodes = Number(found.nodes);
  return {
    lang: found.lang === 'en' || found.lang === 'no' ? found.lang : preferredLanguage(wishes),
    theme: found.theme === 'light' || found.theme === 'dark' ? found.theme : 'auto',
    rating: rating >= RATING_FLOOR && rating <= RATING_CEILING ? rating : 1500,
    context: typeof found.context === 'string' ? found.context : 'learning',
    profile: typeof found.profile === 'string' ? found.profile : 'wintr',
    nodes: nodes > 0 ? nodes : 100_000,
    arrows: found.arrows !== false,
  };
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const wishes = typeof navigator === 'undefined' ? [] : navigator.languages;

export const settings: Settings = $state(
  readSettings(typeof localStorage === 'undefined' ? null : stored(), wishes),
);

/** Writes the settings down and lets the document follow them. */
export function keepSettings(): void {
  document.documentElement.lang = settings.lang === 'no' ? 'nb' : 'en';
  if (settings.theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still shows the page.
  }
}
