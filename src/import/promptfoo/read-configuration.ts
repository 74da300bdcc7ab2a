import type { JsonObject } from '#model/data/json.js';
import { type ConfigNode, itemsOf, nodeOf } from '../config-node.js';
import type { ReadOptions } from '../import-draft.js';
import type { Converters, ReadConfiguration } from './assemble/assemble.js';
import { readExpectations } from './assertions/read-expectations.js';
import { typeOf } from './assertions/reading/assertion.js';
import { openCodeFiles } from './code/code-files.js';
import type { ImportContext, ImportedTest } from './imported.js';
import { factsOf } from './model-facts.js';
import { promptId } from './prompts/prompt-id.js';
import { readPrompts } from './prompts/read-prompts.js';
import { reachEmbedding, reachModel } from './providers/graders.js';
import { judgeFor } from './providers/judge.js';
import { readModels } from './providers/read-models.js';
import type { PromptfooConfig } from './reading/config.js';
import { readConfig } from './reading/read-config.js';
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
  const shared = { ...context, taken: context.taken.entries };
  const models = readModels(config.providers ? itemsOf(config.providers) : [], shared, config.node.place());
  const tests = readTests(config, shared, renderTemplate);
  const prompts = readPrompts(config.prompts, shared);
  return {
    parts: {
      ...(config.description !== undefined && { summary: config.description }),
      tags: Object.entries(config.tags).map(([key, value]) => `${key}: ${value}`),
      prompts,
      models,
      tests,
      defaults: defaultsOf(config),
      ...(config.maxConcurrency !== undefined && { concurrency: Math.min(1000, config.maxConcurrency) }),
      prefix: textOf(config.promptPrefix),
      suffix: textOf(config.promptSuffix),
    },
    converters: {
      folder,
      ledger,
      openCode: () => openCodeFiles(file),
      expectationsOf: (test, own, code) =>
        readExpectations(test, {
          ...shared,
          ...factsOf(own),
          code,
          render: renderTemplate,
          reachModel: (node) => reachModel(node, shared),
          reachEmbedding: (node) => reachEmbedding(node, shared),
        }),
      settingsOf: () => ({}),
      judgeFor,
      idOf: ({ title }) => promptId(title, context.taken.ids),
    },
    assertions: tests.flatMap(assertionsOf),
  };
}

function defaultsOf({ repeat, timeoutMs }: PromptfooConfig): JsonObject {
  return {
    ...(repeat !== undefined && { sample_size: repeat }),
    ...(timeoutMs !== undefined && { timeout_s: Math.min(86_400, timeoutMs / 1000) }),
  };
}

function textOf(node: ConfigNode | undefined): string {
  return typeof node?.value === 'string' ? node.value : '';
}

/** Returns the assertions of a test, and those of its sets. */
function assertionsOf({ asserts }: ImportedTest): readonly ConfigNode[] {
  return asserts.flatMap((node) => {
    if (typeOf(node) !== 'assert-set') return [node];
    const list = node.child('assert') ?? nodeOf([], node.place());
    return itemsOf(list);
  });
}
