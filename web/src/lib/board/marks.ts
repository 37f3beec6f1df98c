// What is drawn on the board beside the men.
import type { Claim, Witness } from '../api/types';

export type Mark = { square: string; strong: boolean };
export type Arrow = { from: string; to: string; kind: 'best' | 'played' | 'threat' };

/** The squares a claim speaks of, each once; those its sentence names first. */
export function squaresOf(claim: Pick<Claim, 'witnesses' | 'spans'>): string[] {
  const named = claim.spans.en.map((place) => place.square);
  return [...new Set([...named, ...claim.witnesses.map((witness) => witness.square)])];
}

/** Marks for squares. */
export const marksOf = (squares: readonly string[], strong = false): Mark[] =>
  [...new Set(squares)].map((square) => ({ square, strong }));

/** The squares of witnesses. */
export const witnessSquares = (witnesses: readonly Witness[]): string[] => [
  ...new Set(witnesses.map((witness) => witness.square)),
];

/** The arrow of a move in UCI. */
export const arrowOf = (uci: string, kind: Arrow['kind']): Arrow => ({
  from: uci.slice(0, 2),
  to: uci.slice(2, 4),
  kind,
});
