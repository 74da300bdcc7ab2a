import { problem } from '#errors/index.js';
import { compareGates } from '#lifecycle/gates/compare-gate.js';
import { evalGates, testedEvalGates } from '#lifecycle/gates/eval-gates.js';
import { short } from '#model/text/quoted.js';
import type { PromptCheck } from '../check.js';
import { gatesInput } from '../context/gates-input.js';

/**
 * Checks that a `tested` or `ready` prompt has a passing run of its current files, and a `ready` one the comparison that `compare:` asks for.
 * Without them it gets a warning, with `strict` an error.
 */
export const freshEvidence: PromptCheck = {
  name: 'fresh-evidence',
  run: (context) => {
    const { prompt, variant, plan, library } = context;
    const isEvaluated = prompt?.promotion.require_eval !== false;
    const isReady = prompt?.status === 'ready';
    if (!prompt || prompt.status === 'draft' || plan === null) return [];
    if (!isEvaluated && !(isReady && context.compare)) return [];
    const input = gatesInput({ ...context, prompt }, plan().evidence);
    const ofRuns = isReady ? evalGates(input) : testedEvalGates(input);
    const gates = [...(isEvaluated ? ofRuns : []), ...(isReady ? compareGates(input) : [])];
    const { strict } = library;
    const at = prompt.places['status'];
    return gates
      .filter((gate) => !gate.met)
      .map(({ message, remedy }) => {
        const severity = strict ? 'error' : 'warning';
        const reason = variant === null ? message : `${variant}: ${message}`;
        return problem('EVA_STALE_EVIDENCE', `${prompt.status}, but ${short(reason)}`, {
          hint: remedy ?? undefined,
          at,
          severity,
        });
      });
  },
};
