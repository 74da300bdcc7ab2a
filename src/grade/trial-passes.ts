import { type PassConditions, type RubricSpec, rubricName, rubricsOf } from '#model/case/grader.js';
import { type Case, responseTimeout } from '#model/case.js';
import type { Finding } from '#model/run/score.js';
import type { Trial } from '#model/run/trial.js';
import type { CheckContext } from './checking/check.js';
import { excerptAt } from './checking/excerpt.js';
import { noPieceFinding, runChecks } from './checking/run-checks.js';
import { noClass } from './class.js';
import { Pieces } from './extracting/extract.js';
import { extractedPart } from './extracting/piece.js';
import type { GradeDeps, Graded } from './graded.js';
import { messagesOf, responsesOf } from './judging/behavior.js';
import { askJudge, judgeFinding } from './judging/judge.js';
import { rubricQuestion } from './judging/judge-prompt.js';

/**
 * Returns 1 if all checks hold and the score of each rubric is at least its `pass_threshold`, else 0; no value if only scores are unknown.
 */
export async function gradeTrialPasses(
  testCase: Case,
  passes: PassConditions,
  trial: Trial,
  deps: GradeDeps,
): Promise<Graded> {
  if (trial.turns.length === 0) throw new Error(`trial ${trial.index} of "${trial.case}" finished without a response`);
  const context = checkContext(testCase, trial, deps);
  const pieces = new Pieces(responsesOf(trial), passes.extract, context);
  const findings = [...(await runChecks(passes.checks, pieces, context))];
  const failed = findings.some(({ holds }) => holds !== true);
  const rubrics = rubricsOf(passes);
  for (const [index, rubric] of rubrics.entries()) {
    const about = rubricName(rubrics, index);
    const piece = await pieces.of();
    if ('nothing' in piece) findings.push(noPieceFinding(about, piece));
    else if (failed && deps.failFast) findings.push({ ...notJudged, about });
    else findings.push(await rubricFinding(rubric, about, { trial, response: piece.text }, deps));
  }
  const graded = passesIf(findings);
  const piece = passes.extract && (await pieces.of());
  return piece && 'text' in piece ? { ...graded, ...extractedPart(piece, pieces.reply) } : graded;
}

const notJudged = { holds: null, reason: 'not judged, since a check failed (--fail-fast)' };

/** Grades a trial by its findings: it fails if one part failed, even if others could not be graded. */
function passesIf(findings: readonly Finding[]): Graded {
  if (findings.some(({ holds }) => holds === false)) return { findings, value: 0 };
  const unknown = findings.find(({ holds }) => holds === null);
  return unknown ? { findings, value: null, why: 'ungraded', reason: unknown.reason } : { findings, value: 1 };
}

async function rubricFinding(
  rubric: RubricSpec,
  about: string,
  { trial, response }: { readonly trial: Trial; readonly response: string },
  deps: GradeDeps,
): Promise<Finding> {
  const texts = { turn: trial.turns.at(-1), userMessage: messagesOf(trial), response };
  const judgement = await askJudge(rubricQuestion({ case: trial.case, trial: trial.index, ...texts }, rubric), deps);
  return judgeFinding(about, judgement, rubric.judge, rubric.judge.pass_threshold);
}

function checkContext(testCase: Case, trial: Trial, deps: GradeDeps): CheckContext {
  const { promptDir, programEnv, redact, modules, functions, requireUnchanged, signal, inTurn, item } = deps;
  return {
    testCase,
    trial,
    asking: deps,
    promptDir,
    programEnv,
    redact,
    modules,
    functions,
    requireUnchanged,
    signal,
    inTurn,
    item,
    timeoutMs: responseTimeout(testCase.subject) * 1000,
  };
}

/**
 * Grades a failed trial, which has no value. If the application left a text, the findings show its end (once for each case) and the results
 * of the checks, for information only. No judge is asked.
 */
export async function gradeFailed(
  testCase: Case,
  expectation: number,
  trial: Trial & { readonly outcome: 'failed' },
  deps: GradeDeps,
): Promise<Graded> {
  const response = trial.turns.at(-1)?.app_response ?? '';
  const grader = testCase.expectations[expectation]?.grader;
  const checked = responsesOf(trial);
  const passes = grader?.grader === 'trial_passes' && checked.trim() !== '' ? grader.params : null;
  const context = { ...checkContext(testCase, trial, deps), asking: undefined };
  return {
    value: null,
    why: 'failed',
    reason: trial.reason,
    ...(grader?.grader === 'class' && { classes: noClass(grader.params) }),
    findings: [
      ...(expectation === 0 ? [replyFinding(trial.reason, response)] : []),
      ...(await runChecks(passes?.checks ?? [], new Pieces(checked, passes?.extract, context), context)),
    ],
  };
}

function replyFinding(reason: string, response: string): Finding {
  const end = response.trimEnd().length;
  return { about: 'reply', holds: false, reason, ...(end > 0 && { excerpt: excerptAt(response, end - 1) }) };
}
