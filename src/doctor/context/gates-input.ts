import { rowsOfVariant } from '#lifecycle/gates/by-variant.js';
import type { EvalGatesInput } from '#lifecycle/gates/gate.js';
import type { Prompt } from '#model/prompt.js';
import type { EvidenceDigests } from '#model/run/run.js';
import type { PromptContext } from '../check.js';

/** Returns the input of the gates of an evaluation, and of the comparison that `compare:` asks for, for a prompt as it is read. */
export function gatesInput(
  { prompt, cases, variant, compare, library }: Omit<PromptContext, 'prompt'> & { readonly prompt: Prompt },
  evidenceNow: EvidenceDigests | null,
): EvalGatesInput {
  const { comparedOf, now } = library;
  const kept = library.evidence();
  const files = { ...(variant !== null && { variant }), cases, evidenceNow };
  const runs = rowsOfVariant({ prompt, runs: kept.runs }, files);
  return { prompt, ...files, ...kept, runs, ...comparedOf({ id: prompt.id, compare }), now };
}
