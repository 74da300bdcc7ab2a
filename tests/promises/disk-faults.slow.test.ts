import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { reopenJournal } from '#store/run/journal.js';
import { type DiskFault, type FailingDisk, failDisk } from '../support/failing-fs.js';
import { type EvaOutput, runEva } from '../support/run-eva.js';
import { goodEval, tempLibrary } from '../support/temp-library.js';
import { type OpenLibrary, openLibrary } from './open-library.js';

/** A library with a row and recordings of an earlier run. */
async function libraryWithPast(t: TestContext): Promise<OpenLibrary> {
  const evalFile = goodEval.replace('    assert:', '    sample_size: 3\n    assert:');
  const library = await openLibrary(t, { files: { 'prompts/diff/eval.yml': evalFile } });
  const first = await library.eva('eval', 'diff', '--record');
  assert.equal(first.exitCode, 0, first.stderr);
  return library;
}

/** The files that eva keeps for itself; what a person wrote is read elsewhere, and never written by an evaluation. */
function isOwnFile(path: string): boolean {
  return /\/\.eva(\/|$)|\.(eval|attempts)\.jsonl|recordings\.jsonl/.test(path);
}

const codes = ['ENOSPC', 'EIO', 'EACCES', 'EMFILE'] as const;

/** Runs a command on a copy of a library whose disk fails, and says what came of it. */
async function runOnFailingDisk(
  t: TestContext,
  { root: past, env }: OpenLibrary,
  fault: Omit<DiskFault, 'isCounted'>,
  option: string,
): Promise<{ readonly root: string; readonly output: EvaOutput; readonly disk: FailingDisk }> {
  const root = tempLibrary(t, {});
  cpSync(past, root, { recursive: true });
  const disk = failDisk({ ...fault, isCounted: (path) => path.startsWith(root) && isOwnFile(path) });
  try {
    return { root, disk, output: await runEva(['eval', 'diff', option], { cwd: root, env }) };
  } finally {
    disk.repair();
  }
}

function assertSaid({ exitCode, stdout, stderr }: EvaOutput, what: string): void {
  assert.ok([0, 3].includes(exitCode), `${what}: exit ${exitCode}\n${stdout}${stderr}`);
  assert.doesNotMatch(stdout + stderr, /^\s+at |EVA_INTERNAL|made up for a test|undefined/m, what);
  if (exitCode === 3) assert.match(stderr, /EVA_DISK/, what);
}

function rowsIn(root: string): readonly string[] {
  const text = readFileSync(join(root, '.eval.jsonl'), 'utf8');
  return text.split('\n').filter((line) => line !== '');
}

/** Every file is as it was, or whole and new. */
function assertWhole(root: string, past: string, what: string): void {
  const [log, before] = [rowsIn(root), rowsIn(past)];
  assert.deepEqual(log.slice(0, 1), before, `${what}: the row of the earlier run`);
  const recordings = readFileSync(join(root, 'prompts/diff/recordings.jsonl'), 'utf8');
  assert.ok(recordings.endsWith('\n'), what);
  for (const line of recordings.trimEnd().split('\n')) JSON.parse(line);
  assert.equal(recordings.trimEnd().split('\n').length, 3, what);
  const entries = readdirSync(join(root, '.eva'), { recursive: true, encoding: 'utf8' });
  for (const name of entries.filter((one) => /(^|\/)(plan|result|[0-9a-f]{64})\.json$/.test(one)))
    JSON.parse(readFileSync(join(root, '.eva', name), 'utf8'));
}

/** The run that is no earlier one's, if its folder was made and planned. */
function newRunIn(root: string, past: string): string | undefined {
  const old = readdirSync(join(past, '.eva/runs'));
  return readdirSync(join(root, '.eva/runs'))
    .filter((run) => !old.includes(run))
    .find((run) => existsSync(join(root, '.eva/runs', run, 'plan.json')));
}

/** What the process left goes the way it would if it had ended and some seconds had passed: this one runs many evaluations. */
function asIfGone(root: string): void {
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const path = join(root, name);
    if (name.endsWith('.lock')) rmSync(path);
    else if (name.endsWith('/lock'))
      writeFileSync(path, readFileSync(path, 'utf8').replace(/"started":"/, '"started":"1'));
  }
}

/** Goes on with the run if there is one to go on with, and else begins anew: in the end there is one row more. True if it was resumed. */
async function recover(root: string, past: OpenLibrary, what: string): Promise<boolean> {
  asIfGone(root);
  const run = newRunIn(root, past.root);
  if (run) {
    const { journal, problems } = reopenJournal(join(root, '.eva/runs', run));
    assert.ok(problems.length <= 1, what);
    await journal.close();
  }
  if (rowsIn(root).length === 2) return false;
  const again = await runEva(['eval', 'diff', ...(run ? ['--resume', run] : [])], { cwd: root, env: past.env });
  assert.equal(again.exitCode, 0, `${what}\n${again.stdout}${again.stderr}`);
  const rows = rowsIn(root);
  assert.equal(rows.length, 2, what);
  for (const row of rows) assert.equal(JSON.parse(row).all_passed, true);
  return run !== undefined;
}

const kinds = [
  { lasting: 'once', option: '--record', name: 'the Nth call of a run that records fails' },
  { lasting: 'once', option: '--cache', name: 'the Nth call of a run that fills the cache fails' },
  { lasting: 'from', option: '--record', name: 'the Nth call of a run that records fails, and every later one' },
] as const;

for (const [kind, { lasting, option, name }] of kinds.entries()) {
  test(`${name}, for N = 1, 2, … until all goes well`, async (t) => {
    const past = await libraryWithPast(t);
    const wrong: unknown[] = [];
    const seen = { ended: 0, resumed: 0 };
    for (let call = 1, isWhole = false; !isWhole; call++) {
      const code = codes[(call + kind) % codes.length] ?? 'EIO';
      const { root, output, disk } = await runOnFailingDisk(t, past, { call, code, lasting }, option);
      const what = `call ${call}, ${code}, ${disk.failed()[0]}`;
      try {
        assertSaid(output, what);
        assertWhole(root, past.root, what);
        seen.resumed += (await recover(root, past, what)) ? 1 : 0;
      } catch (error) {
        wrong.push(error);
      }
      isWhole = disk.failed().length === 0;
      seen.ended += output.exitCode === 3 ? 1 : 0;
      rmSync(root, { recursive: true });
    }
    t.diagnostic(`${seen.ended} faults ended the run, and ${seen.resumed} runs were resumed`);
    assert.deepEqual(wrong, []);
    assert.ok(seen.ended > 30 && seen.resumed > 10);
  });
}
