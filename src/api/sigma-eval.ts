import type { Case } from '#model/case.js';
import { isObject } from '#model/data/json.js';
import { hasErrors, type Problem, problem } from '#model/problem.js';
import { defaultRunSettings, type RunPlan } from '#model/run/run.js';
import { planRun } from '#run/plan/plan-run.js';
import { shortBudget } from '#run/plan/short-budget.js';
import { RubricStore } from '#run/replies/run-rubrics.js';
import type { ScenarioSetup, ScenarioStorage } from '#run/scenarios/run-scenarios.js';
import { runScenarios } from '#run/scenarios/run-scenarios.js';
import { openModels } from '#run/scenarios/scenario-models.js';
import type { AppFunction } from '#subject/deps.js';
import { type Builder, builder } from './builder.js';
import { errorOf, inOptions, withAllProblems } from './error-texts.js';
import type { EvaluateOptions, SigmaEvalOptions } from './options.js';
import { type CheckedOptions, checkEvaluateOptions, readOptions } from './read-options.js';
import { type ReadScenarios, readScenarios } from './read-scenarios.js';
import type { ScenarioTestResult } from './scenario-result.js';
import { resultsOf } from './scenario-result.js';
import type { ScenarioTest } from './scenario-test.js';
import { openWorld, reportCommand, type World } from './world.js';

class Evaluator {
  readonly #settings: CheckedOptions;
  readonly #setup: ScenarioSetup;

