// A moment of a review as a picture that stands alone, and saving files.
import { men } from '../chess/men';
import { both } from '../i18n/text.svelte';
import type { Desk } from './desk.svelte';
import { short } from './evaluation';
import { named } from './model';

const SQUARE = 60;
const WIDTH = 8 * SQUARE;

/** Gives the reader a file. */
export function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[^\w.-]+/g, '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Text that may stand in XML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Words in lines of at most so many characters. */
export function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 1 <= most)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The addresses of the men's pictures, as the style sheet has them. */
function artwork(board: HTMLElement): Map<string, string> {
  const found = new Map<string, string>();
  const probe = document.createElement('piece');
  board.append(probe);
  for (const color of ['white', 'black']) {
    for (const role of ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king']) {
      probe.className = `${color} ${role}`;
      const address = /url\("?([^")]+)"?\)/.exec(getComputedStyle(probe).backgroundImage)?.[1];
      if (address) found.set(`${color} ${role}`, address);
    }
  }
  probe.remove();
  return found;
}

/** The position of the desk with what is said about it. */
export function pictureOf(board: HTMLElement, desk: Desk, title: string): string {
  const art = artwork(board);
  const place = (square: string) => {
    const file = square.charCodeAt(0) - 97;
    const rank = Number(square[1]) - 1;
    const white = desk.orientation === 'white';
    return { x: (white ? file : 7 - file) * SQUARE, y: (white ? 7 - rank : rank) * SQUARE };
  };
  const squares = [...'12345678'].flatMap((rank) => [...'abcdefgh'].map((file) => `${file}${rank}`));
  const ground = squares.map((square) => {
    const { x, y } = place(square);
    const dark = (square.charCodeAt(0) + Number(square[1])) % 2 === 0;
    return `<rect x="${x}" y="${y}" width="${SQUARE}" height="${SQUARE}" fill="${dark ? '#92a58d' : '#eee7d6'}"/>`;
  });
  const marks = desk.marks.map((mark) => {
    const { x, y } = place(mark.square);
    return `<rect x="${x + 3}" y="${y + 3}" width="${SQUARE - 6}" height="${SQUARE - 6}" fill="none" stroke="#b8500f" stroke-width="5"/>`;
  });
  const figures = [...men(desk.fen)].map(([square, man]) => {
    const { x, y } = place(square);
    const href = art.get(`${man.color} ${man.role}`) ?? '';
    return `<image x="${x}" y="${y}" width="${SQUARE}" height="${SQUARE}" href="${escaped(href)}"/>`;
  });
  const move = desk.move;
  const head = move
    ? [named(move), move.labelName ? both(move.labelName) : '', short(move.eval)].filter(Boolean).join(' · ')
    : '';
  const words = move ? wrapped(both(move.explanation), 58).slice(0, 5) : [];
  const height = WIDTH + 70 + words.length * 20;
  const lines = words.map(
    (line, index) => `<text x="14" y="${WIDTH + 68 + index * 20}" font-size="15">${escaped(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="Georgia, serif" fill="#23211d">`,
    `<title>${escaped(title)}</title><rect width="${WIDTH}" height="${height}" fill="#fffdf8"/>`,
    ...ground,
    ...marks,
    ...figures,
    `<text x="14" y="${WIDTH + 24}" font-size="15" fill="#5d5850">${escaped(title)}</text>`,
    `<text x="14" y="${WIDTH + 46}" font-size="18" font-weight="600">${escaped(head)}</text>`,
    ...lines,
    '</svg>',
  ].join('');
}
