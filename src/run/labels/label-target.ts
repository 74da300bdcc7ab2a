import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listPromptIds } from '#library/prompts.js';
import { type Case, isOfProgram, unknownCase } from '#model/case.js';
import { expectationDigest, labelsAsked } from '#model/people/label.js';
import type { Problem } from '#model/problem.js';
import { EvaError, evaError, orNull, problem } from '#model/problem.js';
import type { CaseResult, RunPlan } from '#model/run/run.js';
import { quoted, short } from '#model/text/quoted.js';
import { readPlanAt } from '#store/run/run-folder.js';
import { runDirOf, runNames } from '#store/run/run-names.js';
import { readRun, type StoredRun } from '#store/run/stored-runs.js';

/** An expectation of a stored run that a judge decided by a rubric, and whose answers people label. */
export interface LabelTarget extends StoredRun {
  readonly testCase: Case;
  readonly cases: CaseResult;
  /** The index of the expectation in its case, from 0. */
  readonly expectation: number;
  /** The digest of its rubric. */
  readonly digest: string;
  /** The number of labels that a criterion waits for; null if people decide none. */
  readonly waits: number | null;
  /** The folder of the prompt, which has the labels. */
  readonly promptDir: string;
}

/** The words that choose a target. */
export interface TargetChoice {
  readonly case?: string | undefined;
  /** The name of an expectation, or its number from 1. */
  readonly expectation?: string | undefined;
}

/**
 * Reads a run by its name. The id of a prompt means its last run with answers that a judge has judged; no name means the last of all prompts.
 * Throws EVA_LABEL for a run whose answers cannot be labelled, and as `readRun` does.
 */
export function readLabelledRun(root: string, name?: string): StoredRun {
  const isPrompt = name !== undefined && listPromptIds(root).includes(name) && !runNames(root).includes(name);
  const run = readRun(root, name === undefined || isPrompt ? lastJudged(root, name ?? null) : name);
  const { run_id, id, shard } = run.result;
  if (run.plan.cases.some(isOfProgram))
    throw evaError(
      'EVA_LABEL:program',
      `run ${short(run_id)} was made by a program, and labels are kept beside a prompt`,
      { hint: 'label a run of a prompt; eva log lists them' },
    );
  if (shard)
    throw evaError('EVA_LABEL:shard', `run ${short(run_id)} is one shard of a run`, {
      hint: 'merge the shards with: eva merge DIR...; then label the merged run',
    });
  if (!existsSync(join(root, 'prompts', id)))
    throw evaError(
      'EVA_LABEL:no_prompt',
      `run ${short(run_id)} is of the prompt ${quoted(id)}, which this library does not have`,
      { hint: `restore prompts/${short(id)}/: its labels are kept there` },
    );
  return run;
}

function lastJudged(root: string, id: string | null): string {
  const isJudged = (run_id: string) => {
    const dir = runDirOf(root, run_id);
    if (!existsSync(join(dir, 'result.json'))) return false;
    const plan = orNull(() => readPlanAt(dir));
    if (!plan || (id !== null && plan.id !== id)) return false;
    return !plan.cases.some(isOfProgram) && !plan.manner.shard && judgedCases(plan).length > 0;
  };
  const last = runNames(root).findLast(isJudged);
  if (last === undefined)
    throw evaError(
      'EVA_LABEL:no_run',
      `no run ${id === null ? 'here' : `of the prompt ${quoted(id)}`} has answers that a judge has judged by a rubric`,
      { hint: `run a prompt with a rubric or an expected behaviour: eva eval ${id === null ? 'ID' : short(id)}` },
    );
  return last;
}

/** Chooses the case and the expectation to label. Throws EVA_UNKNOWN_CASE, and EVA_LABEL if the choice is missing or does not fit. */
export function labelTarget(root: string, run: StoredRun, choice: TargetChoice): LabelTarget {
  const testCase = chosenCase(run, choice);
  const cases = run.result.cases.find(({ name }) => name === testCase.name);
  if (!cases) throw new Error(`the result has no case ${testCase.name}`);
  const missing = cases.trials.filter(({ outcome }) => outcome === 'missing').length;
  const { run_id, id } = run.result;
  if (missing > 0)
    throw evaError(
      'EVA_LABEL:unfinished',
      `case ${quoted(testCase.name)} of run ${short(run_id)} lacks ${missing} ${missing === 1 ? 'reply' : 'replies'}, so its sample is not known yet`,
      { hint: `get them first: eva eval ${short(id)} --resume ${short(run_id)}` },
    );
  const { index, digest } = chosenExpectation(testCase, choice);
  const waits = labelsAsked(testCase.expectations[index] ?? { criteria: [] });
  return { ...run, testCase, cases, expectation: index, digest, waits, promptDir: join(root, 'prompts', id) };
}

