import { problem } from '#errors/index.js';
import { evalGates } from '#lifecycle/gates/eval-gates.js';
import type { PromptCheck } from '../check.js';

/** Checks that a `ready` prompt has a passing run of its current files. Without one it gets a warning, with `strict` an error. */
export const freshEvidence: PromptCheck = {
  name: 'fresh-evidence',
  run: ({ prompt, cases, plan, library }) => {
    if (prompt?.status !== 'ready' || prompt.promotion.require_eval === false || plan === null) return [];
    const { evidenceOf, now, strict } = library;
    const evidenceNow = plan().evidence;
    const gates = evalGates({ prompt, cases, evidenceNow, ...evidenceOf(prompt.id), now });
    const at = prompt.places['status'];
    return gates
      .filter((gate) => !gate.met)
      .map(({ message, remedy }) => {
        const severity = strict ? 'error' : 'warning';
        return problem('EVA_STALE_EVIDENCE', { reason: message, remedy }, { at, severity });
      });
  },
};
