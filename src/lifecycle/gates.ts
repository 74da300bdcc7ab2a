import { sha256 } from '#model/data/digest.js';
import { unreachable } from '#model/data/unreachable.js';
import type { Status } from '#model/prompt.js';
import { evalGates } from './eval-gates.js';
import { type Gate, type GatesInput, unmet } from './gate.js';
import { doctorGate, testedGates } from './tested-gates.js';
import { type UsesQuestion, usesGate } from './uses-gate.js';

/** Returns the status that follows; null at the top. */
export function nextStatus(status: Status): Exclude<Status, 'draft'> | null {
  switch (status) {
    case 'draft':
      return 'tested';
    case 'tested':
      return 'ready';
    case 'ready':
      return null;
    default:
      return unreachable(status);
  }
}

/** Decides every gate between a prompt's status and the next one. No row makes it throw, whatever its shape. */
export function decideGates(input: GatesInput): readonly Gate[] {
  const { prompt } = input;
  const isEvaluated = prompt.promotion.require_eval !== false;
  switch (prompt.status) {
    case 'draft':
      return [...usesGates(input, 'not refuted'), ...(isEvaluated ? testedGates(input) : [doctorGate(input)])];
    case 'tested':
      return [...usesGates(input, 'confirmed'), doctorGate(input), ...(isEvaluated ? evalGates(input) : [])];
    case 'ready':
      return [
        unmet('status', `${prompt.id} is ready already, and there is no status above it`, 'nothing needs to be done'),
      ];
    default:
      return unreachable(prompt.status);
  }
}

/** Returns no gate where no uses are required. */
function usesGates({ prompt, usage }: GatesInput, verified: UsesQuestion['verified']): readonly Gate[] {
  const needed = prompt.promotion.min_uses ?? 0;
  if (needed === 0) return [];
  const rows = usage.rows.map((row) => row.value);
  return [usesGate({ id: prompt.id, rows, digest: sha256(prompt.body), needed, verified })];
}
