import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ReviewDocument } from '../src/lib/api/types';
import { squaresOf } from '../src/lib/board/marks';
import { follow } from '../src/lib/chess/position';
import { wrapped } from '../src/lib/review/card';
import { Desk } from '../src/lib/review/desk.svelte';
import { height, short } from '../src/lib/review/evaluation';
import {
  area,
  gaps,
  moments,
  named,
  nextWith,
  pieces,
  plyOf,
  points,
  positionAt,
  rows,
} from '../src/lib/review/model';

// A review as the service gave it, whole.
const document = JSON.parse(
  readFileSync(new URL('./fixtures/review.json', import.meta.url), 'utf8'),
) as ReviewDocument;
const game = document.review.games[0];
if (!game) throw new Error('the fixture holds a game');

describe('a review', () => {
  it('has its moves in rows of two', () => {
    const table = rows(game.moves);
    expect(table.length).toBe(17);
    expect(table[0]?.white?.san).toBe('e4');
    expect(table.at(-1)).toMatchObject({ number: 17, black: null });
    const blackFirst = rows(game.moves.slice(1));
    expect(blackFirst[0]).toMatchObject({ number: 1, white: null });
  });

  it('names moves with their numbers', () => {
    expect(named(game.moves[0] as never)).toBe('1. e4');
    expect(named(game.moves[1] as never)).toBe('1… e5');
  });

  it('goes to any ply and no further', () => {
    expect(positionAt(game, 0)).toBe(game.moves[0]?.fenBefore);
    expect(positionAt(game, 99)).toBe(game.moves.at(-1)?.fenAfter);
    expect(plyOf('23', 33)).toBe(23);
    for (const text of [null, 'x', '-1', '1.5']) expect(plyOf(text, 33)).toBe(0);
    expect(plyOf('999', 33)).toBe(33);
  });

  it('finds the next move with a label and goes round', () => {
    const blunder = nextWith(game.moves, 0, 'blunder');
    expect(blunder).not.toBeNull();
    expect(game.moves[(blunder ?? 0) - 1]?.label).toBe('blunder');
    expect(nextWith(game.moves, 33, 'blunder')).toBe(blunder);
    expect(nextWith(game.moves, 0, 'no such label')).toBeNull();
  });

  it('shows every move that stands out', () => {
    const found = moments(game).map(({ move }) => move.label);
    expect(found).toContain('blunder');
    expect(found).not.toContain('best');
  });

  it('draws a point for each ply within the picture', () => {
    const places = points(game, 330, 100);
    expect(places.length).toBe(game.moves.length + 1);
    expect(places.at(-1)?.x).toBeCloseTo(330);
    for (const place of places) expect(place.y).toBeGreaterThanOrEqual(0);
    for (const place of places) expect(place.y).toBeLessThanOrEqual(100);
    // White mates: the last point is at the top.
    expect(places.at(-1)?.y).toBeLessThan(5);
    expect(area(places, 100)).toMatch(/^M0 100L.*Z$/);
  });

  it('has lines that can be played through', () => {
    for (const move of game.moves) {
      for (const line of move.claims.flatMap((claim) => claim.lines)) {
        expect(follow(move.fenBefore, line).length).toBe(line.length);
      }
      if (move.best) expect(follow(move.fenBefore, move.best.line).length).toBe(move.best.line.length);
    }
  });

  it('cuts sentences where they name squares, losing nothing', () => {
    for (const claim of game.moves.flatMap((move) => move.claims)) {
      for (const lang of ['en', 'no'] as const) {
        const parts = pieces(claim.text[lang], claim.spans[lang]);
        expect(parts.map((part) => part.text).join('')).toBe(claim.text[lang]);
        expect(parts.filter((part) => part.square).length).toBe(claim.spans[lang].length);
      }
      for (const place of claim.spans.en) expect(squaresOf(claim)).toContain(place.square);
    }
  });
});

describe('the desk', () => {
  it('steps through the game, and through a line while one is played', () => {
    const desk = new Desk(document, 0, '2');
    expect(desk.move?.san).toBe('e5');
    desk.step(1);
    expect(desk.ply).toBe(3);
    desk.follow(desk.fen, ['d7d6', 'd2d4'], 'a line');
    expect(desk.lastMove).toBe('d7d6');
    desk.step(1);
    desk.step(1);
    expect(desk.lastMove).toBe('d2d4');
    expect(desk.ply).toBe(3);
    desk.try('c8g4', 'mine');
    expect(desk.side?.steps.length).toBe(3);
    desk.leave();
    expect(desk.fen).toBe(positionAt(game, 3));
    desk.jump(true);
    expect(desk.ply).toBe(33);
    desk.step(1);
    expect(desk.ply).toBe(33);
  });

  it('marks the squares of the first reason, and those pointed at instead', () => {
    const desk = new Desk(document, 0, '3');
    expect(desk.marks.map((mark) => mark.square)).toContain('e5');
    desk.hovered = ['a1'];
    expect(desk.marks).toEqual([{ square: 'a1', strong: true }]);
    desk.go(4);
    expect(desk.marks.some((mark) => mark.square === 'a1')).toBe(false);
  });

  it('takes no move that is not legal', () => {
    const desk = new Desk(document, 0, null);
    desk.try('e2e5', 'mine');
    expect(desk.side).toBeNull();
  });
});

describe('evaluations', () => {
  it.each([
    [{ cp: 35 }, '+0.35'],
    [{ cp: -120 }, '−1.20'],
    [{ cp: 0 }, '0.00'],
    [{ mate: 3 }, '#3'],
    [{ mate: -2 }, '#−2'],
    [{ mate: 0 }, '#'],
    [null, '–'],
  ] as const)('%j is %s', (value, expected) => {
    expect(short(value)).toBe(expected);
  });

  it('stand as high as the forecast says', () => {
    expect(height({ cp: -500 }, { white: 0.5, draw: 0.3, black: 0.2 })).toBeCloseTo(0.65);
    expect(height(null, null)).toBe(0.5);
    expect(height({ mate: -1 }, null)).toBe(0);
    expect(height({ cp: 100_000 }, null)).toBe(1);
  });
});

describe('the picture', () => {
  it('wraps words without losing any', () => {
    const text = 'Nf3 threatens to win the pawn on e5.';
    expect(wrapped(text, 12).join(' ')).toBe(text);
    for (const line of wrapped(text, 12)) expect(line.length).toBeLessThanOrEqual(12);
    expect(wrapped('', 10)).toEqual([]);
  });
});

describe('a review in the making', () => {
  const at = (known: boolean[]) =>
    known.map((one, index) => ({ x: index * 10, y: 0, ply: index, known: one }));
  it.each([
    [[false, false, false, true, true], [[0, 30]]],
    [[false, true, false, false, true, false], [[10, 50]]],
    [[false, true, true], []],
    [[false], []],
  ])('has gaps where nothing is known: %j', (known, expected) => {
    expect(gaps(at(known)).map(({ from, to }) => [from, to])).toEqual(expected);
  });
});
