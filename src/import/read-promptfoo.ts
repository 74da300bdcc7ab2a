import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { LibraryConfig } from '#model/config.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import { EvaError, problem } from '#model/sentences/sentence.js';
import { short } from '#model/text/quoted.js';
import { withBuiltInPrices } from '#provider/prices/built-in-prices.js';
import { assemble, type Converters, type ReadConfiguration } from './assemble/assemble.js';
import { isAmong, isTooMuch } from './assemble/group-prompts.js';
import { assertionType, type ExpectationContext } from './assertions/mapped.js';
import { readExpectations } from './assertions/read-expectations.js';
import { openCodeFiles } from './code/code-files.js';
import { type ConfigNode, entriesOf, itemsOf, nodeOf } from './config-node.js';
import type { ImportDraft, ReadOptions } from './draft.js';
import { type Ledger, openLedger } from './finding.js';
import { openConfigFolder } from './folder.js';
import { findFiles } from './glob.js';
import type { ImportContext, ImportedModel, ImportedPrompt, ImportedTest } from './imported.js';
import { freePromptId, readPrompts } from './prompts/read-prompts.js';
import { judgeFor, reachEmbedding, reachModel } from './providers/graders.js';
import { hasChatCalls, readModels } from './providers/read-models.js';
import { listValueFlaws, readAround, withOwnProviders } from './reading/joining.js';
import { optionSettings } from './reading/option-settings.js';
import { type PromptfooConfig, readConfig } from './reading/read-config.js';
import { readTests } from './rows/read-tests.js';
import { renderTemplate } from './template/evaluate.js';
import { openInputNames } from './template/input-names.js';

/** Reads a configuration of promptfoo, or each in a folder. Throws EVA_NOT_IMPORTABLE for a folder without one. */
export function readPromptfoo(path: string, options: ReadOptions): readonly ImportDraft[] {
  const { configs, refused } = findConfigs(path);
  if (refused !== undefined) throw new EvaError([problem('EVA_NOT_IMPORTABLE', { what: path, reason: refused })]);
  if (configs.length === 0) {
    throw new EvaError([
      problem('EVA_NOT_IMPORTABLE:nothing', `there is no configuration in ${short(path)}`, {
        hint: `name a file; in a folder, eva looks for ${promptfooConfigNames.map(short).join(', ')}`,
      }),
    ]);
  }
  return configs.map((found) => draftOf(found, options));
}

function draftOf({ dir, file }: FoundConfig, options: ReadOptions): ImportDraft {
  const ledger = openLedger();
  const folder = openConfigFolder(dir);
  const read = readConfiguration(file, { folder, ledger, ...options });
  const isBlocked = ledger.all().some(({ effect }) => effect === 'blocks');
  const made = read && !isBlocked ? assemble(read.parts, read.converters) : null;
  return {
    path: join(dir, file),
    file,
    prompts: made?.prompts ?? [],
    settings: made?.settings ?? { entries: [], prices: {} },
    tests: read?.parts.tests.length ?? 0,
    assertions: read?.assertions ?? [],
    ledger,
    patterns: folder.patterns(),
  };
}

/** A configuration with the parts of the importer that turn it into prompts. */
interface ReadParts {
  readonly parts: ReadConfiguration;
  readonly converters: Converters;
  /** Every assertion of its tests. Those of a set count, the set itself does not. */
  readonly assertions: readonly ConfigNode[];
}

/** Reads a configuration. Returns null if its file cannot be read. What blocks the import is in the ledger. */
function readConfiguration(file: string, context: ImportContext & ReadOptions): ReadParts | null {
  const { folder, ledger } = context;
  const config = readConfig(folder, file, ledger);
  if (!config) return null;
  const read = readModels(config.providers ? itemsOf(config.providers) : [], context, config.node.place());
  const around = readAround(readTests(config, context, renderTemplate), ledger);
  const { models, tests } = withOwnProviders({ models: read, tests: around.tests }, context);
  const names = openInputNames(new Set(tests.flatMap(({ vars }) => Object.keys(vars))));
  const prompts = readPrompts(config.prompts, context, { ...around, names });
  if (!isTooMuch({ prompts, tests }, models, ledger)) listValueFlaws(prompts, tests, ledger);
  listUnaskedTests(tests, models, ledger);
  const assertions = tests.flatMap(assertionsOf);
  noteReading({ prompts, models, assertions }, ledger);
  return {
    parts: {
      ...(config.description !== undefined && { summary: config.description }),
      tags: Object.entries(config.tags).map(([key, value]) => `${key}: ${value}`),
      prompts,
      models,
      tests,
      defaults: {
        ...(config.repeat !== undefined && { sample_size: config.repeat }),
        ...(config.timeoutMs !== undefined && { timeout_s: Math.min(86_400, config.timeoutMs / 1000) }),
      },
      ...(config.maxConcurrency !== undefined && { concurrency: Math.min(1000, config.maxConcurrency) }),
    },
    converters: convertersOf(config, context),
    assertions,
  };
}

