// What a UCI engine says about a position, in the shape of the service's news.
import type { AnalysedLine } from '../api/types';
import { follow, turnOf } from '../chess/position';

/** One line of an engine's `info`, White's view; nothing where it is not one. */
export function readInfo(fen: string, text: string): { index: number; line: AnalysedLine } | null {
  if (!text.startsWith('info ') || /\b(lowerbound|upperbound)\b/.test(text)) return null;
  const words = text.trim().split(/\s+/);
  const after = (word: string) => {
    const at = words.indexOf(word);
    return at < 0 ? undefined : words[at + 1];
  };
  const at = words.indexOf('pv');
  const score = words.indexOf('score');
  const depth = Number(after('depth'));
  if (at < 0 || score < 0 || !Number.isInteger(depth)) return null;
  const sign = turnOf(fen) === 'white' ? 1 : -1;
  const amount = Number(words[score + 2]) * sign + 0;
  if (!Number.isFinite(amount)) return null;
  const steps = follow(fen, words.slice(at + 1));
  const common = {
    depth,
    nodes: Number(after('nodes') ?? 0),
    moves: steps.map((step) => step.uci),
    san: steps.map((step) => step.san),
  };
  const line: AnalysedLine =
    words[score + 1] === 'mate' ? { mate: amount, ...common } : { cp: amount, ...common };
  return { index: Number(after('multipv') ?? 1) - 1, line };
}
