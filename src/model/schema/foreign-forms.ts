import { isObject } from '../data/json.js';
import type { KeyAdvice } from '../sentences/key-advice.js';
import { plainOrQuoted } from '../text/yaml-text.js';
import { type DocumentKind, documentSchema } from './documents.js';
import { type DataPath, member, nameOf, type ShapeIssue } from './validator.js';

/**
 * Replaces the issues of a part that is written in the form of promptfoo or of chat completions by one that says how eva writes it:
 * `{ type: contains, value: x }`, `weight` beside a check, and tools of `type: function`.
 */
export function withForeignForms(issues: readonly ShapeIssue[], root: unknown): readonly ShapeIssue[] {
  const found = issues.flatMap((issue) => foreignForm(issue, root) ?? []);
  if (found.length === 0) return issues;
  const ids = new Set(found.map(({ replaces }) => idOf(replaces)));
  const isReplaced = ({ path }: ShapeIssue) => path.some((_, index) => ids.has(idOf(path.slice(0, index + 1))));
  const scored = issues.filter((issue) => isScore(issue)).map(({ path }) => idOf(path.slice(0, -1)));
  return [
    ...issues.filter((issue) => !isReplaced(issue) && !(issue.key === 'EVA_ONE_KEY' && isOnlyScored(issue, scored))),
    ...found.filter(({ replaces }) => !ids.has(idOf(replaces.slice(0, -1)))).map(({ issue }) => issue),
  ];
}

/** An issue of a foreign form, and the path below which it replaces all others. */
interface ForeignForm {
  readonly issue: ShapeIssue;
  readonly replaces: DataPath;
}

function foreignForm(issue: ShapeIssue, root: unknown): ForeignForm | null {
  const { path, key } = issue;
  const last = path.at(-1);
  const owner = path.slice(0, -1);
  const written = owner.reduce<unknown>((value, step) => stepInto(value, step), root);
  const type = member(written, 'type');
  if (key === 'EVA_BAD_VALUE:choice' && last === 'role' && issue.params.value === 'system' && path[0] === 'cases') {
    return { replaces: path, issue: { path, on: 'value', key: 'EVA_BAD_VALUE:system_in_case', params: {} } };
  }
  if (key === 'EVA_UNKNOWN_KEY' && last === 'type' && owner.at(-1) === 'response_format') {
    const params = {
      instead: type === 'json_schema' ? 'response_format: { json_schema: … }' : 'response_format: json',
    };
    return { replaces: owner, issue: { path: owner, on: 'value', key: 'EVA_WRONG_TYPE:response_format', params } };
  }
  if (key === 'EVA_UNKNOWN_KEY' && last === 'type' && (type === 'image_url' || type === 'image' || type === 'file')) {
    return {
      replaces: owner,
      issue: { path: owner, on: 'value', key: 'EVA_WRONG_TYPE:part', params: { name: nameOf(owner) } },
    };
  }
  if (key === 'EVA_UNKNOWN_KEY' && last === 'function' && isForeignTool(written)) {
    return {
      replaces: owner,
      issue: { path: owner, on: 'value', key: 'EVA_WRONG_TYPE:tool', params: { name: nameOf(owner) } },
    };
  }
  if (key !== 'EVA_UNKNOWN_CHECK') return null;
  if (isScore(issue)) {
    const params = { key: String(last) };
    return { replaces: path, issue: { path, on: 'key', key: 'EVA_UNKNOWN_CHECK:score', params } };
  }
  if (last !== 'type' || typeof type !== 'string') return null;
  const params = { type, instead: checkOf(type, member(written, 'value') ?? member(written, 'threshold')) };
  return { replaces: owner, issue: { path: owner, on: 'value', key: 'EVA_UNKNOWN_CHECK:typed', params } };
}

function stepInto(value: unknown, step: string | number): unknown {
  return typeof step === 'number' && Array.isArray(value) ? value[step] : member(value, String(step));
}

