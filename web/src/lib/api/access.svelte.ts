// The key that opens the server, where it wants one. It is kept in this browser
// and sent to the server that the page came from, and to nobody else.

const PLACE = 'krog-key';

function kept(): string {
  try {
    return localStorage.getItem(PLACE) ?? '';
  } catch {
    return '';
  }
}

class Access {
  key = $state(typeof localStorage === 'undefined' ? '' : kept());

  /** Uses a key from now on; an empty one is forgotten. */
  use(key: string): void {
    this.key = key.trim();
    try {
      if (this.key) localStorage.setItem(PLACE, this.key);
      else localStorage.removeItem(PLACE);
    } catch {
      // A browser that keeps nothing asks again the next time.
    }
  }
}

export const access = new Access();
