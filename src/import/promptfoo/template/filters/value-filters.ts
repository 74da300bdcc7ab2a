import { isObject, type JsonValue } from '#model/data/json.js';
import {
  isScalar,
  limited,
  memberOf,
  TemplateFailure,
  type TemplateValue,
  textOf,
  textOfList,
} from '../template-value.js';
import { type Filter, type FilterValues, nameOf } from './filter.js';

/** Filters of lists, numbers and values of any type. */
export const valueFilters: Readonly<Record<string, Filter>> = {
  default: (value, { list: [by, isForEmpty] }) => (isForEmpty ? value || by : value !== undefined ? value : by),
  length: lengthOf,
  join: joined,
  first: (value) => memberOf(present('first', value), 0),
  last: (value) => memberOf(present('last', value), Number(memberOf(value, 'length')) - 1),
  reverse: reversed,
  sort: sorted,
  dump: (value, { list: [spaces] }) => limitedJson(value, spaces),
  load: loaded,
  abs: (value) => Math.abs(numberOf('abs', value)),
  round: rounded,
  int: toInt,
  float: (value, { list: [by] }) => orDefault(Number.parseFloat(textOf(value)), by),
};

function present(filter: string, value: TemplateValue): TemplateValue {
  if (value === undefined || value === null) throw new TemplateFailure(`the filter \`${filter}\` of ${nameOf(value)}`);
  return value;
}

function lengthOf(value: TemplateValue): TemplateValue {
  if (value === undefined || value === null || value === false) return 0;
  if (isObject(value)) return Object.keys(value).length;
  return typeof value === 'string' || Array.isArray(value) ? value.length : undefined;
}

function joined(value: TemplateValue, { list: [delimiter, key] }: FilterValues): string {
  const items = listOf('join', value);
  const parts = key ? items.map((item) => memberOf(present('join', item), key)) : items;
  return textOfList(parts, delimiter ? textOf(delimiter) : '');
}

function listOf(filter: string, value: TemplateValue): readonly JsonValue[] {
  if (!Array.isArray(value)) throw new TemplateFailure(`the filter \`${filter}\` of ${nameOf(value)}`);
  return value as readonly JsonValue[];
}

function reversed(value: TemplateValue): TemplateValue {
  if (typeof value === 'string') return value.split('').reverse().join('');
  return listOf('reverse', value ?? []).toReversed();
}

function sorted(value: TemplateValue, { list, named }: FilterValues): TemplateValue {
  const [isReversed = named['reverse'], isCaseSensitive = named['case_sensitive'], path = named['attribute']] = list;
  const steps = path ? textOf(path).split('.') : [];
  const keyed = listOf('sort', value ?? []).map((item) => {
    const key = steps.reduce<TemplateValue>((of, step) => memberOf(of, step), item);
    return { item, key: typeof key === 'string' && !isCaseSensitive ? key.toLowerCase() : key };
  });
  const types = new Set(keyed.map(({ key }) => typeof key));
  if (types.size > 1 || !keyed.every(({ key }) => isScalar(key))) {
    throw new TemplateFailure('the filter `sort` of values of several types');
  }
  const sign = isReversed ? -1 : 1;
  return keyed.toSorted((a, b) => sign * compare(a.key, b.key)).map(({ item }) => item);
}

function compare(a: TemplateValue, b: TemplateValue): number {
  if (!isScalar(a) || !isScalar(b)) return 0;
  return a < b ? -1 : a > b ? 1 : 0;
}

function limitedJson(value: TemplateValue, spaces: TemplateValue): TemplateValue {
  if (value === undefined) return undefined;
  const indent = typeof spaces === 'string' || typeof spaces === 'number' ? spaces : undefined;
  return limited(JSON.stringify(value, null, indent));
}

function loaded(value: TemplateValue): TemplateValue {
  try {
    return JSON.parse(limited(textOf(value))) as JsonValue;
  } catch {
    throw new TemplateFailure('the filter `load` of a text that is no JSON');
  }
}

function numberOf(filter: string, value: TemplateValue): number {
  if (Array.isArray(value) || isObject(value)) {
    throw new TemplateFailure(`the filter \`${filter}\` of ${nameOf(value)}`);
  }
  return value === undefined ? Number.NaN : Number(value);
}

function rounded(value: TemplateValue, { list: [precision, method] }: FilterValues): TemplateValue {
  const factor = 10 ** numberOf('round', precision || 0);
  const scaled = numberOf('round', value) * factor;
  const whole = method === 'ceil' ? Math.ceil(scaled) : method === 'floor' ? Math.floor(scaled) : Math.round(scaled);
  return whole / factor;
}

function toInt(value: TemplateValue, { list, named }: FilterValues): TemplateValue {
  const [by = named['default'], base = named['base'] ?? 10] = list;
  return orDefault(Number.parseInt(textOf(value), numberOf('int', base)), by);
}

function orDefault(value: number, by: TemplateValue): TemplateValue {
  return Number.isNaN(value) ? by : value;
}
