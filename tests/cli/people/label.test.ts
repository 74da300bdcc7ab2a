import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { sha256 } from '#model/data/digest.js';
import { answerTo, judgedRun, ticketsCase } from '../../support/judged-run.js';

const ann = ['label', '--rater', 'ann'];
const verdictsOf = (labels: readonly Record<string, unknown>[]) => labels.map(({ verdict }) => verdict);

test('each line appends a label in the random order of the sample, and the end shows what the judge said', async (t) => {
  const { type, labels, run_id } = await judgedRun(t);
  const { exitCode, stdout, stderr } = await type([...'pfspp'], ann);
  assert.equal(exitCode, 0, stderr);
  const all = labels();
  assert.deepEqual(verdictsOf(all), ['pass', 'fail', 'skipped', 'pass', 'pass']);
  const keys = all.map(({ item }) => sha256(`eva-label/1\n0\n${item}\n0`));
  assert.deepEqual(keys, keys.toSorted());
  for (const { item, response, rater, sample, run_id: run } of all) {
    const number = String(item).slice(2);
    assert.equal(response, sha256(answerTo(`ticket ${number}`)));
    assert.deepEqual([rater, run, sample], ['ann', run_id, { seed: 0, asked: 5, of: 5 }]);
  }
  assert.match(stdout, /tickets: 5 of 5 answers labelled by ann/);
  assert.match(stdout, /the judge agrees on \d of 4/);
  assert.doesNotMatch(stderr, /judge|score|as the test wants/, 'nothing of the judge is shown before the end');
});

test('item, reference, rubric and answer are shown', async (t) => {
  const { type } = await judgedRun(t);
  const { stderr } = await type(['q'], ann);
  for (const text of ['t-', 'ticket ', 'team ', 'Is the answer kind', 'Dear customer, we pass'])
    assert.ok(stderr.includes(text), text);
});

for (const [change, edit] of [
  ['an item is added', (data: string) => `${data}t-99,ticket 99,team 9\n`],
  ['a reference differs', (data: string) => data.replaceAll('team 0', 'team 7')],
] as const) {
  test(`the reference is unknown if ${change} since the run, and the rest is shown as the run has it`, async (t) => {
    const { type, root } = await judgedRun(t);
    const path = join(root, 'prompts/diff/data/tickets.csv');
    writeFileSync(path, edit(readFileSync(path, 'utf8')));
    const { stderr } = await type(['q'], ann);
    assert.match(stderr, /unknown: the data set has changed since the run/);
    assert.match(stderr, /Dear customer, we pass/);
    assert.doesNotMatch(stderr, /team \d/);
  });
}

test('a labelling that was left continues with the first answer without a label, and counts a label of each person', async (t) => {
  const { type, labels } = await judgedRun(t);
  const left = await type([...'pfq'], ann);
  assert.equal(left.exitCode, 3);
  assert.match(left.stdout, /2 of 5 answers labelled by ann\n continue with: eva label [0-9a-f]{6} --rater ann\n/);
  assert.doesNotMatch(left.stdout, /judge/);
  const ben = await type(['p'], ['label', '--rater', 'ben']);
  assert.match(ben.stdout, /1 of 5 answers labelled by ben/);
  const resumed = await type([...'fff'], ann);
  assert.equal(resumed.exitCode, 0);
  const own = labels().filter(({ rater }) => rater === 'ann');
  assert.deepEqual(verdictsOf(own), ['pass', 'fail', 'fail', 'fail', 'fail']);
  assert.equal(new Set(own.map(({ item }) => item)).size, 5);
  const again = await type([...'ppppp'], ann);
  assert.equal(again.exitCode, 0);
  assert.equal(labels().length, 6, 'nothing is asked again');
});

