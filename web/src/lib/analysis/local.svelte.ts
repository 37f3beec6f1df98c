// An engine in the reader's own browser, for when the server is busy or away.
// It answers as the live connection does, so that the view need not know.
import type { LiveNews, LiveState } from '../api/live.svelte';
import type { AnalysedLine } from '../api/types';
import { readInfo } from './uci';

const REST = 250;
const DEPTH = 22;

/** Where the engine lies, if the page was built with one. */
export const LOCAL_ENGINE: string | null = JSON.parse(__LOCAL_ENGINE__);

export class LocalEngine {
  state = $state<LiveState>('connecting');
  news = $state<LiveNews | null>(null);
  complete = $state(false);
  trouble = $state<string | null>(null);
  paused = $state(false);
  /** It could not be loaded, or broke off. */
  failed = $state(false);
  #worker: Worker | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted: string | null = null;
  #searched: string | null = null;
  #lines: AnalysedLine[] = [];

  constructor(
    readonly address: string,
    readonly count = 3,
  ) {
    this.connect();
  }

  connect(): void {
    this.#worker?.terminate();
    this.state = 'connecting';
    this.#searched = null;
    this.#worker = new Worker(this.address);
    this.#worker.onmessage = (event) => this.#hear(String(event.data));
    this.#worker.onerror = () => {
      this.failed = true;
      this.state = 'closed';
    };
    this.#say('uci');
  }

  ask(fen: string): void {
    if (fen === this.#wanted) return;
    this.#wanted = fen;
    this.news = null;
    this.complete = false;
    clearTimeout(this.#timer);
    if (!this.paused) this.#timer = setTimeout(() => this.#next(), REST);
  }

  stop(): void {
    this.paused = true;
    clearTimeout(this.#timer);
    this.#say('stop');
  }

  resume(): void {
    this.paused = false;
    this.#next();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.state = 'closed';
  }

  /** Stops what is searched; what is wanted follows when the engine has stopped. */
  #next(): void {
    if (this.state !== 'open' || !this.#wanted) return;
    if (this.#searched !== null) this.#say('stop');
    else this.#search(this.#wanted);
  }

  #search(fen: string): void {
    this.#searched = fen;
    this.#lines = [];
    this.#say(`position fen ${fen}`);
    this.#say(`go depth ${DEPTH}`);
  }

  #hear(text: string): void {
    if (text === 'uciok') {
      this.#say(`setoption name MultiPV value ${this.count}`);
      this.#say('isready');
    } else if (text === 'readyok') {
      this.state = 'open';
      if (!this.paused) this.#next();
    } else if (text.startsWith('bestmove')) {
      const done = this.#searched;
      this.#searched = null;
      if (done === this.#wanted) this.complete = true;
      else if (this.#wanted && !this.paused) this.#search(this.#wanted);
    } else if (this.#searched && this.#searched === this.#wanted) this.#take(this.#searched, text);
  }

  #take(fen: string, text: string): void {
    const found = readInfo(fen, text);
    if (!found) return;
    this.#lines[found.index] = found.line;
    const first = this.#lines[0];
    if (!first) return;
    this.news = {
      type: 'analysis',
      fen,
      depth: first.depth,
      evaluation: 'cp' in first ? first.cp : null,
      mate: 'mate' in first ? first.mate : null,
      bestMove: first.moves[0] ?? null,
      pv: first.moves,
      lines: this.#lines.filter(Boolean),
    };
  }

  #say(text: string): void {
    this.#worker?.postMessage(text);
  }
}
