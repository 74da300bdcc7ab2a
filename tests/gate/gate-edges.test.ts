import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import { noSources } from '#model/reply/reply-sources.js';
import type { AttemptLine } from '#model/run/attempt.js';
import { caseWith } from '../support/prompt.js';
import { decision, runRow } from '../support/run-row.js';
import { gatesOf, keptRun, lines, red, unmetOf, type World } from './gate-world.js';

const green = runRow();

const name = `run ${green.run_id}`;

const own = lines(green.run_id, {});

const later = '2026-01-10T13:00:00.000Z';

const isRed = { red: true, outcome: 'failed', cases: { passed: 0, failed: 1, open: 1 } } as const;

/** Returns the unmet gates and the message about attempts, with max_failed_runs 0. */
function strictly(world: World) {
  const strict = { runs: [green], attempts: own, ...world, prompt: { promotion: { max_failed_runs: 0 } } };
  const said = gatesOf(strict).find(({ gate }) => gate === 'failed_runs')?.message ?? null;
  return [unmetOf(strict).map(([gate]) => gate), said] as const;
}

const earlier = (what: string) => `1 earlier attempt on these very files counts: ${what}; at most 0 may count`;

const attempts: readonly [what: string, world: World, unmet: readonly string[], said: string | null][] = [
  [
    'an unrecorded red partial row after the run',
    { runs: [green, red({ partial: true, ts: later })] },
    [],
    'since then: did not pass: run red-run',
  ],
  [
    'a red partial run with only a folder, after the run',
    { folders: [keptRun({ partial: true, ts: later })] },
    [],
    'since then: did not pass: run kept',
  ],
  [
    'a folder of another prompt with the same files',
    { folders: [keptRun({ id: 'other' })] },
    ['failed_runs'],
    earlier('did not pass: run kept'),
  ],
  [
    'the folder of a shard',
    { folders: [keptRun({ isShard: true })] },
    [],
    '1 earlier attempt on these very files does not count: still open: run kept',
  ],
  [
    'a run that failed by its outcome alone',
    { attempts: [...lines('a', {}, { ...isRed, red: false }), ...own] },
    ['failed_runs'],
    earlier('did not pass: run a'),
  ],
  [
    'a failed run beside an unrecorded row',
    { attempts: lines('a', {}, isRed) },
    ['eval', 'failed_runs'],
    earlier('did not pass: run a'),
  ],
];

for (const [what, world, unmet, said] of attempts) {
  test(`with max_failed_runs 0: ${what}`, () => {
    assert.deepEqual(strictly(world), [unmet, said]);
  });
}

test('a replay takes the place of the run that it replays: later attempts are not earlier ones', () => {
  const sources = { ...noSources, runs: [{ run_id: 'a', kind: 'full', replies: 2 }] };
  const replay = lines(green.run_id, { kind: 'replay' }, { sources } as object);
  const runs = [{ ...green, sources }];
  const failed = lines('b', {}, isRed);
  const after = [...lines('a', {}), ...failed, ...replay];
  assert.deepEqual(strictly({ runs, attempts: after }), [[], 'since then: did not pass: run b']);
  const before = [...failed, ...lines('a', {}), ...replay];
  assert.deepEqual(strictly({ runs, attempts: before }), [['failed_runs'], earlier('did not pass: run b')]);
});

const isLater = `${name} passed, but run later of the same files finished later and has no row in .eval.jsonl`;

const followers: readonly [what: string, after: readonly AttemptLine[], message: string | null][] = [
  ['a full run that passed', lines('later', { ts: later }), isLater],
  ['a full run that failed', lines('later', { ts: later }, isRed), isLater],
  ['a partial run', lines('later', { ts: later, kind: 'partial' }), null],
  ['a full run that did not end', lines('later', { ts: later }, { outcome: 'unfinished' }), null],
];

for (const [what, after, message] of followers) {
  test(`a green row followed by ${what} without a row: the gate is ${message === null ? 'met' : 'unmet'}`, () => {
    assert.deepEqual(unmetOf({ attempts: [...own, ...after] }), message === null ? [] : [['eval', message]]);
  });
}

