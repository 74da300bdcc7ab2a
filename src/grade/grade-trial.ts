import { type Case, type Expectation, responseTimeout } from '#model/case.js';
import { settledAll, unreachable } from '#model/data/collections.js';
import { isObject } from '#model/data/json.js';
import {
  type CheckSpec,
  type ClassSpec,
  isReference,
  type PassConditions,
  type RubricSpec,
  rubricName,
  rubricsOf,
} from '#model/grader.js';
import { builtInMetrics, type Metric } from '#model/metrics.js';
import type { Finding, Score, Trial } from '#model/run/trial.js';
import { trimmed } from '#model/text/characters.js';
import { redactTexts } from '#model/text/redact.js';
import { loadPrograms } from '#provider/process/start-program.js';
import type { CheckContext, Explanation } from './check-parts/check.js';
import { clipExcerpt, excerptAt, openingOf, quote } from './check-parts/excerpt.js';
import {
  excerptByKeys,
  findByKeys,
  jsonInResponse,
  notJson,
  pointerKeys,
  repeatedKey,
} from './check-parts/json-in-response.js';
import { runChecks } from './check-parts/run-checks.js';
import { Pieces } from './extract.js';
import type { GradeDeps, Graded } from './graded.js';
import { gradeBehavior, messagesOf, responsesOf } from './judging/behavior.js';
import { askJudge, judgeFinding, rubricQuestion } from './judging/judge.js';
import { gradeTrigger } from './judging/trigger.js';
import { extractedPart, noPieceFinding } from './piece.js';

/**
 * Grades a trial under each expectation of its case, in order: one score each, or one for each turn if the metric is per turn. A
 * failed trial gets scores without values, a missing trial none. Masks keys in all texts of the scores. Throws `NoReply` if a judge gave no
 * reply or the program of a check could not be started.
 */
export async function gradeTrial(testCase: Case, trial: Trial, deps: GradeDeps): Promise<Score[]> {
  if (trial.outcome === 'missing') return [];
  const scores: Score[] = [];
  for (const [expectation, { grader }] of testCase.expectations.entries()) {
    const graded =
      trial.outcome === 'failed'
        ? [await gradeFailed(testCase, expectation, trial, deps)]
        : await grade(testCase, grader, trial, deps);
    scores.push(...graded.map((value) => redactTexts({ expectation, trial: trial.index, ...value }, deps.redact)));
  }
  return scores;
}

/** Loads the module that starts programs, if a check of these cases needs it. */
export async function loadGraders(cases: readonly Case[]): Promise<void> {
  const graders = cases.flatMap(({ expectations }) => expectations.map(({ grader }) => grader));
  if (graders.some((grader) => grader.grader === 'trial_passes' && startsPrograms(grader.params))) await loadPrograms();
}

/** Returns true for checks that start a program or a module, also inside another check, or see a piece that a module takes. */
function startsPrograms({ checks, extract }: PassConditions): boolean {
  const isModule = (piece: CheckSpec['extract']) => typeof piece === 'object' && 'module' in piece;
  const starts = ({ op, extract: own }: CheckSpec) => ['command', 'module', 'at_least'].includes(op) || isModule(own);
  return isModule(extract) || checks.some(starts);
}

async function grade(
  testCase: Case,
  grader: Expectation['grader'],
  trial: Trial,
  deps: GradeDeps,
): Promise<readonly Graded[]> {
  switch (grader.grader) {
    case 'trial_passes':
      return [await gradeTrialPasses(testCase, grader.params, trial, deps)];
    case 'trigger':
      return [await gradeTrigger(testCase, trial.index, deps)];
    case 'class':
      return [gradeClass(grader.params, responsesOf(trial))];
    case 'metric':
      return gradeMetric(grader.params.metric, trial, deps.metrics);
    case 'expected_behavior':
      return [await gradeBehavior(testCase, grader.params, trial, deps)];
    default:
      return unreachable(grader);
  }
}

/**
 * Returns the values of a metric: one for each turn, or one for the trial. A quantity that cannot be measured has no value.
 * Throws if there is no such metric; planning checks that before.
 */
export function gradeMetric(
  name: string,
  trial: Trial,
  metrics: readonly Metric[] = builtInMetrics,
): readonly Graded[] {
  const metric = metrics.find((candidate) => candidate.name === name);
  if (!metric) throw new Error(`no metric named ${name}`);
  const graded = metric.measure(trial).map((measured): Graded => {
    if (measured.value !== null) return { value: measured.value, findings: [] };
    return { value: null, why: 'ungraded', reason: `${name}: ${measured.reason}`, findings: [] };
  });
  return metric.scope === 'per_turn' ? graded.map((value, turn) => ({ turn, ...value })) : graded;
}

