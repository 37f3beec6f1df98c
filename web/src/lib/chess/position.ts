// Positions for drawing and stepping through lines. Which moves are legal is
// the rules library's part, what they are worth the service's.
import { Chess } from 'chessops/chess';
import { chessgroundDests } from 'chessops/compat';
import { INITIAL_FEN, makeFen, parseFen } from 'chessops/fen';
import { makeSan, parseSan } from 'chessops/san';
import type { Move } from 'chessops/types';
import { makeUci, parseSquare, parseUci } from 'chessops/util';

export { type Man, men } from './men';

export const START = INITIAL_FEN;

export type Step = { uci: string; san: string; fen: string; from: string; to: string };

/** A position, or nothing where the text is no position. */
export function read(fen: string): Chess | null {
  const text = fen.trim() === 'startpos' ? START : fen.trim();
  const setup = parseFen(text);
  if (setup.isErr) return null;
  const position = Chess.fromSetup(setup.value);
  return position.isErr ? null : position.value;
}

/** The turn that a FEN names. */
export const turnOf = (fen: string): 'white' | 'black' => (fen.split(' ')[1] === 'b' ? 'black' : 'white');

/** The number of the next full move. */
export const moveNumber = (fen: string): number => Number(fen.split(' ')[5] ?? 1) || 1;

/** Plays moves in UCI or SAN as far as they are legal. */
export function follow(fen: string, moves: readonly string[]): Step[] {
  const position = read(fen);
  const steps: Step[] = [];
  if (!position) return steps;
  for (const text of moves) {
    const step = advance(position, text);
    if (!step) break;
    steps.push(step);
  }
  return steps;
}

/** One move on a position, or nothing where it is not legal. */
export function play(fen: string, text: string): Step | null {
  return follow(fen, [text])[0] ?? null;
}

function advance(position: Chess, text: string): Step | null {
  const move = readMove(position, text);
  if (!move || !('from' in move)) return null;
  const uci = kingSquares(position, move);
  const san = makeSan(position, move);
  position.play(move);
  return { uci, san, fen: makeFen(position.toSetup()), from: uci.slice(0, 2), to: uci.slice(2, 4) };
}

function readMove(position: Chess, text: string): Move | null {
  const uci = parseUci(text);
  if (uci && position.isLegal(uci)) return uci;
  const san = parseSan(position, text);
  return san && position.isLegal(san) ? san : null;
}

/** UCI with castling as the king's two squares, as the service writes it. */
function kingSquares(position: Chess, move: Move): string {
  const uci = makeUci(move);
  if (!('from' in move)) return uci;
  const king = position.board.get(move.from)?.role === 'king';
  const own = position.board[position.turn].has(move.to);
  if (!king || !own) return uci;
  return `${uci.slice(0, 2)}${move.to > move.from ? 'g' : 'c'}${uci[1]}`;
}

/** Where each man may go, for the board. */
export function destinations(fen: string): Map<string, string[]> {
  const position = read(fen);
  return position ? (chessgroundDests(position) as Map<string, string[]>) : new Map();
}

/** Whether a move from one square to another turns a pawn into something. */
export function promotes(fen: string, from: string, to: string): boolean {
  const position = read(fen);
  const square = parseSquare(from);
  if (!position || square === undefined) return false;
  return position.board.get(square)?.role === 'pawn' && (to[1] === '8' || to[1] === '1');
}

/** Whether the side to move is in check. */
export function inCheck(fen: string): boolean {
  return read(fen)?.isCheck() ?? false;
}

/** A line as people write it: `12. Nf3 Nc6 13. d4`. */
export function written(fen: string, sans: readonly string[]): string {
  let number = moveNumber(fen);
  let white = turnOf(fen) === 'white';
  return sans
    .map((san, index) => {
      const head = white ? `${number}. ` : index === 0 ? `${number}… ` : '';
      if (!white) number += 1;
      white = !white;
      return head + san;
    })
    .join(' ');
}