  /** Throws `EvaError` with a problem for each unknown or invalid option. */
  constructor(options: SigmaEvalOptions) {
    this.#settings = readOptions(options);
    const world = openWorld(options);
    const { config } = this.#settings;
    const { rubrics, provider } = options;
    this.#setup = {
      config,
      world,
      models: openModels(provider, config, world),
      rubrics: new RubricStore(rubrics === undefined ? null : { path: world.path(rubrics), name: rubrics }),
      storage: storageOf(options, world),
    };
  }

  /**
   * Evaluates a scenario, or several concurrently. `app` is the application; without it each scenario names its own. Rejects with
   * `EvaError` for wrong input and for failures of network or disk, and with the signal's reason if that is aborted.
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
    const results = await withAllProblems(() => this.#withinLimit(scenarios, app, options));
    const [only] = results;
    if (isList(given)) return results;
    if (!only) throw new Error('a scenario was evaluated and has no result');
    return only;
  }

  /** Evaluates within the time limit of the options: a signal of its own ends the calls. */
  async #withinLimit(
    scenarios: readonly ScenarioTest[],
    app: AppFunction | undefined,
    options: EvaluateOptions,
  ): Promise<readonly ScenarioTestResult[]> {
    checkEvaluateOptions(options);
    const { time_limit_s: limit } = this.#settings.options;
    if (limit === undefined) return this.#evaluate(scenarios, app, options);
    const timer = new AbortController();
    const late = () =>
      timer.abort(new DOMException(`the evaluation took longer than time_limit_s: ${limit}`, 'TimeoutError'));
    const timeout = setTimeout(late, limit * 1000);
    const signals = [timer.signal, ...(options.signal ? [options.signal] : [])];
    const evaluated = this.#evaluate(scenarios, app, { ...options, signal: AbortSignal.any(signals) });
    return evaluated.finally(() => clearTimeout(timeout));
  }

  async #evaluate(
    scenarios: readonly ScenarioTest[],
    app: AppFunction | undefined,
    options: EvaluateOptions,
  ): Promise<readonly ScenarioTestResult[]> {
    options.signal?.throwIfAborted();
    if (app !== undefined && typeof app !== 'function')
      throw errorOf([
        problem('EVA_WRONG_TYPE:no_function', 'the application is not a function', {
          hint: 'pass undefined if the scenarios name their application; options are the third argument',
          at: { file: 'evaluate' },
        }),
      ]);
    const { options: general, body } = this.#settings;
    const { rubrics, world } = this.#setup;
    const reading = { hasFunction: app !== undefined, body, rubrics: rubrics.read(), cwd: world.cwd };
    const styled = scenarios.map((scenario) => withStyle(scenario, general));
    const read = await readScenarios(styled, general, { ...reading, signal: options.signal });
    const isAllowed = options.allow_underpowered ?? general.allow_underpowered ?? false;
    const warnings: Problem[] = [];
    let short: readonly Problem[] | undefined;
    const planOf = (cases: readonly Case[]) => {
      const planned = this.#plan({ ...read, cases }, isAllowed);
      short ??= this.#shortBudget(planned.plan); // of the first plan, which still has to write rubrics
      warnings.splice(0, warnings.length, ...planned.warnings, ...short);
      return planned.plan;
    };
    const { signal, onEvent = () => {} } = options;
    const done = await runScenarios({ ...read, app, planOf }, this.#pricedSetup(read.cases), { signal, onEvent });
    const report = done.run_id === null ? null : reportCommand(done.run_id, this.#setup.storage.folder);
    return resultsOf(done.plan, done.result, {
      ...done,
      report,
      warnings: [...read.warnings, ...warnings].map((warning) => inOptions(warning)),
    });
  }

  /** Returns the setup with the built-in prices of the models of these cases. */
  #pricedSetup(cases: readonly Case[]): ScenarioSetup {
    const { config, models, world } = this.#setup;
    return { ...this.#setup, config: { ...config, prices: models.pricesOf(cases, world.now()) } };
  }

  #plan({ cases, criteria }: ReadScenarios, allow_underpowered: boolean) {
    const { options, body } = this.#settings;
    const { config } = this.#pricedSetup(cases);
    const { record, replay } = this.#setup.storage;
    const { value: plan, problems } = planRun({
      prompt: { id: 'scenarios', body: body.body },
      cases,
      config,
      models: options.provider ? null : [],
      programs: [],
      only: [],
      criteria,
      manner: { ...defaultRunSettings, allow_underpowered, record, replay },
    });
    if (!plan || hasErrors(problems)) throw errorOf(problems);
    return { plan, warnings: problems };
  }

  /** Returns a warning if the budget is too small for a verdict. */
  #shortBudget(plan: RunPlan): readonly Problem[] {
    if (this.#setup.storage.replay) return [];
    return shortBudget({
      budget: this.#settings.config.budget,
      plans: [plan],
      at: { file: 'SigmaEval', property: 'budget.max_calls' },
      command: 'eva eval',
      aboutUsd: () => null,
      isAllowed: this.#setup.storage.cache ? 'kept_replies' : 'by_user',
    });
  }
}

/** Evaluates scenarios: simulated users talk to an application, and eva decides on the conversations. */
export type SigmaEval = Evaluator;

/** Reads the options. Throws `EvaError` with a problem for each unknown or invalid option. */
export const SigmaEval: Builder<SigmaEvalOptions, SigmaEval> = builder((options) => new Evaluator(options));

/** Returns a scenario with the writing style of the options if it has none. */
function withStyle(scenario: ScenarioTest, { writing_style }: SigmaEvalOptions): ScenarioTest {
  return writing_style === undefined || !isObject(scenario) || scenario.writing_style !== undefined
    ? scenario
    : { ...scenario, writing_style };
}

function isList(given: ScenarioTest | readonly ScenarioTest[]): given is readonly ScenarioTest[] {
  return Array.isArray(given);
}

/** Returns the storage settings of evaluations with these options. */
function storageOf(options: SigmaEvalOptions, { cwd, path }: Pick<World, 'cwd' | 'path'>): ScenarioStorage {
  const { runs, resume, cache, record, replay, rows } = options;
  return {
    folder: typeof runs === 'string' ? path(runs) : cwd,
    keepsRuns: runs !== undefined,
    resume: resume !== false,
    cache: cache === true,
    record: record === true,
    replay: replay === true,
    rows: rows === undefined ? null : path(rows),
  };
}
