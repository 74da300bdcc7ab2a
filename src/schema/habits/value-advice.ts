import type { KindFix } from '#errors/sentences/input/schema.js';
import { isObject } from '#model/data/json.js';
import { type DocumentKind, documentSchema } from '../documents.js';
import { type DataPath, member, type SchemaError } from '../schema-error.js';
import { flowText } from './flow-text.js';
import { expectation } from './key-advice.js';
import { secondsOf } from './seconds.js';

/** Returns the text to write instead of a value of a wrong kind, if it is clear what is meant. */
export function adviceForValue(kind: DocumentKind, error: SchemaError, path: DataPath): KindFix | undefined {
  const { data } = error;
  if (data === null || data === undefined) return undefined;
  if (path.length === 0) return ofWhole(kind, data);
  const last = path.at(-1);
  const asked = [member(error.parentSchema, 'type')].flat();
  if (last === 'expected' && path[0] === 'cases') return ofExpected(data);
  if (typeof last === 'number') return ofItem(path, data);
  const text = textOf(kind, { key: String(last), data, asked, schema: error.parentSchema }, path);
  return text === undefined ? undefined : { write: text };
}

function ofWhole(kind: DocumentKind, data: unknown): KindFix | undefined {
  if (kind === 'eval' && Array.isArray(data)) return 'cases_above';
  return kind === 'messages' && Array.isArray(member(data, 'messages')) ? 'no_messages_key' : undefined;
}

function ofExpected(data: unknown): KindFix | undefined {
  const advice = expectation(data);
  return advice && 'write' in advice ? { write: advice.write } : undefined;
}

function ofItem(path: DataPath, data: unknown): KindFix | undefined {
  if (path.at(-2) !== 'assert' || typeof data !== 'string') return undefined;
  const check = checkIn(data);
  return check === null ? undefined : written(flowText(check));
}

interface Wrong {
  readonly key: string;
  readonly data: unknown;
  readonly asked: readonly unknown[];
  readonly schema: unknown;
}

function textOf(kind: DocumentKind, wrong: Wrong, path: DataPath): string | undefined {
  const { key, data, asked } = wrong;
  if (asked.includes('boolean') && !asked.includes('object')) return pair(key, booleanOf(data));
  if (asked.includes('number')) return pair(key, numberOf(key, data));
  if (asked.includes('integer')) return pair(key, wholeOf(numberOf(key, data)));
  if (kind !== 'eval' && kind !== 'eva-config') return undefined;
  if (typeof data === 'number' && key === 'criteria') return pair(key, { proportion_gte: { proportion: data } });
  if (typeof data === 'number' && key === 'proportion_gte' && data <= 1) return pair(key, { proportion: data });
  if (typeof data === 'number' && key === 'proportion_gte')
    return `${pair(key, { proportion: 0.9 })} with min_score: ${data} in it for scores, threshold: ${data} for a metric`;
  // A number beside another comparison is what a metric is compared with.
  if (typeof data === 'number' && key.startsWith('proportion_')) return pair(key, { threshold: data, proportion: 0.9 });
  if (typeof data === 'string' && isModelSetting(key)) return pair(key, { model: data });
  if (key === 'reasoning' && typeof data === 'string') return pair(key, { effort: data });
  if (key === 'inputs') return ofInputs([data].flat());
  if (key === 'cases' && isObject(data)) return firstCase(data);
  if (asked.includes('array')) return asList(wrong);
  return Array.isArray(data) ? ofList(key, data, path) : undefined;
}

function ofInputs(values: readonly unknown[]): string | undefined {
  const text = values.length === 1 ? flowText(values[0]) : null;
  return text === null ? undefined : `inputs: { NAME: ${text} } with the name of the placeholder in the prompt`;
}

