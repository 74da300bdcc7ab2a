import { isObject, type JsonValue } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import { listed } from '#model/text/quoted.js';
import { type ConfigNode, childText, entriesOf, itemsOf, madeOf, nodeOf } from '../config-node.js';
import { type FindingWords, type Ledger, listUnknownKeys } from '../finding.js';
import { type ConfigFolder, whyUnread } from '../folder.js';
import type { ImportContext } from '../imported.js';
import { isCodePath, readConfigDocument, readExternal, readExternals } from './documents.js';
import { type NodePath, resolveReferences } from './resolve-references.js';

/** Reads a configuration and the files that it names as parts of itself. Returns null if it cannot be read; the ledger then says why. */
export function readConfig(folder: ConfigFolder, file: string, ledger: Ledger): PromptfooConfig | null {
  const whole = { file };
  if (isCodePath(file)) {
    ledger.add('blocks', 'setting', whole, {
      what: file,
      reason: 'it is a program, which eva does not execute',
      todo: `print it in its folder, and import that: ${/ts$/i.test(file) ? 'npx tsx' : 'node'} -p 'JSON.stringify((m => m.default ?? m)(require("./${file}")))' > promptfooconfig.json`,
    });
    return null;
  }
  const { value: document, problems } = readConfigDocument(folder, file, whole);
  if (!document || !isObject(document.value ?? {})) {
    const [first] = problems;
    if (!document && first?.at?.line !== undefined) ledger.add('blocks', 'setting', first.at, syntaxWords(file, first));
    else {
      const reason = document ? 'it is no mapping of keys' : whyUnread(problems);
      ledger.add('blocks', 'setting', first?.at ?? whole, { what: file, reason });
    }
    return null;
  }
  const root = resolveReferences(document.value === null ? nodeOf({}, whole) : document, { folder, ledger, isLeft });
  listKeys(root, folder.text(file, whole).value ?? '', ledger);
  const keys = [...entriesOf(root).map(([key]) => key), ...ledger.all().map(({ meant = '' }) => meant)];
  if (keys.some((key) => parts.includes(key))) return configIn(root, { folder, ledger });
  const reason = document.value === null ? 'the file is empty' : `it has none of the keys ${listed(parts)}`;
  ledger.add('blocks', 'setting', whole, { what: file, reason, todo: 'name a configuration of promptfoo' });
  return null;
}

/** The keys of which each configuration has at least one. */
const parts = ['prompts', 'providers', 'targets', 'tests', 'scenarios', 'defaultTest', 'redteam'];

/** Returns the words for a problem at a line of the configuration itself, which is shown with them. */
function syntaxWords(file: string, { message, hint }: Problem): FindingWords {
  const what = /\.json$/i.test(file) ? 'JSON' : 'YAML';
  return { what, reason: message, ...(hint !== undefined && { todo: hint }) };
}

/** Returns true for the parameters of a function or tool: their references are those of a JSON schema. */
function isLeft(path: NodePath): boolean {
  if (path[0] !== 'providers' && path[0] !== 'targets') return false;
  const at = path.lastIndexOf('config');
  const [list, , ...rest] = path.slice(at + 1);
  const below = rest.join('.');
  return (list === 'functions' && below === 'parameters') || (list === 'tools' && below === 'function.parameters');
}

function configIn(root: ConfigNode, reading: ImportContext): PromptfooConfig {
  const description = childText(root, 'description');
  const providers = readProviders(root.child('providers') ?? root.child('targets'), reading);
  const tests = present(root.child('tests'));
  const defaultTest = readDefaultTest(present(root.child('defaultTest')), reading);
  const scenarios = readScenarios(present(root.child('scenarios')), reading);
  const metadata = root.child('metadata')?.value;
  return {
    file: root.file,
    node: root,
    ...(description !== undefined && { description }),
    tags: tagsIn(root),
    prompts: present(root.child('prompts')) ?? nodeOf(['{{prompt}}'], root.place()),
    ...(providers && { providers }),
    ...(tests && { tests }),
    ...(defaultTest && { defaultTest }),
    ...(scenarios && { scenarios }),
    metadata: isObject(metadata) ? metadata : {},
    ...readSettings(root, reading.ledger),
  };
}

function present(node: ConfigNode | undefined): ConfigNode | undefined {
  return node?.value === null ? undefined : node;
}

