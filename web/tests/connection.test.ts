import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connection } from '../src/lib/api/connection.svelte';
import { Failure, messageKey } from '../src/lib/api/problem';

describe('the connection', () => {
  let answers: (() => Promise<Response>)[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => (answers.shift() ?? lost)());
  });
  afterEach(() => {
    connection.found();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const lost = () => Promise.reject(new TypeError('fetch failed'));
  const found = () => Promise.resolve(new Response('ok'));

  it('is asked about until the server answers, and returns once', async () => {
    const before = connection.returns;
    answers = [lost, lost, found];
    connection.lost();
    connection.lost();
    expect(connection.away).toBe(true);
    await vi.advanceTimersByTimeAsync(500 + 1000);
    expect(connection.away).toBe(true);
    await vi.advanceTimersByTimeAsync(2000);
    expect(connection.away).toBe(false);
    expect(connection.returns).toBe(before + 1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connection.returns).toBe(before + 1);
  });

  it('is not away because a socket closed', async () => {
    const before = connection.returns;
    answers = [found];
    connection.doubt();
    await vi.advanceTimersByTimeAsync(10);
    expect(connection.away).toBe(false);
    expect(connection.returns).toBe(before);
  });

  it('is away when a doubt proves right', async () => {
    answers = [lost];
    connection.doubt();
    await vi.advanceTimersByTimeAsync(10);
    expect(connection.away).toBe(true);
  });
});

describe('a failure', () => {
  it.each([
    [401, 'found no key, expected one', true, 'failure.key'],
    [403, 'found a key for read, expected one for write', true, 'failure.forbidden'],
    [403, 'Origin: found a page from elsewhere', false, 'failure.forbidden'],
    [503, 'busy', false, 'failure.busy'],
  ] as const)('of status %i tells whether a key would help', (status, detail, wants, key) => {
    const failure = new Failure(status, { detail });
    expect(failure.wantsKey).toBe(wants);
    expect(messageKey(failure)).toBe(key);
  });
});
