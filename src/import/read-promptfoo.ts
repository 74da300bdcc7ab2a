import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isObject } from '#model/data/json.js';
import { EvaError, problem } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
import { assemble, type ReadConfiguration } from './assemble/assemble.js';
import { isAmong, isTooMuch } from './assemble/group-prompts.js';
import { assertionType } from './assertions/mapped.js';
import { type ConfigNode, itemsOf, nodeOf } from './config-node.js';
import type { ImportDraft, ReadOptions } from './draft.js';
import { type Ledger, openLedger } from './finding.js';
import { openConfigFolder } from './folder.js';
import { findFiles } from './glob.js';
import type { ImportContext, ImportedModel, ImportedTest } from './imported.js';
import { readPrompts } from './prompts/read-prompts.js';
import { readModels } from './providers/read-models.js';
import { listValueFlaws, readAround, withOwnProviders } from './reading/joining.js';
import { readConfig } from './reading/read-config.js';
import { readTests } from './rows/read-tests.js';
import { openInputNames } from './template/template-body.js';

/** Reads a configuration of promptfoo, or each in a folder. Throws EVA_NOT_IMPORTABLE for a folder without one. */
export function readPromptfoo(path: string, options: ReadOptions): readonly ImportDraft[] {
  const { configs, refused } = findConfigs(path);
  if (refused !== undefined) throw new EvaError([problem('EVA_NOT_IMPORTABLE', `${short(path)}: ${short(refused)}`)]);
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
  const context = { folder, ledger, ...options };
  const read = readConfiguration(file, context);
  const isBlocked = ledger.all().some(({ effect }) => effect === 'blocks');
  const made = read && !isBlocked ? assemble(read, context) : null;
  return {
    path: join(dir, file),
    file,
    prompts: made?.prompts ?? [],
    settings: made?.settings ?? { entries: [], prices: {} },
    tests: read?.tests.length ?? 0,
    assertions: read?.assertions ?? [],
    ledger,
    patterns: folder.patterns(),
  };
}

/** Reads a configuration. Returns null if its file cannot be read. What blocks the import is in the ledger. */
function readConfiguration(file: string, context: ImportContext & ReadOptions): ReadConfiguration | null {
  const { folder, ledger } = context;
  const config = readConfig(folder, file, ledger);
  if (!config) return null;
  const read = readModels(config.providers ? itemsOf(config.providers) : [], context, config.node.place());
  const around = readAround(readTests(config, context), ledger);
  const { models, tests } = withOwnProviders({ models: read, tests: around.tests }, context);
  const names = openInputNames(new Set(tests.flatMap(({ vars }) => Object.keys(vars))));
  const prompts = readPrompts(config.prompts, context, { ...around, names });
  if (!isTooMuch({ prompts, tests }, models, ledger)) listValueFlaws(prompts, tests, ledger);
  listUnaskedTests(tests, models, ledger);
  const assertions = tests.flatMap(assertionsOf);
  noteReading({ prompts, models, assertions }, ledger);
  return {
    file: config.file,
    ...(config.description !== undefined && { summary: config.description }),
    tags: Object.entries(config.tags).map(([key, value]) => `${key}: ${value}`),
    prompts,
    models,
    tests,
    assertions,
    defaults: {
      ...(config.repeat !== undefined && { sample_size: config.repeat }),
      ...(config.timeoutMs !== undefined && { timeout_s: Math.min(86_400, config.timeoutMs / 1000) }),
    },
    ...(config.maxConcurrency !== undefined && { concurrency: Math.min(1000, config.maxConcurrency) }),
  };
}

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

/** Notes, once each, where promptfoo reads answers and prompts differently: JSON in a fenced block, and roles in a text for Claude. */
function noteReading(
  { prompts, models, assertions }: Pick<ReadConfiguration, 'prompts' | 'models' | 'assertions'>,
  ledger: Ledger,
): void {
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

/** A configuration that was found: its folder and its name there. */
interface FoundConfig {
  /** The absolute path of its folder. */
  readonly dir: string;
  readonly file: string;
}

/** The names of which promptfoo takes the first that is there, if none is given. */
export const promptfooConfigNames = ['promptfooconfig.yaml', 'promptfooconfig.yml', 'promptfooconfig.json'] as const;

const code = ['js', 'cjs', 'mjs', 'ts', 'cts', 'mts'];

const patterns = [`promptfooconfig.{yaml,yml,json,${code}}`, `promptfooconfig[._-]*.{yaml,yml,json,${code}}`];

/** Finds the configurations of a path: the file itself or, of a folder, each `promptfooconfig…` file in it and below it. */
function findConfigs(path: string) {
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
  return { dir: dirname(path), file: basename(path) };
}
