// The shapes of the service's answers that the page reads.

export type Lang = 'en' | 'no';
export type Bilingual = { en: string; no: string };
export type Eval = { cp: number; mate?: never } | { mate: number; cp?: never };
export type Sides<T> = { white: T; black: T };
export type Outlook = { white: number; draw: number; black: number };

export type Witness = { role: string; piece: string | null; square: string };
export type Place = { start: number; end: number; square: string };
export type Claim = {
  id: string;
  kind: string;
  source: string;
  polarity: string;
  formula: string;
  witnesses: Witness[];
  lines: string[][];
  gain?: number | null;
  weight: number;
  text: Bilingual;
  spans: { en: Place[]; no: Place[] };
};
export type Refutation = {
  reply: string;
  replySan: string;
  gain?: number | null;
  themes: string[];
  line: string[];
};
export type Alternative = { move: string; moveSan: string; reason: Bilingual; claims: Claim[] };
export type Best = { san: string; uci: string; eval: Eval; line: string[] };
export type ReviewedMove = {
  ply: number;
  san: string;
  uci: string;
  fenBefore: string;
  fenAfter: string;
  phase: string;
  eval?: Eval | null;
  best?: Best | null;
  label?: string | null;
  labelName?: Bilingual | null;
  accuracy?: number | null;
  loss?: number | null;
  wdl?: Outlook | null;
  claims: Claim[];
  explanation: Bilingual;
  refutation?: Refutation | null;
  better?: Alternative | null;
};
export type Opening = {
  eco: string;
  name: string;
  variation?: string | null;
  ply?: number | null;
  lesson?: Lesson | null;
};
export type Lesson = {
  eco: string;
  name: string;
  variation?: string | null;
  moves: string;
  evaluation: { sign: string; text: Bilingual };
  ideas: Bilingual[];
  principles: string[];
  plans: Sides<{ text: Bilingual; moves: string[] }[]>;
};
export type ReviewedGame = {
  tags: Record<string, string>;
  opening?: Opening | null;
  accuracy: Sides<number | null>;
  acpl: Sides<number | null>;
  phases: Record<string, { fromPly: number; accuracy: Sides<number | null> }>;
  counts: Sides<Record<string, number>>;
  turningPoints: number[];
  themes: Sides<{ missed: Record<string, number>; allowed: Record<string, number> }>;
  estimatedRating?: Sides<{ low: number; high: number } | null> | null;
  moves: ReviewedMove[];
  variations?: { fen: string; moves: ReviewedMove[] }[];
};
export type SearchLimit = {
  depth?: number | null;
  nodes?: number | null;
  movetime?: number | null;
  multipv: number;
};
export type Reviews = {
  profile: string;
  engine: string;
  limit: SearchLimit;
  interrupted?: boolean;
  games: ReviewedGame[];
};
export type ReviewDocument = { id: string; made: string; title: string; review: Reviews };
export type ReviewListed = { id: string; made: string; title: string };

export type ImportReport = {
  gamesProcessed: number;
  gamesImported: number;
  gamesDuplicate: number;
  gamesSkipped: Record<string, number>;
};
export type Job = {
  id: string;
  kind: string;
  state: string;
  progress: { done: number; total: number; etaSeconds?: number | null };
  result?: { reviewId?: string | null; puzzleIds?: string[]; imported?: unknown } | null;
  error?: string | null;
};

export type Results = { white: number; draws: number; black: number };
export type ExplorerGame = {
  id: string;
  uci: string;
  winner?: string | null;
  white: { name: string; rating?: number | null };
  black: { name: string; rating?: number | null };
  year?: number | null;
  site?: string | null;
};
export type ExplorerMove = Results & {
  uci: string;
  san: string;
  averageRating?: number | null;
  averageOpponentRating?: number | null;
  game?: ExplorerGame | null;
  byElo: Record<string, Results>;
};
export type Explorer = Results & {
  collection: string;
  through?: string | null;
  ratings: string;
  widened: boolean;
  moves: ExplorerMove[];
  topGames: ExplorerGame[];
  byElo: Record<string, Results>;
};

