// The men of a position, read off its text alone.

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export type Man = { role: string; color: 'white' | 'black' };

const ROLES: Record<string, string> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};

/** The men of a FEN by square. */
export function men(fen: string): Map<string, Man> {
  const board = new Map<string, Man>();
  const ranks = (fen.trim() === 'startpos' ? START : fen.trim()).split(' ')[0]?.split('/') ?? [];
  ranks.forEach((rank, index) => {
    let file = 0;
    for (const letter of rank) {
      const gap = Number(letter);
      if (gap) file += gap;
      else {
        const role = ROLES[letter.toLowerCase()];
        const square = `${'abcdefgh'[file]}${8 - index}`;
        if (role) board.set(square, { role, color: letter === letter.toLowerCase() ? 'black' : 'white' });
        file += 1;
      }
    }
  });
  return board;
}
