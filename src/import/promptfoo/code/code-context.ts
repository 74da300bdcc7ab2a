import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { ImportedTest } from '../imported.js';

/** Returns true if code looks at the variables of the test. */
export function looksAtCase(code: string): boolean {
  return /\b(?:vars|context|ctx)\b/.test(code);
}

/** Returns the data for a function beside the case: `config`, and in `json` the names of variables that are no texts. */
export function argsOf(code: string, { vars }: ImportedTest, config: JsonValue | undefined): JsonObject | undefined {
  const others = Object.entries(vars).flatMap(([name, variable]) =>
    variable.kind === 'value' && typeof variable.value !== 'string' ? [name] : [],
  );
  const json = looksAtCase(code) ? others : [];
  if (json.length === 0 && config === undefined) return undefined;
  return { ...(config !== undefined && { config }), ...(json.length > 0 && { json }) };
}
