import { criteria as builtIn } from '#decide/criteria/index.js';
import type { Criterion } from '#decide/criterion.js';
import { Preparation } from '#grade/check-parts/preparation.js';
import { planChecks } from '#grade/check-parts/prepare-checks.js';
import { undeclaredTools } from '#grade/checks/declared-tools.js';
import { planExtracts } from '#grade/extract.js';
import { lackOf } from '#library/settings/provider-lacks.js';
import { type Case, type Expectation, modelUnderTest, unknownCase } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { uniqueBy } from '#model/data/collections.js';
import { checksOfGrader, innerChecks } from '#model/grader.js';
import { mostTrialsOfRun } from '#model/limits.js';
import { findMetric } from '#model/metrics.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { referencesOfCheck } from '#model/references.js';
import { priceOf } from '#model/reply/price.js';
import type { ModelMention, ModelSettings } from '#model/settings.js';
import { groupedDigits, plural, short } from '#model/text/quoted.js';
import { priceByName, routeModel, routeOf } from '#provider/model-name.js';
import { providerTypes, typeOf } from '#provider/types/index.js';
import { priceNeeds } from './cost.js';
import { embeddingsOf, judgesOf, modelsOf, simulatedUsersOf, subjectModelsOf } from './evidence.js';
import { misplacedCriteria, tooManyLabels } from './feasibility.js';
import { noPriceFor, noPriceForBudget } from './missing-prices.js';

export interface RefusalInput {
  readonly cases: readonly Case[];
  readonly config: LibraryConfig;
  /** Every model named in the files; null if every name is valid. */
  readonly models: readonly ModelMention[] | null;
  /** Cases whose tools a mistake hides, so that nothing is known about their calls. */
  readonly unreadTools?: ReadonlySet<Case>;
  readonly criteria?: readonly Criterion[];
}

/**
 * Returns a problem for each part of the cases that eva cannot evaluate: unknown models, and criteria, metrics or checks that
 * cannot be used.
 */
export function refusals({ cases, config, models, unreadTools, criteria = builtIn }: RefusalInput): Problem[] {
  const withTools = cases.filter((testCase) => !unreadTools?.has(testCase));
  const graders = cases.flatMap(({ expectations }) => expectations.map(({ grader }) => grader));
  return [
    ...unknownCriteria(cases, criteria),
    ...(models ? modelNameProblems(cases, models, config) : []),
    ...cases.flatMap((testCase) => misplacedCriteria(testCase, criteria)),
    ...cases.flatMap(tooManyLabels),
    ...cases.flatMap((testCase) => metricsWithoutValue(testCase, config)),
    ...cases.flatMap((testCase) => costsWithoutPrice(testCase, config)),
    ...lacksOf(graders.flatMap(embeddingsOf), 'embeddings', config),
    ...temperaturesWithoutEffect(cases, config),
    ...limitsBelowLeast(cases, config),
    ...checkProblems(cases),
    ...withTools.flatMap((testCase) => undeclaredTools(testCase)),
    ...withTools.flatMap((testCase) => unreportedCalls(testCase, config)),
  ];
}

/**
 * Prepares the checks of all cases within the time limit of one file, since all cases of a prompt are in one eval.yml. Skips checks that
 * refer to fields of items: their values are checked item by item when the file is loaded. Cases that inherit a check share its problem.
 */
function checkProblems(cases: readonly Case[]): readonly Problem[] {
  const preparation = new Preparation();
  const ofChecks = cases.flatMap(({ expectations }) =>
    expectations.flatMap(({ grader }) => {
      const checks = grader.grader === 'trial_passes' ? grader.params.checks : [];
      return planChecks(
        checks.filter((spec) => referencesOfCheck(spec).length === 0),
        preparation,
      );
    }),
  );
  return uniqueBy([...ofChecks, ...planExtracts(cases, preparation)], ({ code, at, message }) =>
    JSON.stringify([code, at, message]),
  );
}

/** Returns a problem for each metric that cannot have a value in the case. Its criteria would cost calls and decide nothing. */
function metricsWithoutValue({ subject, expectations, at }: Case, config: LibraryConfig): readonly Problem[] {
  const model = modelUnderTest(subject);
  if (!model) return [];
  const route = routeOf(model.model, config.providers);
  if (!route) return [];
  return expectations.flatMap((expectation) => {
    const metric = expectation.grader.grader === 'metric' ? findMetric(expectation.grader.params.metric) : undefined;
    if (!metric) return [];
    const place = { at: expectation.at ?? at };
    const needsTokens = metric.unit === 'USD' || metric.unit === 'tokens';
    if (needsTokens && !route.can.tokenCounts) {
      return [noTokens(metric.name, model.model, place.at)];
    }
    const name = route.model;
    const hasNoPrice = metric.unit === 'USD' && !route.can.costs && !priceOf(config.prices, name);
    return hasNoPrice ? [noPriceFor('metric', name, priceNeeds([name], config), place.at)] : [];
  });
}

