import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

/** The folder of the thirty configurations. Its README.md says what the files in it mean. */
export const fixtureRoot = resolve('tests/fixtures/import/promptfoo');

/** One thing that the import of a configuration must list. */
export interface Listed {
  readonly kind: string | readonly string[];
  readonly line?: number | readonly number[];
  readonly file?: string;
  readonly what: string | readonly string[];
}

export type Outcome = 'full' | 'mostly' | 'not';

export interface Expected {
  readonly outcome: Outcome;
  readonly with_model_outcome: Outcome;
  readonly prompts?: number;
  readonly tests?: number;
  readonly assertions?: { readonly found: number; readonly carried?: number };
  readonly left_out: readonly Listed[];
  readonly replaced?: readonly Listed[];
  readonly may_list?: readonly string[];
  readonly never?: readonly string[];
  readonly covers: readonly string[];
}

export const fixtureNames: readonly string[] = readdirSync(fixtureRoot)
  .filter((name) => /^\d\d-/.test(name))
  .sort();

/** Those that say which cases pass against a stand-in model. */
export const judgedFixtures: readonly string[] = fixtureNames.filter((name) =>
  existsSync(join(fixtureRoot, name, 'verdicts.yml')),
);

export function expectedOf(name: string): Expected {
  return parse(readFileSync(join(fixtureRoot, name, 'expected.yml'), 'utf8'));
}

/** Returns the path of the configuration in a folder. */
export function configOf(name: string): string {
  const files = ['yaml', 'yml', 'json'].map((ending) => join(fixtureRoot, name, `promptfooconfig.${ending}`));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${name} has no configuration`);
  return found;
}

/** Returns a value as a list. */
export function listOf<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? value : [value as T];
}
