import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { argumentsFor, type Job, type JobResult, resultsIn } from './jobs.js';

interface SpawnOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Words before the program: another program that starts Node, such as strace, ends with `node` itself. */
  readonly before?: readonly string[];
}

/** Imports configurations in one process of its own. Returns what each import printed. */
export function spawnImports(
  temporary: string,
  jobs: readonly Job[],
  { env = {}, before = [process.execPath] }: SpawnOptions = {},
): Readonly<Record<string, JobResult>> {
  const program = fileURLToPath(new URL('./import-each.js', import.meta.url));
  const [file, results] = argumentsFor(temporary, jobs);
  const [command = '', ...words] = before;
  const { status, stderr, error } = spawnSync(command, [...words, program, file, results], {
    env: { PATH: process.env['PATH'], HOME: temporary, ...env },
    encoding: 'utf8',
  });
  assert.equal(error, undefined);
  assert.equal(status, 0, stderr);
  return resultsIn(results);
}
