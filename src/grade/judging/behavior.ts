import type { BehaviorSpec, Case } from '#model/case.js';
import { upperHalf } from '#model/rubric.js';
import type { Trial } from '#model/run/trial.js';
import type { Asking } from '#question/ask.js';
import type { Graded } from '../graded.js';
import { behaviorQuestion } from './behavior-prompt.js';
import { askJudge, judgeFinding } from './judge.js';

/**
 * Returns the judge's score for a conversation, on the scale of the behaviour; no value if it cannot be read. Throws if the
 * rubric is not written (it is written before a run), and `NoReply` if the judge gave no reply.
 */
export async function gradeBehavior(
  testCase: Case,
  behavior: BehaviorSpec,
  trial: Trial,
  deps: Asking,
): Promise<Graded> {
  const { rubric, judge } = behavior;
  if (rubric === null) throw new Error(`"${testCase.name}" is graded by a rubric that is not written`);
  const judgement = await askJudge(behaviorQuestion(testCase, trial, behavior, rubric), deps);
  const finding = judgeFinding('behavior', judgement, judge, upperHalf(judge.scale));
  if (judgement.score === null) return { findings: [finding], value: null, why: 'ungraded', reason: finding.reason };
  return { findings: [finding], value: judgement.score };
}
