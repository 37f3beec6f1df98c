// What somebody typed, dropped or pasted: a game, a position, an address or a
// name. Whether it is any good is for the service to say.

export type Input =
  | { kind: 'empty' }
  | { kind: 'pgn'; text: string; games: number }
  | { kind: 'fen'; fen: string }
  | { kind: 'game'; site: 'lichess' | 'chesscom'; address: string }
  | { kind: 'user'; name: string; site: 'lichess' | 'chesscom' | null }
  | { kind: 'unknown' };

const PLACEMENT = /^([pnbrqkPNBRQK1-8]{1,8}\/){7}[pnbrqkPNBRQK1-8]{1,8}(\s+[wb](\s+\S+){0,4})?$/;
const LICHESS_GAME =
  /^(?:https?:\/\/)?(?:www\.)?lichess\.org\/([A-Za-z0-9]{8})(?:[A-Za-z0-9]{4})?(?:\/(?:white|black))?(?:[?#].*)?$/;
const LICHESS_USER = /^(?:https?:\/\/)?(?:www\.)?lichess\.org\/@\/([\w-]{2,30})/;
const CHESSCOM_GAME =
  /^(?:https?:\/\/)?(?:www\.)?chess\.com\/(?:[a-z]{2}\/)?(?:analysis\/)?(?:game\/)?(?:live|daily)?(?:\/game)?\/?(\d{5,})/;
const CHESSCOM_USER = /^(?:https?:\/\/)?(?:www\.)?chess\.com\/(?:[a-z]{2}\/)?member\/([\w-]{2,30})/;
const PREFIXED = /^(lichess|chesscom|chess\.com):\s*@?([\w-]{2,30})$/i;
const NAME = /^@?[A-Za-z0-9][\w-]{1,29}$/;
const MOVE_TEXT = /(^|\s)1\s*\.(\.\.)?\s*([a-hKQRBNO0]|--)/;

/** Reads what was given. */
export function understand(given: string): Input {
  const text = given.trim();
  if (!text) return { kind: 'empty' };
  if (text === 'startpos' || PLACEMENT.test(text)) return { kind: 'fen', fen: text };
  const lichess = LICHESS_USER.exec(text);
  if (lichess?.[1]) return { kind: 'user', name: lichess[1], site: 'lichess' };
  const chesscom = CHESSCOM_USER.exec(text);
  if (chesscom?.[1]) return { kind: 'user', name: chesscom[1], site: 'chesscom' };
  if (LICHESS_GAME.test(text)) return { kind: 'game', site: 'lichess', address: text };
  if (CHESSCOM_GAME.test(text)) return { kind: 'game', site: 'chesscom', address: text };
  const prefixed = PREFIXED.exec(text);
  if (prefixed?.[2]) {
    return {
      kind: 'user',
      name: prefixed[2],
      site: prefixed[1]?.toLowerCase() === 'lichess' ? 'lichess' : 'chesscom',
    };
  }
  if (/^\s*\[\s*\w+\s+"/m.test(text) || MOVE_TEXT.test(text))
    return { kind: 'pgn', text, games: countGames(text) };
  if (NAME.test(text)) return { kind: 'user', name: text.replace(/^@/, ''), site: null };
  return { kind: 'unknown' };
}

/** How many games a PGN seems to hold: one for each first tag. */
export function countGames(text: string): number {
  let games = 0;
  let inTags = false;
  for (const line of text.split('\n')) {
    const tag = /^\s*\[\s*\w+\s+"/.test(line);
    if (tag && !inTags) games += 1;
    if (tag) inTags = true;
    else if (line.trim()) inTags = false;
  }
  return Math.max(1, games);
}
