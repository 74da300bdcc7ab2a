import { problem } from '#errors/index.js';
import type { Case } from '#model/case.js';
import { hasErrors, type Problem } from '#model/problem.js';
import type { RunPlan } from '#model/run/run.js';
import { planRun } from '#plan/plan-run.js';
import { run } from '#run/run.js';
import { missingRubrics, writeRubrics } from '#run/write-rubrics.js';
import type { AppFunction } from '#subject/app/app-function.js';
import { type Builder, builder } from './build/builder.js';
import type { ScenarioTest } from './build/scenario-test.js';
import { type EvaluateOptions, type Evaluation, openEvaluation } from './evaluation.js';
import { type Models, openModels } from './models.js';
import { checkEvaluateOptions } from './options/evaluate-options.js';
import { inProgram, readOptions, type Settings, type SigmaEvalOptions } from './options/options.js';
import { type ReadScenarios, readScenarios } from './read-scenarios.js';
import type { ScenarioTestResult } from './result/results.js';
import { resultsOf } from './result/to-result.js';
import { errorOf, tellingAll } from './said.js';
import { Shelf } from './shelf.js';
import { openWorld, type World } from './world.js';

class Evaluator {
  readonly #settings: Settings;
  readonly #world: World;
  readonly #models: Models;
  readonly #shelf: Shelf;

  /** Throws `EvaError` with every option that eva does not know or cannot use. */
  constructor(options: SigmaEvalOptions) {
    this.#settings = readOptions(options);
    this.#world = openWorld(options);
    this.#models = openModels(this.#settings, this.#world);
    this.#shelf = new Shelf(this.#world, options.rubrics);
  }

  /**
   * Evaluates a scenario, or several side by side. `app` is the application; without it each scenario says what its users talk
   * to. Rejects with `EvaError` if something must be changed first or the world fails, and with the signal's reason if that is aborted.
   */
  evaluate<S>(scenario: ScenarioTest, app?: AppFunction<S>, options?: EvaluateOptions): Promise<ScenarioTestResult>;
  evaluate<S>(
    scenarios: readonly ScenarioTest[],
    app?: AppFunction<S>,
    options?: EvaluateOptions,
  ): Promise<readonly ScenarioTestResult[]>;
  async evaluate(
    given: ScenarioTest | readonly ScenarioTest[],
    app?: AppFunction,
    options: EvaluateOptions = {},
  ): Promise<ScenarioTestResult | readonly ScenarioTestResult[]> {
    const scenarios = isList(given) ? given : [given];
    const results = await tellingAll(() => this.#evaluate(scenarios, app, options));
    const [only] = results;
    if (isList(given)) return results;
    if (!only) throw new Error('a scenario was evaluated and has no result');
    return only;
  }

  async #evaluate(
    scenarios: readonly ScenarioTest[],
    app: AppFunction | undefined,
    options: EvaluateOptions,
  ): Promise<readonly ScenarioTestResult[]> {
    checkEvaluateOptions(options);
    options.signal?.throwIfAborted();
    if (app !== undefined && typeof app !== 'function') throw errorOf([noFunction()]);
    const { options: general } = this.#settings;
    const read = readScenarios(scenarios, general, app !== undefined, this.#shelf.read());
    const isAllowed = options.allow_underpowered ?? general.allow_underpowered ?? false;
    const { plan, warnings } = this.#plan(read, isAllowed);
    this.#models.requireKeys(plan.cases);
    const evaluation = openEvaluation(this.#settings, this.#world, this.#models, read, app, options);
    const { whole, before } = await this.#withRubrics(plan, read, evaluation, isAllowed);
    const result = await run(whole, { ...evaluation.deps, before });
    return resultsOf(whole, result, evaluation.totalsOf, [...read.warnings, ...warnings]);
  }

  #plan({ cases, criteria }: ReadScenarios, allow_underpowered: boolean) {
    const { options, config } = this.#settings;
    const { value: plan, problems } = planRun({
      prompt: { id: 'scenarios', body: options.prompt ?? '' },
      cases,
      config,
      models: options.provider ? null : [],
      programs: [],
      only: [],
      allow_underpowered,
      criteria,
    });
    if (!plan || hasErrors(problems)) throw errorOf(problems.map(inProgram));
    return { plan, warnings: problems };
  }

  /** The plan with every rubric: what is missing is written before the first conversation. */
  async #withRubrics(plan: RunPlan, read: ReadScenarios, { deps }: Evaluation, allow_underpowered: boolean) {
    if (missingRubrics(plan.cases).length === 0) return { whole: plan, before: [] };
    const write = (missing: readonly Case[]) => writeRubrics(missing, deps);
    const { cases, replies: before } = await this.#shelf.fill(plan.cases, write, deps.signal);
    return { whole: this.#plan({ ...read, cases }, allow_underpowered).plan, before };
  }
}

/** Evaluates scenarios: has simulated users talk to an application, and decides on the conversations. */
export type SigmaEval = Evaluator;

/** Reads the options, and throws `EvaError` with every one that eva does not know or cannot use. */
export const SigmaEval: Builder<SigmaEvalOptions, SigmaEval> = builder((options) => new Evaluator(options));

function noFunction(): Problem {
  return problem('EVA_WRONG_TYPE:no_function', null, { at: { file: 'evaluate' } });
}

function isList(given: ScenarioTest | readonly ScenarioTest[]): given is readonly ScenarioTest[] {
  return Array.isArray(given);
}
