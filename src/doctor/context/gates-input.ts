import { rowsOfVariant } from '#lifecycle/gates/by-variant.js';
import type { EvalGatesInput } from '#lifecycle/gates/gate.js';
import type { KeptEvidence } from '#lifecycle/read-evidence.js';
import type { Prompt } from '#model/prompt.js';
import type { EvidenceDigests } from '#model/run/run.js';
import type { PromptContext } from '../check.js';

/** Returns the input of the gates of an evaluation, and of the comparison that `compare:` asks for, for a prompt as it is read. */
export function gatesInput(
  { prompt, cases, variant, compare, library }: Omit<PromptContext, 'prompt'> & { readonly prompt: Prompt },
  evidenceNow: EvidenceDigests | null,
): EvalGatesInput {
  const { comparedOf, now } = library;
  const kept = evidenceOfBoth(prompt.id, compare, library);
  const files = { ...(variant !== null && { variant }), cases, evidenceNow };
  const runs = rowsOfVariant({ prompt, runs: kept.runs }, files);
  return { prompt, ...files, ...kept, runs, ...comparedOf({ id: prompt.id, compare }), now };
}

/** Returns the evidence of a prompt, with that of the prompt that it is compared with, whose runs may answer for it. */
function evidenceOfBoth(
  id: string,
  compare: PromptContext['compare'],
  { ids, evidenceOf }: PromptContext['library'],
): KeptEvidence {
  const own = evidenceOf(id);
  if (!compare || !ids.includes(compare.against)) return own;
  const other = evidenceOf(compare.against);
  return {
    ...own,
    runs: {
      ...own.runs,
      rows: [...own.runs.rows, ...other.runs.rows.filter(({ value }) => value['id'] === compare.against)],
    },
    attempts: { ...own.attempts, rows: [...own.attempts.rows, ...other.attempts.rows] },
  };
}
