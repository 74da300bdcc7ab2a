import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { orNull } from '#errors/index.js';
import { isSameEvidence } from '#lifecycle/attempts/attempts.js';
import type { Comparison, SideFacts } from '#model/pairs/comparison.js';
import type { Side } from '#run/pairing/pair-flow.js';
import { readComparison } from '#store/run/comparison-file.js';
import { runDirOf, runNames } from '#store/run/run-names.js';
import type { AskedComparison, PlannedSide } from './planned-comparison.js';

/** A finished comparison, and the folders of both runs. */
export interface KeptComparison {
  readonly comparison: Comparison;
  readonly dirs: Readonly<Record<Side, string>>;
}

/**
 * Returns the newest finished comparison of these prompts, models and cases, whose runs are both still there; null without one. Its answers can be
 * shown without a call. Throws EVA_DISK, EVA_ODD_FILE of `.eva/runs` itself.
 */
export function latestComparison(planned: AskedComparison): KeptComparison | null {
  const { root } = planned.b.run.open;
  for (const name of runNames(root).toReversed()) {
    const comparison = orNull(() => readComparison(runDirOf(root, name)));
    if (!comparison || !isOf(planned, comparison)) continue;
    const dirs = { a: runDirOf(root, comparison.a.run_id), b: runDirOf(root, comparison.b.run_id) };
    if (existsSync(dirs.a) && existsSync(dirs.b)) return { comparison: withNames(comparison, planned), dirs };
  }
  return null;
}

/** Returns a comparison whose sides have the names of this command line: other words can name the same files. */
function withNames(comparison: Comparison, { against, a, b }: AskedComparison): Comparison {
  const named = ({ name }: PlannedSide, { run_id, evidence, kept, asked, from_run }: SideFacts): SideFacts => ({
    ...name,
    ...{ run_id, evidence, kept, asked, from_run },
  });
  return { ...comparison, against, a: named(a, comparison.a), b: named(b, comparison.b) };
}

function isOf({ id, question, partial, a, b }: AskedComparison, comparison: Comparison): boolean {
  const { margin, alpha, state } = comparison;
  const isSameSide = (side: Side, planned: AskedComparison['a']) =>
    isSameEvidence(comparison[side].evidence, planned.run.open.plan.evidence);
  const cases = b.run.open.plan.cases.map(({ name }) => name);
  const isSameQuestion = comparison.id === id && comparison.partial === partial && state === 'finished';
  const areSameCases = isDeepStrictEqual(
    comparison.cases.map((one) => one.case),
    cases,
  );
  const isSameLevel = question.try !== undefined || alpha === question.alpha; // with corrected tries each attempt has its own
  const isSameMargin = margin === question.margin && isSameLevel;
  return isSameQuestion && isSameMargin && areSameCases && isSameSide('a', a) && isSameSide('b', b);
}
