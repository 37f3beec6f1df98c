// Watching a job: events while they come, questions where they do not.
import { api, jobEvents } from './client';
import { type Failure, failureOf } from './problem';
import type { Job } from './types';

const PAUSE = 1500;

/** Whether a job has come to its end. */
export const ended = (job: Pick<Job, 'state'>): boolean =>
  job.state === 'done' || job.state === 'failed' || job.state === 'cancelled';

export class Watch {
  job = $state<Job | null>(null);
  failure = $state<Failure | null>(null);
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {
    void this.#ask();
    this.#listen();
  }

  close(): void {
    this.#source?.close();
    clearTimeout(this.#timer);
  }

  async cancel(): Promise<void> {
    try {
      const answer = await api.cancel(this.id);
      if (answer) this.#take(answer);
      else await this.#ask();
    } catch (error) {
      this.failure = failureOf(error);
    }
  }

  #listen(): void {
    this.#source = new EventSource(jobEvents(this.id));
    const take = (event: MessageEvent) => this.#take(JSON.parse(event.data) as Job);
    this.#source.onmessage = take;
    this.#source.addEventListener('job', take as EventListener);
    this.#source.onerror = () => {
      this.#source?.close();
      if (!this.job || !ended(this.job)) this.#timer = setTimeout(() => void this.#ask(true), PAUSE);
    };
  }

  async #ask(again = false): Promise<void> {
    try {
      this.#take(await api.job(this.id));
      this.failure = null;
    } catch (error) {
      this.failure = failureOf(error);
      if (this.failure.status === 404) return this.close();
    }
    if (again && !(this.job && ended(this.job))) this.#timer = setTimeout(() => void this.#ask(true), PAUSE);
  }

  #take(job: Job): void {
    if (this.job && ended(this.job)) return;
    this.job = job;
    if (ended(job)) this.close();
  }
}
