// Calls of the service. Each returns the answer or throws a `Failure`.
import createClient, { type FetchResponse } from 'openapi-fetch';
import { access } from './access.svelte';
import { connection } from './connection.svelte';
import { Failure, failureOf, type ProblemDocument } from './problem';
import type { paths } from './schema';
import type { Claim, Job, ReviewDocument } from './types';

const client = createClient<paths>({ baseUrl: '' });
client.use({
  onRequest({ request }) {
    if (access.key) request.headers.set('authorization', `Bearer ${access.key}`);
    return request;
  },
});

// biome-ignore lint/suspicious/noExplicitAny: any answer of any call
type Answer<T extends Record<string | number, any>, O> = Promise<FetchResponse<T, O, `${string}/${string}`>>;

// biome-ignore lint/suspicious/noExplicitAny: as above
async function answer<T extends Record<string | number, any>, O>(call: Answer<T, O>) {
  try {
    const { data, error, response } = await call;
    connection.found();
    if (!response.ok) throw new Failure(response.status, problemOf(error, response));
    return data as NonNullable<typeof data>;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    const failure = failureOf(error);
    if (failure.offline) connection.lost();
    throw failure;
  }
}

function problemOf(error: unknown, response: Response): ProblemDocument {
  return error && typeof error === 'object' ? (error as ProblemDocument) : { title: response.statusText };
}

const byId = (id: string) => ({ params: { path: { id } } });
const until = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

export const api = {
  server: () => answer(client.GET('/api/v1/server')),
  reviews: () => answer(client.GET('/api/v1/reviews', { params: { query: { limit: 6 } } })),
  startReview: (body: { pgn?: string; gameId?: string; profile?: string; nodes?: number }): Promise<Job> =>
    answer(client.POST('/api/v1/game/review', { body })),
  review: (id: string): Promise<ReviewDocument> => answer(client.GET('/api/v1/reviews/{id}', byId(id))),
  /** The review that a job makes, as far as it has come, or one that is kept. */
  reviewOf: (id: string): Promise<ReviewDocument> => answer(client.GET('/api/v1/jobs/{id}/review', byId(id))),
  job: (id: string): Promise<Job> => answer(client.GET('/api/v1/jobs/{id}', byId(id))),
  cancel: (id: string): Promise<Job> => answer(client.DELETE('/api/v1/jobs/{id}', byId(id))),
  importFrom: (source: string): Promise<Job> => answer(client.POST('/api/v1/import', { body: { source } })),
  analyze: (fen: string, includeEngine: boolean, signal?: AbortSignal, rating?: number) => {
    const query = { fen, includeEngine, ...(rating ? { playerElo: rating } : {}) };
    return answer(client.GET('/api/v1/position/analyze', { params: { query }, ...until(signal) }));
  },
  /** What either side could win at once: the first claims about a position. */
  threats: async (fen: string): Promise<Claim[]> => {
    const { krog } = await api.analyze(fen, false);
    return krog.claims.slice(0, krog.threats.length);
  },
  explain: (fen: string, move: string, signal?: AbortSignal) =>
    answer(client.GET('/api/v1/move/analyze', { params: { query: { fen, move } }, ...until(signal) })),
  moves: (
    query: { fen: string; playerElo?: number; context?: string; limit?: number },
    signal?: AbortSignal,
  ) => answer(client.GET('/api/v1/position/moves', { params: { query }, ...until(signal) })),
  makePuzzles: (reviewId: string): Promise<Job> =>
    answer(client.POST('/api/v1/puzzles/make', { body: { reviewId } })),
  puzzles: () => answer(client.GET('/api/v1/puzzles')),
  puzzle: (id: string) => answer(client.GET('/api/v1/puzzles/{id}', byId(id))),
  game: (id: string) => answer(client.GET('/api/v1/games/{id}', byId(id))),
  explorer: (query: { fen: string; band?: string; in?: string }, signal?: AbortSignal) =>
    answer(client.GET('/api/v1/explorer', { params: { query }, ...until(signal) })),
  opening: (fen: string, signal?: AbortSignal) =>
    answer(client.GET('/api/v1/opening', { params: { query: { fen } }, ...until(signal) })),
  rules: (kind: string) => answer(client.GET('/api/v1/rules', { params: { query: { kind } } })),
  validate: (fen: string, move: string) => answer(client.POST('/api/v1/validate', { body: { fen, move } })),
  check: (body: { formula: string; fen: string; move?: string; lines?: string[][] }) =>
    answer(client.POST('/api/v1/check', { body })),
  say: (text: string, fen: string, lang: string) =>
    answer(client.POST('/api/v1/say', { body: { text, fen, lang } })),
};

/** Where the service keeps the annotated game of a review. */
export const annotatedGame = (id: string, lang: string) =>
  `/api/v1/reviews/${encodeURIComponent(id)}/pgn?lang=${lang}`;

/** Where the events of a job come from. */
export const jobEvents = (id: string) => `/api/v1/jobs/${encodeURIComponent(id)}/events`;
