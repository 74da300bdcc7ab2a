import { BoundedCache } from '#model/data/collections.js';
import { sha256 } from '#model/data/digest.js';
import type { JsonValue } from '#model/data/json.js';
import { compileUserSchema, readUserSchema, type UserSchema } from '#schema/user-schema.js';
import { type Check, type CheckContext, type CheckOutcome, type RefusedCheck, regexLimit } from '../checking/check.js';
import { clip } from '../checking/excerpt.js';
import { jsonInResponse, notJson } from '../checking/json-in-response.js';
import type { Preparation, Unchecked } from '../checking/preparation.js';
import { runWithTimeLimit } from '../slow/in-time.js';

const listed = 3;

/** Holds if the response, or the only fenced block in it, is JSON that is valid against the schema. */
export const jsonSchema: Check = {
  op: 'json_schema',
  prepare(value, preparation) {
    const schema = readOnce(value, preparation);
    if ('problem' in schema) return { key: 'EVA_BAD_SCHEMA:invalid', params: { flaw: schema.problem } };
    if ('limit_s' in schema) return tooLong(schema);
    return { run: (response, context) => checkSchema({ schema: value, ...schema }, response, context) };
  },
};

function tooLong({ why, limit_s }: Unchecked): RefusedCheck {
  return { key: why === 'slow' ? 'EVA_BAD_SCHEMA:slow' : 'EVA_BAD_SCHEMA:unchecked', params: { limit_s } };
}

/** Compiled schemas by the hash of their content, since many cases have the same schema. */
const schemas = new BoundedCache<string, ReturnType<typeof readUserSchema>>();

function readOnce(schema: JsonValue, preparation: Preparation): ReturnType<typeof readUserSchema> | Unchecked {
  const key = sha256(JSON.stringify(schema));
  const known = schemas.get(key);
  if (known) return known;
  const read = readUserSchema(schema);
  const isReady = 'problem' in read || read.surelyCompiles;
  const made = isReady ? { value: read } : preparation.ofSchema(() => compileUserSchema(read));
  return 'value' in made ? schemas.of(key, () => made.value) : made;
}

/** Validates the JSON of a response. The time limit stops slow patterns inside the schema. */
async function checkSchema(
  { schema, validator }: UserSchema & { readonly schema: JsonValue },
  response: string,
  context: CheckContext,
): Promise<CheckOutcome> {
  const found = jsonInResponse(response);
  if (!('value' in found)) return notJson(response, found);
  const { value } = found;
  const validate = validator(); // not within the time limit, which could stop ajv while it loads
  const outcome = await runWithTimeLimit(() => validate(value), { work: 'validate', schema, value }, context);
  if ('timedOut' in outcome)
    return {
      holds: false,
      reason: `the validation ran out of time (${regexLimit(context) / 1000} s): whether it is valid is not known`,
    };
  if (outcome.value.length === 0) return { holds: true, reason: 'valid' };
  return { holds: false, reason: inShort(outcome.value) };
}

function inShort(mistakes: readonly string[]): string {
  const shown = mistakes.slice(0, listed).map((mistake) => clip(mistake, 200));
  return [...shown, ...(mistakes.length > listed ? ['and more'] : [])].join('; ');
}

/** Holds if the response, or the only fenced block in it, is JSON. */
export const isJson: Check = {
  op: 'is_json',
  prepare(value) {
    if (value !== true) return { key: 'EVA_BAD_CHECK:not_true', params: {} };
    return { run: (response) => checkJson(response) };
  },
};

function checkJson(response: string) {
  const found = jsonInResponse(response);
  return 'value' in found ? { holds: true, reason: 'is JSON' } : notJson(response, found);
}
