import type { CaseResult, RunPlan, RunResult } from './run.js';
import type { Trial } from './trial.js';

/** What happens during a run, told as it happens. */
export type RunEvent =
  | { readonly event: 'run_started'; readonly run_id: string; readonly plan: RunPlan }
  | { readonly event: 'trial_finished'; readonly trial: Trial; readonly done: number; readonly planned: number }
  | { readonly event: 'case_decided'; readonly result: CaseResult }
  | { readonly event: 'run_finished'; readonly result: RunResult };

export type Emit = (event: RunEvent) => void;
