import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findStart, keyVariableOf, type Start } from '#provider/types/starts.js';
import type { ChosenModels } from './texts.js';

/** Returns the commands that a user types before models can be called: for packages, for variables that are not set, for models. */
export function unmetNeeds(
  root: string,
  { start, model, judge }: ChosenModels,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const ofJudge = findStart(/^([a-z-]+):/.exec(judge)?.[1] ?? '');
  const all = ofJudge && ofJudge !== start ? [start, ofJudge] : [start];
  const models = [...new Set([model, judge])].map((name) => name.replace(`${start.name}:`, ''));
  return [
    ...all.flatMap((one) => packageOf(one, root)),
    ...all.flatMap((one) => variablesOf(one, env)),
    ...(start.fetch === undefined ? [] : models.map((name) => `${start.fetch} ${name}`)),
  ];
}

function packageOf({ package: name }: Start, root: string): readonly string[] {
  if (name === undefined || isInstalled(root, name)) return [];
  return [`npm install --save-dev ${name}`];
}

function isInstalled(dir: string, name: string): boolean {
  if (existsSync(join(dir, 'node_modules', name, 'package.json'))) return true;
  return dir !== dirname(dir) && isInstalled(dirname(dir), name);
}

function variablesOf(start: Start, env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const key = keyVariableOf(start);
  const wanted = { ...start.variables, ...(key !== '' && { [key]: '…' }) };
  return Object.entries(wanted).flatMap(([name, example]) =>
    (env[name] ?? '').trim() === '' ? [`export ${name}=${example}`] : [],
  );
}
