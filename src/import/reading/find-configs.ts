import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { findFiles } from '../glob.js';

/** A configuration that was found: its folder and its name there. */
export interface FoundConfig {
  /** The absolute path of its folder. */
  readonly dir: string;
  readonly file: string;
  /** True for a configuration in JavaScript or TypeScript, which is not executed. */
  readonly isCode: boolean;
}

/** What was found, sorted by path; `refused` says why a folder was not searched. */
export interface FoundConfigs {
  readonly configs: readonly FoundConfig[];
  readonly refused?: string;
}

/** The names of which promptfoo takes the first that is there, if none is given. */
export const configNames = ['promptfooconfig.yaml', 'promptfooconfig.yml', 'promptfooconfig.json'] as const;

const code = ['js', 'cjs', 'mjs', 'ts', 'cts', 'mts'];

const patterns = [`promptfooconfig.{yaml,yml,json,${code}}`, `promptfooconfig[._-]*.{yaml,yml,json,${code}}`];

/** Finds the configurations of a path: the file itself or, of a folder, each `promptfooconfig…` file in it and below it. */
export function findConfigs(path: string): FoundConfigs {
  const absolute = resolve(path);
  const stats = statSync(absolute, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return { configs: [configAt(absolute)] };
  const found = patterns.map((pattern) => findFiles(absolute, `**/${pattern}`));
  const refused = found.find((one) => one.refused !== undefined)?.refused;
  if (refused !== undefined) return { configs: [], refused };
  const files = [...new Set(found.flatMap((one) => one.files))].sort();
  return { configs: files.map((file) => configAt(join(absolute, file))) };
}

function configAt(path: string): FoundConfig {
  const isCode = code.includes(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
  return { dir: dirname(path), file: basename(path), isCode };
}
