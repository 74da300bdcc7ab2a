import { isAbsolute, relative, sep } from 'node:path';

/** True if `inner` is `outer` or lies below it. Both are real, absolute paths. */
export function isInside(outer: string, inner: string): boolean {
  const way = relative(outer, inner);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
