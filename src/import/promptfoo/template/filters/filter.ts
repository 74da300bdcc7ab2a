import { TemplateFailure, type TemplateValue } from '../template-value.js';

/** The values of a filter's arguments. */
export interface FilterValues {
  readonly list: readonly TemplateValue[];
  readonly named: Readonly<Record<string, TemplateValue>>;
}

/** Computes a filter. Throws `TemplateFailure` for a value on which Nunjucks fails too. */
export type Filter = (value: TemplateValue, args: FilterValues) => TemplateValue;

/** Returns the text of a filter's value: empty for null, false and what is absent. */
export function textFor(filter: string, value: TemplateValue): string {
  if (value === undefined || value === null || value === false) return '';
  return strictText(filter, value);
}

/** Returns a value that must be a text. */
export function strictText(filter: string, value: TemplateValue): string {
  if (typeof value !== 'string') throw new TemplateFailure(`the filter \`${filter}\` of ${nameOf(value)}`);
  return value;
}

/** Returns the words for the type of a value. */
export function nameOf(value: TemplateValue): string {
  if (value === undefined) return 'an absent value';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a mapping' : `a ${typeof value}`;
}
