// Watching a job: events while they come, questions where they do not.
import { counted, t } from '../i18n/text.svelte';
import { api, jobEvents } from './client';
import { connection } from './connection.svelte';
import { type Failure, failureOf } from './problem';
import type { Job } from './types';

const PAUSE = 1500;

/** Whether a job has come to its end. */
export const ended = (job: Pick<Job, 'state'>): boolean =>
  job.state === 'done' || job.state === 'failed' || job.state === 'cancelled';

/** How long a job will take yet, in words; nothing where that is not known. */
export function remaining(job: Pick<Job, 'state' | 'progress'>): string {
  const seconds = job.progress.etaSeconds;
  if (seconds == null || ended(job)) return '';
  const time =
    seconds < 90
      ? counted('job.seconds', Math.max(1, Math.round(seconds)))
      : counted('job.minutes', Math.round(seconds / 60));
  return t('job.eta', { time });
}

export class Watch {
  job = $state<Job | null>(null);
  failure = $state<Failure | null>(null);
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(readonly id: string) {
    void this.#ask();
    this.#listen();
  }

  close(): void {
    this.#closed = true;
    this.#source?.close();
    clearTimeout(this.#timer);
  }

  async cancel(): Promise<void> {
    try {
      this.#take(await api.cancel(this.id));
      this.failure = null;
    } catch (error) {
      this.failure = failureOf(error);
    }
  }

  #listen(): void {
    this.#source = new EventSource(jobEvents(this.id));
    this.#source.onmessage = (event) => this.#take(JSON.parse(event.data) as Job);
    this.#source.onerror = () => {
      this.#source?.close();
      if (this.#closed || (this.job && ended(this.job))) return;
      connection.doubt();
      this.#timer = setTimeout(() => void this.#goOn(), PAUSE);
    };
  }

  /** Asks until the server answers, then listens again. */
  async #goOn(): Promise<void> {
    await this.#ask();
    if (this.#closed || (this.job && ended(this.job))) return;
    if (this.failure) this.#timer = setTimeout(() => void this.#goOn(), PAUSE);
    else this.#listen();
  }

  async #ask(): Promise<void> {
    try {
      this.#take(await api.job(this.id));
      this.failure = null;
    } catch (error) {
      this.failure = failureOf(error);
      if (this.failure.status === 404) this.close();
    }
  }

  #take(job: Job): void {
    if (this.job && ended(this.job)) return;
    this.job = job;
    if (ended(job)) this.close();
  }
}
