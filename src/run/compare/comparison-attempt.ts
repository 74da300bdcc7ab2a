import { pairRefusals, tooFewPairsProblem } from '#decide/pairs/pair-outlooks.js';
import type { Case } from '#model/case.js';
import type { CasePairs, PairQuestion } from '#model/pairs/comparison.js';
import { EvaError } from '#model/problem.js';
import { noSources } from '#model/reply/reply-sources.js';
import type { AttemptCases, AttemptOutcome } from '#model/run/attempt.js';
import type { RunPlan } from '#model/run/run.js';
import { type AttemptLines, compareLevel, nextCompareAttempt } from '../attempts/attempts.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import type { RunProgress } from '../run.js';
import type { OpenRun } from '../session/open-run.js';
import type { Side } from './pair-case.js';

/**
 * The attempt on B's files that a comparison is, from the first call of either side on: without a call it has seen no new answers. New answers of A
 * alone make it one too, else a person could ask A until B looks good. A has no attempt, since the comparison decides nothing about A.
 */
export class ComparisonAttempt {
  readonly #session: OpenRun;
  readonly #other: OpenRun;
  readonly #plan: RunPlan;
  #cases: () => readonly CasePairs[] = () => [];
  #progress: () => RunProgress = nothingYet;
  #progressOfA: () => RunProgress = nothingYet;
  #hasBegun = false;

  /** `sides`: the open runs. `plan`: that of B. */
  constructor({ a, b }: Readonly<Record<Side, OpenRun>>, plan: RunPlan) {
    this.#session = b;
    this.#other = a;
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

  /** Returns the effects of A's run, which begin the attempt. Recorded replies of A do not: they are no new answers. */
  depsOfA(): Omit<OpenRun['deps'], 'side'> {
    const { onRed: _onRed, ...deps } = this.#other.deps;
    const isNew = !this.#other.attempt.isReplay() && !this.#session.attempt.isReplay();
    return {
      ...deps,
      ask: (call) => {
        if (isNew) this.#begin();
        return deps.ask(call);
      },
      onBegin: (progress) => {
        this.#progressOfA = progress;
      },
    };
  }

  follow(cases: () => readonly CasePairs[]): void {
    this.#cases = cases;
  }

  /** Records the end, once, and the row that the comparison will have. Does nothing without a call. Throws EVA_DISK, EVA_ODD_FILE. */
  end(outcome: AttemptOutcome, row: object | null = null): void {
    this.#session.attempt.end(outcome, row);
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
    attempt.follow(() => ({ ...this.#both(), cases: countCases(this.#cases()) }));
  }

  /** Returns the progress of B. The replies that A asked count as asked, and who answered A alone is named too. */
  #both(): RunProgress {
    const { sources, ...progress } = this.#progress();
    const { asked, servers, programs } = this.#progressOfA().sources;
    const ofA = { ...(servers && { servers }), ...(programs && { programs }) };
    return { ...progress, sources: { ...ofA, ...sources, asked: sources.asked + asked } };
  }
}

const noCases: AttemptCases = { passed: 0, failed: 0, open: 0 };

function nothingYet(): RunProgress {
  return { cases: noCases, red: false, red_trial: false, sources: noSources };
}

/** Counts the cases that decide something, or are worse, by their outcomes. */
function countCases(cases: readonly CasePairs[]): AttemptCases {
  const outcomes = cases.filter(({ decides, outcome }) => decides || outcome === 'worse').map(({ outcome }) => outcome);
  const passed = outcomes.filter((outcome) => outcome === 'better' || outcome === 'not_worse').length;
  const failed = outcomes.filter((outcome) => outcome === 'worse' || outcome === 'undecided').length;
  return { passed, failed, open: outcomes.length - passed - failed };
}

/** Throws EVA_UNDERPOWERED if no case has enough pairs to show the margin, and for each named case that has too few. */
export function requirePairs(cases: readonly Case[], question: PairQuestion, named: readonly string[] | null): void {
  const problems = pairRefusals(cases, question, (name) => named?.includes(name) === true).map(tooFewPairsProblem);
  if (problems.length > 0) throw new EvaError(problems);
}

/** Returns the question with the level of a comparison that begins now, if the rules of B's prompt correct levels for the number of attempts. */
export function correctedQuestion(
  question: PairQuestion,
  { prompt, plan }: Pick<OpenPrompt, 'prompt' | 'plan'>,
  attempts: () => AttemptLines,
): PairQuestion {
  if (prompt.promotion.tries !== 'corrected') return question;
  const attempt = nextCompareAttempt(plan.evidence, attempts());
  return { ...question, alpha: compareLevel(attempt), try: attempt };
}
