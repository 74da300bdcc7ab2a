import type { Prompt } from '#model/prompt.js';
import type { EvidenceDigests } from '#model/run.js';
import type { RunLog } from '#store/eval-log.js';
import type { Rows } from '#store/files/jsonl.js';
import type { UsageRow } from '#store/usage-log.js';

/** All that gates are decided from. */
export interface GatesInput {
  readonly prompt: Prompt;
  /** The digests of the files as they are now; null if the prompt has no cases that could be read. */
  readonly evidenceNow: EvidenceDigests | null;
  readonly runs: RunLog;
  readonly usage: Rows<UsageRow>;
  readonly now: Date;
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
 * `uses`: enough rows of use. `eval`: a full run that passed. `fresh`: of the files as they are. `real`: nothing in it written by hand.
 * `age`: not too old. `log`: nothing unreadable after it. `failed_runs`: not tried too often. `status`: there is a step to take.
 */
export type GateName = 'uses' | 'eval' | 'fresh' | 'real' | 'age' | 'log' | 'failed_runs' | 'status';

export function met(gate: GateName, message: string): Gate {
  return { gate, met: true, message, remedy: null };
}

export function unmet(gate: GateName, message: string, remedy: string): Gate {
  return { gate, met: false, message, remedy };
}
