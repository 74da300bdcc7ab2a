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
  const json = namesOnly(code) ? others.filter((name) => mentions(code, name)) : others;
  if (json.length === 0 && config === undefined) return undefined;
  return { ...(config !== undefined && { config }), ...(json.length > 0 && { json }) };
}

function mentions(code: string, name: string): boolean {
  return /\W/.test(name) ? code.includes(name) : code.split(/\W+/).includes(name);
}

/** Returns true if code takes variables by their names only, so that it uses none whose name is not in it. */
function namesOnly(code: string): boolean {
  return !/\bvars\b(?!['"]?\s*(?:\]\s*(?:\.get\(\s*|\[\s*)['"]|(?:\?\.|\.)\s*[\w$]|(?:\?\.)?\[\s*['"]))/.test(code);
}

const longestName = 80;

/** Returns the name of a check in reports: the code itself if it is short. */
export function nameOfCode(code: string, isNot: boolean): string | undefined {
  const text = code.trim().replace(/^file:\/\//, '');
  if (text.includes('\n') || text.length > longestName) return undefined;
  return isNot ? `not: ${text}` : text;
}
