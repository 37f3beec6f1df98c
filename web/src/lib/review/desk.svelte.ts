// Where the reader is in a review: which game, which move, which line is being
// played through, which squares are pointed at.
import type { ReviewDocument, ReviewedGame, ReviewedMove } from '../api/types';
import { type Arrow, arrowOf, type Mark, marksOf, squaresOf } from '../board/marks';
import { follow, play, type Step } from '../chess/position';
import { settings } from '../state/settings.svelte';
import { plyOf, positionAt } from './model';

export type Side = { from: string; steps: Step[]; at: number; title: string };

export class Desk {
  document = $state.raw() as ReviewDocument;
  gameIndex = $state(0);
  ply = $state(0);
  flipped = $state(false);
  side = $state<Side | null>(null);
  pinned = $state<string[] | null>(null);
  hovered = $state<string[] | null>(null);
  threatSquares = $state<string[] | null>(null);

  game: ReviewedGame = $derived.by(() => this.document.review.games[this.gameIndex] as ReviewedGame);
  move: ReviewedMove | null = $derived(this.ply > 0 ? (this.game.moves[this.ply - 1] ?? null) : null);
  fen: string = $derived.by(() => {
    if (!this.side) return positionAt(this.game, this.ply);
    return this.side.steps[this.side.at - 1]?.fen ?? this.side.from;
  });
  lastMove: string | null = $derived.by(() => {
    if (this.side) return this.side.steps[this.side.at - 1]?.uci ?? null;
    return this.move?.uci ?? null;
  });
  marks: Mark[] = $derived.by(() => {
    if (this.hovered) return marksOf(this.hovered, true);
    if (this.pinned) return marksOf(this.pinned, true);
    if (this.threatSquares) return marksOf(this.threatSquares);
    const first = this.side ? undefined : this.move?.claims[0];
    return first ? marksOf(squaresOf(first)) : [];
  });
  arrows: Arrow[] = $derived.by(() => {
    if (!settings.arrows || this.side || !this.move) return [];
    const better = this.move.better?.move;
    const reply = this.move.refutation?.reply;
    return [...(better ? [arrowOf(better, 'best')] : []), ...(reply ? [arrowOf(reply, 'threat')] : [])];
  });
  orientation: 'white' | 'black' = $derived(this.flipped ? 'black' : 'white');

  constructor(document: ReviewDocument, game: number, ply: string | null) {
    this.document = document;
    this.gameIndex = Math.min(Math.max(game, 0), document.review.games.length - 1);
    this.ply = plyOf(ply, this.game?.moves.length ?? 0);
  }

  /** Takes a newer state of the review; the reader stays where it is the same game. */
  take(document: ReviewDocument): void {
    if (document === this.document) return;
    const line = (game: ReviewedGame | undefined) => game?.moves.map((move) => move.uci).join(' ');
    const before = line(this.game);
    this.document = document;
    this.gameIndex = Math.min(this.gameIndex, document.review.games.length - 1);
    if (line(this.game) !== before) this.go(0);
  }

  /** Goes to a ply of the game, leaving any line. */
  go(ply: number): void {
    this.leave();
    this.ply = Math.min(Math.max(ply, 0), this.game.moves.length);
  }

  /** One step in the line that is being played, else in the game. */
  step(by: number): void {
    this.hovered = null;
    if (this.side) this.side.at = Math.min(Math.max(this.side.at + by, 0), this.side.steps.length);
    else this.go(this.ply + by);
  }

  /** To the start or the end. */
  jump(end: boolean): void {
    if (this.side) this.side.at = end ? this.side.steps.length : 0;
    else this.go(end ? this.game.moves.length : 0);
  }

  choose(game: number): void {
    this.gameIndex = game;
    this.go(0);
  }

  /** Plays a line through, beginning with its first move on the board. */
  follow(from: string, moves: readonly string[], title: string): void {
    const steps = follow(from, moves);
    this.pinned = null;
    this.hovered = null;
    if (steps.length) this.side = { from, steps, at: 1, title };
  }

  /** A move of the reader's own. */
  try(uci: string, title: string): void {
    const from = this.fen;
    const step = play(from, uci);
    if (!step) return;
    if (this.side) {
      this.side.steps = [...this.side.steps.slice(0, this.side.at), step];
      this.side.at += 1;
    } else this.side = { from, steps: [step], at: 1, title };
  }

  leave(): void {
    this.side = null;
    this.pinned = null;
    this.hovered = null;
    this.threatSquares = null;
  }
}
