import type { Prompt } from '#model/prompt.js';
import type { EvidenceDigests } from '#model/run/run.js';
import { isCounted, otherAttempts } from './other-attempts.js';
import { readEvidence } from './read-evidence.js';

/** How many attempts on these files count as failed, and how many of them `ready` allows. */
export interface FailedAttempts {
  readonly count: number;
  readonly limit: number;
}

/** Counts the attempts on this evidence that count as failed. Returns null unless they exceed `max_failed_runs`. Throws as `readEvidence` does. */
export function tooManyFailed(root: string, prompt: Prompt, evidence: EvidenceDigests): FailedAttempts | null {
  const limit = prompt.promotion.max_failed_runs;
  if (limit === undefined) return null;
  const count = otherAttempts(null, evidence, { ...readEvidence(root), prompt }).filter(isCounted).length;
  return count > limit ? { count, limit } : null;
}
