import { EvaError } from '#errors.js';
import { lockRun } from '#store/run/run-lock.js';

// A process that locks the run in DIR, says `locked` or the code of what is in the way, and stays until its input ends.
try {
  lockRun(process.argv[2] ?? '', 'run-1', () => undefined);
  process.stdout.write('locked\n');
} catch (error) {
  process.stdout.write(`${error instanceof EvaError ? error.problems[0]?.code : error}\n`);
}
process.stdin.resume();
