import type { JsonValue } from './json.js';

/** How a file writes numbers and truth values, by the list or mapping that holds them: only those unlike their shortest text. */
const writtenTexts = new WeakMap<object, Map<string | number, string>>();

/** Notes how a file writes a number or truth value at a key or index of a list or mapping. */
export function noteWritten(holder: object, key: string | number, text: string): void {
  const texts = writtenTexts.get(holder) ?? new Map<string | number, string>();
  writtenTexts.set(holder, texts.set(key, text));
}

/** Returns how a file writes the number or truth value at a key or index (`1.10`, `0x1F`); undefined if that is its shortest text. */
export function writtenAt(holder: object, key: string | number): string | undefined {
  return writtenTexts.get(holder)?.get(key);
}

/** Returns true for a number or truth value that a text writes, in any spelling: 1.1 for `1.10`, true for `TRUE`. */
export function isWrittenBy(value: JsonValue | undefined, text: string): boolean {
  if (typeof value === 'boolean') return text.toLowerCase() === String(value);
  return typeof value === 'number' && /\d/.test(text) && Number(text) === value;
}
