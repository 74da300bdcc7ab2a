import type { Criterion } from '#decide/criterion.js';
import type { GradeDeps } from '#grade/deps.js';
import type { Price } from '#model/config.js';
import type { StoredReply } from '#model/reply/exchange.js';
import type { ReplySources } from '#model/reply/reply-sources.js';
import type { AttemptCases } from '#model/run/attempt.js';
import type { Emit } from '#model/run/event.js';
import type { SubjectDeps } from '#subject/deps.js';
import type { GradedTrial } from './collecting/collect-trial.js';

/** The state of the cases of a run at some moment. */
export interface CaseStanding {
  readonly cases: AttemptCases;
  /** True if a case failed, or can no longer pass. */
  readonly red: boolean;
  /** True if a trial counts against its case, even if the case can still pass. */
  readonly red_trial: boolean;
}

/** The progress of a run. */
export interface RunStanding extends CaseStanding {
  readonly sources: ReplySources;
}

/** The effects that a run needs. */
export interface RunDeps extends GradeDeps, SubjectDeps {
  readonly runId: string;
  readonly evaVersion: string;
  /** How many trials are in hand at once. */
  readonly concurrency: number;
  readonly prices: Readonly<Record<string, Price>>;
  /** In place of the built-in criteria. */
  readonly criteria?: readonly Criterion[];
  /** Replies from before the run began, with their models: those that rubrics were taken from. */
  readonly before?: readonly { readonly stored: StoredReply; readonly model: string }[];
  /** How many replies models have given since this process began, whatever the clock says. */
  readonly repliesGiven: () => number;
  readonly emit: Emit;
  /** Keeps a trial that ended, with its scores, and returns how many bytes that took. Without it everything stays in memory. */
  readonly keepTrial?: (graded: GradedTrial) => number;
  /** Called when the first case did not pass, or can no longer pass, before the trial is emitted. */
  readonly onRed?: () => void;
  /** Called once, with a function that returns the progress of the run at any moment. */
  readonly onBegin?: (standing: () => RunStanding) => void;
  /** Once it is aborted no trial and no call begins. Those in hand may end. */
  readonly stop: AbortSignal;
  /** Ends the calls in hand, because the run cannot go on. */
  readonly abort: () => void;
}
