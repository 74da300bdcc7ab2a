import type { Finding, Valued } from '#model/run/score.js';

/** The value of a trial, or of one of its turns, before it is known under which expectation that was. */
export type Graded = { readonly turn?: number; readonly findings: readonly Finding[] } & Valued;

/** 0 or 1 by one finding; no value where it could not be graded. */
export function gradedBy(finding: Finding): Graded {
  const findings = [finding];
  if (finding.holds === null) return { findings, value: null, why: 'ungraded', reason: finding.reason };
  return { findings, value: finding.holds ? 1 : 0 };
}