function isForeignTool(written: unknown): boolean {
  return member(written, 'type') === 'function' && isObject(member(written, 'function'));
}

/** Keys of promptfoo beside an assertion that concern its score. */
const scores: readonly string[] = ['weight', 'threshold', 'metric'];

function isScore({ key, path }: ShapeIssue): boolean {
  return key === 'EVA_UNKNOWN_CHECK' && scores.includes(String(path.at(-1)));
}

/** Returns true for the issue of several keys in an item that has one check, and keys of scores beside it. */
function isOnlyScored(issue: ShapeIssue, scored: readonly string[]): boolean {
  if (issue.key !== 'EVA_ONE_KEY' || !scored.includes(idOf(issue.path))) return false;
  return issue.params.keys.filter((key) => !scores.includes(key)).length === 1;
}

/** Types of promptfoo that have another name in eva. */
const otherNames: Readonly<Record<string, string>> = {
  regex: 'matches',
  not_regex: 'not_matches',
  latency: 'max_latency_s',
  cost: 'max_cost_usd',
};

/** Types of promptfoo that are written in another way than as the name of a check with their value. */
const otherForms: Readonly<Record<string, string>> = {
  is_json: 'is_json: true',
  is_refusal: 'refuses: true',
  is_valid_openai_tools_call: 'valid_calls: true',
  python: 'command: [python3, check.py]',
  assert_set: 'at_least: { count, of }',
};

/** Types of promptfoo that a judge answers. */
const judgedTypes: readonly string[] = ['llm_rubric', 'model_graded_closedqa', 'factuality', 'g_eval'];

/** Returns what to write instead of an assertion of promptfoo: `contains: "refund"`. */
function checkOf(type: string, value: unknown): string {
  const name = type.replaceAll('-', '_');
  if (judgedTypes.includes(name)) return `rubric: ${flowText(value) ?? '…'} beside assert:, not in it`;
  if (name === 'javascript') return module(value);
  if (Object.hasOwn(otherForms, name)) return otherForms[name] ?? name;
  const own = Object.hasOwn(otherNames, name) ? otherNames[name] : name;
  const text = JSON.stringify(name === 'latency' && typeof value === 'number' ? value / 1000 : value);
  return `${own}: ${text === undefined || text.length > longestValue ? '…' : text}`;
}

const longestValue = 40;

/** Returns the check and the module for an expression in JavaScript, or for a file. */
function module(value: unknown): string {
  const isShort = typeof value === 'string' && value.length <= longestValue && !/^file:|[\n;]|return/.test(value);
  const code = isShort ? value : '…';
  return `module: checks.mjs#holds, and into checks.mjs beside eval.yml: export const holds = (output) => ${code}`;
}

function idOf(path: DataPath): string {
  return JSON.stringify(path);
}

/** A part of eval.yml. */
type Part = 'root' | 'defaults' | 'case' | 'check' | 'other';

/** Returns what to write instead of an unknown key: one of promptfoo or OpenAI, or one that belongs to another part of the file. */
export function adviceForKey(kind: DocumentKind, path: DataPath, root: unknown): KeyAdvice | undefined {
  const key = String(path.at(-1));
  const value = path.reduce<unknown>((at, step) => (at === null ? at : member(at, String(step))), root);
  if (kind === 'messages' && key === 'type') return { remove: 'type' };
  if (kind === 'eva-config') {
    if (path[0] === 'providers' && ['api_key', 'apiKey'].includes(key)) return { remove: 'api_key' };
    return path.length === 1 && keysOf('defaults').includes(key) ? { move: 'defaults' } : undefined;
  }
  if (kind !== 'eval') return undefined;
  const part = partOf(path);
  if (part === 'root') return inRoot(key, value, root);
  if (part === 'defaults' && (keysOf('case').includes(key) || key === 'vars')) return { move: 'each_case' };
  if (part === 'check' && ['rubric', ...judgedTypes].includes(key.replaceAll('-', '_')) && typeof value === 'string')
    return { beside: `rubric: ${flowText(value) ?? '…'}` };
  return part === 'case' || part === 'defaults' ? setting(key, value) : undefined;
}

