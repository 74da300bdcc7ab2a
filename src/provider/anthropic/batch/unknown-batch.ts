import { EvaError, problem } from '#errors/index.js';
import type { BatchDeps } from './batch-deps.js';

/** How long the provider keeps the results of a batch, in milliseconds: 29 days. */
const keptMs = 29 * 86_400_000;

/**
 * For a batch that the provider does not know, submitted at this time (ISO 8601). Returns if it may have been kept no longer; else
 * throws EVA_UNKNOWN_BATCH, since its replies are paid for and another account has them.
 */
export function requireOld(id: string, submittedAt: unknown, { date, provider }: BatchDeps): void {
  const age = date().getTime() - Date.parse(String(submittedAt));
  if (age >= keptMs) return;
  const message = `this account of ${provider} does not know batch ${id}: was it sent with another key or workspace?`;
  const hint =
    'resume with the key that it was sent with; to give it up and pay anew, begin another run, without --resume';
  throw new EvaError([problem('EVA_UNKNOWN_BATCH', message, { hint })]);
}
