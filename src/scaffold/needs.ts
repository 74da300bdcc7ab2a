import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findUpwards } from '#library/root.js';
import type { ProviderConfig } from '#model/config.js';
import { keyName } from '#provider/provider-settings.js';
import { neededVariables, packageOf, type Start, similarKeyVariable, startOfModel } from '#provider/types/starts.js';
import type { ChosenModels } from './texts.js';

/** Returns the commands that a user types before models can be called: for packages, for variables that are not set, for models. */
export function unmetNeeds(
  root: string,
  { model, judge }: Pick<ChosenModels, 'model' | 'judge'>,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const named = [...new Set([model, judge])].flatMap((name) => {
    const start = startOfModel(name);
    return start === undefined ? [] : [{ start, name: name.replace(`${start.name}:`, '') }];
  });
  const providers = [...new Set(named.map(({ start }) => start))];
  return [
    ...providers.flatMap((start) => installOf(start, root)),
    ...providers.flatMap((start) => exportsOf(start, env)),
    ...named.flatMap(({ start, name }) => (start.fetch === undefined ? [] : [`${start.fetch} ${name}`])),
  ];
}

function installOf(start: Start, root: string): readonly string[] {
  const name = packageOf(start);
  return name === undefined || isInstalled(root, name) ? [] : [`npm install --save-dev ${name}`];
}

function isInstalled(dir: string, name: string): boolean {
  return findUpwards(dir, (one) => existsSync(join(one, 'node_modules', name, 'package.json'))) !== null;
}

/** Returns the variable that probably holds the key under a wrong name, as a value of the shell; undefined for other variables and without one. */
function valueFor(start: Start, name: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const config: ProviderConfig = { type: start.type as ProviderConfig['type'] };
  const similar = keyName(config) === name ? similarKeyVariable(config, env) : undefined;
  return similar === undefined ? undefined : `"$${similar}"`;
}

function exportsOf(start: Start, env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const isSet = (name: string) => (env[name] ?? '').trim() !== '';
  return neededVariables(start).flatMap(({ names, example }) =>
    names.some(isSet) ? [] : [`export ${names[0]}=${valueFor(start, names[0], env) ?? example}`],
  );
}
