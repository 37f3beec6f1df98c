// Where the reader is: the address is the only place that knows.

export type Place =
  | { view: 'start' }
  | { view: 'review'; id: string }
  | { view: 'job'; id: string }
  | { view: 'game'; id: string }
  | { view: 'analysis' }
  | { view: 'explorer' }
  | { view: 'laws'; id?: string }
  | { view: 'practice' }
  | { view: 'lost' };

/** The place that a path names. */
export function placeOf(path: string): Place {
  const [first = '', second, third] = path.split('/').filter(Boolean).map(decode);
  if (third !== undefined) return { view: 'lost' };
  switch (first) {
    case '':
      return { view: 'start' };
    case 'review':
    case 'job':
    case 'game':
      return second ? { view: first, id: second } : { view: 'lost' };
    case 'laws':
      return second ? { view: 'laws', id: second } : { view: 'laws' };
    case 'analysis':
    case 'explorer':
    case 'practice':
      return second ? { view: 'lost' } : { view: first };
    default:
      return { view: 'lost' };
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const here = () =>
  typeof location === 'undefined'
    ? { path: '/', query: '' }
    : { path: location.pathname, query: location.search };

class Route {
  // Two texts and no object: who reads the path is not woken by the query.
  #path = $state(here().path);
  #query = $state(here().query);
  place = $derived(placeOf(this.#path));
  query = $derived(new URLSearchParams(this.#query));

  /** How often the reader has gone somewhere else; an address that only tells
      more about the same place is no step. */
  steps = $state(0);

  /** Goes to an address of the page. */
  go(address: string, replace = false): void {
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    const before = this.#path;
    this.follow();
    if (replace) return;
    if (this.#path !== before) this.steps += 1;
    window.scrollTo(0, 0);
  }

  /** The browser has gone back or forward. */
  returned(): void {
    const before = this.#path;
    this.follow();
    if (this.#path !== before) this.steps += 1;
  }

  /** Notes something in the address without a step in the history. */
  note(changes: Record<string, string | null>): void {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) query.delete(name);
      else query.set(name, value);
    }
    const text = query.toString();
    const address = location.pathname + (text ? `?${text}` : '');
    if (address === location.pathname + location.search) return;
    history.replaceState(null, '', address);
    this.follow();
  }

  follow(): void {
    const { path, query } = here();
    this.#path = path;
    this.#query = query;
  }
}

export const route = new Route();

/** Lets links within the page work without loading it again. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.('a[href]');
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (url.hash && url.pathname === location.pathname) return;
  event.preventDefault();
  route.go(url.pathname + url.search);
}
