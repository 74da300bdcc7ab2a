import type { JsonObject } from '#model/data/json.js';
import type { Ledger } from '../finding.js';
import type { ImportContext, ImportedModel, ImportedPrompt, ImportedTest } from '../imported.js';
import { settingsFrom } from '../reading/option-settings.js';

/** The prompts of a configuration, and its tests. */
interface Questions {
  readonly prompts: readonly ImportedPrompt[];
  readonly tests: readonly ImportedTest[];
}

/** Prompts that are asked by the same models with the same tests and settings: the first has the cases, the others `cases_of`. */
export interface PromptGroup {
  readonly prompts: readonly ImportedPrompt[];
  readonly models: readonly ImportedModel[];
  readonly tests: readonly ImportedTest[];
}

/** Groups prompts. Their order is that of the configuration. */
export function groupPrompts(
  { prompts, tests }: Questions,
  models: readonly ImportedModel[],
  context: ImportContext,
): readonly PromptGroup[] {
  const groups = new Map<string, PromptGroup & { prompts: ImportedPrompt[] }>();
  const isFiltered = tests.some((test) => test.prompts !== undefined || test.providers !== undefined);
  for (const prompt of prompts) {
    const own = askingModels(models, prompt);
    const asked = isFiltered ? indexesOf(tests, (test) => isAsked(test, prompt, own)) : null;
    const settings = settingsFrom(prompt, own, context);
    const key = JSON.stringify([indexesOf(models, (one) => own.includes(one)), asked, settings]);
    const known = groups.get(key);
    if (known) known.prompts.push(prompt);
    else {
      const asking = own.map((one) => withSettings(one, settings));
      groups.set(key, { prompts: [prompt], models: asking, tests: asked?.flatMap((at) => tests[at] ?? []) ?? tests });
    }
  }
  return [...groups.values()];
}

/** Returns the models that ask a prompt: all of them for one whose own providers are out of reach. */
function askingModels(models: readonly ImportedModel[], { names }: ImportedPrompt): readonly ImportedModel[] {
  const own = models.filter((model) => isAmong(model.prompts, names));
  return own.length > 0 ? own : models;
}

/** Returns true if a test is for a prompt, and for one of the models that ask it. */
function isAsked(test: ImportedTest, { names }: ImportedPrompt, models: readonly ImportedModel[]): boolean {
  if (!isAmong(test.prompts, names)) return false;
  return models.length === 0 || models.some((model) => isAmong(test.providers, model.names));
}

function indexesOf<T>(items: readonly T[], isWanted: (item: T) => boolean): readonly number[] {
  return items.flatMap((item, index) => (isWanted(item) ? [index] : []));
}

/** The maximum product of prompts, tests and models. */
const mostQuestions = 20_000_000;

/** Returns true, and lists it, if each prompt would have to look at too many tests. */
export function isTooMuch({ prompts, tests }: Questions, models: readonly ImportedModel[], ledger: Ledger): boolean {
  const [first] = tests;
  if (!first || prompts.length * tests.length * Math.max(1, models.length) <= mostQuestions) return false;
  ledger.add('blocks', 'test', first.node, {
    what: 'tests',
    reason: 'there are too many of them for so many prompts and models',
  });
  return true;
}

const unasked = {
  reason: 'no provider that is carried over is for this prompt, and the models of the others ask it',
  todo: 'give it a model of its own, or remove it',
};

/** Lists the tests and prompts that nothing asks, and the providers that ask no prompt. */
export function listUnasked(
  { prompts, tests }: Questions,
  models: readonly ImportedModel[],
  { groups, ledger }: { readonly groups: readonly PromptGroup[]; readonly ledger: Ledger },
): void {
  const asked = new Set(groups.flatMap((group) => group.tests));
  for (const { node } of tests.filter((test) => !asked.has(test))) {
    ledger.add('blocks', 'test', node, { what: 'prompts', reason: 'the test names no prompt that is asked' });
  }
  for (const { node, title, names } of models.length > 0 ? prompts : []) {
    if (!models.some((model) => isAmong(model.prompts, names)))
      ledger.add('replaced', 'prompt', node, { what: title, ...unasked });
  }
  for (const { node, model, prompts: names } of models) {
    if (prompts.some((prompt) => isAmong(names, prompt.names))) continue;
    const reason = 'it names no prompt of the configuration, so that promptfoo asks it nothing either';
    ledger.add('noted', 'provider', node, { what: model, reason });
  }
}

/** The settings of a prompt win over those of a provider. To a model of Anthropic promptfoo sends no temperature beside `top_p`. */
function withSettings(model: ImportedModel, settings: JsonObject): ImportedModel {
  const { temperature: _, ...others } = { ...model.settings, ...settings };
  return { ...model, settings: model.isClaude && 'top_p' in others ? others : { ...model.settings, ...settings } };
}

/**
 * Returns true if a list of references of a test or provider is absent, or has one of the names of a prompt or model: the name itself, the
 * group before its colon (`support` is `support:short`), or a name that ends with `*`.
 */
export function isAmong(references: readonly string[] | undefined, names: readonly string[]): boolean {
  if (references === undefined) return true;
  return references.some((written) =>
    names.some(
      (name) =>
        name === written ||
        name.startsWith(`${written}:`) ||
        (written.endsWith('*') && name.startsWith(written.slice(0, -1))),
    ),
  );
}
