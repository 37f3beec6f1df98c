import { describe, expect, it } from 'vitest';
import { countGames, understand } from '../src/lib/start/understand';

const GAME = '[Event "x"]\n[White "a"]\n\n1. e4 e5 1-0\n';

describe('what was given', () => {
  it.each([
    ['', { kind: 'empty' }],
    ['   \n', { kind: 'empty' }],
    ['startpos', { kind: 'fen', fen: 'startpos' }],
    ['8/8/8/8/8/8/8/K1k5 w - - 0 1', { kind: 'fen', fen: '8/8/8/8/8/8/8/K1k5 w - - 0 1' }],
    [
      'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w',
      { kind: 'fen', fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w' },
    ],
    [
      'https://lichess.org/abcdefgh',
      { kind: 'game', site: 'lichess', address: 'https://lichess.org/abcdefgh' },
    ],
    [
      'lichess.org/abcdefghijkl/black',
      { kind: 'game', site: 'lichess', address: 'lichess.org/abcdefghijkl/black' },
    ],
    [
      'https://www.chess.com/game/live/123456789',
      { kind: 'game', site: 'chesscom', address: 'https://www.chess.com/game/live/123456789' },
    ],
    ['https://lichess.org/@/thibault', { kind: 'user', name: 'thibault', site: 'lichess' }],
    ['https://www.chess.com/member/hikaru', { kind: 'user', name: 'hikaru', site: 'chesscom' }],
    ['lichess:DrNykterstein', { kind: 'user', name: 'DrNykterstein', site: 'lichess' }],
    ['chess.com:erik', { kind: 'user', name: 'erik', site: 'chesscom' }],
    ['MagnusCarlsen', { kind: 'user', name: 'MagnusCarlsen', site: null }],
    ['1. e4 e5 2. Nf3', { kind: 'pgn', text: '1. e4 e5 2. Nf3', games: 1 }],
    ['1.d4', { kind: 'pgn', text: '1.d4', games: 1 }],
    [GAME, { kind: 'pgn', text: GAME.trim(), games: 1 }],
    ['what is this?', { kind: 'unknown' }],
  ])('%j', (text, expected) => {
    expect(understand(text)).toEqual(expected);
  });

  it('counts games by their first tags', () => {
    expect(countGames(`${GAME}\n${GAME}`)).toBe(2);
    expect(countGames('1. e4 *')).toBe(1);
  });
});
