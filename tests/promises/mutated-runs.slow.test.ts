import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { thisProcess } from '#store/locks.js';
import { runEva } from '../support/run-eva.js';
import { copyUnfinished, runsIn } from '../support/stored-runs.js';
import { goodEval, goodPrompt } from '../support/temp-library.js';
import { mutate, pick, randomFrom } from './mutate.js';
import { openLibrary } from './open-library.js';

/** EVA_FUZZ=2000 is the whole harness; each file is known by its seed, which a failure names. */
const count = Number(process.env['EVA_FUZZ'] ?? 250);
const firstSeed = Number(process.env['EVA_FUZZ_SEED'] ?? 1);

const finished = '20260101T000000Z-aaaaaa';
const unfinished = '20260102T000000Z-bbbbbb';

const two = goodEval.replace('  - name: happy', '  - name: happy\n    sample_size: 2\n    stop_early: false');

/** A library with a run that has its row, and one that ended before its result, with a lock that a process left. */
async function pattern(t: TestContext): Promise<{ root: string; env: Record<string, string> }> {
  const library = await openLibrary(t, { files: { ...goodPrompt(), 'prompts/diff/eval.yml': two } });
  assert.equal((await library.eva('eval', 'diff', '--cache')).exitCode, 0);
  const { root } = library;
  const [made = ''] = runsIn(root);
  for (const path of [join(root, '.eval.jsonl'), ...below(join(root, '.eva/runs', made))]) {
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(made, finished));
  }
  cpSync(join(root, '.eva/runs', made), join(root, '.eva/runs', finished), { recursive: true });
  rmSync(join(root, '.eva/runs', made), { recursive: true });
  copyUnfinished(root, finished, unfinished);
  const journal = join(root, '.eva/runs', unfinished, 'journal.jsonl');
  writeFileSync(journal, readFileSync(journal, 'utf8').split('\n').slice(0, 2).join('\n').concat('\n'));
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  writeFileSync(
    join(root, '.eva/runs', unfinished, 'lock'),
    JSON.stringify({ ...thisProcess(), pid: gone, mark: 'x' }),
  );
  return { root, env: { ...library.env } };
}

const files = [
  '.eval.jsonl',
  `.eva/runs/${finished}/plan.json`,
  `.eva/runs/${finished}/journal.jsonl`,
  `.eva/runs/${finished}/result.json`,
  `.eva/runs/${finished}/trials.jsonl`,
  `.eva/runs/${unfinished}/plan.json`,
  `.eva/runs/${unfinished}/journal.jsonl`,
  `.eva/runs/${unfinished}/lock`,
];

const commands: readonly (readonly string[])[] = [
  ['log'],
  ['log', '--json', '--all'],
  ['report', finished],
  ['report', finished, '--json'],
  ['report', '--recompute', finished],
  ['promote', 'diff', '--check'],
  ['doctor'],
  ['clean'],
  ['clean', '--older-than', '1h', '--dry-run', '--json'],
  ['eval', 'diff', '--resume', unfinished],
  ['eval', 'diff', '--resume'],
  ['eval', 'diff', '--resume', finished],
];

/** Every file below a directory. */
function below(dir: string): readonly string[] {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  return names.map((name) => join(dir, name)).filter((path) => statSync(path).isFile());
}

function contents(root: string): ReadonlyMap<string, Buffer> {
  return new Map(below(root).map((path) => [path.slice(root.length + 1), readFileSync(path)]));
}

function restore(root: string, before: ReadonlyMap<string, Buffer>): void {
  rmSync(join(root, '.eva/runs'), { recursive: true, force: true });
  for (const [name, bytes] of before) {
    if (!name.startsWith('.eva/runs/') && name !== '.eval.jsonl') continue;
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), bytes);
  }
}

/** What a file may become: a log and a journal grow, the rest of a run that is gone on with is written anew, a stale lock goes. */
function assertKept(name: string, before: Buffer, after: Buffer | null, said: string): void {
  const isDerived = /\/(lock|trials\.jsonl|result\.json|plan\.json)$/.test(name) && name.includes(unfinished);
  if (isDerived || (name.includes(finished) && /\/(lock|trials\.jsonl|result\.json)$/.test(name))) return;
  assert.ok(after !== null, `${name} is gone: ${said}`);
  const isGrowing = name.endsWith('.jsonl') && !name.startsWith('prompts/');
  const isWhole = isGrowing ? after.subarray(0, before.length).equals(before) : after.equals(before);
  assert.ok(isWhole, `${name} is not what it was: ${said}`);
}

test(`${count} damaged journals, rows, plans, results and locks: no crash, no lost file, one of four exit codes`, async (t) => {
  const { root, env } = await pattern(t);
  const whole = contents(root);
  const seen = new Map<string, number>();
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const random = randomFrom(seed);
    const [name, args] = [pick(random, files), pick(random, commands)];
    const bytes = whole.get(name);
    assert.ok(bytes, name);
    restore(root, whole);
    writeFileSync(join(root, name), mutate(bytes, random));
    const before = contents(root);
    const { exitCode, stdout, stderr } = await runEva(args, { cwd: root, env });
    const said = `seed ${seed}: ${name}, eva ${args.join(' ')}: exit ${exitCode}\n${stderr.slice(0, 3000)}${stdout.slice(0, 1000)}`;
    assert.ok([0, 1, 2, 3].includes(exitCode), said);
    assert.doesNotMatch(stderr, /\n\s+at |\[object |EVA_INTERNAL|[\u001b\u0000]/, said);
    assert.doesNotMatch(stdout, /\n\s+at |\[object |[\u001b\u0000]/, said);
    if (!args.includes('--json')) assert.doesNotMatch(stdout + stderr, /\bundefined\b|\bNaN\b/, said);
    for (const [path, held] of before) {
      const now = join(root, path);
      assertKept(path, held, existsSync(now) ? readFileSync(now) : null, said);
    }
    seen.set(`${args[0]} ${exitCode}`, (seen.get(`${args[0]} ${exitCode}`) ?? 0) + 1);
  }
  t.diagnostic(
    [...seen]
      .sort()
      .map(([what, times]) => `${what}: ${times}`)
      .join(', '),
  );
});

test('without damage these commands report no problem, so that the reports above are due to the damage', async (t) => {
  const { root, env } = await pattern(t);
  for (const args of [
    ['log'],
    ['report', finished],
    ['report', '--recompute', finished],
    ['eval', 'diff', '--resume', unfinished],
  ]) {
    const { exitCode, stdout, stderr } = await runEva(args, { cwd: root, env });
    assert.equal(exitCode, 0, `${args.join(' ')}: ${stdout}${stderr}`);
  }
  const { stdout } = await runEva(['log'], { cwd: root, env });
  assert.match(stdout, new RegExp(`${finished.slice(-6)}\\n.*${unfinished.slice(-6)}\\n$`));
});
