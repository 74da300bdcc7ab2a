import { defaultSignificanceLevel } from '#model/limits.js';
import type { CompareRow } from '#model/pairs/compare-row.js';
import type { EvidenceDigests } from '#model/run/run.js';
import { type AttemptLines, attemptsOn } from './attempts.js';

/** Returns the number of a comparison that begins now among the comparisons of these files, from 1. */
export function nextCompareAttempt(evidence: EvidenceDigests, lines: AttemptLines): number {
  return comparisonsOn(evidence, lines).length + 1;
}

/**
 * Returns the number of a finished comparison among those of its files, from 1. One that is not noted, because it asked nothing, comes after those
 * that began before it.
 */
export function compareAttemptOf({ b, run_id, ts }: CompareRow, lines: AttemptLines): number {
  const own = comparisonsOn(b, lines).findIndex(({ runs }) => runs.includes(run_id));
  if (own !== -1) return own + 1;
  const earlier = lines.filter(({ value }) => !(Date.parse(value.ts) > Date.parse(ts)));
  return nextCompareAttempt(b, earlier);
}

/** Returns the level of a comparison that is this attempt on its files, from 1. The levels of all attempts add up to at most that of one. */
export function compareLevel(attempt: number): number {
  return defaultSignificanceLevel / (attempt * (attempt + 1));
}

function comparisonsOn(evidence: EvidenceDigests, lines: AttemptLines) {
  return attemptsOn(evidence, lines).filter(({ kind }) => kind === 'compare');
}
