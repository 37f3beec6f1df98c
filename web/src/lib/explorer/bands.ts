// Rating bands as the service names them: `1400-1600`, `2400+`.
import type { Results } from '../api/types';

/** Whether a band holds a rating; bands are half-open, the top one open. */
export function holds(band: string, rating: number): boolean {
  const open = /^(\d+)\+$/.exec(band);
  if (open) return rating >= Number(open[1]);
  const closed = /^(\d+)-(\d+)$/.exec(band);
  return closed !== null && rating >= Number(closed[1]) && rating < Number(closed[2]);
}

/** Where a band begins. */
export const floor = (band: string): number => Number.parseInt(band, 10) || 0;

/** All games of a cell. */
export const total = (results: Results): number => results.white + results.draws + results.black;

/** The mover's share of the points. */
export function score(results: Results, mover: 'white' | 'black'): number | null {
  const games = total(results);
  return games ? (results[mover] + results.draws / 2) / games : null;
}

/** The results of the band that holds a rating. */
export function around(byElo: Record<string, Results>, rating: number): Results | null {
  const found = Object.entries(byElo).find(([band]) => holds(band, rating));
  return found && total(found[1]) > 0 ? found[1] : null;
}
