// Calls of the service. Each returns the answer or throws a `Failure`.
import { Failure, failureOf, type ProblemDocument } from './problem';
import type {
  Claim,
  Explorer,
  Job,
  MoveAnalysis,
  Moves,
  Opening,
  PositionAnalysis,
  PuzzleCard,
  ReviewDocument,
  ReviewListed,
  Said,
  ServerInfo,
  StoredGame,
  Validation,
  Verdict,
} from './types';

const BASE = '/api/v1';

type Query = Record<string, string | number | boolean | undefined | null>;

async function call<T>(path: string, init: RequestInit = {}, query: Query = {}): Promise<T> {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  let response: Response;
  try {
    response = await fetch(`${BASE}${path}${text ? `?${text}` : ''}`, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw failureOf(error);
  }
  if (!response.ok) {
    let problem: ProblemDocument = {};
    try {
      problem = await response.json();
    } catch {
      problem = { title: response.statusText };
    }
    throw new Failure(response.status, problem);
  }
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}

const post = <T>(path: string, body: unknown, signal?: AbortSignal) =>
  call<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });

export const api = {
  server: () => call<ServerInfo>('/server'),
  reviews: () => call<ReviewListed[]>('/reviews'),
  review: (id: string) => call<ReviewDocument>(`/reviews/${encodeURIComponent(id)}`),
  startReview: (body: { pgn?: string; gameId?: string; profile?: string; nodes?: number }) =>
    post<Job>('/game/review', body),
  job: (id: string) => call<Job>(`/jobs/${encodeURIComponent(id)}`),
  cancel: (id: string) => call<Job | undefined>(`/jobs/${encodeURIComponent(id)}`, { method: 'DELETE' }),
  importFrom: (source: string) => post<Job>('/import', { source }),
  analyze: (fen: string, includeEngine: boolean, signal?: AbortSignal) =>
    call<PositionAnalysis>('/position/analyze', signal ? { signal } : {}, { fen, includeEngine }),
  /** What either side could win at once: the first claims about a position. */
  threats: async (fen: string): Promise<Claim[]> => {
    const { krog } = await api.analyze(fen, false);
    return krog.claims.slice(0, krog.threats.length);
  },
  explain: (fen: string, move: string, signal?: AbortSignal) =>
    call<MoveAnalysis>('/move/analyze', signal ? { signal } : {}, { fen, move }),
  makePuzzles: (reviewId: string) => post<Job>('/puzzles/make', { reviewId }),
  puzzles: () => call<{ puzzles: PuzzleCard[] }>('/puzzles'),
  puzzle: (id: string) => call<PuzzleCard>(`/puzzles/${encodeURIComponent(id)}`),
  game: (id: string) => call<StoredGame>(`/games/${encodeURIComponent(id)}`),
  moves: (
    query: { fen: string; playerElo?: number; context?: string; limit?: number },
    signal?: AbortSignal,
  ) => call<Moves>('/position/moves', signal ? { signal } : {}, query),
  explorer: (query: { fen: string; band?: string; in?: string }, signal?: AbortSignal) =>
    call<Explorer>('/explorer', signal ? { signal } : {}, query),
  opening: (fen: string, signal?: AbortSignal) =>
    call<Opening | null>('/opening', signal ? { signal } : {}, { fen }),
  rules: <T>(kind: string) => call<T[]>('/rules', {}, { kind }),
  validate: (fen: string, move: string) => post<Validation>('/validate', { fen, move }),
  check: (body: { formula: string; fen?: string; move?: string }) => post<Verdict>('/check', body),
  say: (text: string, fen: string, lang: string) => post<Said>('/say', { text, fen, lang }),
};

/** Where the service keeps the annotated game of a review. */
export const annotatedGame = (id: string) => `${BASE}/reviews/${encodeURIComponent(id)}/pgn`;

/** Where the events of a job come from. */
export const jobEvents = (id: string) => `${BASE}/jobs/${encodeURIComponent(id)}/events`;
