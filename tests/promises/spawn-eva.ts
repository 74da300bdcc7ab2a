import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { EvaOutput } from '../support/run-eva.js';
import { assertNoSecret } from '../support/secrets.js';
import { launcher } from '../support/tested-package.js';

export interface SpawnOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Options of Node itself. */
  readonly node?: readonly string[];
  /** A line for the shell, in which `eva` is a function that runs the command with its arguments. */
  readonly shell?: string;
}

/** Runs a command line in a process of its own. Of the environment it gets `env` and PATH alone. */
export function spawnEva(args: readonly string[], options: SpawnOptions): Promise<EvaOutput> {
  const { cwd, env, node = [], shell } = options;
  const line = [process.execPath, ...node, launcher, ...args];
  const [file = '', ...rest] =
    shell === undefined ? line : ['sh', '-c', `eva() { ${line.map(quoted).join(' ')}; }\n${shell}`];
  const child = spawn(file, rest, {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, XDG_DATA_HOME: '/nonexistent-data-home', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => {
      assertNoSecret(stdout(), 'stdout');
      assertNoSecret(stderr(), 'stderr');
      resolve({ exitCode: exitCode ?? -1, stdout: stdout(), stderr: stderr() });
    });
  });
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function collect(stream: Readable): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
