import { kindOf } from '#dataset/reading/json-item.js';
import { parseJson } from '#dataset/reading/json-text.js';
import type { ReadItem } from '#dataset/reading/read-item.js';
import { isInexact, isObject, type JsonValue } from '#model/data/json.js';
import { controlCharacter, isBlank } from '#model/text/characters.js';
import { comparedText, type EvalsCheck } from './check.js';
import { readInput } from './read-input.js';
import type { Ideal, Sample } from './sample.js';
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

/** The greatest number of right answers that are compared as JSON: each of them is a check of its own. */
const mostJsonAnswers = 20;

/** Reads the right answers of a sample. Returns null, with the reason in the report, if a check cannot use them. */
function readIdeal(item: ReadItem, check: EvalsCheck, report: SampleReport): Ideal | null {
  const ideal = Object.hasOwn(item.values, 'ideal') ? item.values['ideal'] : undefined;
  const leaveOut = (reason: string) => {
    const todo = 'correct `ideal` and import again, or judge the sample with a check of its own';
    report.add('left_out', 'assertion', () => item.place(ideal === undefined ? [] : ['ideal']), {
      what: 'ideal',
      reason,
      todo,
    });
    return null;
  };
  if (ideal === undefined || ideal === null) return leaveOut('the sample has no `ideal`');
  const isList = Array.isArray(ideal);
  const values: readonly JsonValue[] = isList ? ideal : [ideal];
  if (values.length === 0) return leaveOut('`ideal` is an empty list: no answer is right');
  if (check === 'json_value' && values.length > mostJsonAnswers) {
    return leaveOut(`\`ideal\` has more than ${mostJsonAnswers} answers, which are too many to compare as JSON`);
  }
  const answers: string[] = [];
  for (const [index, value] of values.entries()) {
    const path = isList ? ['ideal', index] : ['ideal'];
    const read = check === 'json_value' ? jsonAnswer(value) : textAnswer(item, path, { check, value, report });
    if ('flaw' in read) return leaveOut(read.flaw);
    answers.push(read.answer);
  }
  return { answers, isList };
}

type Answer = { readonly answer: string } | { readonly flaw: string };

function textAnswer(
  item: ReadItem,
  path: readonly (string | number)[],
  { check, value, report }: { check: EvalsCheck; value: JsonValue; report: SampleReport },
): Answer {
  if (typeof value === 'number' || typeof value === 'boolean') {
    const reason = 'a number, true or false is compared as the text that is written';
    report.add('noted', 'test', () => item.place(path), { what: 'ideal', reason });
    return { answer: item.literal(path) ?? String(value) };
  }
  if (typeof value !== 'string') {
    const kind = isObject(value) ? 'a mapping' : kindOf(value);
    return { flaw: `an answer of \`ideal\` is ${kind}, not a text; --check json_value reads JSON in texts` };
  }
  const compared = comparedText(check, value);
  if (compared === '') return { flaw: 'an answer of `ideal` is an empty text, with which every answer is right' };
  if (compared !== value) {
    const reason = 'white space at the ends of `ideal` and of answers is not compared';
    report.add('noted', 'test', () => item.place(path), { what: 'ideal', reason });
  }
  return { answer: value };
}

/** Reads an answer that is JSON in a text. */
function jsonAnswer(value: JsonValue): Answer {
  if (typeof value !== 'string') return { flaw: 'an answer of `ideal` is not JSON in a text' };
  const parsed = parseJson(value);
  if ('flaw' in parsed) return { flaw: 'an answer of `ideal` is a text that is not JSON' };
  return parsed.value === null
    ? { flaw: 'an answer of `ideal` is null, which evals never counts as right' }
    : { answer: value.trim().replace(/[\r\n]+/g, ' ') };
}
