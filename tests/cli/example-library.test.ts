import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { checks } from '#grade/checks/index.js';
import { listPromptIds } from '#library/prompts.js';
import { runEva } from '../support/run-eva.js';
import { tempLibrary } from '../support/temp-library.js';

/** Prompts that do not pass, as examples of failed and inconclusive results. */
const red = ['release-notes', 'page-on-call', 'ticket-class', 'order-support', 'order-support-short'];

const ids = listPromptIds(process.cwd());

for (const id of ids) {
  test(`${id} replays its recordings: all are used and synthetic, and the run ${red.includes(id) ? 'fails' : 'passes'}`, async (t) => {
    const root = tempLibrary(t, {});
    cpSync('prompts', join(root, 'prompts'), { recursive: true });
    const output = await runEva(['eval', id, '--replay', '--json'], { cwd: root });
    assert.equal(output.exitCode, red.includes(id) ? 1 : 0, output.stderr);
    const recorded = readFileSync(join('prompts', id, 'recordings.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    const result = JSON.parse(output.stdout);
    const runs: readonly { readonly replies: Record<string, number> }[] = result.runs ?? [result];
    const used = runs.map(({ replies }) => replies);
    assert.ok(used.every(({ model, recorded }) => model === 0 && recorded === 0));
    assert.equal(
      used.reduce((sum, { synthetic = 0 }) => sum + synthetic, 0),
      recorded.length,
    );
    assert.ok(recorded.every((line) => JSON.parse(line).source === 'synthetic'));
  });
}

test('the recordings equal those that the script makes from the hand-written replies', (t) => {
  const root = tempLibrary(t, {});
  for (const folder of ['prompts', 'scripts']) cpSync(folder, join(root, folder), { recursive: true });
  for (const id of ids) rmSync(join(root, 'prompts', id, 'recordings.jsonl'));
  execFileSync(process.execPath, [join(process.cwd(), 'scripts/synthetic-recordings.js')], {
    cwd: root,
    stdio: 'pipe',
  });
  const recordings = (from: string) =>
    ids.map((id) => readFileSync(join(from, 'prompts', id, 'recordings.jsonl'), 'utf8'));
  assert.deepEqual(recordings(root), recordings('.'));
});

test('the example library uses every check that needs no trust, price, measured time or embedding', () => {
  const written = listPromptIds(process.cwd()).map((id) => readFileSync(join('prompts', id, 'eval.yml'), 'utf8'));
  const familyOf = (op: string) => op.replace(/^not_|_(any|all)$/g, '');
  const used = new Set(
    checks.filter(({ op }) => written.some((text) => text.includes(`- ${op}:`))).map(({ op }) => familyOf(op)),
  );
  assert.deepEqual(
    checks.map(({ op }) => op).filter((op) => op === familyOf(op) && !used.has(op)),
    ['max_latency_s', 'max_cost_usd', 'similar', 'command', 'module'],
  );
});

test('the rows of this repository are of its prompts as they are, and say that people wrote the replies', async () => {
  const { exitCode, stdout, stderr } = await runEva(['list', '--json'], { cwd: process.cwd() });
  assert.equal(exitCode, 0, stderr);
  for (const { id, status, evidence, synthetic } of JSON.parse(stdout))
    assert.deepEqual(
      [id, status, evidence, synthetic],
      [id, 'draft', 'fresh', true],
      'write the rows anew: rm .eval.jsonl .attempts.jsonl && npx eva eval --replay',
    );
});

test('doctor finds nothing wrong with the example library', async () => {
  const output = await runEva(['doctor', '--json'], {
    cwd: process.cwd(),
    env: { ANTHROPIC_API_KEY: 'present-and-unused', OPENAI_API_KEY: 'present-and-unused' },
  });
  const report = JSON.parse(output.stdout);
  assert.deepEqual([output.exitCode, report.errors], [0, 0], output.stdout);
  assert.equal(report.prompts.length, 15);
});
