import { problem } from '#errors/index.js';
import type { Place, Problem } from '#model/problem.js';
import { spot } from '../source/place.js';

/** A setting that excludes another one. */
interface Setting {
  readonly key: string;
  readonly at: Place;
}

type Excluded = 'EVA_CONTRADICTION:draws_of_file' | 'EVA_CONTRADICTION:class_units' | 'EVA_CONTRADICTION:look';

/** Makes the problem of two settings that exclude each other, at the second of the two. */
export function contradiction(key: Excluded, a: Setting, b: Setting): Problem {
  const [first, second] = isBefore(a.at, b.at) ? [a, b] : [b, a];
  const params = { first: first.key, firstAt: spot(first.at, second.at), second: second.key };
  return problem(key, params, { at: second.at });
}

/** A place in another file counts as earlier: it is a default. */
function isBefore(a: Place, b: Place): boolean {
  if (a.file !== b.file) return a.file.endsWith('eva.yml');
  return (a.line ?? 0) - (b.line ?? 0) < 0 || (a.line === b.line && (a.column ?? 0) < (b.column ?? 0));
}
