import { BoundedCache } from '#model/data/collections.js';
import { sha256 } from '#model/data/digest.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import { compileUserSchema, readUserSchema, type UserSchema } from '#model/schema/user-schema.js';
import { trimmed } from '#model/text/characters.js';
import { quoted, short } from '#model/text/quoted.js';
import { type Assessment, type CheckContext, notTrue, regexLimit, withNot } from '../check-parts/check.js';
import { clipExcerpt, openingOf, quote } from '../check-parts/excerpt.js';
import { type Equality, inexactIn, jsonDifference, tooManyDigits } from '../check-parts/json-equality.js';
import {
  excerptByKeys,
  findByKeys,
  jsonInResponse,
  nameOfJson,
  noJson,
  notJson,
  pointerKeys,
  repeatedKey,
  spanByKeys,
} from '../check-parts/json-in-response.js';
import {
  type Preparation,
  type RefusedCheck,
  refusedCheck,
  type Unchecked,
  unchecked,
} from '../check-parts/preparation.js';
import { compileSchemaPattern } from '../pattern/python-regex.js';
import { runWithTimeLimit } from '../slow/in-time.js';

const listed = 3;

/** Checks whether the response, or the only fenced block in it, is JSON that is valid against a schema. */
export const jsonSchema = withNot({
  op: 'json_schema',
  prepare(value, preparation) {
    const schema = readSchemaValue(value, preparation);
    if ('problemOf' in schema) return schema;
    return {
      assess: (response, context) => {
        const json = jsonInResponse(response);
        return 'value' in json ? validate(schema, json.value, context) : noJson(response, json);
      },
    };
  },
});

/** A schema of a check, with its content for a worker thread. */
export interface ReadSchema extends UserSchema {
  readonly schema: JsonValue;
}

/** Reads the schema of a check, or returns why it cannot be used. */
export function readSchemaValue(value: JsonValue, preparation: Preparation): ReadSchema | RefusedCheck {
  const schema = readOnce(value, preparation);
  if ('problem' in schema) return refusedCheck('EVA_BAD_SCHEMA:invalid', short(schema.problem), 'correct the schema');
  if (!('limit_s' in schema)) return { schema: value, ...schema };
  if (schema.why === 'unchecked') return unchecked('EVA_BAD_SCHEMA:unchecked', schema);
  return refusedCheck(
    'EVA_BAD_SCHEMA:slow',
    `the schema takes longer than ${schema.limit_s} s to compile`,
    'simplify the schema',
  );
}

/** Compiled schemas by the hash of their content, since many cases have the same schema. */
const schemas = new BoundedCache<string, ReturnType<typeof readUserSchema>>();

function readOnce(schema: JsonValue, preparation: Preparation): ReturnType<typeof readUserSchema> | Unchecked {
  const key = sha256(JSON.stringify(schema));
  const known = schemas.get(key);
  if (known) return known;
  const read = readUserSchema(schema, compileSchemaPattern);
  const made = 'problem' in read ? { value: read } : preparation.ofSchema(() => compileUserSchema(read));
  return 'value' in made ? schemas.of(key, () => made.value) : made;
}

/** Validates a JSON value. The time limit stops slow patterns inside the schema. */
export async function validate(
  { schema, validator }: ReadSchema,
  value: JsonValue,
  context: CheckContext,
): Promise<Assessment> {
  const outcome = await runWithTimeLimit(() => validator()(value), { work: 'validate', schema, value }, context);
  if ('timedOut' in outcome) {
    const limit_s = regexLimit(context) / 1000;
    const reason = `the validation ran out of time (${limit_s} s): whether it is valid is not known`;
    return { holds: 'cannot', reason };
  }
  const mistakes = outcome.value;
  const explainNot = () => ({ reason: mistakes.length === 0 ? 'the JSON is valid' : 'not valid' });
  if (mistakes.length === 0) return { holds: true, explain: () => ({ reason: 'valid' }), explainNot };
  return { holds: false, explain: () => ({ reason: inShort(mistakes) }), explainNot };
}

