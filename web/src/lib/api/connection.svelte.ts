// Whether the server can be reached. Whoever notices that it cannot says so
// here; from then on it is asked now and then until it answers.

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 5000;

class Connection {
  away = $state(false);
  /** How often the server has come back; who reads it is woken by that. */
  returns = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pause = FIRST_PAUSE;
  #asking = false;

  /** A request was not answered at all. */
  lost(): void {
    this.away = true;
    this.#wait();
  }

  /** A connection broke off: the server may be away. */
  doubt(): void {
    if (!this.away && !this.#asking) void this.#ask();
  }

  /** The server has answered. */
  found(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pause = FIRST_PAUSE;
    if (!this.away) return;
    this.away = false;
    this.returns += 1;
  }

  #wait(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.#ask(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#asking = true;
    try {
      await fetch('/healthz', { cache: 'no-store' });
      this.found();
    } catch {
      this.lost();
    } finally {
      this.#asking = false;
    }
  }
}

export const connection = new Connection();
