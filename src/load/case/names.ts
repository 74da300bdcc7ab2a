import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import { earlier, type Path, valueAt } from '../source/place.js';
import type { YamlSource } from '../source/yaml-source.js';

/** Lists a problem for each name that an earlier case, scenario or query already has. An object has scenarios only. */
export function repeatedNames(source: YamlSource, of: 'file' | 'object'): readonly Problem[] {
  const first = new Map<string, Path>();
  return namedPaths(source).flatMap(([name, path]) => {
    const known = first.get(name);
    if (!known) {
      first.set(name, path);
      return [];
    }
    const at = source.place(path);
    if (of === 'object')
      return [problem('EVA_DUPLICATE_NAME:object', { name, scenario: Number(known[1]) + 1 }, { at })];
    return [problem('EVA_DUPLICATE_NAME:file', { name, first: earlier(source.place(known), at) }, { at })];
  });
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
