// A reviewed game as the view needs it: rows, moments, points. Nothing here
// judges; labels, forecasts and turning points are the service's.
import type { ReviewedGame, ReviewedMove } from '../api/types';
import { moveNumber, START, turnOf } from '../chess/position';
import { expected } from './evaluation';

/** Labels that a reader will want to jump to. */
export const NOTABLE: ReadonlySet<string> = new Set([
  'brilliant',
  'critical',
  'inaccuracy',
  'mistake',
  'blunder',
  'miss',
]);

export type MoveRow = { number: number; white: ReviewedMove | null; black: ReviewedMove | null };

/** The moves in rows of two. */
export function rows(moves: readonly ReviewedMove[]): MoveRow[] {
  const table: MoveRow[] = [];
  for (const move of moves) {
    const number = moveNumber(move.fenBefore);
    if (turnOf(move.fenBefore) === 'white') table.push({ number, white: move, black: null });
    else {
      const last = table.at(-1);
      if (last && last.number === number && !last.black) last.black = move;
      else table.push({ number, white: null, black: move });
    }
  }
  return table;
}

/** A move with its number: `12. Nf3` or `12… Nf6`. */
export function named(move: Pick<ReviewedMove, 'fenBefore' | 'san'>): string {
  const dots = turnOf(move.fenBefore) === 'white' ? '.' : '…';
  return `${moveNumber(move.fenBefore)}${dots} ${move.san}`;
}

/** The position after so many plies. */
export function positionAt(game: ReviewedGame, ply: number): string {
  if (ply > 0) return game.moves[Math.min(ply, game.moves.length) - 1]?.fenAfter ?? START;
  return game.moves[0]?.fenBefore ?? game.tags.FEN ?? START;
}

/** The number of plies that an address asks for, within the game. */
export function plyOf(text: string | null, length: number): number {
  const ply = Number(text ?? 0);
  return Number.isInteger(ply) ? Math.min(Math.max(ply, 0), length) : 0;
}

/** The ply of the next move with a label, going round at the end. */
export function nextWith(moves: readonly ReviewedMove[], ply: number, label: string): number | null {
  const after = moves.findIndex((move, index) => index + 1 > ply && move.label === label);
  const found = after >= 0 ? after : moves.findIndex((move) => move.label === label);
  return found >= 0 ? found + 1 : null;
}

/** The moves that stand out, with those at which the game turned. */
export function moments(game: ReviewedGame): { move: ReviewedMove; index: number; turning: boolean }[] {
  const turning = new Set(game.turningPoints);
  return game.moves
    .map((move, index) => ({ move, index, turning: turning.has(move.ply) }))
    .filter(({ move, turning }) => turning || (move.label != null && NOTABLE.has(move.label)));
}

export type Point = { x: number; y: number; ply: number; known: boolean };

/** White's expected share of the points after each ply, within a picture. */
export function points(game: ReviewedGame, width: number, height: number): Point[] {
  const step = width / Math.max(1, game.moves.length);
  const places: Point[] = [{ x: 0, y: height / 2, ply: 0, known: false }];
  game.moves.forEach((move, index) => {
    const before = places.at(-1)?.y ?? height / 2;
    const y = move.wdl ? (1 - expected(move.wdl)) * height : before;
    places.push({ x: (index + 1) * step, y, ply: index + 1, known: move.wdl != null });
  });
  const first = places[1];
  if (places[0] && first?.known) places[0].y = first.y;
  return places;
}

/** The stretches of which nothing is known yet, from and to, in the picture. */
export function gaps(places: readonly Point[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  places.forEach((place, index) => {
    const next = places[index + 1];
    if (!next || (next.known && (place.known || index === 0))) return;
    const last = found.at(-1);
    if (last && last.to === place.x) last.to = next.x;
    else found.push({ from: place.x, to: next.x });
  });
  return found;
}

/** The area below the points as an SVG path. */
export function area(places: readonly Point[], height: number): string {
  if (!places.length) return '';
  const round = (value: number) => Math.round(value * 10) / 10;
  const line = places.map((place) => `L${round(place.x)} ${round(place.y)}`).join('');
  return `M${round(places[0]?.x ?? 0)} ${height}${line}L${round(places.at(-1)?.x ?? 0)} ${height}Z`;
}

/** Players, as the head of a page names them. */
export function players(game: ReviewedGame): { white: string; black: string } {
  const name = (side: 'White' | 'Black') => {
    const found = game.tags[side];
    return found && found !== '?' ? found : '';
  };
  return { white: name('White'), black: name('Black') };
}

/** The year of a PGN date, where it is known. */
export function year(date: string | undefined): string {
  const found = /^(\d{4})/.exec(date ?? '');
  return found?.[1] ?? '';
}

/** A text cut where it names squares; places are counted in characters. */
export function pieces(
  text: string,
  places: readonly { start: number; end: number; square: string }[],
): { text: string; square: string | null }[] {
  const letters = [...text];
  const parts: { text: string; square: string | null }[] = [];
  let at = 0;
  for (const place of [...places].sort((a, b) => a.start - b.start)) {
    if (place.start < at) continue;
    if (place.start > at) parts.push({ text: letters.slice(at, place.start).join(''), square: null });
    parts.push({ text: letters.slice(place.start, place.end).join(''), square: place.square });
    at = place.end;
  }
  if (at < letters.length) parts.push({ text: letters.slice(at).join(''), square: null });
  return parts;
}

/** Variations by the position that they begin in. */
export function byStart<T extends { fen: string }>(variations: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const variation of variations)
    found.set(variation.fen, [...(found.get(variation.fen) ?? []), variation]);
  return found;
}
