import { isObject, member } from '../data/json.js';
import type { Problem } from '../problem.js';
import { problem } from '../problem.js';
import { quoted, short } from '../text/quoted.js';
import { plainOrQuoted } from '../text/yaml-text.js';
import { type DataPath, type DocumentKind, documentSchema, isOf, named, type ShapeIssue } from './documents.js';

/**
 * Replaces the issues of a part that is written in the form of promptfoo or of chat completions by one that says how eva writes it:
 * `{ type: contains, value: x }`, `weight` beside a check, and tools of `type: function`.
 */
export function withForeignForms(issues: readonly ShapeIssue[], root: unknown): readonly ShapeIssue[] {
  const foreign = issues.flatMap((issue) => foreignForm(issue, root) ?? []);
  if (foreign.length === 0) return issues;
  const ids = new Set(foreign.map(({ path }) => idOf(path)));
  const isReplaced = ({ path }: ShapeIssue) => path.some((_, index) => ids.has(idOf(path.slice(0, index + 1))));
  const scored = issues.filter(isScore).map(({ path }) => idOf(path.slice(0, -1)));
  return [
    ...issues.filter((issue) => !isReplaced(issue) && !isOnlyScored(issue, scored)),
    ...foreign.filter(({ path }) => !ids.has(idOf(path.slice(0, -1)))),
  ];
}

/** Returns the issue that replaces all issues at and below its path; null if nothing is written in a foreign form. */
function foreignForm(issue: ShapeIssue, root: unknown): ShapeIssue | null {
  const { path } = issue;
  const last = path.at(-1);
  const owner = path.slice(0, -1);
  const written = owner.reduce<unknown>((value, step) => stepInto(value, step), root);
  const type = member(written, 'type');
  const isCaseRole = path[0] === 'cases' && last === 'role' && member(written, 'role') === 'system';
  if (isCaseRole && isOf(issue, 'EVA_BAD_VALUE:choice')) {
    const entry = problem(
      'EVA_BAD_VALUE:system_in_case',
      'a case cannot have a system message: its messages follow the prompt, which is the system message',
      { hint: 'remove the message, and write the text into the prompt' },
    );
    return { path, on: 'value', problem: entry };
  }
  if (isOf(issue, 'EVA_UNKNOWN_KEY')) {
    const entry = openAiForm(owner, last, written);
    return entry && { path: owner, on: 'value', problem: entry };
  }
  if (isScore(issue)) {
    const key = String(last);
    const entry = problem(
      'EVA_UNKNOWN_CHECK:score',
      `a check has no ${quoted(key)}: checks are not scored, and each one must hold`,
      {
        hint:
          key === 'metric'
            ? 'remove it; to name the check in reports, write about: with a text'
            : 'remove it; if only some of several checks must hold, write at_least: { count: 2, of: [ … ] }',
      },
    );
    return { path, on: 'key', problem: entry };
  }
  if (!isOf(issue, 'EVA_UNKNOWN_CHECK') || last !== 'type' || typeof type !== 'string') return null;
  const instead = checkOf(type, member(written, 'value') ?? member(written, 'threshold'));
  const entry = problem(
    'EVA_UNKNOWN_CHECK:typed',
    `a check has no "type": ${quoted(type)} is written as the key of its value`,
    { hint: `write ${short(instead)} (docs/guide/from-promptfoo.md has a table of all types)` },
  );
  return { path: owner, on: 'value', problem: entry };
}

/** Returns the problem of a part that an unknown key shows to be in the form of chat completions; null for any other. */
function openAiForm(owner: DataPath, key: string | number | undefined, written: unknown): Problem | null {
  const type = member(written, 'type');
  if (key === 'type' && owner.at(-1) === 'response_format') {
    const instead = type === 'json_schema' ? 'response_format: { json_schema: … }' : 'response_format: json';
    return problem('EVA_WRONG_TYPE:response_format', '"response_format" has the form of chat completions', {
      hint: `write ${instead}`,
    });
  }
  if (key === 'type' && (type === 'image_url' || type === 'image' || type === 'file')) {
    return problem('EVA_WRONG_TYPE:part', `${named(owner)} has the form of chat completions`, {
      hint: 'save the file in the library and write its path: file: PATH',
    });
  }
  if (key === 'function' && type === 'function' && isObject(member(written, 'function'))) {
    return problem('EVA_WRONG_TYPE:tool', `${named(owner)} has the form of chat completions`, {
      hint: 'write { name, description, input_schema }: the content of "function", with its "parameters" as input_schema',
    });
  }
  return null;
}

function stepInto(value: unknown, step: string | number): unknown {
  return typeof step === 'number' && Array.isArray(value) ? value[step] : member(value, String(step));
}

/** Keys of promptfoo beside an assertion that concern its score. */
const scores: readonly string[] = ['weight', 'threshold', 'metric'];

