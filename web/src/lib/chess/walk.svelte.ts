// A walk through positions by free moves: what was played, and where one is.
import { play, START, type Step } from './position';

export class Walk {
  from = $state(START);
  steps = $state<Step[]>([]);
  at = $state(0);
  fen: string = $derived(this.steps[this.at - 1]?.fen ?? this.from);
  lastMove: string | null = $derived(this.steps[this.at - 1]?.uci ?? null);

  constructor(from: string | null) {
    if (from) this.from = from === 'startpos' ? START : from;
  }

  /** Plays a move; what came after the place is forgotten. */
  play(uci: string): Step | null {
    const step = play(this.fen, uci);
    if (!step) return null;
    if (this.steps[this.at]?.uci === step.uci) {
      this.at += 1;
      return step;
    }
    this.steps = [...this.steps.slice(0, this.at), step];
    this.at += 1;
    return step;
  }

  step(by: number): void {
    this.at = Math.min(Math.max(this.at + by, 0), this.steps.length);
  }

  reset(from: string): void {
    this.from = from;
    this.steps = [];
    this.at = 0;
  }
}
