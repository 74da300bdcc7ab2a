import { isObject, type JsonObject } from '#model/data/json.js';
import { type ConfigNode, entriesOf, itemsOf, nodeOf } from '../config-node.js';
import type { Ledger } from '../finding.js';
import type { ReadOptions } from '../import-draft.js';
import type { Converters, ReadConfiguration } from './assemble/assemble.js';
import { isTooMuch } from './assemble/group-prompts.js';
import { isAmong } from './assemble/references.js';
import { readExpectations } from './assertions/read-expectations.js';
import { typeOf } from './assertions/reading/assertion.js';
import { openCodeFiles } from './code/code-files.js';
import type { ImportContext, ImportedModel, ImportedPrompt, ImportedTest } from './imported.js';
import { readAround } from './joining/around.js';
import { optionSettings } from './joining/option-settings.js';
import { withOwnProviders } from './joining/own-providers.js';
import { listValueFlaws } from './joining/value-flaws.js';
import { factsOf } from './model-facts.js';
import { promptId } from './prompts/prompt-id.js';
import { readPrompts } from './prompts/read-prompts.js';
import { judgeFor, reachEmbedding, reachModel, readModels } from './providers/index.js';
import type { PromptfooConfig } from './reading/config.js';
import { readConfig } from './reading/read-config.js';
import { openInputNames } from './template/input-names.js';
import { renderTemplate } from './template/render.js';
import { readTests } from './tests/read-tests.js';

/** A configuration with the parts of the importer that turn it into prompts. */
export interface ReadParts {
  readonly parts: ReadConfiguration;
  readonly converters: Converters;
  /** Every assertion of its tests. Those of a set count, the set itself does not. */
  readonly assertions: readonly ConfigNode[];
}

/** Reads a configuration. Returns null if its file cannot be read. What blocks the import is in the ledger. */
export function readConfiguration(file: string, context: ImportContext & ReadOptions): ReadParts | null {
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
      defaults: defaultsOf(config),
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
        ...factsOf(models, context.ledger),
        code,
        render: renderTemplate,
        reachModel: (node) => reachModel(node, context),
        reachEmbedding: (node) => reachEmbedding(node, context),
      }),
    settingsOf: (from, models) =>
      optionSettings(optionsOf(from), from.node, { models, context, within: 'options' in from ? 'options' : 'config' }),
    judgeFor,
    idOf({ title, isNamed }) {
      const id = promptId(isNamed ? title : (description ?? title), context.ids);
      context.ids.add(id);
      return id;
    },
  };
}

function optionsOf(from: ImportedTest | ImportedPrompt): ReadonlyMap<string, ConfigNode> {
  if ('options' in from) return new Map(Object.entries(from.options));
  return new Map(from.config ? entriesOf(from.config) : []);
}

function defaultsOf({ repeat, timeoutMs }: PromptfooConfig): JsonObject {
  return {
    ...(repeat !== undefined && { sample_size: repeat }),
    ...(timeoutMs !== undefined && { timeout_s: Math.min(86_400, timeoutMs / 1000) }),
  };
}

/** Returns the assertions of a test, and those of its sets. */
function assertionsOf({ asserts }: ImportedTest): readonly ConfigNode[] {
  return asserts.flatMap((node) => {
    if (typeOf(node) !== 'assert-set') return [node];
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
  const type = typeOf(assertion)?.replace(/^not-/, '');
  return type === 'is-json' || (type === 'equals' && isObject(assertion.child('value')?.value));
}
