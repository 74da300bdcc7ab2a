import type { ReadItem } from '#dataset/reading/read-item.js';
import { isInexact, type JsonValue } from '#model/data/json.js';
import { controlCharacter, isBlank } from '#model/text/characters.js';
import type { EvalsCheck } from './check.js';
import { readIdeal } from './read-ideal.js';
import { readInput } from './read-input.js';
import type { Sample } from './sample.js';
import type { SampleReport } from './sample-report.js';

/** Reads one sample. Returns null, with the reason in the report, if eva cannot ask it. */
export function readSample(item: ReadItem, check: EvalsCheck, report: SampleReport): Sample | null {
  const messages = readInput(item, report);
  if (!messages) return null;
  const keys = Object.keys(item.values).filter((key) => key !== 'input');
  const id = ownId(item.values['id']);
  return {
    line: item.line,
    messages,
    isText: typeof item.values['input'] === 'string',
    ideal: readIdeal(item, check, report),
    others: new Map(keys.map((key) => [key, jsonOf(item, key)])),
    ...(id !== undefined && { id }),
  };
}

/** The greatest length of an id that people type. */
const longestId = 200;

function ownId(value: JsonValue | undefined): string | undefined {
  const text = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || text.length > longestId || isBlank(text) || controlCharacter.test(text))
    return undefined;
  return /[\t\r\n]/.test(text) ? undefined : text;
}

/** Returns a value of a sample as JSON, with numbers that JavaScript cannot hold as they are written. */
function jsonOf(item: ReadItem, key: string): string {
  const value = item.values[key] ?? null;
  return (holdsInexact(value) ? item.literal([key]) : undefined) ?? JSON.stringify(value);
}

function holdsInexact(value: JsonValue): boolean {
  if (typeof value === 'number') return isInexact(value) || !Number.isFinite(value);
  return value !== null && typeof value === 'object' && Object.values(value).some(holdsInexact);
}
