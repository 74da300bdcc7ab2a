import { sha256 } from '#model/digest.js';
import type { Status } from '#model/prompt.js';
import { unreachable } from '#model/unreachable.js';
import { evalGates } from './eval-gates.js';
import { type Gate, type GatesInput, unmet } from './gate.js';
import { usesGate } from './uses-gate.js';

/** The status that follows, or null at the top. */
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

/** Every gate between a prompt's status and the next one, met or not. A row of any shape is judged; none makes it crash. */
export function decideGates(input: GatesInput): readonly Gate[] {
  const { prompt, usage } = input;
  const uses = { id: prompt.id, rows: usage.rows.map((row) => row.value), digest: sha256(prompt.body) };
  switch (prompt.status) {
    case 'draft':
      return [usesGate({ ...uses, needed: prompt.promotion.min_uses ?? 3, verified: 'not refuted' })];
    case 'tested': {
      const gate = usesGate({ ...uses, needed: prompt.promotion.min_uses ?? 10, verified: 'confirmed' });
      return prompt.promotion.require_eval === false ? [gate] : [gate, ...evalGates(input)];
    }
    case 'ready':
      return [
        unmet('status', `${prompt.id} is ready already, and there is no status above it`, 'nothing needs to be done'),
      ];
    default:
      return unreachable(prompt.status);
  }
}
