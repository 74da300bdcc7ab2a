import type { VarValue } from '../../imported.js';
import type { TestReading } from '../test-reading.js';
import { hasOpenTag, namesInTemplate } from './template-text.js';

/** The maximum length of a value whose variables are put in. */
const longestValue = 1_000_000;

type Values = Record<string, VarValue>;

/** Why a value cannot be made, and the variable that has it. */
export interface Unresolved {
  readonly name: string;
  readonly refused: string;
}

/**
 * Puts the values of variables into each other, as promptfoo does before it renders a prompt: first `{{name}}`, up to five times, then any
 * template whose variables all exist. Text that comes from a value is not read again after that.
 */
export function resolveValues(values: Values, reading: Pick<TestReading, 'render' | 'budget'>): Values | Unresolved {
  const resolved: Values = {};
  for (const [name, value] of Object.entries(values)) resolved[name] = withoutLastLineEnd(value);
  if (!Object.values(resolved).some((value) => isTemplate(value))) return resolved;
  const problem = putNamesIn(resolved);
  if (problem) return problem;
  const rendered: Values = {};
  for (const [name, value] of Object.entries(resolved)) {
    const result = renderValue(value, resolved, reading.render);
    if ('refused' in result) return { name, ...result };
    if (result !== values[name]) reading.budget.left -= lengthOf(result);
    if (reading.budget.left < 0)
      return { name, refused: 'the values that are put into each other are too long together' };
    rendered[name] = result;
  }
  return rendered;
}

function isTemplate(value: VarValue): boolean {
  return value.kind === 'value' && typeof value.value === 'string' && /\{[{%#]/.test(value.value);
}

function withoutLastLineEnd(value: VarValue): VarValue {
  if (value.kind !== 'value' || typeof value.value !== 'string') return value;
  return { ...value, value: value.value.replace(/\n$/, '') };
}

/** Replaces the first `{{name}}` of each value, five times. */
function putNamesIn(values: Values): Unresolved | undefined {
  let isDone = false;
  for (let round = 0; round < 5 && !isDone; round++) {
    isDone = true;
    for (const [name, value] of Object.entries(values)) {
      if (value.kind !== 'value' || typeof value.value !== 'string') continue;
      const [placeholder, inner = ''] = /\{\{\s*(\w+)\s*\}\}/.exec(value.value) ?? [];
      const put = Object.hasOwn(values, inner) ? values[inner] : undefined;
      if (placeholder === undefined || !put) continue;
      if (put.kind === 'media') return { name, refused: `it puts the file of {{${inner}}} into a text` };
      const text = value.value.replace(placeholder, () => String(put.value));
      if (text.length > longestValue) return { name, refused: tooLong };
      values[name] = { kind: 'value', value: text };
      isDone = false;
    }
  }
  return undefined;
}

const tooLong = `with the values of other variables it is longer than ${longestValue} characters`;

function renderValue(
  value: VarValue,
  values: Values,
  render: TestReading['render'],
): VarValue | { readonly refused: string } {
  if (value.kind !== 'value' || typeof value.value !== 'string' || !isTemplate(value)) return value;
  const text = value.value;
  if (text.length > longestValue) return { refused: 'a template of this length is not rendered' };
  if (hasOpenTag(text)) return value;
  const names = namesInTemplate(text);
  if (names.some((name) => name !== 'env' && !Object.hasOwn(values, name))) return value;
  const media = names.find((name) => values[name]?.kind === 'media');
  if (media !== undefined) return { refused: `it puts the file of {{${media}}} into a text` };
  const longest = Math.max(0, ...names.map((name) => lengthOf(values[name])));
  if (text.length + longest * (text.split('{{').length - 1) > longestValue) return { refused: tooLong };
  const rendered = render(text, values);
  if ('unsupported' in rendered) return { refused: rendered.unsupported };
  return rendered.text === text ? value : { kind: 'value', value: rendered.text };
}

function lengthOf(value: VarValue | undefined): number {
  if (value?.kind !== 'value') return 0;
  return typeof value.value === 'string' ? value.value.length : JSON.stringify(value.value).length;
}