/**
 * Warns of each `temperature` of a judge or a simulated user whose provider does not send it, once for each place of the model. That of the
 * model under test is reported when its file is read.
 */
function temperaturesWithoutEffect(cases: readonly Case[], config: LibraryConfig): readonly Problem[] {
  const all = cases.flatMap((testCase) => [...judgesOf(testCase), ...simulatedUsersOf(testCase)]);
  const lacking = lacksOf(
    all.filter(({ temperature }) => temperature !== undefined),
    'temperature',
    config,
  );
  return lacking.map((entry) => ({ ...entry, severity: 'warning' }));
}

/** Returns a problem for each of these models whose provider lacks a feature, once for each place. */
function lacksOf(
  settings: readonly ModelSettings[],
  feature: 'embeddings' | 'temperature',
  { providers }: LibraryConfig,
): readonly Problem[] {
  return uniqueBy(settings, ({ model, at }) => `${model} ${at?.file} ${at?.line}`).flatMap(({ model, at }) => {
    const route = routeOf(model, providers);
    if (!route) return [];
    const type = typeOf(route.config);
    if (!type.lacks(route.config).includes(feature)) return [];
    const through = type.instead ? 'program' : 'server';
    return [lackOf({ model, feature, through, instead: null }, { at })];
  });
}

/** Returns a problem for each check of a cost that cannot be known. Every trial would be ungraded. */
function costsWithoutPrice({ subject, expectations, at }: Case, config: LibraryConfig): readonly Problem[] {
  const model = modelUnderTest(subject);
  const route = model && routeOf(model.model, config.providers);
  if (!model || !route) return [];
  const { can, model: name } = route;
  const checks = expectations.flatMap(({ grader }) => (grader.grader === 'trial_passes' ? grader.params.checks : []));
  return checks
    .flatMap(innerChecks)
    .filter(({ op }) => op === 'max_cost_usd')
    .flatMap((spec) => {
      const place = { at: spec.at ?? at };
      if (!can.tokenCounts) return [noTokens(spec.op, model.model, place.at)];
      if (can.costs || priceOf(config.prices, name)) return [];
      return [noPriceFor(spec.op, name, priceNeeds([name], config), place.at)];
    });
}

/** Returns a problem of the models without a price if the budget limits the cost, since eva could not count their spending. */
export function refuseUnpricedModels({ cases, config, models }: RefusalInput): readonly Problem[] {
  if (config.budget.max_cost_usd === undefined) return [];
  const names = [...new Set(modelsOf(cases))];
  const unpriced = names.flatMap((name) => {
    if (models === null) return priceOf(config.prices, name) ? [] : [name];
    const route = routeOf(name, config.providers);
    return route && !priceByName(name, config) ? [route.model] : [];
  });
  const limited = [...new Set(unpriced)];
  return limited.length === 0 ? [] : [noPriceForBudget(limited, priceNeeds(limited, config))];
}

/** Returns a problem if a run has more trials in total than fit in memory. */
export function tooManyTrials(cases: readonly Case[]): readonly Problem[] {
  const trials = cases.reduce((sum, testCase) => sum + testCase.sample_size, 0);
  if (trials <= mostTrialsOfRun) return [];
  return [
    problem(
      'EVA_TOO_MANY_TRIALS',
      `${plural(cases.length, 'case needs', 'cases need')} ${groupedDigits(trials)} trials, and a run can have at most ${groupedDigits(mostTrialsOfRun)}`,
      { hint: 'lower sample_size, or evaluate fewer cases at a time with --case' },
    ),
  ];
}

/** Returns a problem for each unknown model name in cases or files, once for each place. */
function modelNameProblems(
  cases: readonly Case[],
  mentions: readonly ModelMention[],
  config: LibraryConfig,
): readonly Problem[] {
  const used = cases.flatMap((testCase) =>
    [...subjectModelsOf(testCase), ...judgesOf(testCase)].map(({ model, at }) => ({ model, at: at ?? testCase.at })),
  );
  const named = uniqueBy([...used, ...mentions], ({ model, at }) => `${model} ${at?.file} ${at?.line}`);
  const graders = cases.flatMap(({ expectations }) => expectations.map(({ grader }) => grader));
  const embedding = new Set(graders.flatMap(embeddingsOf).map(({ model }) => model));
  return named.flatMap(({ model, at }) => {
    const result = routeModel(model, config.providers);
    return 'route' in result ? [] : [result.problemAt(at, embedding.has(model) ? 'embeddings' : 'texts')];
  });
}

