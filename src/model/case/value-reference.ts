import { isObject } from '../data/json.js';
import type { FieldReference } from '../dataset.js';
import { placeholders } from '../text/quoted.js';

/** The value of an input of the case. */
export interface InputReference {
  readonly input: string;
}

/** A text whose placeholders are replaced by the inputs of the case. */
export interface TextReference {
  readonly text: string;
}

/** A value that a file takes from elsewhere: a field of the item, an input, or a text with inputs. */
export type ValueReference = FieldReference | InputReference | TextReference;

/** The keys that are references if they are the only key of a mapping. */
export const referenceKeys: readonly string[] = ['field', 'input', 'text'];

/** Returns true for `{ field: NAME }`. */
export function isReference(value: unknown): value is FieldReference {
  return isValueReference(value) && 'field' in value;
}

/** Returns true for `{ field: NAME }`, `{ input: NAME }` and `{ text: TEXT }`. */
export function isValueReference(value: unknown): value is ValueReference {
  if (!isObject(value)) return false;
  const [key = '', ...others] = Object.keys(value);
  return others.length === 0 && referenceKeys.includes(key) && typeof value[key] === 'string';
}

export function inputsOf(reference: ValueReference): readonly string[] {
  if ('input' in reference) return [reference.input];
  return 'text' in reference ? placeholders(reference.text) : [];
}