test('back shows the answer before with its label and note, and a further line replaces them', async (t) => {
  const { type, labels } = await judgedRun(t);
  const { stdout, stderr } = await type(['p', 'p why', 'b', 'b', 'f', '', 'f', 'f', 'f'], ann);
  const all = labels();
  assert.deepEqual(verdictsOf(all), ['pass', 'pass', 'fail', 'fail', 'fail', 'fail']);
  assert.equal(all[2]?.['item'], all[0]?.['item'], 'two steps back');
  assert.match(stdout, /pass 1 · fail 4 · skipped 0/);
  assert.match(stderr, /2 of 5 · labelled pass/);
  assert.match(stderr, /Note\S* {3}why/);
});

test('a line in any case with a note gives a label; any other line saves nothing and says what to write', async (t) => {
  const { type, labels } = await judgedRun(t);
  const long = '\u{1f600}'.repeat(2100);
  const { exitCode, stderr } = await type(
    ['x', 'pass', '', 'b', 'F  kind,\tbut \u0001late', `s ${long}`, 'q', 'p'],
    ann,
  );
  assert.equal(exitCode, 3);
  assert.deepEqual(
    labels().map(({ verdict, note }) => [verdict, [...String(note)].length]),
    [
      ['fail', 14],
      ['skipped', 2000],
    ],
  );
  assert.equal(labels()[0]?.['note'], 'kind, but late');
  assert.equal(stderr.split('p pass, f fail').length - 1, 5, 'at the start, and after each other line');
});

test('r shows the whole rubric with the meaning of each score', async (t) => {
  const rubric = `Is it kind? ${'It greets, thanks and names a team. '.repeat(12)}The end.`;
  const cases = ticketsCase.replace(/rubric: .*/, `rubric: "${rubric}"`);
  const { type } = await judgedRun(t, { cases });
  const [before = '', after = ''] = (await type(['r'], ann)).stderr.split('p, f or s: ');
  assert.doesNotMatch(before, /The end\./);
  assert.match(after, /The end\./);
});

test('-n and --seed choose the sample: a larger one contains a smaller one', async (t) => {
  const { type, labels } = await judgedRun(t, { items: 12 });
  await type([...'ppp'], [...ann, '-n', '3']);
  const small = labels().map(({ item }) => item);
  const more = await type([...'ppq'], [...ann, '-n', '5']);
  assert.equal(more.exitCode, 0);
  assert.deepEqual(
    labels()
      .slice(0, 3)
      .map(({ item }) => item),
    small,
  );
  assert.deepEqual(labels().at(-1)?.['sample'], { seed: 0, asked: 5, of: 12 });
  await type([...'pppq'], [...ann, '-n', '3', '--seed', '8', '--rater', 'cid']);
  const other = labels().filter(({ rater }) => rater === 'cid');
  assert.notDeepEqual(
    other.map(({ item }) => item),
    small,
  );
});

test('trials without a usable answer need no label and count as failed', async (t) => {
  const answer = (body: { model: string; messages: { content: string }[] }) => {
    if (body.model === 'claude-judge') return { tool_input: { score: 5, reason: 'fine' } };
    const isCut = body.messages[0]?.content.includes('ticket 1.') ?? false;
    return { text: 'We pass it on.', stop_reason: isCut ? 'max_tokens' : 'end_turn' };
  };
  const { type, labels } = await judgedRun(t, { answer });
  const { exitCode, stdout } = await type([...'pppp'], ann);
  assert.equal(exitCode, 0);
  assert.equal(labels().length, 4);
  assert.match(stdout, /4 of 4 answers labelled by ann; 1 more without a usable answer/);
});

test('a line of labels.jsonl that cannot be read is named and counts for nobody', async (t) => {
  const { type, root, labels } = await judgedRun(t);
  await type([...'pp'], ann);
  const [first] = labels();
  appendFileSync(join(root, 'prompts/diff/labels.jsonl'), JSON.stringify({ ...first, draw: 1 }).slice(0, -9));
  const { stderr, stdout } = await type(['f'], ann);
  assert.match(stderr, /1 line of labels.jsonl cannot be read and is skipped: 3\n/);
  assert.match(stdout, /3 of 5 answers/);
});
