import type { Place } from '#model/problem.js';

/** A place as one says it at another: `line 3`, or `line 3 of eva.yml`. */
export function spot({ file, line }: Place, from: Place | undefined): string {
  return file === from?.file ? `line ${line}` : `line ${line} of ${file}`;
}
