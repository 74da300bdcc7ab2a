import { readSync } from 'node:fs';
import { EvaError } from '#errors/index.js';
import { lockRun } from '#store/run/run-lock.js';

// A process that says `ready`, locks the run in DIR once its input has a byte, says `locked` or the code of what is in the way, and stays.
process.stdout.write('ready\n');
readSync(0, Buffer.alloc(1));
try {
  lockRun(process.argv[2] ?? '', 'run-1', () => undefined);
  process.stdout.write('locked\n');
} catch (error) {
  process.stdout.write(`${error instanceof EvaError ? error.problems[0]?.code : error}\n`);
}
process.stdin.resume();
