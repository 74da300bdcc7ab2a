import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { Fault } from '../support/fake-http.js';
import { type Evaluated, evaluate, libraryOf } from './evaluate.js';
import { faultsIn, rateLimited, type Storm, sampleSize, showers, startStorm, storm, weatherOf } from './storm.js';

interface Setting {
  readonly caseCount: number;
  readonly timeout_s: number;
  readonly sample_size?: number;
}

const documentOf = ({ caseCount, timeout_s, sample_size = sampleSize }: Setting) => ({
  defaults: { model: 'claude-opus-4-7', timeout_s, sample_size, stop_early: false },
  cases: Array.from({ length: caseCount }, (_, one) => ({
    name: `case ${one}`,
    inputs: { code: String(one) },
    assert: [{ equals: 'good' }],
  })),
});

interface Weathered extends Evaluated {
  readonly root: string;
}

async function evaluateIn(t: TestContext, { url }: Storm, setting: Setting): Promise<Weathered> {
  const root = libraryOf(t, documentOf(setting), { 'eva.yml': 'concurrency: 50\n' });
  return { ...(await evaluate(root, url)), root };
}

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

const anHour: Fault = { status: 429, headers: { 'retry-after': '3600' } };

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

test('replies that cannot be had leave their cases undecided: exit 3, no row, no failed answer', async (t) => {
  const caseCount = 40;
  const weather = Array.from({ length: caseCount }, (): Fault[] => []);
  // five trials and then those of them that are missing once more
  weather[7] = [null, anHour, null, null, null, anHour];
  weather[20] = [anHour, rateLimited, anHour, null, null, null, anHour, anHour];
  weather[30] = [null, null, null, null, anHour];
  const partly = await startStorm(t, weather);
  const { exitCode, told, rows, result } = await evaluateIn(t, partly, { caseCount, timeout_s: 60, sample_size: 5 });
  assert.equal(exitCode, 3, told);
  assert.deepEqual(rows, []);
  const { requests } = await partly.counts();
  assert.equal(requests, caseCount * 5 + 5, 'what asks for an hour is asked once, and once more at the end');
  assert.deepEqual([result?.state, result?.all_passed], ['unfinished', false]);
  assert.deepEqual(result?.missing_cases, ['case 7', 'case 20']);
  assert.equal(result?.passed, 17);
  assert.equal(result?.failed_cases.length, 21);
  const outcomesOf = (one: number) => result?.cases[one]?.trials.map(({ outcome }) => outcome).sort();
  assert.deepEqual(outcomesOf(7), ['finished', 'finished', 'finished', 'finished', 'missing']);
  assert.deepEqual(outcomesOf(20), ['finished', 'finished', 'finished', 'missing', 'missing']);
  assert.deepEqual(outcomesOf(30), Array(5).fill('finished'));
  assert.deepEqual([result?.cases[7]?.passed, result?.cases[7]?.verdicts], [null, []]);
  assert.match(told, /\b3600 s\b/);
});

test('Node warned of nothing, of too many listeners neither', () => assert.deepEqual(warnings, []));