function tagsIn(root: ConfigNode): Readonly<Record<string, string>> {
  const { value } = root.child('tags') ?? {};
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([key, tag]) => [key, String(tag)]));
}

/** Returns the providers; entries that are files of providers are replaced by those of the file. */
function readProviders(node: ConfigNode | undefined, reading: ImportContext): ConfigNode | undefined {
  if (!present(node) || !node) return undefined;
  const isListed = itemsOf(node).some(({ value }) => isFileOfParts(value));
  if (!isListed) return node;
  return madeOf(
    itemsOf(node).flatMap((item) => readParts(item, 'provider', reading)),
    node,
  );
}

function isFileOfParts(value: unknown): boolean {
  return typeof value === 'string' && /^file:\/\/.*\.(?:ya?ml|json)$/i.test(value);
}

/** Returns the items of the file that a text names, with the files that they name in turn; any other node as it is. */
function readParts(
  node: ConfigNode,
  kind: 'provider' | 'test',
  { folder, ledger }: ImportContext,
): readonly ConfigNode[] {
  const what = String(node.value);
  const add = (at: ConfigNode, reason: string) => ledger.add('blocks', kind, at, { what: String(at.value), reason });
  const external = isFileOfParts(node.value) ? readExternal(node, folder) : undefined;
  if (!external) return [node];
  if ('unread' in external) {
    ledger.add(kind === 'provider' ? 'left_out' : 'blocks', kind, node, { what, reason: external.unread });
    return [];
  }
  return itemsOf(readExternals(external.node, folder, add));
}

function readDefaultTest(node: ConfigNode | undefined, { folder, ledger }: ImportContext): ConfigNode | undefined {
  if (!node || isObject(node.value)) return node;
  const external = readExternal(node, folder);
  const reason =
    external && 'unread' in external ? external.unread : 'it is neither a mapping nor a file that holds one';
  if (external && 'node' in external && isObject(external.node.value)) return external.node;
  ledger.add('blocks', 'test', node, { what: `defaultTest: ${String(node.value)}`, reason });
  return undefined;
}

function readScenarios(node: ConfigNode | undefined, reading: ImportContext): ConfigNode | undefined {
  if (!node) return undefined;
  return madeOf(
    itemsOf(node).flatMap((item) => readParts(item, 'test', reading)),
    node,
  );
}

const keysRead = [
  ...['description', 'tags', 'prompts', 'providers', 'targets', 'tests', 'defaultTest', 'scenarios', 'env', 'metadata'],
  ...['evaluateOptions', 'commandLineOptions'],
];

/** Keys that change no answer and no verdict. */
const ignored = ['outputPath', 'sharing', 'writeLatestResults'];

const blocking: Readonly<Record<string, Omit<FindingWords, 'what'>>> = {
  redteam: { reason: 'attacks on an application are another task' },
  plugins: { reason: 'attacks on an application are another task' },
  strategies: { reason: 'attacks on an application are another task' },
  nunjucksFilters: { reason: 'its filters are programs, which eva does not execute' },
};

const leftOut: Readonly<Record<string, Omit<FindingWords, 'what'>>> = {
  extensions: { reason: 'hooks are programs, which eva does not execute', todo: 'do in a script what they do' },
  tracing: { reason: 'eva reads no traces of the application here' },
  derivedMetrics: { reason: 'eva has no metrics that are computed from others' },
};

function listKeys(root: ConfigNode, text: string, ledger: Ledger): void {
  for (const [key, value] of entriesOf(root)) {
    if (isNothing(value)) continue;
    const at = value.place('key');
    const blocks = Object.hasOwn(blocking, key) ? blocking[key] : undefined;
    const lacks = Object.hasOwn(leftOut, key) ? leftOut[key] : undefined;
    if (blocks) ledger.add('blocks', 'setting', at, { what: key, ...blocks });
    if (lacks && !(isObject(value.value) && value.value.enabled === false))
      ledger.add('left_out', 'setting', at, { what: key, ...lacks });
    if (key === 'env') listEnv(value, ledger);
  }
  const listed = [...Object.keys(blocking), ...Object.keys(leftOut)];
  const known = [...keysRead, ...ignored, ...listed, ...keysOfParts(root, text)];
  listUnknownKeys(root, known, { ledger });
}

