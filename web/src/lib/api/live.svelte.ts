// Live analysis over the WebSocket: a question is sent when the reader has
// rested on a position for a moment, and the newest replaces the former.
import { connection } from './connection.svelte';
import { failureOf } from './problem';
import type { ServerMessage } from './types';

const REST = 250;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 5000;

export type LiveState = 'connecting' | 'open' | 'closed';
export type LiveNews = Extract<ServerMessage, { type: 'analysis' }>;

export class Live {
  state = $state<LiveState>('connecting');
  news = $state<LiveNews | null>(null);
  complete = $state(false);
  trouble = $state<string | null>(null);
  paused = $state(false);
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pause = FIRST_PAUSE;
  #fen: string | null = null;
  #number = 0;
  #ended = false;

  constructor(
    readonly lines = 3,
    readonly nodes = 2_000_000,
  ) {
    this.connect();
  }

  /** Asks about a position; earlier questions are forgotten. */
  ask(fen: string): void {
    if (fen === this.#fen) return;
    this.#fen = fen;
    this.news = null;
    this.complete = false;
    this.trouble = null;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.paused) this.#timer = setTimeout(() => this.#rested(), REST);
  }

  stop(): void {
    this.paused = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#write({ type: 'stop' });
  }

  resume(): void {
    this.paused = false;
    this.#send();
  }

  connect(): void {
    clearTimeout(this.#retry);
    if (this.#socket) {
      // One that is given up must not speak any more, nor call for another.
      this.#socket.onclose = null;
      this.#socket.onmessage = null;
      this.#socket.close();
    }
    this.state = 'connecting';
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    try {
      this.#socket = new WebSocket(`${scheme}://${location.host}/api/v1/analysis`);
    } catch (error) {
      this.trouble = failureOf(error).message;
      this.state = 'closed';
      return;
    }
    this.#socket.onopen = () => {
      this.state = 'open';
      this.trouble = null;
      this.#pause = FIRST_PAUSE;
      connection.found();
      // A question that still rests is sent when it has rested.
      if (!this.paused && this.#timer === undefined) this.#send();
    };
    this.#socket.onmessage = (event) => this.#hear(String(event.data));
    this.#socket.onclose = () => {
      this.state = 'closed';
      if (this.#ended) return;
      connection.doubt();
      this.#retry = setTimeout(() => this.connect(), this.#pause);
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    };
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#retry);
    this.#socket?.close();
  }

  #rested(): void {
    this.#timer = undefined;
    this.#send();
  }

  #send(): void {
    if (!this.#fen || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#number += 1;
    this.complete = false;
    const options = { multiPv: this.lines, nodes: this.nodes, includeKrog: false };
    this.#write({ type: 'analyze', id: String(this.#number), fen: this.#fen, options });
  }

  #write(message: unknown): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #hear(text: string): void {
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      return;
    }
    if (message.type === 'pong') return;
    if (message.id && message.id !== String(this.#number)) return;
    if (message.type === 'analysis') this.news = message;
    else if (message.type === 'analysis_complete') this.complete = true;
    else this.trouble = message.detail;
  }
}
