import type { AskedFor, LoadedConfig } from './config.js';
import { valueAt } from './input-text.js';
import { type Layer, layerAt } from './layer.js';
import type { YamlSource } from './yaml-source.js';

/** Settings that the documents know and a `Case` does not carry yet. */
const later = ['stop_early', 'expected', 'seed'];

/** Where eval.yml, or the defaults of eva.yml, ask for what a later version does. */
export function askedForLater(source: YamlSource, loaded: LoadedConfig | null): readonly AskedFor[] {
  const cases = valueAt(source.value, ['cases']);
  const count = Array.isArray(cases) ? cases.length : 0;
  const layers = [
    ...layerAt(source, ['defaults']),
    ...Array.from({ length: count }, (_, index) => layerAt(source, ['cases', index])).flat(),
    ...layerAt(loaded?.defaults ?? null, ['defaults']),
  ];
  return layers.flatMap(inLayer);
}

function inLayer({ values, at }: Layer): readonly AskedFor[] {
  return later.filter((key) => Object.hasOwn(values, key)).map((what) => ({ what, at: at(what) }));
}