function partOf(path: DataPath): Part {
  const [first, index, ...below] = path;
  if (path.length === 1) return 'root';
  if (path.at(-3) === 'assert') return 'check';
  if (first === 'defaults' && path.length === 2) return 'defaults';
  return first === 'cases' && typeof index === 'number' && below.length === 1 ? 'case' : 'other';
}

function keysOf(definition: 'defaults' | 'case' | 'judge'): readonly string[] {
  const properties = member(member(member(documentSchema('eval'), '$defs'), definition), 'properties');
  return Object.keys(isObject(properties) ? properties : {});
}

function inRoot(key: string, value: unknown, root: unknown): KeyAdvice | undefined {
  if (key === 'prompts' || key === 'prompt') return { remove: 'prompts' };
  if (key === 'description') return { remove: 'description' };
  if (key === 'providers') return models(value);
  if (key === 'messages') return { move: 'messages' };
  const isOneCase = member(root, 'cases') === undefined && !['model', 'models'].includes(key);
  if (isOneCase && keysOf('case').includes(key)) return { move: 'case' };
  if (keysOf('defaults').includes(key)) return { move: 'defaults' };
  return keysOf('case').includes(key) ? { move: 'case' } : undefined;
}

/** Returns `defaults` for the providers of promptfoo; undefined for eva's own entries, which belong into eva.yml. */
function models(value: unknown): KeyAdvice | undefined {
  const names = [value].flat().map((one) => (typeof one === 'string' ? one : member(one, 'id')));
  if (!names.every((name) => typeof name === 'string')) return undefined;
  const own = names.map((name) => name.replace(/^(openai|anthropic):(chat|completion|responses|messages):/, '$1:'));
  return write('defaults', own.length === 1 ? { model: own[0] } : { models: own });
}

function setting(key: string, value: unknown): KeyAdvice | undefined {
  if (key === 'threshold') return { threshold: typeof value === 'number' && value > 0 && value < 1 ? value : 0.8 };
  if (key === 'provider' && typeof value === 'string') return models(value) && write('model', value);
  if (key === 'reasoning_effort') return write('reasoning', { effort: value });
  if (key === 'system') return { remove: 'system' };
  if (['metadata', 'options', 'metric'].includes(key)) return { remove: 'metadata' };
  return keysOf('judge').includes(key) ? write('judge', { [key]: value }) : undefined;
}

function write(key: string, value: unknown): KeyAdvice | undefined {
  const text = flowText(value);
  return text === null ? undefined : { write: `${key}: ${text}`, meant: key };
}

/** Texts that are longer are not shown in hints. */
const longestText = 60;

/** Returns a value in YAML's flow style, as a person types it: `[{ contains: Ada }]`. Null if it is longer than 60 characters. */
function flowText(value: unknown): string | null {
  const text = flow(value, 4);
  return text === null || text.length > longestText ? null : text;
}

function flow(value: unknown, depth: number): string | null {
  if (depth === 0) return null;
  if (typeof value === 'string') return value.length > longestText ? null : plainOrQuoted(value);
  if (Array.isArray(value)) {
    const items = value.slice(0, longestText).map((item) => flow(item, depth - 1));
    return items.includes(null) ? null : `[${items.join(', ')}]`;
  }
  if (!isObject(value)) return value === undefined ? null : JSON.stringify(value);
  const entries = Object.entries(value).slice(0, longestText);
  const pairs = entries.map(([key, item]) => [plainOrQuoted(key), flow(item, depth - 1)] as const);
  if (pairs.some(([, item]) => item === null)) return null;
  return pairs.length === 0 ? '{}' : `{ ${pairs.map(([key, item]) => `${key}: ${item}`).join(', ')} }`;
}
