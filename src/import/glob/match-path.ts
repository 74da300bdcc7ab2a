import { alternativesOf } from './braces.js';
import { isEntered, longestPattern, segmentsOf } from './find-files.js';
import { isPattern, matchesName } from './match-name.js';

/** Returns true if `findFiles` would find a file at this path for the pattern. The path is relative to the same folder, and may not exist yet. */
export function matchesPath(path: string, pattern: string): boolean {
  const patterns = pattern.length > longestPattern ? null : alternativesOf(pattern);
  return (patterns ?? []).some((one) => fits(path.split('/'), segmentsOf(one)));
}

function fits([name, ...below]: readonly string[], segments: readonly string[]): boolean {
  const [segment, ...rest] = segments;
  if (name === undefined || segment === undefined) return name === segment;
  if (segment === '**') {
    const isDeeper = below.length > 0 && isEntered(name) && fits(below, segments);
    return isDeeper || fits([name, ...below], rest.length === 0 ? ['*'] : rest);
  }
  if (name === 'node_modules' && below.length > 0) return false;
  return (isPattern(segment) ? matchesName(name, segment) : name === segment) && fits(below, rest);
}
