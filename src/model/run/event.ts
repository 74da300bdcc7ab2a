import type { CaseResult, RunPlan, RunResult } from './run.js';
import type { Trial } from './trial.js';

/**
 * What happens during a run, told as it happens. `done` counts trials that ended, `planned` those that will have by the end,
 * as far as is known: it sinks where a case is settled early, never below `done`, and equals it in the end. A case is decided
 * once, with the trial that settles it; trials of it that were in hand still finish, and are no part of its result.
 */
export type RunEvent =
  | { readonly event: 'run_started'; readonly run_id: string; readonly plan: RunPlan }
  | { readonly event: 'trial_finished'; readonly trial: Trial; readonly done: number; readonly planned: number }
  | { readonly event: 'case_decided'; readonly result: CaseResult }
  | { readonly event: 'run_finished'; readonly result: RunResult };

export type Emit = (event: RunEvent) => void;