function convertersOf({ file, description }: PromptfooConfig, context: ImportContext & ReadOptions): Converters {
  return {
    folder: context.folder,
    ledger: context.ledger,
    openCode: () => openCodeFiles(file),
    expectationsOf: (test, models, code) =>
      readExpectations(test, {
        ...context,
        ...modelFacts(models, context.ledger),
        code,
        render: renderTemplate,
        reachModel: (node) => reachModel(node, context),
        reachEmbedding: (node) => reachEmbedding(node, context),
      }),
    settingsOf: (from, models) =>
      optionSettings(optionsOf(from), from.node, { models, context, within: 'options' in from ? 'options' : 'config' }),
    judgeFor,
    idOf({ title, isNamed }) {
      const id = freePromptId(isNamed ? title : (description ?? title), context.ids);
      context.ids.add(id);
      return id;
    },
  };
}

function optionsOf(from: ImportedTest | ImportedPrompt): ReadonlyMap<string, ConfigNode> {
  if ('options' in from) return new Map(Object.entries(from.options));
  return new Map(from.config ? entriesOf(from.config) : []);
}

/** Returns the assertions of a test, and those of its sets. */
function assertionsOf({ asserts }: ImportedTest): readonly ConfigNode[] {
  return asserts.flatMap((node) => {
    if (assertionType(node) !== 'assert-set') return [node];
    const list = node.child('assert') ?? nodeOf([], node.place());
    return itemsOf(list);
  });
}

/** Lists the tests that name their providers, where eva can ask none of these. */
function listUnaskedTests(tests: readonly ImportedTest[], models: readonly ImportedModel[], ledger: Ledger): void {
  if (models.length === 0) return;
  for (const { node } of tests.filter((test) => !models.some(({ names }) => isAmong(test.providers, names))))
    ledger.add('blocks', 'test', node.child('providers') ?? node, {
      what: 'providers',
      reason: 'the test is for these providers alone, and eva can ask none of them',
      todo: 'remove the test or its `providers`, or add --model NAME',
    });
}

interface Read {
  readonly prompts: readonly ImportedPrompt[];
  readonly models: readonly ImportedModel[];
  readonly assertions: readonly ConfigNode[];
}

/** Notes, once each, where promptfoo reads answers and prompts differently: JSON in a fenced block, and roles in a text for Claude. */
function noteReading({ prompts, models, assertions }: Read, ledger: Ledger): void {
  const json = assertions.find(needsJson);
  if (json)
    ledger.add('noted', 'setting', json, {
      what: 'is-json',
      reason: 'eva accepts JSON in the only fenced block of an answer too, and promptfoo does not',
      todo: 'refuse the fence with `not_contains` where that matters',
    });
  const roles = prompts.find(
    ({ body }) => body.kind === 'text' && /^[ \t]*(?:system|user|assistant):/m.test(body.text),
  );
  if (roles && models.some(({ isClaude }) => isClaude))
    ledger.add('noted', 'prompt', roles.node, {
      what: roles.title,
      reason:
        'promptfoo makes messages of lines with `system:`, `user:` or `assistant:` for Claude, and eva sends one text',
      todo: 'write the prompt as a list of messages',
    });
}

function needsJson(assertion: ConfigNode): boolean {
  const type = assertionType(assertion)?.replace(/^not-/, '');
  return type === 'is-json' || (type === 'equals' && isObject(assertion.child('value')?.value));
}

/** The facts of the models under test that decide which checks they can have. */
type ModelFacts = Pick<
  ExpectationContext,
  'hasPrice' | 'tools' | 'reportsCalls' | 'parsesJson' | 'callsInOutput' | 'providerTransform'
>;

/**
 * Returns the facts that all models of a test share. If their transforms differ, each is added to the ledger: the checks of a case see the
 * same part of every answer.
 */
export function modelFacts(models: readonly ImportedModel[], ledger: Ledger): ModelFacts {
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

/** A configuration that was found: its folder and its name there. */
interface FoundConfig {
  /** The absolute path of its folder. */
  readonly dir: string;
  readonly file: string;
  /** True for a configuration in JavaScript or TypeScript, which is not executed. */
  readonly isCode: boolean;
}

/** What was found, sorted by path; `refused` says why a folder was not searched. */
interface FoundConfigs {
  readonly configs: readonly FoundConfig[];
  readonly refused?: string;
}

/** The names of which promptfoo takes the first that is there, if none is given. */
export const promptfooConfigNames = ['promptfooconfig.yaml', 'promptfooconfig.yml', 'promptfooconfig.json'] as const;

const code = ['js', 'cjs', 'mjs', 'ts', 'cts', 'mts'];

const patterns = [`promptfooconfig.{yaml,yml,json,${code}}`, `promptfooconfig[._-]*.{yaml,yml,json,${code}}`];

/** Finds the configurations of a path: the file itself or, of a folder, each `promptfooconfig…` file in it and below it. */
export function findConfigs(path: string): FoundConfigs {
  const absolute = resolve(path);
  const stats = statSync(absolute, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return { configs: [configAt(absolute)] };
  const found = patterns.map((pattern) => findFiles(absolute, `**/${pattern}`));
  const refused = found.find((one) => one.refused !== undefined)?.refused;
  if (refused !== undefined) return { configs: [], refused };
  const files = [...new Set(found.flatMap((one) => one.files))].sort();
  return { configs: files.map((file) => configAt(join(absolute, file))) };
}

function configAt(path: string): FoundConfig {
  const isCode = code.includes(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
  return { dir: dirname(path), file: basename(path), isCode };
}
