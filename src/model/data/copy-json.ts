import { isPlainObject, type JsonValue } from './json.js';

/** A copy of a value, or the reason why it cannot be copied. */
type Copy = { readonly value: JsonValue } | { readonly flaw: Flaw };

/** The reason why a value cannot be copied. `no_json`: JSON would change the value. */
export type Flaw = 'no_json' | 'too_deep' | 'too_large';

/** Greatest depth: more than any useful state needs, and safe for recursive readers. */
const maxLevels = 100;

/** Copies a value whose JSON has at most `mostBytes`. Takes time in proportion to the limit, however large the value is. */
export function copyJson(value: unknown, mostBytes: number): Copy {
  try {
    const flaw = flawOf(value, { within: new Set(), room: mostBytes });
    if (flaw) return { flaw };
    const text = JSON.stringify(value);
    if (Buffer.byteLength(text) > mostBytes) return { flaw: 'too_large' };
    return { value: JSON.parse(text) as JsonValue };
  } catch {
    return { flaw: 'no_json' }; // a getter or a proxy may throw
  }
}

interface Walk {
  /** The values that contain the current one. */
  readonly within: Set<object>;
  /** Remaining bytes. */
  room: number;
}

/** Returns the flaw of a value. Counts at least one byte for each value and for each unit of a text. */
function flawOf(value: unknown, walk: Walk): Flaw | undefined {
  walk.room -= typeof value === 'string' ? value.length : 1;
  if (walk.room < 0) return 'too_large';
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'no_json';
  if (!(Array.isArray(value) || isPlainObject(value)) || walk.within.has(value)) return 'no_json';
  if (walk.within.size === maxLevels) return 'too_deep';
  walk.within.add(value);
  const flaw = flawWithin(value, walk);
  walk.within.delete(value);
  return flaw;
}

function flawWithin(value: object, walk: Walk): Flaw | undefined {
  for (const part of Array.isArray(value) ? value : partsOf(value, walk)) {
    const flaw = flawOf(part, walk);
    if (flaw) return flaw;
  }
  return undefined;
}

/** Returns the values of an object, without undefined values, which JSON omits. */
function partsOf(value: object, walk: Walk): readonly unknown[] {
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  for (const [key] of entries) walk.room -= key.length;
  return entries.map(([, part]) => part);
}
