// What a screen reader is told. One voice for the whole page.

class Announcer {
  text = $state('');
  #turn = false;

  /** Says something once; the same words again are said again. */
  say(words: string): void {
    this.#turn = !this.#turn;
    this.text = this.#turn ? words : `${words}\u00a0`;
  }
}

export const announcer = new Announcer();
