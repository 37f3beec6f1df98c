import { readFileSync } from 'node:fs';
import { makeFen } from 'chessops/fen';
import { parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { describe, expect, it } from 'vitest';
import {
  destinations,
  follow,
  inCheck,
  men,
  moveNumber,
  play,
  promotes,
  read,
  START,
  turnOf,
  written,
} from '../src/lib/chess/position';
import { around, holds, score } from '../src/lib/explorer/bands';
import { SAMPLES } from '../src/lib/start/samples';

describe('positions', () => {
  it('follow lines in UCI and SAN, as far as they are legal', () => {
    expect(follow(START, ['e2e4', 'e5', 'g1f3']).map((step) => step.san)).toEqual(['e4', 'e5', 'Nf3']);
    expect(follow(START, ['e4', 'e4']).length).toBe(1);
    expect(follow('no position', ['e4'])).toEqual([]);
    expect(play(START, 'e2e5')).toBeNull();
  });

  it.each([
    ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'O-O', 'e1g1'],
    ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'O-O-O', 'e1c1'],
    ['r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1', 'e8g8', 'e8g8'],
    ['8/P7/8/8/8/8/8/K1k5 w - - 0 1', 'a8=N', 'a7a8n'],
  ])('%s: %s is %s', (fen, text, uci) => {
    expect(play(fen, text)?.uci).toBe(uci);
  });

  it('read the men off the text', () => {
    expect(men(START).size).toBe(32);
    expect(men('startpos').get('e1')).toEqual({ role: 'king', color: 'white' });
    expect(men('8/8/8/8/4q3/8/8/8 w').get('e4')).toEqual({ role: 'queen', color: 'black' });
    expect(men('').size).toBe(0);
  });

  it('know turn, number, check and promotion', () => {
    const mate = follow(START, ['f3', 'e5', 'g4', 'Qh4#']).at(-1)?.fen ?? '';
    expect(inCheck(mate)).toBe(true);
    expect(turnOf(mate)).toBe('white');
    expect(moveNumber(mate)).toBe(3);
    expect(destinations(mate).size).toBe(0);
    expect(promotes('8/P7/8/8/8/8/8/K1k5 w - - 0 1', 'a7', 'a8')).toBe(true);
    expect(promotes(START, 'e2', 'e4')).toBe(false);
    expect(read('startpos')).not.toBeNull();
  });

  it('write lines as people do', () => {
    expect(written(START, ['e4', 'e5', 'Nf3'])).toBe('1. e4 e5 2. Nf3');
    expect(written('8/8/8/8/8/8/8/K1k5 b - - 0 7', ['Kb3', 'Kb1'])).toBe('7… Kb3 8. Kb1');
  });
});

describe('samples', () => {
  it.each(SAMPLES)('$file holds the position that is shown', ({ file, fen, year }) => {
    const game = parsePgn(
      readFileSync(new URL(`../../data/samples/${file}.pgn`, import.meta.url), 'utf8'),
    )[0];
    if (!game) throw new Error('no game');
    const position = startingPosition(game.headers).unwrap();
    const fens: string[] = [];
    for (const node of game.moves.mainline()) {
      const move = parseSan(position, node.san);
      if (!move) throw new Error(node.san);
      position.play(move);
      fens.push(makeFen(position.toSetup()));
    }
    expect(fens).toContain(fen);
    expect(game.headers.get('Date')).toContain(String(year));
  });
});

describe('bands', () => {
  it.each([
    ['1400-1600', 1400, true],
    ['1400-1600', 1599, true],
    ['1400-1600', 1600, false],
    ['2400+', 2400, true],
    ['2400+', 2399, false],
    ['unrated', 1500, false],
  ])('%s holds %i: %s', (band, rating, expected) => {
    expect(holds(band, rating)).toBe(expected);
  });

  it('find the results around a rating and score them for the mover', () => {
    const cell = { white: 6, draws: 2, black: 2 };
    expect(around({ '0-800': { white: 0, draws: 0, black: 0 }, '1400-1600': cell }, 1500)).toBe(cell);
    expect(around({ '1400-1600': { white: 0, draws: 0, black: 0 } }, 1500)).toBeNull();
    expect(score(cell, 'white')).toBeCloseTo(0.7);
    expect(score(cell, 'black')).toBeCloseTo(0.3);
    expect(score({ white: 0, draws: 0, black: 0 }, 'white')).toBeNull();
  });
});