test('a replay of a replay and a row without sources are not real', () => {
  const sources = { ...noSources, runs: [{ run_id: 'a', kind: 'full', replies: 2 }] };
  const ofReplay = [...lines('a', { kind: 'replay' }), ...lines(green.run_id, { kind: 'replay' })];
  const { sources: _, ...silent } = green;
  const worlds: readonly (readonly [World, string])[] = [
    [
      { runs: [{ ...green, sources }], attempts: ofReplay },
      'used kept replies of run a, which .attempts.jsonl does not note as a whole run of these files',
    ],
    [{ runs: [silent], attempts: own }, 'has a row that does not say where its replies came from'],
  ];
  for (const [world, why] of worlds) assert.deepEqual(unmetOf(world), [['real', `${name} ${why}`]]);
});

// Corrected tries: the first attempt has half of each level.

/** Makes a case with these criteria at these levels. */
function deciding(title: string, levels: Readonly<Record<string, number>>): Case {
  const one = caseWith(title, []);
  const criteria = Object.entries(levels).map(([criterion, significance_level]) => ({
    criterion,
    params: {},
    significance_level,
  }));
  return { ...one, expectations: one.expectations.map((each) => ({ ...each, criteria })) };
}

const verdict = (title: string, criterion: string, level: number) => ({
  ...decision(title, 'passed', level),
  criterion,
});

/** Returns the objection to these verdicts with corrected tries. */
function tooLarge(cases: readonly Case[], verdicts: readonly object[], attemptLines = own) {
  const world = {
    cases,
    runs: [{ ...green, total: cases.length, passed: cases.length, verdicts }],
    attempts: attemptLines,
  };
  const found = unmetOf({ ...world, prompt: { promotion: { tries: 'corrected' } } });
  return found.map(([gate, message]) => `${gate}: ${/where (.*)$/.exec(message)?.[1] ?? message}`);
}

const both = [deciding('one', { mean_gte: 0.05 }), deciding('two', { mean_gte: 0.01 })];

test('each verdict is compared with the level of its own case', () => {
  const at = (one: number, two: number) => [verdict('one', 'mean_gte', one), verdict('two', 'mean_gte', two)];
  assert.deepEqual(tooLarge(both, at(0.025, 0.005)), []);
  assert.deepEqual(tooLarge(both, at(0.025, 0.025)), [
    'tries: "two" was decided at 2.5 %; attempt 1 has at most 0.5 %',
  ]);
});

test('each verdict is compared with the level of its own criterion', () => {
  const cases = [deciding('one', { mean_gte: 0.05, proportion_gte: 0.01 })];
  const at = (mean: number, proportion: number) => [
    verdict('one', 'mean_gte', mean),
    verdict('one', 'proportion_gte', proportion),
  ];
  assert.deepEqual(tooLarge(cases, at(0.025, 0.005)), []);
  assert.deepEqual(tooLarge(cases, at(0.025, 0.006)), [
    'tries: "one" was decided at 0.6 %; attempt 1 has at most 0.5 %',
  ]);
});

test('a level may differ by rounding only', () => {
  const cases = [deciding('one', { mean_gte: 0.05 })];
  assert.deepEqual(tooLarge(cases, [verdict('one', 'mean_gte', 0.025 * (1 + 1e-12))]), []);
  assert.equal(tooLarge(cases, [verdict('one', 'mean_gte', 0.025 * (1 + 1e-6))]).length, 1);
});

test('attempts after the run do not lower its levels', () => {
  const cases = [deciding('one', { mean_gte: 0.05 })];
  const after = [...own, ...lines('a', { kind: 'partial' }, isRed)];
  assert.deepEqual(tooLarge(cases, [verdict('one', 'mean_gte', 0.025)], after), []);
  const before = [...lines('a', { kind: 'partial' }, isRed), ...own];
  assert.equal(tooLarge(cases, [verdict('one', 'mean_gte', 0.025)], before).length, 1);
});
