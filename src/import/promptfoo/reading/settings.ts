import { type ConfigNode, entriesOf, textAt } from '../../config-node.js';
import { type Ledger, listUnknownKeys } from '../../finding.js';
import type { PromptfooConfig } from './config.js';

type Settings = Pick<
  PromptfooConfig,
  'promptPrefix' | 'promptSuffix' | 'vars' | 'grader' | 'repeat' | 'maxConcurrency' | 'timeoutMs'
>;

/** Keys of `evaluateOptions` and `commandLineOptions` that change no answer and no verdict. */
const ignored = [
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
export function readSettings(root: ConfigNode, ledger: Ledger): Settings {
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

/** Lists the settings that are not carried over. */
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
  const known = [...carried, 'delay', 'maxEvalTimeMs', ...partial, ...ofCommandLine, ...ignored, 'envPath'];
  listUnknownKeys(node, known, { ledger, within });
}

function numberAt(node: ConfigNode | undefined, key: string): number | undefined {
  const value = node?.child(key)?.value;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function textNode(node: ConfigNode, key: string): ConfigNode | undefined {
  return textAt(node, key) ? node.child(key) : undefined;
}
