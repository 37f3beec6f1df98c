// Famous games, one click away. The positions are moments of these games.
import type { Bilingual } from '../api/types';

export type Sample = { file: string; title: Bilingual; players: string; year: number; fen: string };

export const SAMPLES: readonly Sample[] = [
  {
    file: '1858-morphy-duke-karl-opera-game',
    title: { en: 'The Opera Game', no: 'Operapartiet' },
    players: 'Morphy – Duke Karl, Isouard',
    year: 1858,
    fen: '1Q2kb1r/p2n1ppp/4q3/4p1B1/4P3/8/PPP2PPP/2KR4 b k - 1 16',
  },
  {
    file: '1851-anderssen-kieseritzky-immortal-game',
    title: { en: 'The Immortal Game', no: 'Det udødelige partiet' },
    players: 'Anderssen – Kieseritzky',
    year: 1851,
    fen: 'rnb1k1nr/p2p1ppp/3B4/1pbN1N1P/4P1P1/3P1Q2/PqP5/R4KR1 b kq - 1 18',
  },
  {
    file: '1852-anderssen-dufresne-evergreen-game',
    title: { en: 'The Evergreen Game', no: 'Det eviggrønne partiet' },
    players: 'Anderssen – Dufresne',
    year: 1852,
    fen: '1r2k1r1/pbppnp1p/1bn2P2/7q/Q7/B1PB1N2/P4PPP/3RR1K1 b - - 2 19',
  },
  {
    file: '1956-byrne-fischer-game-of-the-century',
    title: { en: 'The Game of the Century', no: 'Århundrets parti' },
    players: 'D. Byrne – Fischer',
    year: 1956,
    fen: 'r3r1k1/pp3pbp/1qp1b1p1/2B5/2BP4/Q1n2N2/P4PPP/3R1K1R w - - 4 18',
  },
  {
    file: '1991-short-timman-walking-king',
    title: { en: 'The walking king', no: 'Kongen på tur' },
    players: 'Short – Timman',
    year: 1991,
    fen: '2b1rrk1/2pR1p2/1pq1pQp1/p3P1Kp/P1PR3P/5N2/2P2PP1/8 b - - 7 34',
  },
  {
    file: '1999-kasparov-topalov-kasparovs-immortal',
    title: { en: 'Kasparov’s Immortal', no: 'Kasparovs udødelige' },
    players: 'Kasparov – Topalov',
    year: 1999,
    fen: 'b2r3r/k4p1p/p2q1np1/NppP4/3R1Q2/P4PPB/1PP4P/1K2R3 b - - 0 24',
  },
];

const games = import.meta.glob<string>('../../../../data/samples/{1851,1852,1858,1956,1991,1999}-*.pgn', {
  query: '?raw',
  import: 'default',
});

/** The PGN of a sample. */
export async function sampleGame(file: string): Promise<string> {
  const load = games[`../../../../data/samples/${file}.pgn`];
  if (!load) throw new Error(`no sample ${file}`);
  return load();
}
