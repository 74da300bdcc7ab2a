import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { evaluateIn, type Weathered } from './retried-run.js';
import { faultsIn, sampleSize, showers, startStorm, storm, weatherOf } from './storm.js';

/** Every trial finished, each once, and every reply of them stands in the journal once. */
function assertWhole({ root, result }: Weathered, samples: number): void {
  const trials = (result?.cases ?? []).flatMap((one) => one.trials);
  assert.equal(trials.filter(({ outcome }) => outcome === 'finished').length, samples);
  assert.equal(new Set(trials.map((trial) => `${trial.case} ${trial.index}`)).size, samples);
  assert.deepEqual([...new Set(result?.cases.map(({ verdicts }) => verdicts[0]?.n))], [sampleSize]);
  assert.equal(result?.usage.replies, samples);
  const path = join(root, '.eva', 'runs', result?.run_id ?? '', 'journal.jsonl');
  const [, ...lines] = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const keys = lines.filter(({ note }) => note !== 'attempt_lost').map(({ key }) => key);
  assert.deepEqual([keys.length, new Set(keys).size], [samples, samples]);
}

const warnings: string[] = [];
process.on('warning', ({ message }) => warnings.push(message));

test('2,000 samples in a storm: all finish, each counts once, at 1.1 times the requests that the faults make necessary at most', async (t) => {
  const [caseCount, samples] = [80, 2_000];
  const texts = Array<string>(caseCount).fill('good');
  const foul = await startStorm(t, weatherOf(storm, caseCount, 20_260_102), texts);
  const evaluated = await evaluateIn(t, foul, { caseCount, timeout_s: 1.5 });
  const { exitCode, told, rows } = evaluated;
  assert.equal(exitCode, 0, told);
  assert.deepEqual([rows.length, rows[0]?.passed, rows[0]?.total], [1, 80, 80]);
  assertWhole(evaluated, samples);
  const { requests, faults } = await foul.counts();
  assert.equal(faults, faultsIn(storm));
  const most = 1.1 * (samples + faults);
  assert.ok(requests >= samples + faults && requests <= most, `${requests} requests, at most ${most} are due`);
});

/** What the answers come to if every one of them counts once: 25 of 25 ten times, then 0 to 25 of 25, then 25 of 25. */
const fairRates = Array.from({ length: 40 }, (_, one) => (one < 10 ? 25 : Math.min(one - 10, 25)) / 25);

test('where 30 % of the requests go wrong the pass rates are those of fair weather, to the last trial', async (t) => {
  const [caseCount, samples] = [40, 1_000];
  for (const mixture of [[], showers]) {
    const weather = await startStorm(t, weatherOf(mixture, caseCount, 20_260_103));
    const evaluated = await evaluateIn(t, weather, { caseCount, timeout_s: 60 });
    const { exitCode, told, rows, result } = evaluated;
    assert.equal(exitCode, 1, told);
    assert.deepEqual([rows.length, rows[0]?.passed, rows[0]?.total], [1, 15, 40]);
    assertWhole(evaluated, samples);
    const faults = faultsIn(mixture);
    assert.deepEqual(await weather.counts(), { requests: samples + faults, faults });
    assert.deepEqual(
      result?.cases.map(({ verdicts }) => verdicts[0]?.estimate),
      fairRates,
    );
  }
});

test('Node warned of nothing, of too many listeners neither', () => assert.deepEqual(warnings, []));
