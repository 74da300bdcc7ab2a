import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import type { Notify } from '#model/run/notice.js';
import type { RunResult } from '#model/run/run.js';
import type { OpenPrompt } from './prompt/open-prompt.js';
import type { RunOptions } from './run-options.js';
import type { RunPlace } from './session/run-place.js';

/** A planned run of a prompt. */
export interface PlannedRun {
  readonly open: OpenPrompt;
  readonly options: RunOptions;
  /** Reads the prompt again after its rubrics were written. */
  readonly reopen: () => OpenPrompt;
  /** Makes the run's folder, or opens the existing one. */
  readonly placeOf: (notify: Notify) => RunPlace;
  /** Checks the result. If it must not be saved, removes the folder of the run and throws `EvaError`. */
  readonly requireWhole?: (result: RunResult, dir: string) => void;
}

/** Lists the warnings of several runs, each once. */
export function warningsOf(runs: readonly PlannedRun[]): readonly Problem[] {
  return uniqueBy(
    runs.flatMap(({ open }) => open.warnings),
    (warning) => JSON.stringify(warning),
  );
}
