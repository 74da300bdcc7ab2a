import { type EquivalentMutant, loadMutations } from '#library/prompt/mutations.js';
import type { Case } from '#model/case.js';
import type { Budget } from '#model/config.js';
import { groupBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import { EvaError, evaError, problem } from '#model/problem.js';
import type { CaseLeftOut, MutantSample, MutationBase, MutationKind, MutationPlan } from '#model/run/mutation.js';
import type { CaseResult } from '#model/run/run.js';
import { isSameEvidence } from '#model/run/run.js';
import { promptWord, short } from '#model/text/quoted.js';
import { fullRunsOf, isAskedLive } from '#run/attempts/full-run.js';
import { plannedCalls } from '#run/plan/calls.js';
import { costAtMost, earlierUsdPerReply } from '#run/plan/cost.js';
import type { RunChoice } from '#run/plan/plan-run.js';
import { type OpenPrompt, openPrompt } from '#run/prompt/open-prompt.js';
import { requirePrograms } from '#run/prompt/require-trusted.js';
import { type RunWorld, runSettingsOf } from '#run/session/run-options.js';
import { readRunRows } from '#store/logs/eval-log.js';
import { runsFolderName } from '#store/run/runs-folder.js';
import { readRun } from '#store/run/stored-runs.js';
import { type Mutant, mutantsOf, sampleMutants } from './mutants-of.js';

export interface MutationOptions extends RunWorld {
  readonly kinds: readonly MutationKind[];
  /** True if the user chose the kinds. */
  readonly isKindChosen: boolean;
  readonly sample: { readonly size: number; readonly seed: number } | null;
  readonly budget: Budget | null;
  /** True to run programs that the user has not trusted. */
  readonly trust: boolean;
}

/** A planned mutation run: nothing has been called or written. */
export interface PlannedMutation {
  /** The prompt, whose plan has the cases to ask alone, in their order. */
  readonly open: OpenPrompt;
  readonly plan: MutationPlan;
  /** The mutants to run, in the order of the body. */
  readonly mutants: readonly Mutant[];
  readonly equivalent: readonly { readonly mutant: Mutant; readonly because: string }[];
  readonly options: MutationOptions;
  readonly warnings: readonly Problem[];
}

/**
 * Plans the mutants of a prompt, and the cases that are asked about them: those that passed in the last whole run of the files as they are now,
 * and whose requests hold the body. Throws `EvaError` if there is no such run, no case or no mutant, and for problems of the files.
 */
export function planMutation(id: string, options: MutationOptions): PlannedMutation {
  const { root, env, budget } = options;
  const manner = runSettingsOf({ budget, allowUnderpowered: true });
  const { read, listed } = readAll(id, root, { manner, prices: { env } });
  const { base, results } = baseOf(read);
  const { open, left_out_cases } = withCases(read, base, results);
  const made = mutantsOf(open.prompt, options.kinds);
  if (made.mutants.length === 0)
    throw evaError(
      'EVA_NOTHING_TO_RUN:no_mutant',
      `the body of ${short(id)} has no ${options.isKindChosen ? 'mutant of these kinds' : 'mutant'}`,
      {
        hint: options.isKindChosen
          ? 'leave out --kind to use all kinds'
          : 'write its rules as sentences, list items or XML elements',
      },
    );
  const becauseOf = new Map(listed.map(({ mutant, because }) => [mutant, because]));
  const equivalent = made.mutants.flatMap((mutant) => {
    const because = becauseOf.get(mutant.id);
    return because === undefined ? [] : [{ mutant, because }];
  });
  const left = made.mutants.filter((mutant) => !becauseOf.has(mutant.id));
  if (left.length === 0)
    throw evaError(
      'EVA_NOTHING_TO_RUN:all_equivalent',
      `mutations.yml lists every mutant of ${short(id)} as equivalent`,
      { hint: 'remove the entries of those that a case could notice' },
    );
  const sample: MutantSample | null = options.sample && { ...options.sample, of: left.length };
  const mutants = sample ? sampleMutants(left, sample.size, sample.seed) : left;
  const plan = {
    id,
    base,
    kinds: options.kinds,
    sample,
    cases: open.plan.cases.map(({ name }) => name),
    left_out_cases,
    mutants: Object.fromEntries([...groupBy(mutants, ({ kind }) => kind)].map(([kind, { length }]) => [kind, length])),
    equivalent: equivalent.length,
    beyond_limit: made.left_out,
    at_most: boundsOf(open, mutants.length),
    about: outlookOf(open, results, mutants.length),
  };
  const warnings = [...read.problems, ...unknownOf(listed, open)];
  return { open: requirePrograms(open, options, false), plan, mutants, equivalent, options, warnings };
}

/** Reads the prompt and its mutations.yml. Throws one `EvaError` with the problems of both. */
function readAll(id: string, root: string, choice: RunChoice) {
  const { value: listed, problems } = loadMutations(root, id);
  try {
    const read = openPrompt(root, id, choice);
    if (listed) return { read, listed };
  } catch (error) {
    if (error instanceof EvaError) throw new EvaError([...error.problems, ...problems]);
    throw error;
  }
  throw new EvaError(problems);
}

/** Returns the last whole run of the files as they are now, and the results of its cases. */
function baseOf({ root, plan, prompt }: OpenPrompt) {
  const { id } = prompt;
  const runs = fullRunsOf(id, readRunRows(root));
  const run = runs.findLast(({ evidence }) => evidence !== null && isSameEvidence(evidence, plan.evidence));
  if (!run?.evidence || run.run_id === null)
    throw evaError(
      'EVA_UNKNOWN_RUN:mutation_base',
      `no whole run of ${short(id)} has a row for the files as they are now; its passed cases are the ones to ask`,
      { hint: evaluate(id) },
    );
  const { evidence, run_id, ts } = run;
  const base: MutationBase = { run_id, ts, synthetic: evidence.synthetic, replayed: !isAskedLive(run, evidence) };
  return { base, results: resultsOf(root, id, run_id) };
}

function resultsOf(root: string, id: string, run_id: string): readonly CaseResult[] {
  try {
    return readRun(root, run_id).result.cases;
  } catch (error) {
    if (!(error instanceof EvaError) || !error.problems.some(({ code }) => code === 'EVA_UNKNOWN_RUN')) throw error;
    throw evaError(
      'EVA_UNKNOWN_RUN:mutation_base_gone',
      `the folder of ${short(run_id)}, the last run of ${short(id)}, is gone from ${runsFolderName(root)}/`,
      { hint: evaluate(id) },
    );
  }
}

/** Narrows the plan of a prompt to the cases to ask, those with the fewest calls first. */
function withCases(open: OpenPrompt, { run_id }: MutationBase, results: readonly CaseResult[]) {
  const passed = new Map(results.map((result) => [result.name, result.passed]));
  const chosen = open.plan.cases.map((testCase) => ({
    testCase,
    why: whyLeftOut(testCase, passed.get(testCase.name)),
  }));
  const asked = chosen.flatMap(({ testCase, why }) => (why === null ? [testCase] : []));
  if (asked.length === 0)
    throw evaError(
      'EVA_NOTHING_TO_RUN:no_passed_case',
      `no case of ${short(open.prompt.id)} that sends its body passed in its last run, ${short(run_id)}`,
      { hint: `mend the cases or the prompt, and then eva eval ${promptWord(open.prompt.id)}` },
    );
  const cases = [...asked].sort((a, b) => callsOfCase(open, a) - callsOfCase(open, b));
  const left_out_cases = chosen.flatMap(({ testCase: { name }, why }) => (why === null ? [] : [{ case: name, why }]));
  return { open: { ...open, plan: { ...open.plan, cases } }, left_out_cases };
}

/** Returns why a case is not asked: it did not pass, or its requests do not hold the body. */
function whyLeftOut({ look, subject }: Case, passed: boolean | null | undefined): CaseLeftOut | null {
  if (look) return 'look';
  if (subject.kind === 'trigger') return 'trigger';
  if (subject.kind === 'conversation' && subject.app.app !== 'model') return 'application';
  if (passed === true) return null;
  return passed === false ? 'failed' : 'missing';
}

function callsOfCase({ plan: { body } }: OpenPrompt, testCase: Case): number {
  return plannedCalls(body, testCase).reduce((sum, { times }) => sum + times, 0);
}

function boundsOf(open: OpenPrompt, mutants: number): MutationPlan['at_most'] {
  const calls = open.plan.cases.reduce((sum, testCase) => sum + callsOfCase(open, testCase), 0);
  const { usd } = costAtMost(open.plan, open.config);
  return { calls: calls * mutants, cost_usd: usd === null ? null : usd * mutants };
}

/** Returns the calls and the cost if every case passes, after as many trials as in the last run. */
function outlookOf(open: OpenPrompt, results: readonly CaseResult[], mutants: number): MutationPlan['about'] {
  const trials = new Map(results.map((result) => [result.name, result.trials.length]));
  const calls = open.plan.cases.map((testCase) => {
    const { name, sample_size } = testCase;
    return (callsOfCase(open, testCase) * Math.min(sample_size, trials.get(name) ?? sample_size)) / sample_size;
  });
  const all = Math.round(calls.reduce((sum, callsOfCase) => sum + callsOfCase, 0) * mutants);
  const usd = earlierUsdPerReply(open.prompt.id, open.plan.evidence, readRunRows(open.root));
  return { calls: all, cost_usd: usd === null ? null : usd * all };
}

/** Warns of entries of mutations.yml whose mutant the body does not have, whatever the chosen kinds. */
function unknownOf(listed: readonly EquivalentMutant[], { prompt }: OpenPrompt) {
  if (listed.length === 0) return [];
  const known = new Set(mutantsOf(prompt).mutants.map(({ id }) => id));
  return listed.flatMap(({ mutant, at }) =>
    known.has(mutant)
      ? []
      : [
          problem(
            'EVA_BAD_VALUE:unknown_mutant',
            `the body has no mutant ${short(mutant)}, so the entry has no effect`,
            {
              hint: 'the body has changed since: remove the entry, or judge its new mutant again',
              at,
              severity: 'warning',
            },
          ),
        ],
  );
}

const evaluate = (id: string) => `eva eval ${promptWord(id)}, and then eva mutate ${promptWord(id)}`;
