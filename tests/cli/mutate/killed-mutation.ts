import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { MutationReport } from '#model/run/mutation.js';
import { randomFrom } from '../../promises/mutate.js';
import { startEva, until } from '../../support/interrupted-eva.js';
import { runEva } from '../../support/run-eva.js';
import { tempLibrary } from '../../support/temp-library.js';
import { noteLibrary, startObedientModel } from './obedient-model.js';

const concurrency = 3;

export async function library(t: TestContext) {
  const { server, env } = await startObedientModel(() => ({ delayMs: 3 }));
  t.after(() => server.close());
  const root = tempLibrary(t, noteLibrary({ 'eva.yml': `concurrency: ${concurrency}\n` }));
  const { exitCode, stderr } = await runEva(['eval', 'note'], { cwd: root, env });
  assert.equal(exitCode, 0, stderr);
  const began = server.requests.length;
  return { root, env, server, calls: () => server.requests.length - began };
}

/** Counts the replies to mutants that are kept. */
function keptIn(root: string): number {
  const parent = join(root, '.eva/mutations');
  const names = existsSync(parent) ? readdirSync(parent, { recursive: true }).map(String) : [];
  return names.filter((name) => name.endsWith('.json')).length;
}

/** Returns a report without what differs between two runs. */
function settled(text: string): object {
  const { ts: _ts, duration_s: _s, base: _base, ...rest } = JSON.parse(text) as MutationReport;
  return rest;
}

/** Kills mutation runs so many times each, and lets them end. Checks that none asks for a reply again, and that each reports as if it had never been killed. */
export async function assertKillsLoseNothing(t: TestContext, chains: number, kills: number): Promise<void> {
  const whole = await library(t);
  const { stdout } = await runEva(['mutate', 'note', '--json'], { cwd: whole.root, env: whole.env });
  const expected = settled(stdout);
  const total = whole.calls();
  const random = randomFrom(20261124);
  const moments: number[] = [];
  for (let chain = 0; chain < chains; chain += 1) {
    const { root, env, server, calls } = await library(t);
    let inHand = 0;
    for (let time = 0; time < kills; time += 1) {
      const before = { calls: calls(), kept: keptIn(root) };
      const after = before.calls + 1 + Math.floor(random() * 8);
      const eva = startEva(['mutate', 'note', '--json'], root, server.url);
      await until(() => calls() >= after, eva);
      await eva.end('SIGKILL');
      await server.quiet();
      const kept = keptIn(root);
      const lost = calls() - before.calls - (kept - before.kept);
      assert.ok(lost >= 0 && lost <= concurrency, `${lost} requests brought no reply`);
      inHand += lost;
      moments.push(kept);
    }
    const last = await runEva(['mutate', 'note', '--json'], { cwd: root, env });
    assert.deepEqual(settled(last.stdout), expected);
    assert.equal(last.exitCode, 1);
    assert.equal(calls(), total + inHand);
    assert.equal(keptIn(root), total);
  }
  t.diagnostic(`${total} requests without a kill; killed with ${moments.join(', ')} replies kept`);
  assert.ok(moments.some((kept) => kept > 0 && kept < total));
}
