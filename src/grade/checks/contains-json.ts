import { endOfString, excessOf, isObject, type JsonValue } from '#model/data/json.js';
import { type Assess, type Assessment, isAssessed, type Unassessed } from '../checking/assessment.js';
import type { CheckContext } from '../checking/check.js';
import { excerptAt, lineOf, openingOf } from '../checking/excerpt.js';
import { withNot } from '../checking/family.js';
import { type ReadSchema, readSchemaValue, validate } from './json.js';

/** The greatest number of brackets at which JSON may begin that are tried. It keeps the work linear in the length of the text. */
const mostCandidates = 100;

/** Checks whether an object or list of JSON anywhere in the response is valid, against a schema if there is one. */
export const containsJson = withNot({
  op: 'contains_json',
  schema: { $ref: '#/$defs/contains_json' },
  about: 'Some JSON object or list inside the response is valid: true, or a JSON Schema, or the path of one.',
  aboutNot: 'No JSON object or list inside the response is valid.',
  example: 'contains_json: true',
  holdsIf: 'some JSON object or list inside the text is valid, against a schema if the value is one',
  prepare(value, preparation) {
    if (value === true) return { assess: findIn(null) };
    if (!isObject(value)) return { key: 'EVA_BAD_CHECK:not_true_or_schema', params: {} };
    const schema = readSchemaValue(value, preparation);
    return 'key' in schema ? schema : { assess: findIn(schema) };
  },
});

function findIn(schema: ReadSchema | null): Assess {
  return async (response, context) => {
    let tried = 0;
    for (const candidate of candidates(response)) {
      if (++tried > mostCandidates) {
        return { holds: 'cannot', reason: `none of the first ${mostCandidates} places with a bracket holds such JSON` };
      }
      const found = await assessCandidate(candidate, schema, context);
      if (found === 'valid') return foundAt(response, candidate);
      if (found !== 'invalid') return found;
    }
    const explain = () => ({ reason: noneOf(tried, schema), excerpt: openingOf(response) });
    return { holds: false, explain, explainNot: () => ({ reason: noneOf(tried, schema) }) };
  };
}

/** A part of a text that may be JSON. */
interface Candidate {
  readonly start: number;
  readonly text: string;
}

async function assessCandidate(
  { text }: Candidate,
  schema: ReadSchema | null,
  context: CheckContext,
): Promise<'valid' | 'invalid' | Unassessed> {
  const value = parsed(text);
  if (value === undefined) return 'invalid';
  if (schema === null) return 'valid';
  const found = await validate(schema, value, context);
  if (!isAssessed(found)) return found;
  return found.holds ? 'valid' : 'invalid';
}

function parsed(text: string): JsonValue | undefined {
  if (excessOf(text)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function foundAt(response: string, { start, text }: Candidate): Assessment {
  const reason = `found on line ${lineOf(response, start)}`;
  const explainNot = () => ({
    reason: `valid JSON was ${reason}`,
    excerpt: excerptAt(response, start, start + text.length),
  });
  return { holds: true, explain: () => ({ reason }), explainNot };
}

function noneOf(tried: number, schema: ReadSchema | null): string {
  if (tried === 0 || schema === null) return 'the response contains no JSON object or list';
  return 'no JSON object or list in the response is valid against the schema';
}

/** The first character of JSON after an opening bracket. */
const afterBracket = { '{': /\s*["}]/y, '[': /\s*[\]{["\-0-9tfn]/y };

/** Yields the text from each bracket at which JSON may begin to the matching one, or to the end of the text. */
function* candidates(response: string): Generator<Candidate> {
  const bracket = /[{[]/g;
  for (let match = bracket.exec(response); match; match = bracket.exec(response)) {
    const start = match.index;
    const next = afterBracket[match[0] as '{' | '['];
    next.lastIndex = start + 1;
    if (next.test(response)) yield { start, text: response.slice(start, endOfBracket(response, start)) };
  }
}

/** Returns the offset after the bracket that closes the one at `start`; the length of the text if none does. */
function endOfBracket(text: string, start: number): number {
  let open = 0;
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') at = endOfString(text, at);
    else if (char === '{' || char === '[') open++;
    else if ((char === '}' || char === ']') && --open === 0) return at + 1;
  }
  return text.length;
}
