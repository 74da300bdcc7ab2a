import { isSameEvidence } from '../attempts/attempts.js';
import { evidenceOf } from '../full-run.js';
import type { EvalGatesInput, Gate, GatesInput, VariantFiles } from './gate.js';

/** Decides the gates of each variant with the rows that belong to it. Each gate names its variant. */
export function gatesByVariant(input: GatesInput, decide: (one: EvalGatesInput) => readonly Gate[]): readonly Gate[] {
  return inputsByVariant(input).flatMap((one) => {
    const gates = decide(one);
    const { variant } = one;
    if (variant === undefined) return gates;
    return gates.map((gate) => ({ ...gate, variant, message: `${variant}: ${gate.message}` }));
  });
}

/** Returns the input of the gates for each variant; of the prompt itself without variants. */
export function inputsByVariant(input: GatesInput): readonly EvalGatesInput[] {
  const { cases, evidenceNow, variants = [{ cases, evidenceNow }] } = input;
  return variants.map((one) => ({ ...input, ...one, runs: rowsOfVariant(input, one) }));
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
