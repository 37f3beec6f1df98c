import { describe, expect, it } from 'vitest';
import { readInfo } from '../src/lib/analysis/uci';
import { START } from '../src/lib/chess/position';

const BLACK = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';

describe('what an engine says', () => {
  it.each([
    [START, 'info depth 9 seldepth 12 multipv 2 score cp 31 nodes 500 nps 1 pv e2e4 e7e5', { cp: 31 }, 1],
    [BLACK, 'info depth 9 multipv 1 score cp 31 nodes 500 pv e7e5', { cp: -31 }, 0],
    [BLACK, 'info depth 9 score mate 2 nodes 5 pv e7e5', { mate: -2 }, 0],
    [START, 'info depth 9 score mate -2 nodes 5 pv e2e4', { mate: -2 }, 0],
    [BLACK, 'info depth 9 score cp 0 nodes 5 pv e7e5', { cp: 0 }, 0],
  ])('%s: %s', (fen, text, value, index) => {
    const found = readInfo(fen, text);
    expect(found?.index).toBe(index);
    expect(found?.line).toMatchObject(value);
    expect(found?.line.depth).toBe(9);
    expect(found?.line.san[0]).toMatch(/^e[45]$/);
  });

  it.each([
    'bestmove e2e4',
    'info string hello',
    'info depth 3 score cp 5 upperbound pv e2e4',
    'info depth 3 currmove e2e4',
    '',
  ])('is no line: %s', (text) => {
    expect(readInfo(START, text)).toBeNull();
  });
});
