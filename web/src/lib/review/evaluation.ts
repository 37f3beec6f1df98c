// Evaluations as text and as heights. The numbers are the service's; how far
// up a bar goes is its own forecast of results, where there is one.
import type { Eval, Outlook } from '../api/types';
import { figure, t } from '../i18n/text.svelte';

/** A short form: `+0.35`, `−1.20`, `#3`, `#−2`, `#`. */
export function short(value: Eval | null | undefined): string {
  if (!value) return '–';
  if (value.mate !== undefined) {
    if (value.mate === 0) return '#';
    return value.mate > 0 ? `#${value.mate}` : `#−${-value.mate}`;
  }
  const pawns = figure(Math.abs(value.cp) / 100, 2);
  return value.cp > 0 ? `+${pawns}` : value.cp < 0 ? `−${pawns}` : pawns;
}

/** The same in words. */
export function spoken(value: Eval | null | undefined): string {
  if (!value) return t('eval.none');
  if (value.mate !== undefined) {
    if (value.mate === 0) return t('eval.mated');
    return value.mate > 0
      ? t('eval.mateWhite', { count: value.mate })
      : t('eval.mateBlack', { count: -value.mate });
  }
  if (value.cp === 0) return t('eval.level');
  const pawns = figure(Math.abs(value.cp) / 100, 2);
  return value.cp > 0 ? t('eval.white', { pawns }) : t('eval.black', { pawns });
}

/** White's share of the points that the forecast expects. */
export const expected = (outlook: Outlook): number => outlook.white + outlook.draw / 2;

/** How high White stands in a bar, from 0 to 1; the middle where nothing is known. */
export function height(value: Eval | null | undefined, outlook: Outlook | null | undefined): number {
  if (outlook) return Math.min(1, Math.max(0, expected(outlook)));
  if (!value) return 0.5;
  if (value.mate !== undefined) return value.mate > 0 ? 1 : value.mate < 0 ? 0 : 0.5;
  // A scale of drawing only: six pawns fill half of the bar.
  return 0.5 + Math.min(1, Math.max(-1, value.cp / 600)) / 2;
}
