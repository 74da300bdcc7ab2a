import type { AskedFor, LoadedConfig } from './config.js';
import type { Path } from './eval-context.js';
import { mappingsIn, valueAt } from './value-at.js';
import type { YamlSource } from './yaml-source.js';

/** Where eval.yml, or the defaults of eva.yml, ask for what a later version does. */
export function askedForLater(source: YamlSource, loaded: LoadedConfig | null): readonly AskedFor[] {
  const cases = mappingsIn(source.value, ['cases']);
  return [
    ...[['defaults'], ...cases].flatMap((path) => keyAt(source, path, 'seed')),
    ...(loaded?.defaults ? keyAt(loaded.defaults, ['defaults'], 'seed') : []),
    ...cases
      .flatMap((path) => mappingsIn(source.value, [...path, 'then']))
      .flatMap((item) => keyAt(source, item, 'expected_behavior')),
    ...mappingsIn(source.value, ['scenarios']).map((path) => ({
      what: 'scenarios',
      at: source.place([...path, 'title']),
    })),
  ];
}

function keyAt(source: YamlSource, path: Path, what: string): readonly AskedFor[] {
  if (valueAt(source.value, [...path, what]) === undefined) return [];
  return [{ what, at: source.place([...path, what], 'key') }];
}
