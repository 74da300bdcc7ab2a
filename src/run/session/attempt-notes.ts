import { lazy } from '#model/data/collections.js';
import { type AttemptKind, noSources } from '#model/reply/reply-sources.js';
import {
  type AttemptFacts,
  type AttemptLine,
  type AttemptOutcome,
  type ComparedRunNames,
  rowDigest,
} from '#model/run/attempt.js';
import { isOnlyLook, type RunPlan, type RunResult } from '#model/run/run.js';
import { type AttemptTimes, appendAttempt, readAttempts, syncAttempts } from '#store/logs/attempts-log.js';
import { beginOf } from '../attempts/attempts.js';
import { readEvidence } from '../attempts/kept-evidence.js';
import { nextAttempt } from '../attempts/next-attempt.js';
import type { NumberAttempt } from '../plan/plan-run.js';
import type { RunProgress } from '../run.js';

export function attemptKindOf({
  manner,
  partial,
  compare,
}: Pick<RunPlan, 'manner' | 'partial' | 'compare'>): AttemptKind {
  if (manner.replay) return 'replay';
  if (compare) return 'compare';
  if (manner.look) return 'look';
  if (partial) return 'partial';
  return manner.shard ? 'shard' : 'full';
}

export function outcomeOfResult(result: RunResult): AttemptOutcome {
  const { state, shard, all_passed, waits_for } = result;
  if (state === 'unfinished') return 'unfinished';
  if (shard || isOnlyLook(result)) return 'collected';
  if (waits_for !== undefined) return 'waiting';
  return all_passed ? 'passed' : 'failed';
}

/** Writes the lines of a run's attempt to `.attempts.jsonl`: begin, red, end. */
export class AttemptNotes {
  readonly #root: string;
  readonly #runId: string;
  #kind: AttemptKind;
  readonly #times: AttemptTimes;
  #facts: Omit<AttemptFacts, 'ts'> | undefined;
  #begin: AttemptLine | undefined;
  #progress: () => RunProgress = () => nothingYet(0);
  #isEnded = false;

  constructor(
    { root, times }: { readonly root: string; readonly times: AttemptTimes },
    runId: string,
    kind: AttemptKind,
  ) {
    this.#root = root;
    this.#times = times;
    this.#runId = runId;
    this.#kind = kind;
  }

  /**
   * Records the start of the attempt. For a resumed run the line usually exists already, and is not repeated. A comparison of the trials of two
   * runs is one whatever it would ask with. Throws EVA_DISK, EVA_ODD_FILE.
   */
  begin(
    { id, evidence, cases, manner: { shard }, ...plan }: RunPlan,
    isResumed: boolean,
    pair: ComparedRunNames | null = null,
  ): void {
    if (pair) this.#kind = 'compare';
    const digests = cases.flatMap(({ dataset }) => (dataset ? [dataset.digest] : []));
    const facts = {
      run_id: this.#runId,
      id,
      evidence,
      kind: this.#kind,
      try: plan.try ?? 1,
      ...(shard && { shard }),
      ...(plan.shards && { shards: plan.shards.runs }),
      ...(plan.shards && plan.shards.redrawn.length > 0 && { redrawn: plan.shards.redrawn }),
      ...(pair && { pair }),
      ...(digests.length > 0 && { datasets: [...new Set(digests)] }),
    };
    this.#progress = () => nothingYet(cases.filter(({ look }) => !look).length);
    const noted = isResumed ? beginOf(this.#runId, readAttempts(this.#root).rows) : undefined;
    this.#begin = noted ?? { event: 'begin', ...facts, ts: this.#times.next() };
    if (this.#begin !== noted) appendAttempt(this.#root, this.#begin);
    this.#facts = facts;
  }

  follow(progress: () => RunProgress): void {
    this.#progress = progress;
  }

  progress(): RunProgress {
    return this.#progress();
  }

  /** Returns true if the run has begun and is not a replay, so that another run of the same files is a further attempt. */
  isCounted(): boolean {
    return this.#facts !== undefined && this.#kind !== 'replay';
  }

  /** Returns true if the run calls no model. */
  isReplay(): boolean {
    return this.#kind === 'replay';
  }

  /** Records that the first case has failed or can no longer pass. Throws EVA_DISK, EVA_ODD_FILE. */
  red(): void {
    if (this.#facts) appendAttempt(this.#root, { event: 'red', ...this.#facts, ts: this.#times.next() });
  }

  /**
   * Records the end of the attempt, once and at once, and the row that the run will have; then waits for the disk. Does nothing if the attempt has
   * not begun. Throws EVA_DISK, EVA_ODD_FILE.
   */
  async end(outcome: AttemptOutcome, row: object | null = null): Promise<void> {
    if (!this.#facts || this.#isEnded) return;
    this.#isEnded = true;
    const noted = row && { row: rowDigest(this.#begin, row) };
    appendAttempt(this.#root, {
      event: 'end',
      ...this.#facts,
      ts: this.#times.next(),
      outcome,
      ...this.#progress(),
      ...noted,
    });
    await syncAttempts(this.#root);
  }
}

/** Returns the progress before the first trial. `open` is the number of cases. */
export function nothingYet(open: number): RunProgress {
  return { cases: { passed: 0, failed: 0, open }, red: false, red_trial: false, sources: noSources };
}

/** Returns a function that numbers new attempts of a command. It reads the logs once, for all of them; prompts with equal files get one number after another. */
export function attemptNumber(root: string): NumberAttempt {
  const kept = lazy(() => readEvidence(root));
  const numbered = new Map<string, string[]>();
  return ({ id, evidence, partial, manner, shards, redrawn }) => {
    const kind = attemptKindOf({ manner, partial });
    const merged = shards && { shards, ...(redrawn && { redrawn }) };
    const facts = { id, evidence, kind, ...(manner.shard && { shard: manner.shard }), ...merged };
    const attempt = nextAttempt(root, facts, kept());
    if (kind === 'replay') return attempt;
    const files = JSON.stringify(evidence);
    const ids = numbered.get(files) ?? [];
    if (!ids.includes(id)) numbered.set(files, [...ids, id]);
    const before = ids.includes(id) ? ids.indexOf(id) : ids.length;
    return { ...attempt, try: (attempt.try ?? 1) + before };
  };
}
