import type { Expression, FilterArguments } from '../expression.js';
import { TemplateFailure, type TemplateValue } from '../template-value.js';
import type { Filter, FilterValues } from './filter.js';
import { textFilters } from './text-filters.js';
import { valueFilters } from './value-filters.js';

/** Other names of filters. `json` and `tojson` are no filters of Nunjucks, but of its kin; they can only mean this. */
const aliases: Readonly<Record<string, string>> = {
  d: 'default',
  e: 'escape',
  forceescape: 'escape',
  json: 'dump',
  tojson: 'dump',
};

const filters: Readonly<Record<string, Filter>> = { ...textFilters, ...valueFilters };

/** Filters whose result is a text for which some filters mean something else. */
const marksSafe = ['safe', 'escape'];
const readsSafeAlike = [
  'upper',
  'lower',
  'trim',
  'capitalize',
  'title',
  'safe',
  'string',
  'replace',
  'truncate',
  'length',
];
const takesNamed = ['sort', 'int'];

/** Returns the reason why a filter is not carried over, as a clause; null if it is. */
export function refuseFilter(name: string, { of, args }: { of: Expression; args: FilterArguments }): string | null {
  const known = knownName(name);
  if (known === undefined) return `the filter \`${name.slice(0, 40)}\``;
  if (args.named.length > 0 && !takesNamed.includes(known)) return `the filter \`${name}\` with named arguments`;
  const isSafe = safeFilterIn(of);
  return isSafe && !readsSafeAlike.includes(known) ? `the filter \`${name}\` behind \`${isSafe}\`` : null;
}

/** Returns the name of a filter that marks the text of an expression as safe, which most filters pass on. */
function safeFilterIn(of: Expression): string | undefined {
  if (of.kind !== 'filter') return undefined;
  return marksSafe.includes(knownName(of.name) ?? '') ? of.name : safeFilterIn(of.of);
}

export function applyFilter(name: string, value: TemplateValue, args: FilterValues): TemplateValue {
  const filter = filters[knownName(name) ?? ''];
  if (!filter) throw new TemplateFailure(`the filter \`${name}\``);
  return filter(value, args);
}

function knownName(name: string): string | undefined {
  if (Object.hasOwn(aliases, name)) return aliases[name];
  return Object.hasOwn(filters, name) ? name : undefined;
}
