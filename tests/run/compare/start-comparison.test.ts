import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { Comparison } from '#model/pairs/comparison.js';
import { latestComparison } from '#run/compare/kept-run.js';
import type { AskedComparison } from '#run/compare/planned-comparison.js';
import { resumeComparison } from '#run/compare/resumed-comparison.js';
import { runSettingsOf } from '#run/session/run-options.js';
import { readAttempts } from '#store/logs/attempts-log.js';
import { readCompareRows } from '#store/logs/compare-log.js';
import { readComparison } from '#store/run/comparison-file.js';
import { listRuns } from '#store/run/run-list.js';
import { openTrials } from '#store/run/trial-reader.js';
import { askedFor, compared, comparisonIn, planTwoModels, twoModels } from './two-models.js';

const silent = () => undefined;

/** Returns the events of the attempts of a library, with kind and outcome. */
function attemptsIn(root: string): readonly string[] {
  return readAttempts(root).rows.map(({ value }) =>
    [value.event, value.kind, ...(value.event === 'end' ? [value.outcome, value.red ? 'red' : 'green'] : [])].join(' '),
  );
}

test('a comparison asks each item twice, and keeps results, a row and one attempt of B', async (t) => {
  const library = await twoModels(t, 60);
  const { comparison, dirs, rowPath, resume } = comparisonIn(await compared(planTwoModels(library)));
  assert.deepEqual(
    [comparison.outcome, comparison.state, rowPath, resume],
    ['not_worse', 'finished', '.compare.jsonl', false],
  );
  assert.deepEqual([comparison.a.kept, comparison.b.kept], [0, 0]);
  assert.equal(library.server.requests.length, comparison.a.asked + comparison.b.asked);
  assert.ok(dirs);
  assert.deepEqual(readComparison(dirs.b), comparison);
  for (const dir of [dirs.a, dirs.b]) assert.ok(existsSync(join(dir, 'result.json')));
  const [row, ...more] = readCompareRows(library.root).rows.map(({ value }) => value);
  assert.deepEqual([row?.run_id, row?.outcome, row?.b.synthetic, more], [comparison.b.run_id, 'not_worse', false, []]);
  assert.deepEqual(attemptsIn(library.root), ['begin compare', 'end compare passed green']);
  assert.equal(existsSync(join(library.root, '.eval.jsonl')), false);
  assert.deepEqual(
    listRuns(library.root).map(({ compare, isDone, state }) => [compare?.side, isDone, state]),
    [
      ['a', true, 'finished'],
      ['b', true, 'finished'],
    ],
  );
  assert.deepEqual(latestComparison(planTwoModels(library)), { comparison, dirs });
});

test('a comparison in which B gets worse is a red attempt, after all of its pairs', async (t) => {
  const library = await twoModels(t, 200, { wrong: ({ side }) => side === 'b' });
  const { comparison } = comparisonIn(await compared(planTwoModels(library)));
  assert.equal(comparison.outcome, 'worse');
  assert.equal(comparison.cases[0]?.used, 200);
  assert.equal(library.server.requests.length, 400);
  assert.deepEqual(attemptsIn(library.root), ['begin compare', 'red compare', 'end compare failed red']);
  assert.equal(readCompareRows(library.root).rows[0]?.value.outcome, 'worse');
});

test('a small case that is lost makes the comparison worse, and its attempt red', async (t) => {
  const library = await twoModels(t, 60, { wrong: ({ side, item }) => side === 'b' && item === 99 });
  const small = `  - name: small
    inputs: { code: item 99 }
    sample_size: 12
    assert:
      - contains: '99'
    criteria:
      - proportion_gte: { proportion: 0.5 }
`;
  appendFileSync(join(library.root, 'prompts/diff/eval.yml'), small);
  const { comparison } = comparisonIn(await compared(planTwoModels(library)));
  assert.deepEqual(
    comparison.cases.map(({ case: name, decides, outcome }) => [name, decides, outcome]),
    [
      ['items', true, 'not_worse'],
      ['small', false, 'worse'],
    ],
  );
  assert.deepEqual([comparison.outcome, comparison.state], ['worse', 'finished']);
  assert.equal(comparison.cases[1]?.used, 12);
  assert.deepEqual(attemptsIn(library.root), ['begin compare', 'red compare', 'end compare failed red']);
});

