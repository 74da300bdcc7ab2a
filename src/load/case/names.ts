import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import { quoted } from '#model/text/quoted.js';
import type { Path } from '../source/path.js';
import { valueAt } from '../source/path.js';
import { stands } from '../source/place.js';
import type { YamlSource } from '../source/yaml-source.js';

/** A problem for each name that a case, scenario or query shares with one before it. `whose` says where the first of them stands. */
export function repeatedNames(source: YamlSource, whose: WhoseName = inSource(source)): readonly Problem[] {
  const first = new Map<string, Path>();
  return namedPaths(source).flatMap(([name, path]) => {
    const known = first.get(name);
    if (!known) {
      first.set(name, path);
      return [];
    }
    const hint = whose(known, path);
    return [problem('EVA_DUPLICATE_NAME', `the name ${quoted(name)} is taken`, { at: source.place(path), hint })];
  });
}

/** What to say of a name that stands at both paths. */
export type WhoseName = (first: Path, again: Path) => string;

function inSource(source: YamlSource): WhoseName {
  return (first, again) =>
    `${stands(source.place(first), source.place(again))}; names are shared by cases, scenarios and queries`;
}

function namedPaths(source: YamlSource): readonly (readonly [string, Path])[] {
  return [
    ...entries(source, ['cases']).map((path) => [...path, 'name']),
    ...entries(source, ['scenarios']).map((path) => [...path, 'title']),
    ...entries(source, ['triggering', 'should_match']),
    ...entries(source, ['triggering', 'should_not_match']),
  ].flatMap((path) => {
    const name = valueAt(source.value, path);
    if (typeof name !== 'string') return [];
    const prefix = path[0] === 'triggering' ? `${path[1]}: ` : '';
    return [[prefix + name, path] as const];
  });
}

function entries(source: YamlSource, path: Path): readonly Path[] {
  const list = valueAt(source.value, path);
  return Array.isArray(list) ? list.map((_item, index) => [...path, index]) : [];
}
