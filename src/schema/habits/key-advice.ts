import type { KeyAdvice } from '#errors/sentences/input/key-advice.js';
import { isObject } from '#model/data/json.js';
import { type DocumentKind, documentSchema } from '../documents.js';
import { type DataPath, member } from '../schema-error.js';
import { flowText } from './flow-text.js';
import { secondsOf } from './seconds.js';

/** A part of eval.yml. */
type Part = 'root' | 'defaults' | 'case' | 'check' | 'criterion' | 'other';

/** Returns what to write instead of an unknown key: by habit from another tool, or because it belongs to another part of the file. */
export function adviceForKey(kind: DocumentKind, path: DataPath, root: unknown): KeyAdvice | undefined {
  const key = String(path.at(-1));
  const value = path.reduce<unknown>((at, step) => (at === null ? at : member(at, String(step))), root);
  if (kind === 'messages' && key === 'type') return { remove: 'type' };
  if (kind === 'eva-config') return rootOfConfig(path, key, value);
  if (kind !== 'eval') return undefined;
  const part = partOf(path);
  if (part === 'check') return check(key, value);
  if (part === 'criterion') return criterion(key, value);
  const belongsElsewhere =
    part === 'root' ? inRoot(key, value, root) : part === 'defaults' ? inDefaults(key) : undefined;
  if (belongsElsewhere) return belongsElsewhere;
  return part === 'case' || part === 'defaults' ? setting(key, value, part) : undefined;
}

function partOf(path: DataPath): Part {
  const [first, index, ...below] = path;
  if (path.length === 1) return 'root';
  if (path.at(-3) === 'assert') return 'check';
  if (path.at(-2) === 'criteria') return 'criterion';
  if (first === 'defaults' && path.length === 2) return 'defaults';
  return first === 'cases' && typeof index === 'number' && below.length === 1 ? 'case' : 'other';
}

function keysOf(definition: 'defaults' | 'case' | 'judge'): readonly string[] {
  const properties = member(member(member(documentSchema('eval'), '$defs'), definition), 'properties');
  return Object.keys(isObject(properties) ? properties : {});
}

function rootOfConfig(path: DataPath, key: string, value: unknown): KeyAdvice | undefined {
  if (path.length === 3 && path[0] === 'providers') return ofEntry(key, value);
  if (path.length !== 1 || !keysOf('defaults').includes(key)) return undefined;
  return write('defaults', { [key]: value }) ?? { move: 'defaults' };
}

/** Names of other tools for the address of a server. */
const addresses: readonly string[] = [
  'endpoint',
  'azure_endpoint',
  'api_base',
  'apiBaseUrl',
  'api_base_url',
  'apiHost',
  'baseURL',
  'base',
  'url',
  'host',
];

/** Returns what to write in an entry of `providers:` instead of a key of other tools. */
function ofEntry(key: string, value: unknown): KeyAdvice | undefined {
  if (['deployment', 'deployment_name', 'azure_deployment'].includes(key)) return { remove: 'deployment' };
  if (['api_key', 'apiKey', 'key'].includes(key)) return { remove: 'api_key' };
  if (!addresses.includes(key) || typeof value !== 'string') return undefined;
  const url = /^https?:/.test(value) ? value : `https://${value}`;
  return url.length > 200 ? undefined : { write: `base_url: ${JSON.stringify(url)}`, meant: 'base_url' };
}

function inRoot(key: string, value: unknown, root: unknown): KeyAdvice | undefined {
  if (key === 'prompts' || key === 'prompt') return { remove: 'prompts' };
  const isOneCase = member(root, 'cases') === undefined && keysOf('case').includes(key);
  if (isOneCase && !['model', 'models'].includes(key)) return { move: 'case' };
  if (key === 'description' || key === 'name') return { remove: 'description' };
  if (key === 'providers') return models(value);
  if (key === 'messages') return { move: 'messages' };
  if (keysOf('defaults').includes(key)) {
    const isNew = member(root, 'defaults') === undefined;
    return (isNew ? write('defaults', { [key]: value }) : undefined) ?? { move: 'defaults' };
  }
  return keysOf('case').includes(key) ? { move: 'case' } : undefined;
}

/** Returns `defaults` for the providers of promptfoo; undefined for eva's own entries, which belong into eva.yml. */
function models(value: unknown): KeyAdvice | undefined {
  const names = [value].flat().map((one) => (typeof one === 'string' ? one : member(one, 'id')));
  if (!names.every((name) => typeof name === 'string')) return undefined;
  const own = names.map((name) => name.replace(/^(openai|anthropic):(chat|completion|responses|messages):/, '$1:'));
  return write('defaults', own.length === 1 ? { model: own[0] } : { models: own });
}

function inDefaults(key: string): KeyAdvice | undefined {
  return keysOf('case').includes(key) || key === 'vars' ? { move: 'each_case' } : undefined;
}

/** Names of other tools for the answer that is expected. */
const expectations: readonly string[] = [
  'expected_output',
  'expect',
  'ideal',
  'output',
  'answer',
  'expected',
  'target',
];

function setting(key: string, value: unknown, part: 'case' | 'defaults'): KeyAdvice | undefined {
  if (part === 'case' && expectations.includes(key)) return expectation(value);
  if (key === 'input' && typeof value === 'string') return { inputs: flowText(value) ?? '…' };
  if (key === 'threshold') return { threshold: isRate(value) ? value : 0.8 };
  if (key === 'timeout' || key === 'timeout_ms') return timeout(key, value);
  if (key === 'provider' && typeof value === 'string') return models(value) && write('model', value);
  if (key === 'reasoning_effort' || key === 'effort') return write('reasoning', { effort: value });
  if (key === 'system' || key === 'system_prompt') return { remove: 'system' };
  if (['metadata', 'tags', 'options', 'metric'].includes(key)) return { remove: 'metadata' };
  return keysOf('judge').includes(key) ? write('judge', { [key]: value }) : undefined;
}

function timeout(key: string, value: unknown): KeyAdvice | undefined {
  const seconds = secondsOf(key === 'timeout_ms' && typeof value === 'number' ? `${value}ms` : value);
  return seconds === undefined ? undefined : { write: `timeout_s: ${seconds}`, meant: 'timeout_s' };
}

/** Returns the check that compares the whole reply with an expected one. */
export function expectation(value: unknown): KeyAdvice | undefined {
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')) {
    return write('assert', [{ equals_any: value }]);
  }
  if (Array.isArray(value) && value.every(isObject)) return write('assert', value);
  return typeof value === 'string' ? write('assert', [{ equals: value }]) : undefined;
}

/** Checks of other tools that a judge answers. */
const judged: readonly string[] = ['rubric', 'llm_rubric', 'judge', 'g_eval', 'factuality', 'model_graded_closedqa'];

function check(key: string, value: unknown): KeyAdvice | undefined {
  if (!judged.includes(key.replaceAll('-', '_')) || typeof value !== 'string') return undefined;
  return { beside: `rubric: ${flowText(value) ?? '…'}` };
}

/** Names of other tools for the share of trials that pass. */
const rates: readonly string[] = [
  'pass_rate',
  'min_pass_rate',
  'success_rate',
  'proportion',
  'threshold',
  'accuracy',
  'rate',
];

function criterion(key: string, value: unknown): KeyAdvice | undefined {
  return rates.includes(key) && isRate(value) ? write('proportion_gte', { proportion: value }) : undefined;
}

function isRate(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < 1;
}

function write(key: string, value: unknown): KeyAdvice | undefined {
  const text = flowText(value);
  return text === null ? undefined : { write: `${key}: ${text}`, meant: key };
}