function isScore(issue: ShapeIssue): boolean {
  return isOf(issue, 'EVA_UNKNOWN_CHECK') && scores.includes(String(issue.path.at(-1)));
}

/** Returns true for the issue of several keys in an item that has one check, and keys of scores beside it. */
function isOnlyScored({ path, keys }: ShapeIssue, scored: readonly string[]): boolean {
  return keys !== undefined && scored.includes(idOf(path)) && keys.filter((key) => !scores.includes(key)).length === 1;
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

/** What to do about a key that another tool has, or that belongs to another part of the file. */
interface KeyAdvice {
  readonly hint: string;
  /** The key to write in its place, if there is one. */
  readonly meant?: string;
}

const homesInFile = {
  defaults: 'move it below defaults:, indented by two spaces',
  case: 'move it into a case below cases:, beside its name',
  each_case: 'move it into each case, beside its name',
  messages:
    'move it into a case, beside its name; messages of every case belong in messages.yml, which is then the prompt',
} as const;

function move(home: keyof typeof homesInFile): KeyAdvice {
  return { hint: homesInFile[home] };
}

const reasonsToRemove = {
  prompts: 'remove it: the prompt is the file prompt.md, prompt.txt, prompt.xml or messages.yml beside eval.yml',
  description: 'remove it, or write it as a comment: # …',
  system: 'remove it: write the text into the prompt; in a case with messages: the prompt is the system prompt',
  metadata: 'remove it: eva has no use for it',
  api_key: 'remove it: keys do not belong into files; write api_key_env: with the name of the variable that has it',
  type: 'remove it: text: and file: say what the part is',
} as const;

function remove(key: keyof typeof reasonsToRemove): KeyAdvice {
  return { hint: reasonsToRemove[key] };
}

/** Returns what to write instead of an unknown key: one of promptfoo or OpenAI, or one that belongs to another part of the file. */
export function adviceForKey(kind: DocumentKind, path: DataPath, root: unknown): KeyAdvice | undefined {
  const key = String(path.at(-1));
  const value = path.reduce<unknown>((at, step) => (at === null ? at : member(at, String(step))), root);
  if (kind === 'messages' && key === 'type') return remove('type');
  if (kind === 'eva-config') {
    if (path[0] === 'providers' && ['api_key', 'apiKey'].includes(key)) return remove('api_key');
    return path.length === 1 && keysOf('defaults').includes(key) ? move('defaults') : undefined;
  }
  if (kind !== 'eval') return undefined;
  const part = partOf(path);
  if (part === 'root') return inRoot(key, value, root);
  if (part === 'defaults' && (keysOf('case').includes(key) || key === 'vars')) return move('each_case');
  if (part === 'check' && ['rubric', ...judgedTypes].includes(key.replaceAll('-', '_')) && typeof value === 'string')
    return { hint: `write rubric: ${flowText(value) ?? '…'} beside assert:, not in it` };
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
  if (key === 'prompts' || key === 'prompt') return remove('prompts');
  if (key === 'description') return remove('description');
  if (key === 'providers') return models(value);
  if (key === 'messages') return move('messages');
  const isOneCase = member(root, 'cases') === undefined && !['model', 'models'].includes(key);
  if (isOneCase && keysOf('case').includes(key)) return move('case');
  if (keysOf('defaults').includes(key)) return move('defaults');
  return keysOf('case').includes(key) ? move('case') : undefined;
}

/** Returns `defaults` for the providers of promptfoo; undefined for eva's own entries, which belong into eva.yml. */
function models(value: unknown): KeyAdvice | undefined {
  const names = [value].flat().map((one) => (typeof one === 'string' ? one : member(one, 'id')));
  if (!names.every((name) => typeof name === 'string')) return undefined;
  const own = names.map((name) => name.replace(/^(openai|anthropic):(chat|completion|responses|messages):/, '$1:'));
  return write('defaults', own.length === 1 ? { model: own[0] } : { models: own });
}

function setting(key: string, value: unknown): KeyAdvice | undefined {
  if (key === 'threshold') {
    const proportion = typeof value === 'number' && value > 0 && value < 1 ? value : 0.8;
    return {
      hint: `remove it: every check must hold. To allow some bad replies, write sample_size: 60 and criteria: { proportion_gte: { proportion: ${proportion} } }`,
    };
  }
  if (key === 'provider' && typeof value === 'string') return models(value) && write('model', value);
  if (key === 'reasoning_effort') return write('reasoning', { effort: value });
  if (key === 'system') return remove('system');
  if (['metadata', 'options', 'metric'].includes(key)) return remove('metadata');
  return keysOf('judge').includes(key) ? write('judge', { [key]: value }) : undefined;
}

function write(key: string, value: unknown): KeyAdvice | undefined {
  const text = flowText(value);
  return text === null ? undefined : { hint: `write ${key}: ${text}`, meant: key };
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
