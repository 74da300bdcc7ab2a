import type { LackingSetting } from '#errors/sentences/commands/import.js';
import { writeYaml } from '#load/source/yaml-source/write-yaml.js';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { DraftSettings } from '../draft.js';

/** Returns the content of the eva.yml that imported prompts need; empty if they need none. */
export function settingsValue({ entries, prices, concurrency }: DraftSettings): JsonObject {
  return {
    ...(concurrency !== undefined && { concurrency }),
    ...(entries.length > 0 && { providers: Object.fromEntries(entries.map(({ name, config }) => [name, config])) }),
    ...(Object.keys(prices).length > 0 && { prices }),
  };
}

/** Renders an eva.yml. */
export function settingsText(
  value: JsonObject,
  { schema, origin }: { readonly schema: string; readonly origin: string },
): string {
  return `${schema === '' ? '' : `${schema}\n`}${writeYaml(value, [{ path: [], text: origin }])}`;
}

/** Returns the entries of `needed` that an eva.yml lacks or has with another value. `concurrency` may differ: it changes no answer. */
export function missingSettings(needed: JsonObject, present: JsonValue): readonly LackingSetting[] {
  const has = isObject(present) ? present : {};
  return (['providers', 'prices'] as const).flatMap((section) => {
    const theirs = has[section];
    const entries = Object.entries((needed[section] ?? {}) as JsonObject);
    const lacking = entries.filter(([name, value]) => !isEqual(value, isObject(theirs) ? theirs[name] : undefined));
    return lacking.map(([name, value]) => ({ section, name, yaml: indented(writeYaml({ [name]: value })) }));
  });
}

function indented(yaml: string): string {
  return yaml.trimEnd().replace(/^/gm, '  ');
}

function isEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (isObject(a) && isObject(b)) {
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return keys.every((key) => isEqual(a[key], b[key]));
  }
  return JSON.stringify(a) === JSON.stringify(b);
}