function isNothing({ value }: ConfigNode): boolean {
  return (
    value === null || (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0)
  );
}

/** Returns the top-level keys of a configuration that hold parts for other places: named by a `$ref`, or with an anchor. */
function keysOfParts(root: ConfigNode, text: string): readonly string[] {
  const named = [...text.matchAll(/\$ref["']?\s*:\s*["']?[^#\s"']{0,500}#\/([^/\s"'}]+)/g)].map(([, key]) => key);
  const held = entriesOf(root).filter(([, value]) => hasAnchor(value));
  return [...named.flatMap((key) => key ?? []), ...held.map(([key]) => key), ...usual];
}

/** Keys that promptfoo ignores and that are there for other tools or for references. */
const usual = ['$schema', 'assertionTemplates', 'definitions', '$defs'];

function hasAnchor(node: ConfigNode): boolean {
  const parts = [...entriesOf(node).map(([, value]) => value), ...(Array.isArray(node.value) ? itemsOf(node) : [])];
  const places = [node.place('key'), ...parts.slice(0, 100).map((part) => part.place('key'))];
  return places.some(({ source = '' }) => /(?:^|[\s:[{,-])&[\w-]+/.test(source));
}

/** Variables from which promptfoo takes a part of its requests. */
const ofRequests =
  /^(?!PROMPTFOO_).*_(?:TEMPERATURE|MAX_(?:COMPLETION_)?TOKENS|TOP_[PK]|STOP|(?:PRESENCE|FREQUENCY)_PENALTY|BASE_URL|API_HOST)$/;

/** Variables with which promptfoo reads prompts, tests and values differently. */
const ofReading = [
  ...['DISABLE_TEMPLATING', 'DISABLE_JSON_AUTOESCAPE', 'DISABLE_VAR_EXPANSION', 'DISABLE_REF_PARSER'],
  ...['DISABLE_OBJECT_STRINGIFY', 'PROMPT_SEPARATOR', 'CSV_DELIMITER', 'CSV_STRICT', 'REQUIRE_JSON_PROMPTS'],
  ...['DISABLE_PDF_AS_TEXT', 'DISABLE_MULTIMEDIA_AS_BASE64', 'DISABLE_CONVERSATION_VAR'],
].map((name) => `PROMPTFOO_${name}`);

/** Lists the names in `env`: as left out if promptfoo asks or reads differently with the variable. Values are never copied. */
function listEnv(env: ConfigNode, ledger: Ledger): void {
  for (const [name, value] of entriesOf(env)) {
    const changing = changedBy(name);
    const words = changing ?? { reason: 'its value is not copied', todo: 'set the variable yourself where eva runs' };
    ledger.add(changing ? 'left_out' : 'noted', 'setting', value.place('key'), { what: `env.${name}`, ...words });
  }
}

function changedBy(name: string): Omit<FindingWords, 'what'> | undefined {
  if (ofReading.includes(name)) return { reason: 'promptfoo reads prompts and tests differently with it' };
  if (!ofRequests.test(name)) return undefined;
  return {
    reason: 'promptfoo takes a part of its requests from it, and its value is not copied',
    todo: 'write the setting beside the model',
  };
}

/** Keys of `evaluateOptions` and `commandLineOptions` that change no answer and no verdict. */
const ignoredSettings = [
  ...['cache', 'generateSuggestions', 'suggestionsCount', 'interactiveProviders', 'progressCallback', 'isRedteam'],
  ...['showProgressBar', 'silent', 'description', 'output', 'verbose', 'tableCellMaxLength', 'write', 'table', 'share'],
  ...['noShare', 'progressBar', 'watch', 'tags', 'retryErrors'],
];

/** Keys that promptfoo reads from its command line alone, so that they change nothing in a file. */
const ofCommandLine = [
  ...['prompts', 'providers', 'vars', 'tests', 'config', 'assertions', 'modelOutputs', 'extension'],
  ...['filterErrorsOnly', 'filterFailing', 'filterFailingOnly', 'filterFirstN', 'filterMetadata', 'filterPattern'],
  ...['filterPrompts', 'filterProviders', 'filterTargets'],
];

/** Reads `evaluateOptions` and `commandLineOptions`; the latter win. */
function readSettings(root: ConfigNode, ledger: Ledger) {
  const evaluation = root.child('evaluateOptions');
  const line = root.child('commandLineOptions');
  for (const [within, node] of [['evaluateOptions.', evaluation] as const, ['commandLineOptions.', line] as const]) {
    if (node) listSettings(node, within, ledger);
  }
  const number = (key: string) => numberAt(line, key) ?? numberAt(evaluation, key);
  const prefix = line && textNode(line, 'promptPrefix');
  const suffix = line && textNode(line, 'promptSuffix');
  const grader = line?.child('grader');
  const repeat = number('repeat');
  const maxConcurrency = number('maxConcurrency');
  const timeoutMs = numberAt(evaluation, 'timeoutMs');
  const vars = line?.child('var');
  return {
    ...(prefix && { promptPrefix: prefix }),
    ...(suffix && { promptSuffix: suffix }),
    ...(grader && { grader }),
    vars: Object.fromEntries(vars ? entriesOf(vars) : []),
    ...(repeat !== undefined && repeat > 1 && { repeat: Math.floor(repeat) }),
    ...(maxConcurrency !== undefined && maxConcurrency >= 1 && { maxConcurrency: Math.floor(maxConcurrency) }),
    ...(timeoutMs !== undefined && timeoutMs > 0 && { timeoutMs }),
  };
}

function listSettings(node: ConfigNode, within: string, ledger: Ledger): void {
  const carried = ['repeat', 'maxConcurrency', 'timeoutMs', 'promptPrefix', 'promptSuffix', 'var', 'grader'];
  const partial = ['filterRange', 'filterSample', 'filterSampleSeed'];
  const add = (effect: 'left_out' | 'noted', key: string, reason: string) => {
    const value = node.child(key);
    if (value) ledger.add(effect, 'setting', value.place('key'), { what: `${within}${key}`, reason });
  };
  add('noted', 'delay', 'eva waits only where a provider asks for it; this changes no answer');
  add('noted', 'maxEvalTimeMs', 'eva asks all cases, however long that takes; this changes no answer');
  for (const key of partial) add('noted', key, 'the library has all tests; eva eval --case selects some');
  for (const key of ofCommandLine) add('noted', key, 'promptfoo reads it from its command line alone');
  add('noted', 'envPath', 'eva reads no environment variable here; set the keys of the providers yourself');
  for (const key of ['repeat', 'maxConcurrency', 'timeoutMs']) {
    if (numberAt(node, key) === undefined) add('left_out', key, 'it is not a number');
  }
  const known = [...carried, 'delay', 'maxEvalTimeMs', ...partial, ...ofCommandLine, ...ignoredSettings, 'envPath'];
  listUnknownKeys(node, known, { ledger, within });
}

function numberAt(node: ConfigNode | undefined, key: string): number | undefined {
  const value = node?.child(key)?.value;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function textNode(node: ConfigNode, key: string): ConfigNode | undefined {
  return childText(node, key) ? node.child(key) : undefined;
}

/** A configuration of promptfoo with its references resolved, one node for each part that other readers read. */
export interface PromptfooConfig {
  /** Its path from its folder: its name. */
  readonly file: string;
  readonly node: ConfigNode;
  readonly description?: string;
  readonly tags: Readonly<Record<string, string>>;
  /** A text, a list, or a mapping of paths to labels; `{{prompt}}` if the configuration has no prompts. */
  readonly prompts: ConfigNode;
  /** `providers` or `targets`: a text or a list. Entries that files hold are in the list. */
  readonly providers?: ConfigNode;
  readonly tests?: ConfigNode;
  /** A mapping, read from its file if the configuration names one. */
  readonly defaultTest?: ConfigNode;
  /** A list of scenarios, read from their files. */
  readonly scenarios?: ConfigNode;
  /** `commandLineOptions`: texts before and after each prompt, values of variables, the model that judges. */
  readonly promptPrefix?: ConfigNode;
  readonly promptSuffix?: ConfigNode;
  readonly vars: Readonly<Record<string, ConfigNode>>;
  readonly grader?: ConfigNode;
  /** How often each test is asked; from 2. */
  readonly repeat?: number;
  readonly maxConcurrency?: number;
  readonly timeoutMs?: number;
  /** `metadata`, which all tests share. */
  readonly metadata: Readonly<Record<string, JsonValue>>;
}
