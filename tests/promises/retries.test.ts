import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { RunResult } from '#model/run.js';
import type { Fault } from '../support/fake-http.js';
import { type Evaluated, evaluate, libraryOf } from './evaluate.js';
import { foulWeather, rateLimited, type Storm, sampleSize, startStorm } from './storm.js';

const caseCount = 40;
const samples = 1000;

const documentOf = (sample_size: number) => ({
  defaults: { model: 'claude-opus-4-7', timeout_s: 5, sample_size, stop_early: false },
  cases: Array.from({ length: caseCount }, (_, one) => ({
    name: `case ${one}`,
    inputs: { code: String(one) },
    assert: [{ equals: 'good' }],
  })),
});

interface Weathered extends Evaluated {
  readonly root: string;
}

async function evaluateIn(t: TestContext, { url }: Storm, size = sampleSize): Promise<Weathered> {
  const root = libraryOf(t, documentOf(size), { 'eva.yml': 'concurrency: 150\n' });
  return { ...(await evaluate(root, url)), root };
}

/** What the answers come to if every one of them counts once: 25 of 25 ten times, then 0 to 25 of 25, then 25 of 25. */
const fairRates = Array.from({ length: caseCount }, (_, one) => (one < 10 ? 25 : Math.min(one - 10, 25)) / 25);

function ratesOf(result: RunResult | null): readonly (number | null | undefined)[] {
  return (result?.cases ?? []).map(({ verdicts }) => verdicts[0]?.estimate);
}

const warnings: string[] = [];
process.on('warning', ({ message }) => warnings.push(message));

const anHour: Fault = { status: 429, headers: { 'retry-after': '3600' } };

test('1,000 samples in a storm: all finish, each counts once, at the pass rates of fair weather', async (t) => {
  const foul = await startStorm(t, foulWeather(caseCount, 20_260_102));
  const { exitCode, told, rows, result, root } = await evaluateIn(t, foul);
  assert.equal(exitCode, 1, told);
  assert.deepEqual([rows.length, rows[0]?.passed, rows[0]?.total], [1, 15, 40]);
  const trials = (result?.cases ?? []).flatMap((one) => one.trials);
  assert.equal(trials.filter(({ outcome }) => outcome === 'finished').length, samples);
  assert.equal(new Set(trials.map((trial) => `${trial.case} ${trial.index}`)).size, samples);
  assert.deepEqual([...new Set(result?.cases.map(({ verdicts }) => verdicts[0]?.n))], [sampleSize]);
  assert.equal(result?.usage.replies, samples);
  assertJournalled(root, result);
  const { requests, faults } = await foul.counts();
  assert.deepEqual([requests, faults], [samples + 960, 960], told);
  assert.deepEqual(ratesOf(result), fairRates);
});

test('replies that cannot be had leave their cases undecided: exit 3, no row, no failed answer', async (t) => {
  const weather = Array.from({ length: caseCount }, (): Fault[] => []);
  weather[7] = [null, anHour];
  weather[20] = [anHour, rateLimited, anHour];
  const partly = await startStorm(t, weather);
  const { exitCode, told, rows, result } = await evaluateIn(t, partly, 5);
  assert.equal(exitCode, 3, told);
  assert.deepEqual(rows, []);
  const { requests } = await partly.counts();
  assert.equal(requests, caseCount * 5 + 1, 'what asks for an hour is asked once');
  assert.deepEqual([result?.state, result?.all_passed], ['unfinished', false]);
  assert.deepEqual(result?.missing_cases, ['case 7', 'case 20']);
  assert.equal(result?.passed, 17);
  assert.equal(result?.failed_cases.length, 21);
  const outcomesOf = (one: number) => result?.cases[one]?.trials.map(({ outcome }) => outcome).sort();
  assert.deepEqual(outcomesOf(7), ['finished', 'finished', 'finished', 'finished', 'missing']);
  assert.deepEqual(outcomesOf(20), ['finished', 'finished', 'finished', 'missing', 'missing']);
  assert.deepEqual([result?.cases[7]?.passed, result?.cases[7]?.verdicts], [null, []]);
  assert.match(told, /asks to wait 3600 s/);
});

/** Every reply stands in the journal once. */
function assertJournalled(root: string, result: RunResult | null): void {
  const path = join(root, '.eva', 'runs', result?.run_id ?? '', 'journal.jsonl');
  const [, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  assert.equal(lines.length, samples);
  assert.equal(new Set(lines.map((line) => JSON.parse(line).key)).size, samples);
}

test('Node warned of nothing, of too many listeners neither', () => assert.deepEqual(warnings, []));