test('at most as many calls run as the library allows, and B is never asked before A', async (t) => {
  const library = await twoModels(t, 60);
  await compared(planTwoModels(library));
  const seen = library.server.requests.map(({ body }) => askedFor(body));
  for (const [at, { item, side }] of seen.entries())
    if (side === 'b') assert.ok(seen.slice(0, at).some((one) => one.item === item && one.side === 'a'));
  assert.ok(library.server.mostAtOnce() <= 4, `${library.server.mostAtOnce()} at once`);
});

test('trials of an earlier run are not asked, and B alone is no attempt if all of its trials are kept', async (t) => {
  const library = await twoModels(t, 60);
  const first = comparisonIn(await compared(planTwoModels(library)));
  const asked = library.server.requests.length;
  const planned = planTwoModels(library);
  const kept = (side: 'a' | 'b') => {
    const trials = openTrials(first.dirs?.[side] ?? '') ?? assert.fail();
    t.after(() => trials.close());
    return {
      run_id: first.comparison[side].run_id,
      evidence: first.comparison[side].evidence,
      find: (name: string, index: number) => trials.read(name, index) ?? undefined,
      count: (name: string) => trials.spots(name).length,
    };
  };
  const again = { ...planned, a: { ...planned.a, kept: kept('a') }, b: { ...planned.b, kept: kept('b') } };
  const { comparison } = comparisonIn(await compared(again));
  assert.equal(library.server.requests.length, asked);
  assert.deepEqual(comparison.cases, first.comparison.cases);
  assert.deepEqual([comparison.b.asked, comparison.b.from_run], [0, first.comparison.b.run_id]);
  assert.equal(comparison.a.evidence.oldest_reply, first.comparison.a.evidence.oldest_reply);
  assert.deepEqual(attemptsIn(library.root), ['begin compare', 'end compare passed green']);
});

test('sides with the same prompt and models need no call, and get a row', async (t) => {
  const library = await twoModels(t, 60);
  const { comparison, dirs, rowPath } = comparisonIn(await compared({ ...planTwoModels(library), same: true }));
  assert.deepEqual([comparison.same, comparison.outcome, dirs, rowPath], [true, 'not_worse', null, '.compare.jsonl']);
  assert.deepEqual([library.server.requests.length, attemptsIn(library.root)], [0, []]);
  assert.equal(readCompareRows(library.root).rows[0]?.value.same, true);
});

test('a second comparison of equal versions adds no row, unless the first is not the newest line', async (t) => {
  const library = await twoModels(t, 60);
  const again = async (part: Partial<AskedComparison> = {}) =>
    comparisonIn(await compared({ ...planTwoModels(library), same: true, ...part })).rowPath;
  const rows = () => readCompareRows(library.root).rows.length;
  assert.deepEqual([await again(), await again(), rows()], ['.compare.jsonl', null, 1]);
  const stricter = { question: { margin: 0.1, alpha: 0.05 } };
  assert.deepEqual([await again(stricter), await again(), rows()], ['.compare.jsonl', '.compare.jsonl', 3]);
  appendFileSync(join(library.root, '.compare.jsonl'), 'x\n');
  assert.deepEqual([await again(), rows()], ['.compare.jsonl', 4]);
});

test('a prompt that is compared with itself gets no row', async (t) => {
  const library = await twoModels(t, 60);
  const planned = planTwoModels(library);
  const a = { ...planned.a, name: { label: 'diff', kind: 'prompt', id: 'diff' } as const };
  const { rowPath } = comparisonIn(await compared({ ...planned, a, same: true }));
  assert.deepEqual([rowPath, readCompareRows(library.root).rows], [null, []]);
});