/** Returns the first line of the first case, for a mapping that is one case, or that has the names of cases as keys. */
function firstCase(data: Readonly<Record<string, unknown>>): string | undefined {
  const [first] = Object.keys(data);
  const name = data['name'];
  if (typeof name === 'string') {
    const text = flowText(name);
    return text === null ? undefined : `- name: ${text} and indent the lines of the case below it by two more spaces`;
  }
  const text = first === undefined || !isObject(data[first]) ? null : flowText(first);
  return text === null ? undefined : `- name: ${text} and so for each case`;
}

function isModelSetting(key: string): boolean {
  return key === 'judge' || key === 'user_simulator';
}

/** Returns a pair whose value is a list with the one value that was written. */
function asList({ key, data, schema }: Wrong): string | undefined {
  if (key === 'assert' && typeof data === 'string') return pair(key, [checkIn(data) ?? { contains: data }]);
  if (key === 'assert' && isObject(data))
    return pair(
      key,
      Object.entries(data).map(([name, value]) => ({ [name]: value })),
    );
  if (key === 'messages' && typeof data === 'string') return pair(key, [{ role: 'user', content: data }]);
  if (key === 'cases' || typeof data === 'object') return undefined;
  if (key === 'command')
    return typeof data === 'string' && !/["'\\$|&;<>]/.test(data) ? pair(key, data.trim().split(/\s+/)) : undefined;
  return key === 'stop' ||
    key === 'models' ||
    member(member(schema, 'items'), 'type') === 'string' ||
    /_(any|all)$/.test(key)
    ? pair(key, [data])
    : undefined;
}

/** Returns a pair for a list where one value belongs: the form of the check, or the setting, that takes several. */
function ofList(key: string, data: readonly unknown[], path: DataPath): string | undefined {
  if (key === 'model') return pair('models', data);
  const several = `${key}_any`;
  return path.at(-3) === 'assert' && isCheck(several) ? pair(several, data) : undefined;
}

/** Returns the check that a text means: one that takes `true` by its name alone, else a text that replies contain. Null for another check. */
function checkIn(text: string): Readonly<Record<string, unknown>> | null {
  const name = text.replaceAll('-', '_');
  if (!isCheck(name)) return { contains: text };
  const schema = member(member(member(member(documentSchema('eval'), '$defs'), 'check'), 'properties'), name);
  const takesTrue = [member(schema, 'type'), member(schema, 'const')]
    .flat()
    .some((one) => one === 'boolean' || one === true);
  return takesTrue ? { [name]: true } : null;
}

function isCheck(name: string): boolean {
  const checks = member(member(member(documentSchema('eval'), '$defs'), 'check'), 'properties');
  return member(checks, name) !== undefined;
}

/** Returns the truth value that a word means. For true and false, the hint is to take their quotes away. */
function booleanOf(data: unknown): boolean | undefined {
  const word = String(data).trim().toLowerCase();
  if (word === 'true' || word === 'false') return undefined;
  if (['yes', 'on', 'y', '1'].includes(word)) return true;
  return ['no', 'off', 'n', '0'].includes(word) ? false : undefined;
}

/** Returns the number that a text with a unit means: `95%`, `30s` for a key in seconds, `1k`. */
function numberOf(key: string, data: unknown): number | undefined {
  if (typeof data !== 'string') return undefined;
  const [, digits, unit] = /^(\d+(?:\.\d+)?) ?(%|k)$/i.exec(data.trim()) ?? [];
  if (digits !== undefined) return unit === '%' ? Number(digits) / 100 : Number(digits) * 1000;
  return key.endsWith('_s') && /[a-z]$/i.test(data) ? secondsOf(data) : undefined;
}

function wholeOf(value: number | undefined): number | undefined {
  return Number.isInteger(value) ? value : undefined;
}

function pair(key: string, value: unknown): string | undefined {
  const text = value === undefined ? null : flowText(value);
  return text === null ? undefined : `${key}: ${text}`;
}

function written(text: string | null): KindFix | undefined {
  return text === null ? undefined : { write: text };
}
