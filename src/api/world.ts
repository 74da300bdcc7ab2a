import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { shellWord } from '#model/text/quoted.js';
import type { ScenarioWorld } from '#run/scenarios/run-scenarios.js';
import type { WorldOptions } from './options.js';

/** The environment of an evaluation. Only this file of the folder reads the process. */
export interface World extends ScenarioWorld {
  readonly path: (path: string) => string;
  /** The id of the user; none on systems without ids. */
  readonly uid: number | undefined;
}

/** Returns the command that shows a run, with `--root` unless `root` is the working directory of the process. */
export function reportCommand(run_id: string, root: string): string {
  return `npx eva report ${shellWord(run_id)}${root === process.cwd() ? '' : ` --root ${shellWord(root)}`}`;
}

/** Reads the environment of the process. `env` and `cwd` override those of the process. */
export function openWorld(given: WorldOptions): World {
  const cwd = resolve(given.cwd ?? process.cwd());
  return {
    env: given.env ?? process.env,
    cwd,
    now: () => new Date(),
    elapsed: () => performance.now() / 1000,
    random: (bytes) => randomBytes(bytes).toString('hex'),
    path: (path) => resolve(cwd, path),
    uid: process.getuid?.(),
  };
}
