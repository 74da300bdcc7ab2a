import type { Case } from '#model/case.js';
import type { Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { EvidenceDigests } from '#model/run/run.js';
import type { Rows } from '#store/files/jsonl.js';
import type { AttemptsLog } from '#store/logs/attempts-log.js';
import type { RunLog } from '#store/logs/eval-log.js';
import type { UsageRow } from '#store/logs/prompt-logs.js';
import type { KeptRun } from '#store/run/listing/kept-runs.js';

/** What the gates of an evaluation depend on. */
export interface EvalGatesInput {
  /** With its rules for promotions: those of meta.yml, then those of eva.yml. */
  readonly prompt: Prompt;
  /** The cases as the files are now. */
  readonly cases: readonly Case[];
  /** The digests of the files as they are now; null if the prompt has no cases that could be read. */
  readonly evidenceNow: EvidenceDigests | null;
  readonly runs: RunLog;
  /** The runs in `.eva/runs`, of any prompt, that have no row. */
  readonly folders: readonly KeptRun[];
  /** The names of all runs that have a folder. */
  readonly folderNames: ReadonlySet<string>;
  readonly attempts: AttemptsLog;
  readonly now: Date;
}

/** What all gates depend on. */
export interface GatesInput extends EvalGatesInput {
  readonly usage: Rows<UsageRow>;
  /** Runs doctor on the prompt and its library. */
  readonly problems: () => readonly Problem[];
}

/** One condition of a promotion. */
export interface Gate {
  readonly gate: GateName;
  readonly met: boolean;
  /** What was found. */
  readonly message: string;
  /** What would meet it; null where it is met. */
  readonly remedy: string | null;
}

/**
 * The conditions, by name:
 * - `doctor` finds no error. `cases`: the prompt has some. `uses`: enough rows of use. `status`: the prompt is not ready yet.
 * - Of the most recent full run: `eval`, it passed; `fresh`, on the files as they are now; `real`, on replies of a model; `age`, not too
 *   long ago; `log`, and no unreadable line follows it; `tries`, at the level of its attempt; `failed_runs`, after few enough failures.
 */
export type GateName =
  | 'doctor'
  | 'cases'
  | 'uses'
  | 'eval'
  | 'fresh'
  | 'real'
  | 'age'
  | 'log'
  | 'failed_runs'
  | 'tries'
  | 'status';

export function met(gate: GateName, message: string): Gate {
  return { gate, met: true, message, remedy: null };
}

export function unmet(gate: GateName, message: string, remedy: string): Gate {
  return { gate, met: false, message, remedy };
}

/** Returns the remedy of most gates of an evaluation. */
export function evalRemedy(id: string): string {
  return `run: eva eval ${id}`;
}
