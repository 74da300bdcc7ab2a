import type { Case } from '#model/case.js';
import type { Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { EvidenceDigests } from '#model/run.js';
import type { AttemptsLog } from '#store/attempts-log.js';
import type { RunLog } from '#store/eval-log.js';
import type { Rows } from '#store/files/jsonl.js';
import type { KeptRun } from '#store/run/kept-runs.js';
import type { UsageRow } from '#store/usage-log.js';

/** All that the gates of an evaluation are decided from. */
export interface EvalGatesInput {
  /** With the rules for promotions that hold for it. */
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

/** All that gates are decided from. */
export interface GatesInput extends EvalGatesInput {
  readonly usage: Rows<UsageRow>;
  /** What doctor finds of the prompt and its library, asked for where a gate needs it. */
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
 * `doctor`: it finds no error. `cases`: there are some. `uses`: enough rows of use. `eval`: a full run that passed. `fresh`: of the files as they are. `real`: nothing in it written by hand.
 * `age`: not too old. `log`: nothing unreadable after it. `failed_runs`: not tried too often.
 * `tries`: decided at the level of its attempt. `status`: there is a step to take.
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

/** What meets most gates of an evaluation. */
export function evaluate(id: string): string {
  return `run: eva eval ${id}`;
}