/** Returns a problem for each criterion that this version of eva does not support. */
function unknownCriteria(cases: readonly Case[], criteria: readonly Criterion[]): readonly Problem[] {
  const names = new Set(criteria.map(({ name }) => name));
  return cases
    .flatMap(({ expectations }) => expectations.flatMap((expectation) => expectation.criteria))
    .filter((spec) => !names.has(spec.criterion))
    .map((spec) =>
      problem('EVA_NOT_SUPPORTED', `this version of eva does not support the criterion ${short(spec.criterion)}`, {
        hint: 'remove it, or use a criterion of docs/reference',
        at: spec.at,
      }),
    );
}

/** Returns the cases selected by `--case`, in file order; all cases if `only` is empty. A selection excludes triggering cases. */
export function selectCases(cases: readonly Case[], only: readonly string[]): Loaded<readonly Case[]> {
  if (only.length === 0) return { value: cases, problems: [] };
  const candidates = cases.filter((testCase) => testCase.subject.kind !== 'trigger');
  const names = candidates.map((testCase) => testCase.name);
  const problems = only.filter((name) => !names.includes(name)).map((name) => unknownCase(name, names));
  return { value: candidates.filter((testCase) => only.includes(testCase.name)), problems };
}

/** Returns a problem for each model whose `max_tokens` is below the least that its server accepts, once for each place of the model. */
function limitsBelowLeast(cases: readonly Case[], { providers }: LibraryConfig): readonly Problem[] {
  const all = cases.flatMap((testCase) => {
    const subject = modelUnderTest(testCase.subject);
    return [...(subject ? [subject] : []), ...judgesOf(testCase), ...simulatedUsersOf(testCase)];
  });
  const tooLow = all.flatMap(({ model, max_tokens, at }) => {
    const route = routeOf(model, providers);
    const { leastTokens: least = 1 } = route ? typeOf(route.config) : {};
    if (max_tokens === 0 || max_tokens >= least) return []; // embeddings have 0
    return problem(
      'EVA_BAD_VALUE:least_tokens',
      `${short(model)} accepts no max_tokens below ${least}, and here it is ${max_tokens}`,
      { hint: `set max_tokens to ${least} or more`, at },
    );
  });
  return uniqueBy(tooLow, ({ message, at }) => `${message} ${at?.file} ${at?.line}`);
}

/** A check or metric that reads tool calls, or a metric that reads steps. */
interface Reader {
  readonly name: string;
  readonly reads: 'calls' | 'steps';
  readonly at: Place | undefined;
}

/**
 * Returns a problem for each check and metric of tool calls or steps that no reply of the model can answer: a model reports calls only if tools
 * are set, and never steps. Applications and programs may report both, so that nothing is known before a run.
 */
function unreportedCalls({ subject, expectations, at }: Case, config: LibraryConfig): readonly Problem[] {
  const settings = modelUnderTest(subject);
  const route = settings && routeOf(settings.model, config.providers);
  // Programs of a library may report calls and steps; the built-in providers that have a server may not.
  const isServer = providerTypes.some(({ name, server }) => name === route?.config.type && server !== null);
  if (!settings || !isServer) return [];
  return expectations.flatMap(readersIn).flatMap(({ name, reads, at: placeOfReader }) => {
    if (reads === 'calls' && settings.tools !== undefined) return [];
    const place = { at: placeOfReader ?? at };
    if (reads === 'steps')
      return problem('EVA_BAD_CHECK:no_steps', `${short(name)}: replies of a model report no steps`, {
        hint: 'remove it, or test an application that reports them',
        ...place,
      });
    return problem(
      'EVA_BAD_CHECK:no_calls',
      `${short(name)}: no "tools" are declared for this case, so its replies have no tool calls`,
      { hint: 'set "tools" beside "model"', ...place },
    );
  });
}

const checksOfCalls: readonly string[] = ['called', 'not_called', 'called_in_order', 'min_calls', 'max_calls'];

function readersIn({ grader, at }: Expectation): readonly Reader[] {
  if (grader.grader === 'metric') {
    const unit = findMetric(grader.params.metric)?.unit;
    return unit === 'calls' || unit === 'steps' ? [{ name: grader.params.metric, reads: unit, at }] : [];
  }
  return checksOfGrader(grader).flatMap(({ op, at: place }): readonly Reader[] =>
    checksOfCalls.includes(op) ? [{ name: op, reads: 'calls', at: place }] : [],
  );
}

function noTokens(metric: string, model: string, at: Place | undefined): Problem {
  return problem('EVA_NO_TOKENS', `${short(metric)} needs token counts, and replies of ${short(model)} have none`, {
    hint: 'remove it, or use a model whose provider counts tokens',
    at,
  });
}
