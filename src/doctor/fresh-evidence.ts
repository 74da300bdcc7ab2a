import { problem } from '#errors/index.js';
import { evalGates } from '#lifecycle/eval-gates.js';
import type { PromptCheck } from './check.js';

/** A prompt that is called ready should have a passing run of the files as they are now. Without it: a warning, with `strict` an error. */
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
        const hint = remedy ?? undefined;
        const severity = strict ? 'error' : 'warning';
        return problem('EVA_STALE_EVIDENCE', `ready, but ${message}`, { at, hint, severity });
      });
  },
};
