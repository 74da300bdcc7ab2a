import type { UsageRow } from '#store/usage-log.js';
import { type Gate, met, unmet } from './gate.js';

export interface UsesQuestion {
  readonly id: string;
  readonly rows: readonly UsageRow[];
  /** Digest of the body as it is now: a use of another text says nothing of this one. */
  readonly digest: string;
  readonly needed: number;
  /** Whether a use counts unless its verification failed, or only if it succeeded. */
  readonly verified: 'not refuted' | 'confirmed';
}

/** Decides whether the prompt as it is now was used often enough. */
export function usesGate({ id, rows, digest, needed, verified }: UsesQuestion): Gate {
  const ofThisText = rows.filter((row) => row.prompt === digest);
  const isVerified = (row: UsageRow) => (verified === 'confirmed' ? row.verified === true : row.verified !== false);
  const count = ofThisText.filter((row) => row.sent && isVerified(row)).length;
  const kind = verified === 'confirmed' ? 'sent and verified' : 'sent and not found wrong';
  const elsewhere = rows.length - ofThisText.length;
  const others = elsewhere === 0 ? '' : ` (${elsewhere} more of another text of the prompt do not count)`;
  const message = `${count} of ${needed} uses of this text were ${kind}${others}`;
  if (count >= needed) return met('uses', message);
  const remedy = `${needed - count} more such rows in prompts/${id}/.usage.jsonl, or set promotion.min_uses`;
  return unmet('uses', message, remedy);
}
