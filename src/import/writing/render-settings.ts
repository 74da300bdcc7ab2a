import { writeYaml } from '#load/source/yaml-source/write-yaml.js';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { DraftSettings } from '../promptfoo/assemble/draft.js';

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

/** Returns the parts of `needed` that an eva.yml lacks or has with another value. `concurrency` may differ: it changes no answer. */
export function missingSettings(needed: JsonObject, present: JsonValue): JsonObject {
  const has = isObject(present) ? present : {};
  const parts = (['providers', 'prices'] as const).flatMap((key) => {
    const [own, theirs] = [needed[key], has[key]];
    if (!isObject(own)) return [];
    const lacks = Object.entries(own).filter(
      ([name, value]) => !isEqual(value, isObject(theirs) ? theirs[name] : undefined),
    );
    return lacks.length === 0 ? [] : [[key, Object.fromEntries(lacks)] as const];
  });
  return Object.fromEntries(parts);
}

function isEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (isObject(a) && isObject(b)) {
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return keys.every((key) => isEqual(a[key], b[key]));
  }
  return JSON.stringify(a) === JSON.stringify(b);
}
