// One puzzle after another. Which answers are right is in the puzzle; here is
// only what has been tried and which hints were given.
import type { PuzzleCard } from '../api/types';

export type Hint =
  | { kind: 'theme'; themes: string[] }
  | { kind: 'from'; square: string }
  | { kind: 'to'; square: string };

/** The hints of a puzzle, the faintest first. */
export function hints(puzzle: Pick<PuzzleCard, 'answers' | 'themes'>): Hint[] {
  const answer = puzzle.answers[0];
  const list: Hint[] = [];
  if (puzzle.themes.length) list.push({ kind: 'theme', themes: puzzle.themes });
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
