import type { AttemptFacts, AttemptKind, AttemptOutcome } from '#model/attempt.js';
import { noSources } from '#model/reply-sources.js';
import type { RunPlan, RunResult } from '#model/run.js';
import type { RunStanding } from '#run/run.js';
import { appendAttempt, readAttempts } from '#store/attempts-log.js';

/** Which kind of look at replies a run is. `isLive`: whether models are called. */
export function attemptKindOf({ manner, partial }: Pick<RunPlan, 'manner' | 'partial'>, isLive: boolean): AttemptKind {
  if (manner.replay || (!isLive && manner.merged === null)) return 'replay';
  if (partial) return 'partial';
  return manner.shard ? 'shard' : 'full';
}

/** How an attempt ended that came to a result. */
export function outcomeOfResult({ state, shard, all_passed }: RunResult): AttemptOutcome {
  if (state === 'unfinished') return 'unfinished';
  if (shard) return 'collected';
  return all_passed ? 'passed' : 'failed';
}

/** Notes the attempt that a run is in `.attempts.jsonl`: that it begins, that it is red, how it ends. */
export class AttemptNotes {
  readonly #root: string;
  readonly #runId: string;
  readonly #kind: AttemptKind;
  #facts: Omit<AttemptFacts, 'ts'> | undefined;
  #standing: () => RunStanding = () => ({
    cases: { passed: 0, failed: 0, open: 0 },
    red: false,
    red_trial: false,
    sources: noSources,
  });
  #isEnded = false;

  constructor(root: string, runId: string, kind: AttemptKind) {
    this.#root = root;
    this.#runId = runId;
    this.#kind = kind;
  }

  /** Notes that the attempt begins, unless that is noted already, as it is of a run that is resumed. Throws EVA_DISK, EVA_ODD_FILE. */
  begin({ id, evidence, cases, manner: { shard }, ...plan }: RunPlan, isResumed: boolean): void {
    const facts = {
      run_id: this.#runId,
      id,
      evidence,
      kind: this.#kind,
      try: plan.try ?? 1,
      ...(shard && { shard }),
      ...(plan.shards && { shards: plan.shards.runs }),
    };
    const open = { passed: 0, failed: 0, open: cases.length };
    this.#standing = () => ({ cases: open, red: false, red_trial: false, sources: noSources });
    if (!isResumed || !this.#isNoted()) appendAttempt(this.#root, { event: 'begin', ...facts, ts: now() });
    this.#facts = facts;
  }

  /** Takes what tells how far the run has come. */
  follow(standing: () => RunStanding): void {
    this.#standing = standing;
  }

  /** How far the run has come. */
  standing(): RunStanding {
    return this.#standing();
  }

  /** True if a new run on the same evidence would be one more attempt: this one has begun and is no replay. */
  isCounted(): boolean {
    return this.#facts !== undefined && this.#kind !== 'replay';
  }

  /** Notes that the first case is red. */
  red(): void {
    if (this.#facts) appendAttempt(this.#root, { event: 'red', ...this.#facts, ts: now() });
  }

  /** Notes how the attempt ended, once; nothing of one that has not begun. */
  end(outcome: AttemptOutcome): void {
    if (!this.#facts || this.#isEnded) return;
    this.#isEnded = true;
    appendAttempt(this.#root, { event: 'end', ...this.#facts, ts: now(), outcome, ...this.#standing() });
  }

  #isNoted(): boolean {
    return readAttempts(this.#root).rows.some(({ value }) => value.event === 'begin' && value.run_id === this.#runId);
  }
}

function now(): string {
  return new Date().toISOString();
}
