import { isObject } from '#model/json.js';
import type { AskedFor, LoadedConfig } from './config.js';
import type { Path } from './eval-context.js';
import { mappingsIn, valueAt } from './value-at.js';
import type { YamlSource } from './yaml-source.js';

/** Settings that the documents know and no run reads yet. */
const later = ['stop_early', 'expected', 'seed'];

/** Where eval.yml, or the defaults of eva.yml, ask for what a later version does. */
export function askedForLater(source: YamlSource, loaded: LoadedConfig | null): readonly AskedFor[] {
  const cases = mappingsIn(source.value, ['cases']);
  return [
    ...[['defaults'], ...cases].flatMap((path) => settingsIn(source, path)),
    ...(loaded?.defaults ? settingsIn(loaded.defaults, ['defaults']) : []),
    ...cases.flatMap((path) => [
      ...criteriaIn(source, [...path, 'criteria']),
      ...mappingsIn(source.value, [...path, 'then']).map((item) => ({ what: 'then', at: source.place(item) })),
    ]),
    ...mappingsIn(source.value, ['scenarios']).map((path) => ({
      what: 'scenarios',
      at: source.place([...path, 'title']),
    })),
  ];
}

function settingsIn(source: YamlSource, path: Path): readonly AskedFor[] {
  const asked = later.filter((key) => valueAt(source.value, [...path, key]) !== undefined);
  const isSequential = valueAt(source.value, [...path, 'sequential']) === true;
  return [...asked, ...(isSequential ? ['sequential'] : [])].map((what) => ({
    what,
    at: source.place([...path, what], 'key'),
  }));
}

/** One criterion or a list of them. */
function criteriaIn(source: YamlSource, path: Path): readonly AskedFor[] {
  const items = Array.isArray(valueAt(source.value, path)) ? mappingsIn(source.value, path) : [path];
  return items.flatMap((item) => {
    const written = valueAt(source.value, item);
    if (!isObject(written)) return [];
    return Object.keys(written).map((key) => ({ what: 'criteria', at: source.place([...item, key], 'key') }));
  });
}
