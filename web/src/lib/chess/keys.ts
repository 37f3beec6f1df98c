// The keys that every board understands.
import { dialogs } from '../state/dialogs.svelte';

/** Runs the action of a key, unless the reader is typing or on the grid. */
export function runKey(event: KeyboardEvent, actions: Record<string, () => unknown>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || dialogs.shown || event.defaultPrevented) return;
  const target = event.target as HTMLElement;
  if (target.closest('input, textarea, select, [role="grid"]')) return;
  if (event.key === ' ' && target.closest('button, a, summary')) return;
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}
