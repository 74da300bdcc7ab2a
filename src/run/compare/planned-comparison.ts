import { pairRefusals, tooFewPairsProblem } from '#decide/pairs/pair-outlooks.js';
import type { Case } from '#model/case.js';
import type { SideName } from '#model/pairs/compare-rule.js';
import type { PairQuestion, SideFacts, UnpairedItems } from '#model/pairs/comparison.js';
import { EvaError, type Problem } from '#model/problem.js';
import type { Body } from '#model/prompt.js';
import type { ComparedRunNames } from '#model/run/attempt.js';
import type { Evidence } from '#model/run/run.js';
import type { Sample } from '#model/run/sample.js';
import type { KeptTrials } from '../collect/collect-cases.js';
import type { GradedTrial } from '../collect/collect-trial.js';
import type { PlannedRun, RunFlags, RunOptions, RunWorld } from '../session/run-options.js';

/**
 * A comparison that is ready to begin: both sides are runs that may ask models, or two stored runs that ask nothing. `close` must be called,
 * whatever happens.
 */
export type PlannedComparison = AskedComparison | StoredComparison;

interface PlannedBase {
  readonly id: string;
  /** The command that compares the same sides again. */
  readonly command: string;
  readonly question: PairQuestion;
  /** The word that named A: `main`, `ready`, an id, a model, a run. */
  readonly against: string;
  /** The names of the cases that are compared; null for all. */
  readonly only: readonly string[] | null;
  /** True if `--case` chose some of the pairs. */
  readonly partial: boolean;
  readonly warnings: readonly Problem[];
  /** Removes private folders and closes files. May be called again. */
  readonly close: () => void;
}

/** A comparison whose sides are runs: B's cases, asked with the prompt and models of each side. */
export interface AskedComparison extends PlannedBase {
  readonly way: 'asked';
  /** The id of the comparison, which both plans have in `compare`. */
  readonly comparison: string;
  /** True if both sides have the same prompt and models: B is then not worse without a call, and neither run is started. */
  readonly same: boolean;
  /** True if B is the files of the working tree as they are, so that the comparison can have a row. */
  readonly isOfFiles: boolean;
  /** True if `compare:` asks for "better", so that a sequential case goes on after "not worse". */
  readonly seeksBetter: boolean;
  readonly a: PlannedSide;
  readonly b: PlannedSide;
}

export interface PlannedSide {
  readonly name: SideName;
  /** The plan of the run has `compare`. */
  readonly run: PlannedRun;
  /** null if every trial must be asked. */
  readonly kept: KeptRunTrials | null;
}

/** The trials of a noted whole run, failures included. */
export interface KeptRunTrials {
  readonly run_id: string;
  readonly evidence: Evidence;
  readonly find: KeptTrials;
  /** Returns the number of planned trials of a case that the run has. */
  readonly count: (caseName: string) => number;
  readonly close: () => void;
}

/** Returns the names of the runs whose trials both sides take; null if a side has none. */
export function keptPair(a: KeptRunTrials | null, b: KeptRunTrials | null): ComparedRunNames | null {
  return a && b && [a.run_id, b.run_id];
}

/** A comparison of two stored runs. Nothing is asked, and no run is made. */
export interface StoredComparison extends PlannedBase {
  readonly way: 'stored';
  readonly a: StoredSide;
  readonly b: StoredSide;
  /** The cases that both runs have, in the order of B. */
  readonly cases: readonly StoredPairs[];
}

export interface StoredSide {
  readonly facts: SideFacts;
  readonly body: Body;
}

/** The pairs of a case in two stored runs: the same item and draw, with the same values. */
export interface StoredPairs {
  /** B's case, with the number of pairs as its sample size. */
  readonly testCase: Case;
  /** The items and draws of the pairs. It cannot render a case. */
  readonly sample: Pick<Sample, 'origin' | 'endsUnit'>;
  readonly unpaired: UnpairedItems;
  /** Reads the pairs in order. May be called again. */
  readonly read: () => Iterable<StoredPair>;
}

interface StoredPair {
  readonly a: GradedTrial;
  readonly b: GradedTrial;
}

/** The options of `eva compare`. */
export interface CompareOptions extends RunWorld, Pick<RunFlags, 'budget' | 'replay'>, Pick<RunOptions, 'trust'> {
  /** The words after the id, at most two. */
  readonly words: readonly string[];
  /** At most two variants or models: one for both sides, or one for each. */
  readonly models?: readonly string[];
  /** The names of the cases to compare; by default those of `compare:`, else all. */
  readonly cases?: readonly string[];
  /** The margin; by default that of `compare:`, else 0.05. */
  readonly margin?: number | undefined;
  /** True if an earlier comparison is continued or shown, so that the level of a further attempt refuses nothing. */
  readonly has_begun?: boolean;
  /** Receives a function that removes private folders, before the first is made: for a process that leaves without waiting. */
  readonly onOpen?: (close: () => void) => void;
}

/** Throws EVA_UNDERPOWERED if no case has enough pairs to show the margin, and for each named case that has too few. */
export function requirePairs(cases: readonly Case[], question: PairQuestion, named: readonly string[] | null): void {
  const problems = pairRefusals(cases, question, (name) => named?.includes(name) === true).map(tooFewPairsProblem);
  if (problems.length > 0) throw new EvaError(problems);
}

/** Collects what must be closed. `close` closes each once. */
export function closingAll(): { readonly add: (close: () => void) => void; readonly close: () => void } {
  const open: (() => void)[] = [];
  return {
    add: (close) => void open.push(close),
    close: () => {
      for (const close of open.splice(0)) close();
    },
  };
}
