import type { LibraryConfig } from '#model/config.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import { withBuiltInPrices } from '#provider/prices/built-in-prices.js';
import type { Ledger } from '../finding.js';
import type { ExpectationContext } from './assertions/context.js';
import type { ImportedModel } from './imported.js';
import { hasChatCalls } from './providers/settings-for.js';

/** The facts of the models under test that decide which checks they can have. */
export type ModelFacts = Pick<
  ExpectationContext,
  'hasPrice' | 'tools' | 'reportsCalls' | 'parsesJson' | 'callsInOutput' | 'providerTransform'
>;

/**
 * Returns the facts that all models of a test share. If their transforms differ, each is added to the ledger: the checks of a case see the
 * same part of every answer.
 */
export function factsOf(models: readonly ImportedModel[], ledger: Ledger): ModelFacts {
  const [first] = models;
  const transforms = new Set(models.map(({ transform }) => JSON.stringify(transform?.value ?? null)));
  if (transforms.size > 1) leaveOutTransforms(models, ledger);
  return {
    hasPrice: models.every((one) => hasPrice(one)),
    tools: toolsOf(models),
    reportsCalls: models.every(({ reportsCalls }) => reportsCalls),
    parsesJson: models.every(({ settings }) => isObject(settings['response_format'])),
    callsInOutput: models.every((one) => hasChatCalls(one)),
    ...(transforms.size === 1 && first?.transform && { providerTransform: first.transform }),
  };
}

function leaveOutTransforms(models: readonly ImportedModel[], ledger: Ledger): void {
  for (const { transform } of models) {
    if (!transform) continue;
    ledger.add('left_out', 'setting', transform, {
      what: 'transform',
      reason: 'the models have different ones, and the checks of a case see the same part of every answer',
      todo: 'write a case with `extract` for each model',
    });
  }
}

/** Returns true if eva knows a price of a model, or the configuration names one. */
function hasPrice({ model, entry, price }: ImportedModel): boolean {
  if (price !== undefined) return true;
  const config = { providers: entry ? { [entry.name]: entry.config } : {}, prices: {} } as unknown as LibraryConfig;
  return Object.keys(withBuiltInPrices(config, [model], { env: {} })).length > 0;
}

/** Returns the names of the tools that all models declare. */
function toolsOf(models: readonly ImportedModel[]): readonly string[] {
  const lists = models.map(({ settings }) => namesIn(settings['tools']));
  return (lists[0] ?? []).filter((name) => lists.every((one) => one.includes(name)));
}

function namesIn(tools: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: JsonValue) => (isObject(tool) && typeof tool['name'] === 'string' ? [tool['name']] : []));
}
