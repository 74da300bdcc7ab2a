import { isDeepStrictEqual } from 'node:util';

/** The fields of `stored` that are not as in `anew`, a sentence each: `the run: passed is stored as 3, and the scores say 2`. */
export function unlike(what: string, stored: object, anew: object, says: string): readonly string[] {
  const now = new Map<string, unknown>(Object.entries(anew));
  return Object.entries(stored)
    .filter(([field, value]) => !isDeepStrictEqual(value, now.get(field)))
    .map(([field, value]) => `${what}: ${contradiction(field, shown(value), shown(now.get(field)), says)}`);
}

function contradiction(field: string, stored: string, anew: string, says: string): string {
  return stored === anew ? `${field} is not what ${says}` : `${field} is stored as ${stored}, and ${says} ${anew}`;
}

/** undefined has no text of its own. */
function shown(value: unknown): string {
  return Array.isArray(value) ? `a list of ${value.length}` : (JSON.stringify(value) ?? 'nothing');
}
