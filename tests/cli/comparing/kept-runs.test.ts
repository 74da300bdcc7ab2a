import assert from 'node:assert/strict';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { EvaError } from '#model/problem.js';
import { planComparison } from '#run/compare/plan-comparison.js';
import type { CompareOptions, PlannedComparison } from '#run/compare/planned-comparison.js';
import { userIn } from '#run/prompt/user.js';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { gitLibrary } from '../../support/git-library.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import { goodPrompt } from '../../support/temp-library.js';

const evalYml = 'prompts/diff/eval.yml';
const body = 'prompts/diff/prompt.xml';
const signal = new AbortController().signal;

const cases = (more = '') => `defaults: { model: claude-x }
cases:
  - name: plain
    inputs: { code: x }
    sample_size: 12
    stop_early: false
    assert: [ contains: good ]
    criteria: { proportion_gte: { proportion: 0.5 } }
  - name: items
    dataset: { file: items.jsonl, id: id }
    stop_early: false
    assert: [ contains: good ]
    criteria: { proportion_gte: { proportion: 0.5 } }
${more}`;

const itemsWith = (texts: readonly string[]) =>
  `${texts.map((code, at) => JSON.stringify({ id: `item-${at}`, code })).join('\n')}\n`;
const texts = Array.from({ length: 16 }, (_, at) => `text ${at}`);

/** A library whose first commit was evaluated. Every fourth answer is refused, and texts with "odd" are answered wrongly. */
async function library(t: TestContext) {
  let asked = 0;
  const server = await startFakeMessagesApi({
    answer: ({ messages }) => {
      asked += 1;
      if (asked % 4 === 0) return { text: 'no', stop_reason: 'refusal' };
      return JSON.stringify(messages).includes('odd') ? 'bad' : 'good';
    },
  });
  t.after(() => server.close());
  const of = gitLibrary(t, { ...goodPrompt(), [evalYml]: cases(), 'prompts/diff/items.jsonl': itemsWith(texts) });
  const { root } = of;
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const eva = (...args: string[]) => runEva(args, { cwd: root, env });
  const planned = async (
    words: readonly string[],
    options: Partial<CompareOptions> = {},
  ): Promise<PlannedComparison> => {
    const user = userIn({ env, uid: process.getuid?.() });
    const found = await planComparison('diff', { root, env, user, words, margin: 0.6, ...options }, signal);
    t.after(() => found.close());
    return found;
  };
  const asSides = async (...given: Parameters<typeof planned>) => {
    const found = await planned(...given);
    return found.way === 'asked' ? found : assert.fail(found.way);
  };
  const asRuns = async (...given: Parameters<typeof planned>) => {
    const found = await planned(...given);
    return found.way === 'stored' ? found : assert.fail(found.way);
  };
  const refused = async (...given: Parameters<typeof planned>) => {
    const error = await planned(...given).then(
      () => assert.fail('is not refused'),
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof EvaError)) throw error;
    return error.problems.map(({ code, variant }) => `${code}:${variant}`);
  };
  const runs = () => readdirSync(join(root, '.eva/runs')).sort();
  const edit = (text = 'Second {{code}}') => of.write({ [body]: `<task>${text}</task>\n` });
  return { ...of, eva, asSides, asRuns, refused, runs, edit, server, asked: () => asked };
}

