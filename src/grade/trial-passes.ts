import { type Case, type CheckSpec, type RubricSpec, responseTimeout } from '#model/case.js';
import type { Finding } from '#model/score.js';
import type { Trial, Turn } from '#model/trial.js';
import type { GradeDeps } from './deps.js';
import type { Graded } from './graded.js';
import { askJudge } from './judge.js';
import { runChecks } from './run-checks.js';

/** What a trial must pass. */
export interface Passes {
  readonly checks: readonly CheckSpec[];
  readonly rubric?: RubricSpec;
}

/** 1 if every check holds and the rubric's score is at least `pass_threshold`, else 0; no value if only the rubric's is unknown. */
export async function gradeTrialPasses(one: Case, passes: Passes, trial: Trial, deps: GradeDeps): Promise<Graded> {
  const turn = lastTurn(trial);
  const findings = [...(await runChecks(passes.checks, turn.app_response, checkContext(one, deps)))];
  const failed = findings.some(({ holds }) => holds !== true);
  if (passes.rubric) {
    findings.push(
      failed && deps.failFast ? notJudged : await rubricFinding(one, passes.rubric, trial.index, turn, deps),
    );
  }
  return passesIf(findings);
}

const notJudged: Finding = { about: 'rubric', holds: null, reason: 'not judged, since a check failed (--fail-fast)' };

/** A part that failed decides, whatever is unknown of the others. */
function passesIf(findings: readonly Finding[]): Graded {
  if (findings.some(({ holds }) => holds === false)) return { findings, value: 0 };
  const unknown = findings.find(({ holds }) => holds === null);
  return unknown ? { findings, value: null, why: 'ungraded', reason: unknown.reason } : { findings, value: 1 };
}

async function rubricFinding(
  one: Case,
  rubric: RubricSpec,
  trial: number,
  turn: Turn,
  deps: GradeDeps,
): Promise<Finding> {
  const candidate = { case: one.name, trial, userMessage: turn.user_message, response: turn.app_response };
  const { score, reason, votes } = await askJudge(candidate, rubric, deps);
  const several = rubric.judge.votes > 1 && { votes };
  if (score === null)
    return {
      about: 'rubric',
      holds: null,
      reason: `ungraded: two replies of the judge held no verdict; the last: ${reason}`,
      ...several,
    };
  return { about: 'rubric', holds: score >= rubric.judge.pass_threshold, reason, score, ...several };
}

/** What the checks of a case run in. */
export function checkContext(one: Case, { promptDir, programEnv, signal }: GradeDeps) {
  return { promptDir, programEnv, signal, timeoutMs: responseTimeout(one.subject) * 1000 };
}

function lastTurn(trial: Trial): Turn {
  const turn = trial.turns.at(-1);
  if (!turn) throw new Error(`trial ${trial.index} of "${trial.case}" finished without a response`);
  return turn;
}
