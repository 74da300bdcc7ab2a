import type { CaseResult, RunPlan, RunResult } from './run.js';
import type { Trial } from './trial.js';

/**
 * An event of a run. `done` counts finished trials. `planned` is the expected number of trials at the end: it drops when a case is settled
 * early, and equals `done` at the end. A case is decided once, by the trial that settles it. Trials that run at that moment still finish,
 * but are not part of its result.
 */
export type RunEvent =
  | { readonly event: 'run_started'; readonly run_id: string; readonly plan: RunPlan }
  | {
      readonly event: 'trial_finished';
      readonly trial: Trial;
      readonly done: number;
      readonly planned: number;
      /** True if the trial failed, or a check or the judge did not hold in it. */
      readonly missed?: boolean;
      /** Dollars for the model replies of the run so far; null if a price or a token count is unknown. */
      readonly cost_usd?: number | null;
    }
  | { readonly event: 'case_decided'; readonly result: CaseResult }
  | { readonly event: 'run_finished'; readonly result: RunResult };

export type Emit = (event: RunEvent) => void;
