import type { Text } from '#report/view/text.js';
import type { ReplyOutcome } from '#report/view/view.js';

/** The outcome of a case that takes no further trials. `waiting`: people label it first. */
type SettledOutcome = 'passed' | 'failed' | 'inconclusive' | 'shown' | 'waiting';

export interface LiveCase {
  readonly name: Text;
  readonly planned: number;
  /** Trials with a reply, and those of them that did not pass. */
  readonly done: number;
  readonly not_passed: number;
  readonly missing: number;
  /** null while it takes trials. */
  readonly settled: SettledOutcome | null;
}

export interface LiveReply {
  /** Its number among those of the run, which keeps it apart in the list. */
  readonly number: number;
  readonly case_index: number;
  readonly trial: number;
  readonly outcome: ReplyOutcome;
  readonly response: Text;
}

export interface LiveState {
  readonly cases: readonly LiveCase[];
  /** Replies of models that came, of the prompt and of judges alike. */
  readonly replies: number;
  /** Why trials are missing, if all have the same reason; null if not. */
  readonly why_missing: Text | null;
  /** The last trials that did not pass, the newest first. */
  readonly latest: readonly LiveReply[];
  /** True once no process works on it. */
  readonly is_ended: boolean;
}

/** A message of the server: cases that changed by their number, and everything else as it is. */
export interface LiveEvent extends Omit<LiveState, 'cases'> {
  readonly cases: readonly (readonly [index: number, changed: Omit<LiveCase, 'name' | 'planned'>])[];
}

export const mostLatest = 10;

export function changedBy(state: LiveState, { cases: changes, ...rest }: LiveEvent): LiveState {
  const cases = [...state.cases];
  for (const [index, change] of changes) {
    const known = cases[index];
    if (known) cases[index] = { ...known, ...change };
  }
  return { ...rest, cases };
}

export function trialsDone({ cases }: Pick<LiveState, 'cases'>): number {
  return cases.reduce((sum, { done }) => sum + done, 0);
}

export function casesSettled({ cases }: Pick<LiveState, 'cases'>): number {
  return cases.filter(({ settled }) => settled !== null).length;
}

/** Returns the sentences that announce the cases that were settled between two states; empty if there is none. */
export function announcement(before: LiveState, after: LiveState): readonly Text[] {
  return after.cases.flatMap(({ name, settled }, index) =>
    settled !== null && before.cases[index]?.settled === null ? [{ raw: `${name.raw}: ${settledWords[settled]}` }] : [],
  );
}

export const settledWords: Readonly<Record<SettledOutcome, string>> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'inconclusive',
  shown: 'shown',
  waiting: 'waits for labels',
};
