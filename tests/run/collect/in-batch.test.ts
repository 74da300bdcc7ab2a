import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import type { Case } from '#model/case.js';
import type { Call } from '#model/reply/exchange.js';
import { defaultRunSettings, type RunSettings } from '#model/run/run.js';
import { type RunDeps, run } from '#run/run.js';
import { caseWith } from '../../support/prompt.js';
import { goalMet, move, talkWith } from '../../support/talk.js';
import { planOf, says, setUp } from '../scripted-run.js';

const batch: RunSettings = { ...defaultRunSettings, batch: true, stop_early: false };

const userMove = ({ draw }: Call) => (draw.turn === 0 ? move('hi') : goalMet);

/** Returns the maximum number of concurrent calls of each case, if no call is answered before all were made. */
async function mostAtOnce(...cases: readonly Case[]) {
  const most = new Map<string, number>();
  const inHand = new Map<string, number>();
  const { deps } = setUp((call: Call) => (call.role === 'user' ? userMove(call) : { text: 'yes' }), { concurrency: 3 });
  const ask: RunDeps['ask'] = async (call) => {
    const now = (inHand.get(call.case) ?? 0) + 1;
    inHand.set(call.case, now);
    most.set(call.case, Math.max(now, most.get(call.case) ?? 0));
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    inHand.set(call.case, (inHand.get(call.case) ?? 0) - 1);
    return deps.ask(call);
  };
  const result = await run({ ...planOf(...cases), manner: batch }, { ...deps, ask });
  return { most: Object.fromEntries(most), result };
}

test('in a batch all single-reply trials run at once, and conversations within the concurrency', async () => {
  const talk = { ...talkWith(), sample_size: 7 };
  const { most, result } = await mostAtOnce(talk, says('a', 'yes', 40), says('b', 'no', 9));
  assert.deepEqual(most, { a: 40, b: 9, 'log in': 3 });
  assert.deepEqual(
    result.cases.map(({ trials, stopped_at }) => [trials.length, stopped_at]),
    [
      [7, null],
      [40, null],
      [9, null],
    ],
  );
});

/** A program that leaves a file in its directory while it runs, and fails if there are more than two such files. */
const crowded = `
const fs = require('node:fs');
const own = 'running ' + process.pid;
fs.writeFileSync(own, '');
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
const others = fs.readdirSync('.').length;
fs.rmSync(own);
process.exit(others > 2 ? 1 : 0);
`;

test('concurrent check programs stay within the concurrency', async (context) => {
  const promptDir = mkdtempSync(join(tmpdir(), 'eva-in-turn-'));
  context.after(() => rmSync(promptDir, { recursive: true }));
  const checked = { ...caseWith('a', [{ op: 'command', value: [process.execPath, '-e', crowded] }]), sample_size: 6 };
  const { deps } = setUp(() => ({ text: 'yes' }), { concurrency: 2, promptDir });
  const { all_passed } = await run({ ...planOf(checked), manner: batch }, deps);
  assert.equal(all_passed, true);
});
