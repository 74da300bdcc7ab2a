import type { AskedFor, LoadedConfig } from './config.js';
import type { Document } from './document.js';
import { valueAt } from './input-text.js';
import { type Layer, layerAt } from './layer.js';
import type { YamlSource } from './yaml-source.js';

/** Settings that the documents know and a `Case` does not carry yet. */
const later = ['stop_early', 'expected', 'seed'];

/** Where eval.yml, or the defaults of eva.yml, ask for what a later version does. */
export function askedForLater(
  { isSound }: Document,
  source: YamlSource,
  loaded: LoadedConfig | null,
): readonly AskedFor[] {
  const cases = valueAt(source.value, ['cases']);
  const paths = [['defaults'], ...(Array.isArray(cases) ? cases.map((_case, index) => ['cases', index]) : [])];
  const own = paths.flatMap((path) => layerAt(isSound(path) ? source : null, path));
  return [...own, ...layerAt(loaded?.defaults ?? null, ['defaults'])].flatMap(inLayer);
}

function inLayer({ values, at }: Layer): readonly AskedFor[] {
  return later.filter((key) => Object.hasOwn(values, key)).map((what) => ({ what, at: at(what) }));
}
