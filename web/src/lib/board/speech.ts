// Speech to words, where the browser can do it. Not every browser does, and
// TypeScript's library does not know the interface.
import type { Lang } from '../api/types';

type Recognition = {
  lang: string;
  maxAlternatives: number;
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null;
  onerror: (() => void) | null;
  onend: (() => void) | null;
  start(): void;
};
type Maker = new () => Recognition;

function maker(): Maker | undefined {
  const page = globalThis as { SpeechRecognition?: Maker; webkitSpeechRecognition?: Maker };
  return page.SpeechRecognition ?? page.webkitSpeechRecognition;
}

/** Whether the browser can listen. */
export const hearing = (): boolean => maker() !== undefined;

/** What was said, or nothing. */
export function hear(lang: Lang): Promise<string | null> {
  const Make = maker();
  if (!Make) return Promise.resolve(null);
  return new Promise((resolve) => {
    const recognition = new Make();
    recognition.lang = lang === 'no' ? 'nb-NO' : 'en-GB';
    recognition.maxAlternatives = 1;
    recognition.onresult = (event) => resolve(event.results[0]?.[0]?.transcript ?? null);
    recognition.onerror = () => resolve(null);
    recognition.onend = () => resolve(null);
    recognition.start();
  });
}
