import type { CasePairs } from '#model/pairs/comparison.js';
import { noSources } from '#model/reply/reply-sources.js';
import type { AttemptCases, AttemptOutcome } from '#model/run/attempt.js';
import type { RunProgress } from '#run/deps.js';
import type { OpenRun } from '../../session/open-run.js';
import type { DrivenSide } from '../drive-pair.js';

/**
 * The attempt on B's files that a comparison is, from B's first call on: without a call it has seen no new answers. A has none, since the comparison
 * decides nothing about A.
 */
export class ComparisonAttempt {
  readonly #session: OpenRun;
  readonly #plan: DrivenSide['plan'];
  #cases: () => readonly CasePairs[] = () => [];
  #progress: () => RunProgress = () => ({ cases: noCases, red: false, red_trial: false, sources: noSources });
  #hasBegun = false;

  constructor(session: OpenRun, plan: DrivenSide['plan']) {
    this.#session = session;
    this.#plan = plan;
  }

  /** Returns the effects of B's run, which begin and follow the attempt. */
  deps(): Omit<OpenRun['deps'], 'side'> {
    const { deps, attempt } = this.#session;
    return {
      ...deps,
      ask: (call) => {
        this.#begin();
        return deps.ask(call);
      },
      onRed: () => attempt.red(),
      onBegin: (progress) => {
        this.#progress = progress;
      },
    };
  }

  /** Sets the function that returns the pairs so far. */
  follow(cases: () => readonly CasePairs[]): void {
    this.#cases = cases;
  }

  /** Records the end, once. Does nothing without a call. Throws EVA_DISK, EVA_ODD_FILE. */
  end(outcome: AttemptOutcome): void {
    this.#session.attempt.end(outcome);
  }

  /** Returns true if another comparison of the same files is a further attempt. */
  isCounted(): boolean {
    return this.#session.attempt.isCounted();
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const { attempt, place } = this.#session;
    attempt.begin(this.#plan, place.isResumed);
    attempt.follow(() => ({ ...this.#progress(), cases: countCases(this.#cases()) }));
  }
}

const noCases: AttemptCases = { passed: 0, failed: 0, open: 0 };

/** Counts the cases that decide something by their outcomes. */
function countCases(cases: readonly CasePairs[]): AttemptCases {
  const outcomes = cases.filter(({ decides }) => decides).map(({ outcome }) => outcome);
  const passed = outcomes.filter((outcome) => outcome === 'better' || outcome === 'not_worse').length;
  const failed = outcomes.filter((outcome) => outcome === 'worse' || outcome === 'undecided').length;
  return { passed, failed, open: outcomes.length - passed - failed };
}
