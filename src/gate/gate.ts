import type { Case } from '#model/case.js';
import type { Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import { type EvidenceDigests, isSameEvidence } from '#model/run/run.js';
import { flagWords, promptWord } from '#model/text/quoted.js';
import { evidenceOf } from '#run/attempts/kept-evidence.js';
import type { ComparedInput } from '#run/compare/open-versions.js';
import type { PromptFiles } from '#run/prompt/read-prompt.js';
import type { Rows } from '#store/files/jsonl.js';
import type { AttemptsLog } from '#store/logs/attempts-log.js';

import type { RunLog } from '#store/logs/eval-log.js';
import type { PromotionRow, UsageRow } from '#store/logs/prompt-logs.js';
import type { KeptRun } from '#store/run/kept-runs.js';

/** The files of a prompt as one of its variants evaluates them. */
export interface VariantFiles {
  /** The name of the variant; absent for a prompt without variants. */
  readonly variant?: string;
  readonly cases: readonly Case[];
  /** The digests of the current files; null if the prompt has no readable cases. */
  readonly evidenceNow: EvidenceDigests | null;
}

/** Returns what the gates read of the files of a prompt, or of one of its variants. */
export function variantFiles({
  cases,
  variant,
  evidence,
}: Pick<PromptFiles, 'cases' | 'variant' | 'evidence'>): VariantFiles {
  return { ...(variant !== null && { variant }), cases, evidenceNow: evidence?.() ?? null };
}

export interface CompareGateInput extends VariantFiles {
  /** The prompt with its promotion rules: those of eva.yml, overridden by meta.yml. */
  readonly prompt: Prompt;
  readonly runs: RunLog;
  /** The kept runs without a row, of any prompt. */
  readonly folders: readonly KeptRun[];
  readonly attempts: AttemptsLog;
  /** The comparison that the prompt needs, and the known ones; absent without `compare:` in eval.yml. */
  readonly compared?: ComparedInput;
}

export interface EvalGatesInput extends CompareGateInput {
  readonly folderNames: ReadonlySet<string>;
  readonly now: Date;
}

export interface GatesInput extends EvalGatesInput {
  readonly usage: Rows<UsageRow>;
  readonly promotions: Rows<PromotionRow>;
  /** The variants, each of which must pass; absent for a prompt without variants. */
  readonly variants?: readonly VariantFiles[];
  readonly problems: () => readonly Problem[];
}

export interface Gate {
  readonly gate: GateName;
  readonly variant?: string;
  readonly met: boolean;
  readonly message: string;
  /** How to meet the gate; null if it is met. */
  readonly remedy: string | null;
}

/**
 * The names of the gates:
 * - `doctor`: it finds no error. `cases`: the prompt has cases. `uses`: it was used often enough. `status`: it is not `ready`
 *   yet, and did not change during the command.
 * - `claims`: names what is weaker than at the last status, and failures of this body under earlier cases. It is always met.
 * - For the most recent full run: `eval`: it passed. `fresh`: it used the current files. `real`: no person wrote its replies, and for
 *   `ready` they are of one whole run. `servers`: only the providers' own servers answered. `age`: it is recent enough. `log`: no unreadable line follows it. `tries`: its levels account for the number of attempts.
 *   `failed_runs`: few enough attempts failed before.
 * - `compare`: the comparison that eval.yml asks for shows that the prompt is not worse.
 */
type GateName =
  | 'doctor'
  | 'cases'
  | 'uses'
  | 'eval'
  | 'fresh'
  | 'real'
  | 'servers'
  | 'claims'
  | 'age'
  | 'log'
  | 'failed_runs'
  | 'tries'
  | 'compare'
  | 'status';

export function met(gate: GateName, message: string): Gate {
  return { gate, met: true, message, remedy: null };
}

export function unmet(gate: GateName, message: string, remedy: string): Gate {
  return { gate, met: false, message, remedy };
}

export function evalRemedy({ prompt, variant }: Pick<EvalGatesInput, 'prompt' | 'variant'>): string {
  return `run: eva eval ${promptWord(prompt.id)}${variant === undefined ? '' : ` ${flagWords('--model', variant)}`}`;
}

/** Decides the gates of each variant with the rows that belong to it. Each gate names its variant. */
export function gatesByVariant(input: GatesInput, decide: (one: EvalGatesInput) => readonly Gate[]): readonly Gate[] {
  return inputsByVariant(input).flatMap((files) => {
    const gates = decide(files);
    const { variant } = files;
    if (variant === undefined) return gates;
    return gates.map((gate) => ({ ...gate, variant, message: `${variant}: ${gate.message}` }));
  });
}

/** Returns the input of the gates for each variant; of the prompt itself without variants. */
export function inputsByVariant(input: GatesInput): readonly EvalGatesInput[] {
  const { cases, evidenceNow, variants = [{ cases, evidenceNow }] } = input;
  return variants.map((files) => ({ ...input, ...files, runs: rowsOfVariant(input, files) }));
}

/**
 * Returns the log without the rows of other variants of the prompt. A row belongs to a variant if it evaluated the same files, or if it names
 * the variant; one with `override: true` only if it evaluated the same files. Rows without a variant belong to a prompt without variants.
 */
export function rowsOfVariant(
  { prompt, runs }: Pick<EvalGatesInput, 'prompt' | 'runs'>,
  { variant, evidenceNow }: VariantFiles,
): EvalGatesInput['runs'] {
  const rows = runs.rows.filter(({ value }) => {
    if (value['id'] !== prompt.id) return true;
    const evidence = evidenceOf(value);
    if (evidence && evidenceNow && isSameEvidence(evidence, evidenceNow)) return true;
    return value['override'] !== true && value['variant'] === variant;
  });
  return { ...runs, rows };
}
