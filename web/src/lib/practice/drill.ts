// One puzzle after another. Which answers are right is in the puzzle; here is
// only what has been tried and which hints were given.
import type { Bilingual, Claim, PuzzleCard } from '../api/types';

export type Hint =
  | { kind: 'theme'; themes: string[] }
  | { kind: 'claim'; text: Bilingual }
  | { kind: 'from'; square: string }
  | { kind: 'to'; square: string };

/** Themes that tell how long a solution is, and so give nothing to look for. */
const LENGTHS: ReadonlySet<string> = new Set(['oneMove', 'short', 'long', 'veryLong']);

/** The hints of a puzzle, the faintest first: what it is about, what is proved
 * of the answer, where it begins and where it ends. */
export function hints(
  puzzle: Pick<PuzzleCard, 'answers' | 'themes'>,
  claims: readonly Pick<Claim, 'text' | 'polarity'>[] = [],
): Hint[] {
  const answer = puzzle.answers[0];
  const themes = puzzle.themes.filter((theme) => !LENGTHS.has(theme));
  const claim = claims.find((one) => one.polarity === 'for');
  const list: Hint[] = [];
  if (themes.length) list.push({ kind: 'theme', themes });
  if (claim) list.push({ kind: 'claim', text: claim.text });
  if (answer) {
    list.push({ kind: 'from', square: answer.slice(0, 2) });
    list.push({ kind: 'to', square: answer.slice(2, 4) });
  }
  return list;
}

/** Whether a move is one of the accepted answers. */
export const accepts = (puzzle: Pick<PuzzleCard, 'answers'>, uci: string): boolean =>
  puzzle.answers.includes(uci);

/** How many were right at the first try and without help. */
export const firstTries = (outcomes: readonly (boolean | null)[]): number =>
  outcomes.filter((outcome) => outcome === true).length;
