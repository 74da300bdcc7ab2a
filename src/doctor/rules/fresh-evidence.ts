import { problem } from '#errors/index.js';
import { rowsOfVariant } from '#lifecycle/gates/by-variant.js';
import { evalGates } from '#lifecycle/gates/eval-gates.js';
import type { PromptCheck } from '../check.js';

/** Checks that a `ready` prompt has a passing run of its current files. Without one it gets a warning, with `strict` an error. */
export const freshEvidence: PromptCheck = {
  name: 'fresh-evidence',
  run: ({ prompt, cases, variant, plan, library }) => {
    if (prompt?.status !== 'ready' || prompt.promotion.require_eval === false || plan === null) return [];
    const { evidenceOf, now, strict } = library;
    const kept = evidenceOf(prompt.id);
    const files = { ...(variant !== null && { variant }), cases, evidenceNow: plan().evidence };
    const runs = rowsOfVariant({ prompt, runs: kept.runs }, files);
    const gates = evalGates({ prompt, ...files, ...kept, runs, now });
    const at = prompt.places['status'];
    return gates
      .filter((gate) => !gate.met)
      .map(({ message, remedy }) => {
        const severity = strict ? 'error' : 'warning';
        const reason = variant === null ? message : `${variant}: ${message}`;
        return problem('EVA_STALE_EVIDENCE', { reason, remedy }, { at, severity });
      });
  },
};
