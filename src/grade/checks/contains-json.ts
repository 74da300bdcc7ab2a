import { describeExcess, endOfString, excessOf, isObject, type JsonValue } from '#model/data/json.js';
import { startsOfJson } from '#model/data/json-inside.js';
import { repeatedKeyIn } from '#model/data/repeated-key.js';
import { type Assess, type Assessment, isAssessed, type Unassessed } from '../checking/assessment.js';
import type { CheckContext } from '../checking/check.js';
import { excerptAt, lineOf, openingOf, quote } from '../checking/excerpt.js';
import { withNot } from '../checking/family.js';
import { type ReadSchema, readSchemaValue, validate } from './json.js';

/** How many objects and lists are tried at most, and how many characters they may have together: the work stays linear in the length of the text. */
const mostTried = 100;
const mostCharacters = 20_000_000;

/** Checks whether an object or list of JSON anywhere in the response is valid, against a schema if there is one. */
export const containsJson = withNot({
  op: 'contains_json',
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
    let characters = 0;
    let unread: Unassessed | undefined;
    for (const start of startsOfJson(response)) {
      if (tried++ === mostTried || characters > mostCharacters) return unread ?? tooMany(tried - 1);
      const text = response.slice(start, endOfBracket(response, start));
      characters += text.length;
      const excess = excessOf(text);
      if (excess) {
        unread ??= { holds: 'cannot', reason: `the JSON on line ${lineOf(response, start)} ${describeExcess(excess)}` };
        continue;
      }
      const twice = schema === null ? undefined : repeatedKeyIn(text);
      if (twice !== undefined) {
        unread ??= { holds: 'cannot', reason: `the JSON has the key ${quote(twice)} twice` };
        continue;
      }
      const found = schema === null ? 'valid' : await assessPiece(text, schema, context);
      if (found === 'valid') return foundAt(response, { start, text });
      if (found !== 'invalid') return found;
    }
    if (unread) return unread;
    const explain = () => ({ reason: noneOf(tried, schema), excerpt: openingOf(response) });
    return { holds: false, explain, explainNot: () => ({ reason: noneOf(tried, schema) }) };
  };
}

function tooMany(tried: number): Unassessed {
  return { holds: 'cannot', reason: `none of the first ${tried} JSON objects and lists is valid against the schema` };
}

async function assessPiece(
  text: string,
  schema: ReadSchema,
  context: CheckContext,
): Promise<'valid' | 'invalid' | Unassessed> {
  const found = await validate(schema, JSON.parse(text) as JsonValue, context);
  if (!isAssessed(found)) return found;
  return found.holds ? 'valid' : 'invalid';
}

interface JsonPiece {
  readonly start: number;
  readonly text: string;
}

function foundAt(response: string, { start, text }: JsonPiece): Assessment {
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

/** Returns the offset after the bracket that closes the one at `start`, where valid JSON begins. */
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
