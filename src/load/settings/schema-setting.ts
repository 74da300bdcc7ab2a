import { problem } from '#errors/index.js';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { short } from '#model/text/quoted.js';
import { readUserSchema } from '#schema/user-schema.js';
import type { EvalContext } from '../case/eval-context.js';
import { silentKeywords } from '../traps/silent-checks.js';
import { readSchemaFile, type WrittenPath } from './schema-file.js';

/** The setting that has a schema: its key, and the place of the schema or of its path. */
export interface SchemaSetting extends WrittenPath {
  readonly key: 'json_schema' | 'input_schema';
}

/** Reads the JSON Schema of a setting, written there or in a file that it names. Reports a problem and returns undefined if it cannot be used. */
export function readSchema(context: EvalContext, written: JsonValue, setting: SchemaSetting): JsonObject | undefined {
  const { report } = context;
  const { key, at } = setting;
  const schema = typeof written === 'string' ? readNamed(context, written, setting) : written;
  if (schema === undefined) return undefined;
  const flaw = flawOf(schema, key);
  const wrong =
    flaw === null
      ? context.checkSchema(schema as JsonObject, { key, at })
      : problem('EVA_BAD_SCHEMA:setting', `${key}: ${short(flaw)}`, { hint: 'correct the schema', at });
  if (!wrong) report(silentKeywords(schema, false, () => at));
  if (!wrong) return schema as JsonObject;
  report([wrong]);
  return undefined;
}

function readNamed(context: EvalContext, written: string, setting: SchemaSetting): JsonValue | undefined {
  const { folder, report } = context;
  if (!folder) {
    report([problem('EVA_BAD_VALUE:no_folder', { key: setting.key }, { at: setting.at })]);
    return undefined;
  }
  const { value, problems } = readSchemaFile(context, folder, written, setting);
  report(problems);
  return value === null || problems.length > 0 ? undefined : value;
}

/** Says why a schema cannot be used; null if it can. */
function flawOf(schema: JsonValue, key: SchemaSetting['key']): string | null {
  if (!isObject(schema)) return 'a JSON Schema is a mapping';
  const read = readUserSchema(schema);
  if ('problem' in read) return read.problem;
  const type = schema['type'];
  if (key === 'json_schema' || type === undefined || type === 'object') return null;
  return `the arguments of a tool are a mapping, so "type" is object and not ${JSON.stringify(type)}`;
}