test('a stopped comparison is resumed without a repeated call, to the same result', async (t) => {
  const library = await twoModels(t, 60, { wrong: ({ item, side }) => side === 'b' && item % 30 === 0 });
  const whole = comparisonIn(await compared(planTwoModels(library)));
  const other = await twoModels(t, 60, { wrong: ({ item, side }) => side === 'b' && item % 30 === 0 });
  let ended = 0;
  const stopped = await compared(planTwoModels(other), (event, stop) => {
    if (event.event === 'trial_finished' && ++ended === 21) stop();
  });
  assert.equal(stopped.ended, 'interrupted');
  assert.ok(stopped.ended === 'interrupted' && stopped.isAttempt && stopped.replies >= 21);
  assert.deepEqual(attemptsIn(other.root), ['begin compare', 'end compare interrupted green']);
  assert.deepEqual(
    listRuns(other.root).map(({ isDone }) => isDone),
    [false, false],
  );
  const resumed = resumeComparison(planTwoModels(other), silent);
  const { comparison } = comparisonIn(await compared(resumed.planned));
  assert.deepEqual(factsOf(comparison), factsOf(whole.comparison));
  assert.equal(new Set(keysOf(other.server.requests.map(({ body }) => body))).size, other.server.requests.length);
  assert.equal(readdirSync(join(other.root, '.eva', 'runs')).length, 2);
  assert.deepEqual(attemptsIn(other.root), [
    'begin compare',
    'end compare interrupted green',
    'end compare passed green',
  ]);
  assert.throws(() => resumeComparison(planTwoModels(other), silent), { message: /no comparison of these versions/ });
});

test('a second signal aborts the running calls, and the others are kept', async (t) => {
  const library = await twoModels(t, 60);
  const stopped = await compared(planTwoModels(library), (event, stop, abort) => {
    if (event.event === 'trial_finished' && event.done === 5) {
      stop();
      abort();
    }
  });
  assert.equal(stopped.ended, 'interrupted');
  assert.deepEqual(
    listRuns(library.root).map(({ state }) => state),
    ['unfinished', 'unfinished'],
  );
  const { comparison } = comparisonIn(await compared(resumeComparison(planTwoModels(library), silent).planned));
  assert.equal(comparison.outcome, 'not_worse');
});

test('a spent budget leaves the comparison unfinished, and both sides share it', async (t) => {
  const library = await twoModels(t, 60);
  const planned = planTwoModels(library, {
    manner: runSettingsOf({ budget: { max_calls: 20 } }),
    allowShortBudget: true,
  });
  const { comparison, rowPath, resume } = comparisonIn(await compared(planned));
  assert.deepEqual([comparison.state, comparison.outcome, rowPath, resume], ['unfinished', null, null, true]);
  assert.equal(library.server.requests.length, 20);
  assert.deepEqual(attemptsIn(library.root), ['begin compare', 'end compare unfinished green']);
  const more = planTwoModels(library, { manner: runSettingsOf({ budget: { max_calls: 500 } }) });
  const resumed = comparisonIn(await compared(resumeComparison(more, silent).planned));
  assert.equal(resumed.comparison.outcome, 'not_worse');
  assert.equal(new Set(keysOf(library.server.requests.map(({ body }) => body))).size, library.server.requests.length);
});

test('a provider that is down leaves nothing locked, and the comparison can be resumed', async (t) => {
  let isDown = true;
  const library = await twoModels(t, 60, {
    faults: (number) => (isDown && number >= 20 ? { status: 401 } : null),
  });
  const outcome = await compared(planTwoModels(library));
  assert.ok(outcome.ended === 'with_error' && (outcome.replies ?? 0) >= 20);
  assert.deepEqual(attemptsIn(library.root), ['begin compare', 'end compare unfinished green']);
  isDown = false;
  const { comparison } = comparisonIn(await compared(resumeComparison(planTwoModels(library), silent).planned));
  assert.equal(comparison.outcome, 'not_worse');
});

function keysOf(bodies: readonly { readonly model: string }[]): readonly string[] {
  return bodies.map((body) => JSON.stringify(askedFor(body as never)));
}

/** Returns the part of a comparison that does not depend on times and names of runs. */
function factsOf({ outcome, cases, a, b }: Comparison): object {
  return { outcome, cases, sides: [a, b].map(({ kept, label }) => ({ kept, label })) };
}
