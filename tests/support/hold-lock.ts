import { readSync } from 'node:fs';
import { EvaError } from '#model/problem.js';
import { lockRun } from '#store/run/run-folder.js';

// A process that prints `ready`, locks the run in DIR after a byte of input, prints `locked` or the error code, and stays.
process.stdout.write('ready\n');
readSync(0, Buffer.alloc(1));
try {
  lockRun(process.argv[2] ?? '', 'run-1', () => undefined);
  process.stdout.write('locked\n');
} catch (error) {
  process.stdout.write(`${error instanceof EvaError ? error.problems[0]?.code : error}\n`);
}
process.stdin.resume();
