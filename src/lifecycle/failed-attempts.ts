import type { Prompt } from '#model/prompt.js';
import type { EvidenceDigests } from '#model/run.js';
import { isCounted, otherAttempts } from './other-attempts.js';
import { readEvidence } from './read-evidence.js';

/** Attempts on these files that are not known to have passed, and how many of them `ready` allows. */
export interface FailedAttempts {
  readonly count: number;
  readonly limit: number;
}

/**
 * Counts the attempts on the files as they are that count against `max_failed_runs`. null unless they are more than that. Throws as
 * `readEvidence` does.
 */
export function tooManyFailed(root: string, prompt: Prompt, evidence: EvidenceDigests): FailedAttempts | null {
  const limit = prompt.promotion.max_failed_runs;
  if (limit === undefined) return null;
  const count = otherAttempts(null, evidence, { ...readEvidence(root), prompt }).filter(isCounted).length;
  return count > limit ? { count, limit } : null;
}
