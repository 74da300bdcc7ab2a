import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// A program that compares two models in the folder of its first argument, or continues the comparison that it finds there, and prints the result.
// With KILL_AT it kills itself at that call of `node:fs` that changes the disk; half of a line may then be written.

const [, , root = '', killAt = '0'] = process.argv;
const due = Number(killAt);
let calls = 0;

type Call = (...args: readonly unknown[]) => unknown;
const changing = ['openSync', 'writeSync', 'fsyncSync', 'renameSync', 'mkdirSync', 'linkSync', 'unlinkSync'] as const;
const patched = fs as unknown as Record<string, Call>;
for (const name of changing) {
  const original = fs[name] as unknown as Call;
  patched[name] = (...args) => {
    calls += 1;
    if (calls !== due) return original(...args);
    const [fd, bytes] = args;
    if (name === 'writeSync' && bytes instanceof Uint8Array) original(fd, bytes.subarray(0, bytes.length >> 1));
    process.kill(process.pid, 'SIGKILL');
    return original(...args);
  };
}
syncBuiltinESMExports();

const { comparedRuns } = await import('#store/run/kept-runs.js');
const { latestComparison, resumeComparison } = await import('#run/compare/earlier-comparisons.js');
const { compared, comparisonIn, planTwoModels } = await import('../run/compare/two-models.js');
const { EvaError } = await import('#model/problem.js');

const planned = planTwoModels({ root, env: process.env as Readonly<Record<string, string>> });

async function finished() {
  if (comparedRuns(root).length === 0) return comparisonIn(await compared(planned)).comparison;
  try {
    return comparisonIn(await compared(resumeComparison(planned, () => undefined).planned)).comparison;
  } catch (error) {
    const isOver = error instanceof EvaError && error.problems[0]?.code === 'EVA_NOTHING_TO_RESUME';
    const known = isOver ? latestComparison(planned) : null;
    if (!known) throw error;
    return known;
  }
}

const { outcome, state, cases } = await finished();
process.stdout.write(`${JSON.stringify({ outcome, state, cases })}\n`);
process.stderr.write(`${calls}`);