test('trials of the noted whole run of a side count, failures included, and nobody is asked', async (t) => {
  const { eva, asSides, runs, edit, asked, root } = await library(t);
  await eva('eval', 'diff');
  edit();
  const before = asked();
  const { a, b } = await asSides(['main']);
  assert.equal(a.kept?.run_id, runs()[0]);
  assert.equal(b.kept, null);
  assert.deepEqual([a.kept?.count('plain'), a.kept?.count('items')], [12, 16]);
  assert.equal(a.run.open.plan.compare?.from_run, runs()[0]);
  const stored = readFileSync(join(root, '.eva/runs', runs()[0] ?? '', 'trials.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const outcomes = stored.map((line) => (JSON.parse(line) as { trial: { outcome: string } }).trial.outcome);
  const found = ['plain', 'items'].flatMap((name) =>
    Array.from({ length: name === 'plain' ? 12 : 16 }, (_, index) => a.kept?.find(name, index)),
  );
  assert.deepEqual(found.map((one) => one?.trial.outcome).sort(), outcomes.sort());
  assert.ok(outcomes.includes('failed'));
  const [testCase] = a.run.open.plan.cases.slice(1);
  const sample = a.run.open.sampleOf(testCase ?? assert.fail());
  const items = found.slice(12);
  assert.deepEqual(
    items.map((one) => one?.trial.origin),
    items.map((_, index) => sample.origin(index)),
  );
  assert.ok(found.every((one) => one?.scores.every(({ trial }) => trial === one.trial.index)));
  assert.equal(a.kept?.find('items', 16), undefined);
  assert.equal(a.kept?.find('nothing', 0), undefined);
  assert.equal(asked(), before);
});

test('partial runs, replays, other evidence, unnoted and deleted runs do not count', async (t) => {
  const { eva, asSides, edit, root, runs, write } = await library(t);
  const isKept = async () => (await asSides(['main'])).a.kept !== null;
  await eva('eval', 'diff', '--case', 'plain');
  edit();
  assert.equal(await isKept(), false, 'partial');
  write({ [body]: '<task>Change {{code}} and nothing else.</task>\n' });
  await eva('eval', 'diff', '--record');
  edit();
  assert.equal(await isKept(), true);
  const log = join(root, '.attempts.jsonl');
  const noted = readFileSync(log, 'utf8');
  writeFileSync(log, '');
  assert.equal(await isKept(), false, 'unnoted');
  writeFileSync(log, noted);
  const rows = readFileSync(join(root, '.eval.jsonl'), 'utf8');
  writeFileSync(join(root, '.eval.jsonl'), rows.replaceAll('"synthetic":false', '"synthetic":true'));
  assert.equal(await isKept(), false, 'synthetic');
  writeFileSync(join(root, '.eval.jsonl'), rows);
  write({ [evalYml]: cases().replace('proportion: 0.5', 'proportion: 0.6') });
  assert.equal(await isKept(), false, 'other cases');
  write({ [evalYml]: cases() });
  rmSync(join(root, '.eva/runs', runs().at(-1) ?? '', 'trials.jsonl'));
  assert.equal(await isKept(), false, 'without trials');
  rmSync(join(root, '.eva/runs'), { recursive: true });
  assert.equal(await isKept(), false, 'deleted');
});

test('merged and resumed runs count', async (t) => {
  const { eva, asSides, edit, root, runs } = await library(t);
  for (const shard of ['1/2', '2/2']) {
    await eva('eval', 'diff', '--shard', shard);
    mkdirSync(join(root, 'shards'), { recursive: true });
  }
  cpSync(join(root, '.eva/runs'), join(root, 'shards'), { recursive: true });
  await eva('merge', 'shards');
  edit();
  const merged = runs().at(-1);
  const found = await asSides(['main']);
  assert.equal(found.a.kept?.run_id, merged);
  assert.deepEqual([found.a.kept?.count('plain'), found.a.kept?.count('items')], [12, 16]);
});

test('a resumed run counts with all its trials', async (t) => {
  const { eva, asSides, edit, runs } = await library(t);
  assert.equal((await eva('eval', 'diff', '--max-calls', '9', '--allow-short-budget')).exitCode, 3);
  await eva('eval', 'diff', '--resume', '--max-calls', '100');
  edit();
  const { a } = await asSides(['main']);
  assert.equal(a.kept?.run_id, runs()[0]);
  assert.deepEqual([a.kept?.count('plain'), a.kept?.count('items')], [12, 16]);
});

test('two runs are paired by item and draw, with the same values', async (t) => {
  const { eva, asRuns, edit, runs, write, asked } = await library(t);
  await eva('eval', 'diff');
  edit();
  write({
    'prompts/diff/items.jsonl': itemsWith([...texts.slice(0, 14), 'changed', ...texts.slice(15), 'odd']).replace(
      'item-3',
      'item-three',
    ),
  });
  await eva('eval', 'diff');
  const [first = '', second = ''] = runs();
  const before = asked();
  const found = await asRuns([first, second.slice(-6)]);
  const [plain, items] = found.cases;
  assert.deepEqual([plain?.testCase.sample_size, items?.testCase.sample_size], [12, 14]);
  assert.equal(items?.testCase.dataset?.asked, 14);
  assert.deepEqual(items?.unpaired, {
    only_a: 1,
    only_b: 2,
    changed: 1,
    named: ['item-14', 'item-3', ...(items?.unpaired.named.slice(2) ?? [])],
  });
  for (const { a, b } of items?.read() ?? []) {
    assert.equal(a.trial.origin?.item, b.trial.origin?.item);
    assert.notEqual(a.trial.turns[0]?.user_message, b.trial.turns[0]?.user_message);
  }
  assert.equal([...(items?.read() ?? [])].length, 14);
  assert.deepEqual([items?.sample.endsUnit(0), items?.sample.origin(14)], [true, undefined]);
  assert.equal(asked(), before);
  assert.deepEqual([found.a.facts.kind, found.b.facts.run_id], ['run', second]);
});

test('runs that cannot be compared are refused', async (t) => {
  const { eva, refused, edit, runs, write } = await library(t);
  await eva('eval', 'diff');
  edit();
  write({ [evalYml]: cases().replaceAll('contains: good', 'contains: bad') });
  await eva('eval', 'diff');
  await eva('eval', 'diff', '--max-calls', '3', '--allow-short-budget');
  await eva('eval', 'diff', '--shard', '1/2');
  const [first = '', second = '', third = '', shard = ''] = runs();
  assert.deepEqual(await refused([first, second]), ['EVA_NOT_COMPARABLE:checks']);
  assert.deepEqual(await refused([second, third]), ['EVA_NOT_COMPARABLE:unfinished']);
  assert.deepEqual(await refused([second, shard]), ['EVA_NOT_COMPARABLE:unfinished']);
  const flags = (await eva('compare', 'diff', second, second, '--replay', '--max-calls', '9')).stderr;
  assert.match(flags, / without asking a model, so --replay and --max-calls would have no effect\s[\s\S]*EVA_USAGE/);
  assert.deepEqual(await refused([first]), ['EVA_USAGE:compare_one_run']);
});

test('a damaged line of a run is asked again', async (t) => {
  const { eva, asSides, edit, runs, root } = await library(t);
  await eva('eval', 'diff');
  edit();
  const path = join(root, '.eva/runs', runs()[0] ?? '', 'trials.jsonl');
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  writeFileSync(path, `${lines.slice(1).join('\n')}\n`);
  appendFileSync(path, '{"case": "plain", "trial"');
  const { a } = await asSides(['main']);
  assert.equal((a.kept?.count('plain') ?? 0) + (a.kept?.count('items') ?? 0), 27);
});

/** Ways to make the stored trials of the old version worse or better by hand. */
const edits: readonly (readonly [string, string, (line: string) => string])[] = [
  ['scores of trials', 'trials.jsonl', (line) => line.replace('"value":1', '"value":0')],
  [
    'outcomes of trials',
    'trials.jsonl',
    (line) => line.replace('"outcome":"finished"', '"outcome":"failed","reason":"x"'),
  ],
  ['a score of the result', 'result.json', (text) => text.replace(/"value": ?1\b/, '"value":0')],
  ['scores of trials and of the result alike', '*.json*', (text) => text.replaceAll(/"value": ?1\b/g, '"value":0')],
];

for (const [what, files, change] of edits) {
  test(`${what}, changed by hand, are refused before a comparison of versions or of runs`, async (t) => {
    const { eva, refused, edit, runs, root, asked } = await library(t);
    await eva('eval', 'diff');
    edit();
    await eva('eval', 'diff');
    const before = asked();
    const [first = '', second = ''] = runs();
    for (const file of files.startsWith('*') ? ['trials.jsonl', 'result.json'] : [files]) {
      const path = join(root, '.eva/runs', first, file);
      writeFileSync(path, readFileSync(path, 'utf8').split('\n').map(change).join('\n'));
    }
    assert.deepEqual(await refused(['main']), ['EVA_NOT_COMPARABLE:changed_trials']);
    assert.deepEqual(await refused([first, second]), ['EVA_NOT_COMPARABLE:changed_trials']);
    assert.equal(asked(), before);
  });
}

test('a row that its run contradicts is refused, and a run whose folder is deleted is asked again', async (t) => {
  const { eva, asSides, refused, edit, runs, root } = await library(t);
  await eva('eval', 'diff');
  edit();
  const path = join(root, '.eval.jsonl');
  const row = readFileSync(path, 'utf8');
  writeFileSync(path, row.replace(/"used":(\d+)/, '"used":3'));
  assert.deepEqual(await refused(['main']), ['EVA_NOT_COMPARABLE:changed_trials']);
  writeFileSync(path, row);
  assert.ok((await asSides(['main'])).a.kept);
  rmSync(join(root, '.eva/runs', runs()[0] ?? ''), { recursive: true });
  assert.equal((await asSides(['main'])).a.kept, null);
});

test('a comparison that asks A alone is an attempt on the files of B, and one of recorded replies is none', async (t) => {
  const { eva, edit, root } = await library(t);
  await eva('eval', 'diff', '--record');
  edit();
  await eva('eval', 'diff');
  const lines = () =>
    readFileSync(join(root, '.attempts.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const compared = () => lines().filter(({ kind }) => kind === 'compare');
  // Without the folder of A's run, A is asked anew.
  const [first = ''] = readdirSync(join(root, '.eva/runs')).sort();
  rmSync(join(root, '.eva/runs', first), { recursive: true });
  const before = lines().length;
  await eva('compare', 'diff', 'main', '--not-worse-by', '0.6', '--replay');
  assert.equal(lines().length, before);
  await eva('compare', 'diff', 'main', '--not-worse-by', '0.6');
  const [begin, ...more] = compared();
  const end = more.at(-1);
  assert.deepEqual([begin.event, end.event], ['begin', 'end']);
  assert.ok(end.sources.asked > 0);
  assert.deepEqual(
    begin.evidence,
    lines().find(({ kind, event }, at) => at > 1 && kind === 'full' && event === 'begin').evidence,
  );
});

test('without the folder of the newest whole run eva asks anew, and takes no older run', async (t) => {
  const { eva, asSides, edit, root } = await library(t);
  await eva('eval', 'diff');
  await eva('eval', 'diff');
  edit();
  assert.notEqual((await asSides(['main'])).a.kept, null);
  const newest = readdirSync(join(root, '.eva/runs')).sort().at(-1) ?? '';
  rmSync(join(root, '.eva/runs', newest), { recursive: true });
  assert.equal((await asSides(['main'])).a.kept, null);
});
