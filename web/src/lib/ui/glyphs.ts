// Shapes and texts of the labels, drawn on 24 by 24.

export type Glyph = { shape: string; text: string; size?: number; y?: number };

const CIRCLE = 'M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 1 1 0-21z';

export const GLYPHS: Record<string, Glyph> = {
  brilliant: {
    shape:
      'M12 0l3 4.2 5-1.4.2 5.2L24 12l-3.8 4 -.2 5.2-5-1.4L12 24l-3-4.2-5 1.4-.2-5.2L0 12l3.8-4L4 2.8l5 1.4z',
    text: '!!',
  },
  critical: { shape: 'M12 0.5L23.5 12L12 23.5L0.5 12z', text: '!', size: 13, y: 16.5 },
  best: { shape: CIRCLE, text: '1', size: 13, y: 16.5 },
  excellent: { shape: CIRCLE, text: '✓', size: 12 },
  good: { shape: CIRCLE, text: '·', size: 22, y: 18.5 },
  inaccuracy: {
    shape: 'M12 1L23.5 21.5a1 1 0 0 1-.9 1.5H1.4a1 1 0 0 1-.9-1.5z',
    text: '?!',
    size: 10,
    y: 20,
  },
  mistake: {
    shape: 'M4 2h16a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z',
    text: '?',
    size: 14,
    y: 17,
  },
  blunder: { shape: 'M7.5 1h9L23 7.5v9L16.5 23h-9L1 16.5v-9z', text: '??', size: 12 },
  miss: {
    shape: 'M2 5h20a12 12 0 0 1-20 0zM12 23a12 12 0 0 1-11-8a12 12 0 0 1 22 0a12 12 0 0 1-11 8z',
    text: '∅',
    size: 10,
    y: 20,
  },
  book: {
    shape: 'M3 3h8l1 1.5L13 3h8a1 1 0 0 1 1 1v15h-8.5L12 21l-1.5-2H2V4a1 1 0 0 1 1-1z',
    text: '≡',
    size: 13,
    y: 15.5,
  },
  forced: { shape: 'M1 5h13l9 7-9 7H1z', text: '→', size: 11, y: 15.5 },
};

/** Labels in the order in which people look for them. */
export const LABELS = [
  'brilliant',
  'critical',
  'best',
  'excellent',
  'good',
  'book',
  'forced',
  'inaccuracy',
  'mistake',
  'miss',
  'blunder',
] as const;
