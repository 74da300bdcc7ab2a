import type { Place } from '#model/problem.js';

/** A place as one says it at another: `line 3`, `line 3 of eva.yml`, `judge.scale`, `judge.scale of defaults`. */
export function spot({ file, line, property }: Place, from: Place | undefined): string {
  const part = property ?? `line ${line}`;
  if (file === from?.file) return part;
  return part === '' ? file : `${part} of ${file}`;
}

/** Where the first of two things stands that there may be one of: `it stands on line 3 already`. */
export function stands(first: Place, from: Place | undefined): string {
  return `it stands ${first.property === undefined ? 'on' : 'at'} ${spot(first, from)} already`;
}