/**
 * Returns 1 if all checks hold and the score of each rubric is at least its `pass_threshold`, else 0; no value if only scores are unknown.
 */
async function gradeTrialPasses(
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
  const judged = rubrics.map(async (rubric, index) => {
    const about = rubricName(rubrics, index);
    const piece = await pieces.of();
    if ('nothing' in piece) return noPieceFinding(about, piece);
    if (failed && deps.failFast) return { ...notJudged, about };
    return rubricFinding(rubric, about, { trial, response: piece.text }, deps);
  });
  findings.push(...(await settledAll(judged)));
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
  const { promptDir, programEnv, redact, requireUnchanged, functions, modules, signal, item, inTurn } = deps;
  const timeoutMs = responseTimeout(testCase.subject) * 1000;
  // What a check sets is there before: V8 makes a hidden class for each copy of an object that adds a key.
  return {
    promptDir,
    programEnv,
    redact,
    requireUnchanged,
    functions,
    modules,
    signal,
    item,
    inTurn,
    testCase,
    trial,
    asking: deps,
    timeoutMs,
    judge: undefined,
    embedding: undefined,
  };
}

/**
 * Grades a failed trial, which has no value. If the application left a text, the findings show its end (once for each case) and the results
 * of the checks, for information only. No judge is asked.
 */
async function gradeFailed(
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
    ...(grader?.grader === 'class' && { classes: { expected: expectedClass(grader.params), answered: null } }),
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

/** The class that a response names, or the reason why it names none. */
type ClassReading =
  | { readonly answered: string; readonly excerpt: Explanation['excerpt'] }
  | { readonly none: string; readonly excerpt: Explanation['excerpt'] };

/** Returns 1 if the response names the expected class, else 0, with both classes. */
function gradeClass(spec: ClassSpec, response: string): Graded {
  const expected = expectedClass(spec);
  const reading = readClass(spec, response);
  const answered = 'none' in reading ? null : reading.answered;
  const said = 'none' in reading ? reading.none : `answered ${shown(reading.answered)}`;
  const holds = answered === expected;
  const finding: Finding = {
    about: 'class',
    holds,
    reason: holds ? said : `${said}, expected ${shown(expected)}`,
    ...(!holds && reading.excerpt && { excerpt: reading.excerpt }),
  };
  return { value: holds ? 1 : 0, classes: { expected, answered }, findings: [finding] };
}

/** Returns the expected class as the list of classes has it. Throws if the item's value is not inserted, which is an error in eva. */
function expectedClass(spec: ClassSpec): string {
  if (isReference(spec.expected)) throw new Error(`the class of field "${spec.expected.field}" is not resolved`);
  return classNamed(spec, spec.expected) ?? spec.expected;
}

/** Finds a class by its text: the same text if there is one, else the first that differs only in letter case, if that is ignored. */
function classNamed({ of: classes, ignore_case }: ClassSpec, text: string): string | undefined {
  const answer = trimmed(text).text;
  const equal = classes.find((name) => name === text || trimmed(name).text === answer);
  if (equal !== undefined || !ignore_case) return equal;
  const folded = answer.toLowerCase();
  return classes.find((name) => trimmed(name).text.toLowerCase() === folded);
}

function readClass(spec: ClassSpec, response: string): ClassReading {
  if (spec.at === undefined) return readText(spec, trimmed(response).text, openingOf(response));
  const json = jsonInResponse(response);
  if (!('value' in json)) {
    const { reason, excerpt } = notJson(response, json);
    return { none: reason, excerpt };
  }
  const keys = pointerKeys(spec.at) ?? [];
  const part = findByKeys(json.value, keys);
  if ('problem' in part) {
    return { none: part.problem, excerpt: excerptByKeys(response, json.block, keys.slice(0, part.depth)) };
  }
  const excerpt = excerptByKeys(response, json.block, keys);
  const twice = repeatedKey(json.block.text, keys);
  if (twice !== undefined) return { none: `the JSON has the key ${quote(twice)} twice`, excerpt };
  if (part.value === null || Array.isArray(part.value) || isObject(part.value))
    return { none: `${quote(part.value)} is no class`, excerpt };
  return readText(spec, String(part.value), excerpt);
}

function readText(spec: ClassSpec, text: string, excerpt: Explanation['excerpt']): ClassReading {
  const answered = classNamed(spec, text);
  return answered === undefined ? { none: `${quote(text)} is none of the classes`, excerpt } : { answered, excerpt };
}

/** Returns a class on one line, in quotes unless it is a plain word. */
function shown(name: string): string {
  return /^[\p{L}\p{N}_-]{1,60}$/u.test(name) ? name : clipExcerpt(quote(name), 80);
}
