// What went wrong, as the service or the browser tells it.

import type { Problem } from './types';

export type ProblemDocument = Partial<Problem>;

/** A request that was not answered as hoped. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly problem: ProblemDocument,
  ) {
    super(problem.detail ?? problem.title ?? `status ${status}`);
    this.name = 'Failure';
  }

  /** Whether the service could not be reached at all. */
  get offline(): boolean {
    return this.status === 0 && this.problem.title === 'offline';
  }

  /** Whether another key would open the door. */
  get wantsKey(): boolean {
    return this.status === 401 || (this.status === 403 && /\bkey\b/.test(this.problem.detail ?? ''));
  }
}

/** Anything that was thrown, as a failure. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof TypeError) return new Failure(0, { title: 'offline' });
  return new Failure(0, {
    title: 'unexpected',
    detail: error instanceof Error ? error.message : String(error),
  });
}

/** The message that fits a failure; the service's own words come beside it. */
export function messageKey(failure: Failure): FailureKey {
  if (failure.problem.title === 'unexpected') return 'failure.unexpected';
  switch (failure.status) {
    case 0:
      return 'failure.offline';
    case 400:
    case 422:
      return 'failure.input';
    case 401:
      return 'failure.key';
    case 403:
      return 'failure.forbidden';
    case 404:
    case 410:
      return 'failure.missing';
    case 413:
      return 'failure.large';
    case 429:
      return 'failure.often';
    case 503:
      return 'failure.busy';
    default:
      return 'failure.server';
  }
}

export type FailureKey =
  | 'failure.offline'
  | 'failure.unexpected'
  | 'failure.input'
  | 'failure.key'
  | 'failure.forbidden'
  | 'failure.missing'
  | 'failure.large'
  | 'failure.often'
  | 'failure.busy'
  | 'failure.server';