function inShort(mistakes: readonly string[]): string {
  const shown = mistakes.slice(0, listed).map((mistake) => clipExcerpt(mistake, 200));
  return [...shown, ...(mistakes.length > listed ? ['and more'] : [])].join('; ');
}

/** Checks whether the response, or the only fenced block in it, is JSON. */
export const isJson = withNot({
  op: 'is_json',
  prepare(value) {
    if (value !== true) return notTrue;
    return { assess: assessJson };
  },
});

function assessJson(response: string): Assessment {
  const json = jsonInResponse(response);
  if ('value' in json) {
    const explainNot = () => ({ reason: 'the response is JSON', excerpt: openingOf(response) });
    return { holds: true, explain: () => ({ reason: 'is JSON' }), explainNot };
  }
  if (json.isUnread) return noJson(response, json);
  return { holds: false, explain: () => notJson(response, json), explainNot: () => ({ reason: 'is no JSON' }) };
}

interface ExpectedValue extends Equality {
  readonly keys: readonly string[];
  readonly expected: JsonValue;
}

/** Checks whether the value at a JSON pointer in the JSON of the response equals the expected one. */
export const jsonValue = withNot({
  op: 'json_value',
  prepare(value) {
    const expected = readExpected(value);
    return 'problemOf' in expected ? expected : { assess: (response) => assessValue(expected, response) };
  },
});

function readExpected(value: JsonValue): ExpectedValue | RefusedCheck {
  if (!isObject(value) || value['equals'] === undefined)
    return refusedCheck(
      'EVA_BAD_CHECK:not_json_value',
      'the value must be a mapping with "equals"',
      (op) => `write ${op}: { at: /total, equals: 12 }`,
    );
  const { at = '', equals, within = 0, ignore_case = false } = value;
  const keys = typeof at === 'string' ? pointerKeys(at) : undefined;
  if (!keys) {
    const written = String(at);
    return refusedCheck(
      'EVA_BAD_CHECK:not_pointer',
      `${quoted(written)} is not a JSON pointer`,
      'begin it with a slash, for example /total or /items/0/price',
      { written },
    );
  }
  if (typeof within !== 'number' || !(within >= 0))
    return refusedCheck(
      'EVA_BAD_CHECK:not_distance',
      '"within" must be a number, 0 or more',
      'write a number, for example within: 0.005',
    );
  return { keys, expected: equals, within, ignoreCase: ignore_case === true };
}

function assessValue({ keys, expected, ...equality }: ExpectedValue, response: string): Assessment {
  const json = jsonInResponse(response);
  if (!('value' in json)) return noJson(response, json);
  const { value, block } = json;
  const twice = repeatedKey(block.text, keys);
  if (twice !== undefined) {
    const excerpt = excerptByKeys(response, block, keys);
    return { holds: 'cannot', reason: `the JSON has the key ${quote(twice)} twice`, excerpt };
  }
  const difference = jsonDifference(value, keys, expected, equality);
  const inexact = difference ? undefined : inexactAt(value, keys, equality.within);
  if (inexact !== undefined && !isWritten(block.text, keys, expected)) {
    return { holds: 'cannot', reason: tooManyDigits(keys, inexact), excerpt: excerptByKeys(response, block, keys) };
  }
  if (difference) {
    const { reason } = difference;
    const explain = () => ({ reason, excerpt: excerptByKeys(response, block, difference.keys) });
    return { holds: false, explain, explainNot: () => ({ reason }) };
  }
  const equal = `${nameOfJson(keys)} is equal`;
  const explainNot = () => ({ reason: equal, excerpt: excerptByKeys(response, block, keys) });
  return { holds: true, explain: () => ({ reason: equal }), explainNot };
}

function inexactAt(root: JsonValue, keys: readonly string[], within: number): number | undefined {
  const part = findByKeys(root, keys);
  return 'value' in part ? inexactIn(part.value, within) : undefined;
}

/** Returns true if the expected value is a text with exactly the characters of the value. */
function isWritten(text: string, keys: readonly string[], expected: JsonValue): boolean {
  const span = spanByKeys(text, keys);
  return (
    span !== undefined && typeof expected === 'string' && trimmed(expected).text === text.slice(span.start, span.end)
  );
}
