// Names of themes, principles and laws, as the service's registries have them.
import { api } from '../api/client';
import type { Bilingual } from '../api/types';
import { both } from '../i18n/text.svelte';

type Named = { id: string; name: Bilingual };

class Names {
  #known = $state<Record<string, Bilingual>>({});
  #asked = false;

  /** The name of a theme, principle or law; its id until the registry has answered. */
  of(id: string): string {
    this.#ask();
    const name = this.#known[id];
    return name ? both(name) : id;
  }

  #ask(): void {
    if (this.#asked) return;
    this.#asked = true;
    queueMicrotask(() => void this.#load());
  }

  async #load(): Promise<void> {
    for (const kind of ['tactics', 'principles', 'laws']) {
      try {
        const list = (await api.rules(kind)) as Named[];
        this.#known = { ...this.#known, ...Object.fromEntries(list.map((rule) => [rule.id, rule.name])) };
      } catch {
        // Without the registry the ids have to do.
      }
    }
  }
}

export const names = new Names();
