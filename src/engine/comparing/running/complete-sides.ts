import type { Notify } from '#model/run/notice.js';
import type { RunDeps } from '#run/deps.js';
import { missingRubrics } from '#run/write-rubrics.js';
import { writePlan } from '#store/run/run-folder.js';
import type { OpenPrompt } from '../../prompt/open-prompt.js';
import { completeRubrics, rubricReplies } from '../../rubrics/complete-rubrics.js';
import type { AskedComparison, PlannedSide } from '../planned-comparison.js';
import type { OpenSessions } from './side-sessions.js';

/** A comparison with a rubric for every behaviour, and the replies that wrote them. */
interface CompleteComparison {
  readonly planned: AskedComparison;
  readonly before: NonNullable<RunDeps['before']>;
}

/**
 * Asks the judge to write the missing rubrics of B's cases, and reads both sides again, since A's answers are judged by them too. Throws
 * EVA_NO_RUBRIC if one could not be written.
 */
export async function completeSides(
  planned: AskedComparison,
  sides: OpenSessions,
  notify: Notify,
): Promise<CompleteComparison> {
  const { a, b } = planned;
  const before = rubricReplies(sides.b.place.journal.replies());
  if (missingRubrics(b.run.open.plan.cases).length === 0) return { planned, before };
  const complete = await completeRubrics(b.run.open, sides.b.deps, b.run.reopen, notify);
  const whole = { ...planned, a: withPlan(a, a.run.reopen()), b: withPlan(b, complete.open) };
  writePlan(sides.a.place.dir, whole.a.run.open.plan);
  writePlan(sides.b.place.dir, whole.b.run.open.plan);
  return { planned: whole, before: [...before, ...complete.before] };
}

/** Returns a side that was read again, in the comparison in which it began. No earlier run has its rubrics. */
function withPlan(side: PlannedSide, open: OpenPrompt): PlannedSide {
  const { compare } = side.run.open.plan;
  const plan = { ...open.plan, ...(compare && { compare: { ...compare, from_run: null } }) };
  return { ...side, kept: null, run: { ...side.run, open: { ...open, plan } } };
}