function chosenCase({ plan, result }: StoredRun, choice: TargetChoice): Case {
  const judged = judgedCases(plan);
  const names = judged.map(({ name }) => name);
  if (choice.case === undefined) {
    const waiting = judged.filter(({ expectations }) => expectations.some((one) => labelsAsked(one) !== null));
    const [only, ...others] = waiting.length > 0 ? waiting : judged;
    if (only && others.length === 0) return only;
    if (!only) throw new EvaError([nothingJudged(result.run_id)]);
    const meant = (waiting.length > 0 ? waiting : judged).map(({ name }) => name);
    throw evaError('EVA_LABEL:which_case', `${meant.length} cases of the run have judged answers`, {
      hint: casesHint(meant),
    });
  }
  const known = plan.cases.map(({ name }) => name);
  const named = judged.find(({ name }) => name === choice.case);
  if (named) return named;
  if (!known.includes(choice.case)) {
    throw new EvaError([unknownCase(choice.case, known)]);
  }
  throw new EvaError([notJudged(choice.case, names)]);
}

/** Returns the cases with an expectation that a judge decides by a rubric. */
export function judgedCases({ cases }: RunPlan): readonly Case[] {
  return cases.filter(({ look, expectations }) => !look && expectations.some((one) => expectationDigest(one) !== null));
}

interface JudgedExpectation {
  readonly index: number;
  readonly about: string;
  readonly digest: string;
  readonly isWaiting: boolean;
}

function chosenExpectation({ name, expectations }: Case, choice: TargetChoice): JudgedExpectation {
  const judged = expectations.flatMap((one, index): readonly JudgedExpectation[] => {
    const digest = expectationDigest(one);
    return digest === null ? [] : [{ index, about: one.about, digest, isWaiting: labelsAsked(one) !== null }];
  });
  const listed = judged.map(({ index, about }) => ({ number: index + 1, about }));
  if (choice.expectation === undefined) {
    const waiting = judged.filter(({ isWaiting }) => isWaiting);
    const [only, ...others] = waiting.length > 0 ? waiting : judged;
    if (only && (others.length === 0 || waiting.length > 0)) return only;
    throw evaError(
      'EVA_LABEL:which_expectation',
      `case ${quoted(name)} has ${listed.length} expectations that a judge decides, and people label one at a time`,
      { hint: expectationsHint(listed) },
    );
  }
  const word = choice.expectation;
  const named = judged.filter(({ index, about }) => about === word || String(index + 1) === word);
  const [only, ...others] = named;
  if (only && others.length === 0) return only;
  throw evaError(
    'EVA_LABEL:unknown_expectation',
    `${quoted(word)} is not one expectation of case ${quoted(name)} that a judge decides`,
    { hint: expectationsHint(listed) },
  );
}

export function nothingJudged(run_id: string): Problem {
  return problem(
    'EVA_LABEL:nothing_judged',
    `no case of run ${short(run_id)} is judged by a rubric or an expected behaviour`,
    { hint: 'name another run: eva label RUN; eva log lists them' },
  );
}

export function notJudged(name: string, cases: readonly string[]): Problem {
  return problem('EVA_LABEL:not_judged', `no rubric judges the answers of case ${quoted(name)}`, {
    hint: casesHint(cases),
  });
}

const mostNamed = 8;

function casesHint(cases: readonly string[]): string {
  if (cases.length === 0) return 'eva log lists the runs; name one with answers that a judge has judged';
  return `name one with --case: ${cases.slice(0, mostNamed).map(quoted).join(', ')}`;
}

function expectationsHint(expectations: readonly { readonly number: number; readonly about: string }[]): string {
  const shown = expectations.slice(0, mostNamed).map(({ number, about }) => `${number} (${short(about)})`);
  return `write --expectation and one of these numbers: ${shown.join(', ')}`;
}
