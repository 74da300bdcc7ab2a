import type { Defaults, Judge, UserSimulator } from '#model/documents.gen.js';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
import type { Path } from './place.js';

/** The settings that defaults, cases, variants, judges and simulated users have. */
export type Settings = Defaults & Judge & UserSimulator;

/** The settings of one mapping of a file. The nearest layer that has a setting overrides the others. */
export interface Layer {
  readonly values: Settings;
  /** Returns the place of the value of a setting, or of a part of it. */
  readonly at: (key: string, ...inside: Path) => Place;
  /** Returns the place of the name of a setting, or of a key inside it. */
  readonly keyAt: (key: string, ...inside: Path) => Place;
}

/** Returns the first layer that has a setting. */
export function nearestLayer(layers: readonly Layer[], key: string): Layer | undefined {
  return layers.find(({ values }) => Object.hasOwn(values, key));
}

/** A setting and its place in the file. The place is computed on demand, since most settings have no problem. */
interface Setting<Key extends keyof Settings> {
  readonly value: NonNullable<Settings[Key]>;
  readonly at: Place;
}

/** Returns a setting from the first layer that has it. */
export function nearestSetting<Key extends keyof Settings>(
  layers: readonly Layer[],
  key: Key,
): Setting<Key> | undefined {
  const layer = nearestLayer(layers, key);
  const value = layer?.values[key];
  if (!layer || value === undefined) return undefined;
  return {
    value,
    get at() {
      return layer.at(key);
    },
  };
}

/** Returns the value of a setting from the first layer that has it. */
export function nearestValue<Key extends keyof Settings>(
  layers: readonly Layer[],
  key: Key,
): Settings[Key] | undefined {
  return nearestLayer(layers, key)?.values[key];
}

/** Makes the problem of a setting that names a file, in a document of a program. */
export function noFolder(key: string, at: Place): Problem {
  return problem('EVA_BAD_VALUE:no_folder', `${short(key)}: an object has no folder in which to look for the file`, {
    hint: 'read the file yourself and pass its content',
    at,
  });
}