export type Condition = { law: string; met: boolean; formula: string; text: Bilingual; witnesses: Witness[] };
export type Validation = {
  valid: boolean;
  operators: string[];
  formula: string;
  rtype: string;
  explanation: Bilingual;
  fideRule: { norwegian: string; english: string };
  laws: string[];
  conditions: Condition[];
};
export type ProofNode = { formula: string; holds: boolean; ply: number; parts?: ProofNode[] };
export type Verdict = {
  holds: boolean;
  formula: string;
  violatedAt?: number | null;
  fulfilledAt?: number | null;
  witnesses: Witness[];
  proof: ProofNode;
};
export type Said = {
  san?: string | null;
  uci?: string | null;
  candidates: { san: string; uci: string; spoken: Bilingual }[];
};

export type PrincipleResult = {
  code: string;
  type: string;
  applies: boolean;
  satisfied: boolean;
  score: number;
  explanation?: Bilingual | null;
};
export type MoveScore = {
  statisticalScore?: number | null;
  engineScore?: number | null;
  krogScore: number;
  totalScore: number;
  confidence: number;
  analysis: {
    statistics?: {
      timesPlayed: number;
      whiteWins: number;
      draws: number;
      blackWins: number;
      winRate?: number | null;
    } | null;
    engine?: {
      centipawns?: number | null;
      mate?: number | null;
      depth: number;
      rank?: number | null;
      isBestMove: boolean;
    } | null;
    krog: { principleResults: PrincipleResult[]; krogFormula: string };
  };
};
export type MoveSuggestion = {
  move: string;
  moveSan: string;
  score: MoveScore;
  rank: number;
  classification?: string | null;
  label?: string | null;
  sound?: boolean | null;
  recommended: boolean;
  reasonForRecommendation: Bilingual;
  teachingPoints: Bilingual[];
  claims: Claim[];
};
export type Moves = {
  moves: MoveSuggestion[];
  bestMove?: string | null;
  totalLegalMoves: number;
  context: string;
  engine?: string | null;
  collection?: string | null;
};
export type Collection = { name: string; games: number; through?: string | null };
export type ServerInfo = {
  version: string;
  engine?: string | null;
  waiting: number;
  running: number;
  collection: string;
  collections: Collection[];
};
export type AnalysedLine = {
  cp?: number;
  mate?: number;
  depth: number;
  nodes?: number | null;
  moves: string[];
  san: string[];
};
export type PositionAnalysis = {
  position: { fen: string; phase: string; sideToMove: string };
  statistics: {
    totalGames: number;
    whiteWinRate?: number | null;
    drawRate?: number | null;
    blackWinRate?: number | null;
  };
  evaluation?: { centipawns?: number | null; mate?: number | null; depth: number; engine: string } | null;
  krog: { activePrinciples: string[]; positionalFactors: string[]; threats: string[]; claims: Claim[] };
  opening?: Opening | null;
};
export type PuzzleCard = {
  id: string;
  fen: string;
  lastMove: string;
  answers: string[];
  solution: string[];
  solutionSan: string[];
  themes: string[];
  site?: string | null;
};
export type StoredGame = {
  id: string;
  collection: string;
  tags: [string, string][];
  result: string;
  moves: string[];
  pgn: string;
};
export type MoveAnalysis = {
  fen: string;
  move: string;
  moveSan: string;
  label?: string | null;
  explanation: Bilingual;
  claims: Claim[];
  refutation?: Refutation | null;
};
export type ServerMessage =
  | {
      type: 'analysis';
      id?: string | null;
      fen: string;
      depth: number;
      evaluation?: number | null;
      mate?: number | null;
      bestMove?: string | null;
      pv: string[];
      lines: AnalysedLine[];
    }
  | { type: 'analysis_complete'; id?: string | null; fen: string; fullAnalysis?: MoveAnalysis | null }
  | { type: 'error'; id?: string | null; detail: string }
  | { type: 'pong' };
