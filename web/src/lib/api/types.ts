// Names for the shapes of the service's answers. The shapes themselves are made
// from its description, docs/openapi.json, and cannot drift from it.
import type { components } from './schema';

type Schemas = components['schemas'];

export type Lang = 'en' | 'no';
export type Bilingual = Schemas['Bilingual'];
export type Eval = { cp: number; mate?: never } | { mate: number; cp?: never };
export type Outlook = Schemas['Outlook'];
export type Witness = Schemas['Witness'];
export type Claim = Schemas['Claim'];
export type Opening = Schemas['Opening'];
export type ReviewedMove = Schemas['ReviewedMove'];
export type ReviewedGame = Schemas['ReviewedGame'];
export type ReviewDocument = Schemas['StoredReview'];
export type Job = Schemas['JobStatus'];
export type Results = Schemas['Results'];
export type Explorer = Schemas['Explorer'];
export type ExplorerGame = Schemas['ExplorerGame'];
export type Validation = Schemas['Validation'];
export type Verdict = Schemas['Verdict'];
export type ProofNode = Schemas['ProofNode'];
export type Said = Schemas['Said'];
export type Moves = Schemas['Moves'];
export type MoveSuggestion = Schemas['MoveSuggestion'];
export type MoveAnalysis = Schemas['MoveAnalysis'];
export type ServerInfo = Schemas['ServerInfo'];
export type AnalysedLine = Schemas['AnalysedLine'];
export type PositionAnalysis = Schemas['PositionAnalysis'];
export type Prediction = Schemas['Prediction'];
export type PuzzleCard = Schemas['PuzzleCard'];
export type StoredGame = Schemas['StoredGame'];
export type RuleEntry = Schemas['RuleEntry'];
export type ClientMessage = Schemas['ClientMessage'];
export type ServerMessage = Schemas['ServerMessage'];
export type Problem = Schemas['Problem'];

/** What an import did; the description leaves it open. */
export type ImportReport = {
  collection: string;
  gamesProcessed: number;
  gamesImported: number;
  gamesDuplicate: number;
  gamesSkipped: Record<string, number>;
};
