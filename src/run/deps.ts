import type { Criterion } from '#decide/criterion.js';
import type { GradeDeps } from '#grade/graded.js';
import type { Prices } from '#model/config.js';
import type { StoredReply } from '#model/reply/exchange.js';
import type { ReplySources } from '#model/reply/reply-sources.js';
import type { AttemptCases } from '#model/run/attempt.js';
import type { Emit } from '#model/run/notice.js';
import type { SampleOf } from '#model/run/sample.js';
import type { SubjectDeps } from '#subject/deps.js';
import type { RunTurn } from './collecting/case-turns.js';
import type { GradedTrial } from './collecting/collect-trial.js';
import type { KeptTrials } from './collecting/kept-trials.js';
import type { RunSide } from './pairing/compared-pairs.js';

export interface CaseProgress {
  readonly cases: AttemptCases;
  /** True if a case failed, or can no longer pass. */
  readonly red: boolean;
  /** True if a trial counts against its case, even if the case can still pass. */
  readonly red_trial: boolean;
  /** The number of trials with replies that nothing has scored, without those that an outage ended. Absent if it is 0. */
  readonly unscored?: number;
}

export interface RunProgress extends CaseProgress {
  readonly sources: ReplySources;
}

/** The effects that a run needs. */
export interface RunDeps extends GradeDeps, SubjectDeps {
  readonly route: SubjectDeps['route'];
  readonly runId: string;
  readonly evaVersion: string;
  /** The names of the variables `EVA_…` that programs of the library get. */
  readonly variables?: readonly string[];
  /** Greatest number of concurrent trials. */
  readonly concurrency: number;
  readonly prices: Prices;
  /** The run's place among concurrent runs that take their cases in step; undefined for a run alone. */
  readonly turn?: RunTurn | undefined;
  /** The names of cases in the order in which their trials begin, before those of other cases; undefined for the order of the plan. */
  readonly first?: readonly string[] | undefined;
  /** The run's place in a comparison; undefined for a run of its own. */
  readonly side?: RunSide | undefined;
  /** Returns trials of an earlier run, which are not asked. */
  readonly keptTrial?: KeptTrials | undefined;
  /** Returns the trials of a case; if undefined, every case asks its one input again and again. */
  readonly sampleOf?: SampleOf;
  /** Replaces the built-in criteria. */
  readonly criteria?: readonly Criterion[];
  /** Replies from before the run that wrote rubrics, with their models. */
  readonly before?: readonly { readonly stored: StoredReply; readonly model: string }[];
  /** Returns the number of model replies so far in this process. */
  readonly repliesGiven: () => number;
  readonly emit: Emit;
  /** Writes a finished trial with its scores, and returns the number of bytes. If undefined, everything stays in memory. */
  readonly keepTrial?: (graded: GradedTrial) => number;
  /** Called once, when the first case has failed or can no longer pass, before the trial is reported. */
  readonly onRed?: () => void;
  /** Called once, with a function that returns the progress of the run. */
  readonly onBegin?: (progress: () => RunProgress) => void;
  /** Once aborted, no trial and no call begins. Running ones may finish. */
  readonly stop: AbortSignal;
  /** Aborts the running calls when the run cannot continue. */
  readonly abort: () => void;
}
