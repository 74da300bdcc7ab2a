import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { testedPackage } from '../../support/tested-package.js';
import type { Job, JobResult } from './jobs.js';

// A program: imports each configuration of a list in this one process, as the command does, and writes what the command printed.

const { main } = (await import(new URL('dist/cli/main.js', testedPackage).href)) as typeof import('#cli/main.js');
const [, , jobsFile = '', resultsFile = ''] = process.argv;

interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line, and returns how it ended. */
async function run(args: readonly string[], cwd: string): Promise<Ended> {
  const [stdout, stderr] = [collector(), collector()];
  const exitCode = await main({
    argv: ['node', 'eva', ...args],
    env: process.env,
    stdin: Readable.from([]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    cwd: () => cwd,
    exit: () => undefined,
    on: () => undefined,
    off: () => undefined,
  });
  return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
}

function collector(): { readonly stream: Writable; readonly text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}

async function importOne({ dir, into }: Job): Promise<JobResult> {
  const cwd = dirname(dir);
  const start = performance.now();
  const line = ['import', 'promptfoo', dir, '--into'];
  const { exitCode, stdout, stderr } = await run([...line, into], cwd);
  const milliseconds = performance.now() - start;
  const { stdout: json } = await run([...line, `${into}-dry`, '--dry-run', '--json'], cwd);
  return { exitCode, text: `${stdout}${stderr}`, json, milliseconds };
}

const results: Record<string, JobResult> = {};
for (const job of JSON.parse(readFileSync(jobsFile, 'utf8')) as readonly Job[]) {
  results[job.name] = await importOne(job);
}
writeFileSync(resultsFile, JSON.stringify(results));
