import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import type { Files } from '../../support/temp-library.js';
import {
  dataFile,
  evalOf,
  keysIn,
  newestRun,
  planIn,
  promptFiles,
  resultIn,
  ticketLibrary,
  trialsIn,
  withoutCircumstances,
} from './ticket-library.js';
import { chanceOf, type Format, fileOf, formats, type Ticket, ticketIn, tickets, triage } from './tickets.js';

const bar = '    criteria: { proportion_gte: { proportion: 0.6 } }\n    stop_early: false\n';

/** Repeats two tickets, once with another label. */
const items: readonly Ticket[] = [...tickets(80), ...tickets(3), { ...ticketAt(5), label: 'other' }];

const evaluation = evalOf(
  ['draws', 'draws: 2, slices: [language]', bar],
  ['clusters', 'cluster: customer, where: { language: [de, en] }', bar],
);

function ticketAt(index: number): Ticket {
  return tickets(index + 1)[index] ?? assert.fail('no such ticket');
}

async function open(t: TestContext, data = fileOf(items), files: Files = {}) {
  const server = await startFakeMessagesApi({ answer: triage() });
  t.after(() => server.close());
  const root = ticketLibrary(t, evaluation, data, { 'eva.yml': 'concurrency: 1\n', ...files });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const eva = async (...args: readonly string[]) => {
    const output = await runEva(args, { cwd: root, env });
    assert.ok(output.exitCode <= 1, `${args.join(' ')}: ${output.stdout}${output.stderr}`);
    return output;
  };
  const write = (data: string) => writeFileSync(join(root, dataFile), data);
  return { root, server, eva, write };
}

/** The trials of a run with items, draws and responses, its verdicts, its evidence and its keys. */
function contentOf(root: string) {
  const dir = newestRun(root);
  const { cases, evidence } = resultIn(dir);
  const trials = trialsIn(dir).map(({ case: name, index, origin, outcome, turns }) => {
    return [name, index, origin, outcome, turns.map(({ app_response }) => app_response)];
  });
  const verdicts = cases.map(({ name, passed, verdicts, dataset }) => ({ name, passed, verdicts, dataset }));
  const { oldest_reply: _oldest, ...digests } = evidence;
  const { cases: planned, evidence: plannedDigests } = planIn(dir);
  const digestsOfData = planned.map(({ dataset }) => dataset?.digest);
  return { trials, verdicts: withoutCircumstances(verdicts), digests, plannedDigests, digestsOfData };
}

const shuffled = [...items].sort((a, b) => chanceOf(JSON.stringify(a)) - chanceOf(JSON.stringify(b)));

/** Changes of the file that change nothing of what is asked or expected. */
const changes: readonly (readonly [string, () => string, Format])[] = [
  ['a shuffled file', () => fileOf(shuffled), 'csv'],
  ['an unused column', () => fileOf(items.map((item, at) => ({ note: `row ${at}`, ...item }))), 'csv'],
  ['other line ends and a byte order mark', () => `\ufeff${fileOf(items).replaceAll('\n', '\r\n')}`, 'csv'],
  ...formats.map((format) => [`the format ${format}`, () => fileOf(shuffled, format), format] as const),
];

test('a shuffle, an unused column and another format leave ids, order, evidence and kept replies as they are', async (t) => {
  const { root, server, eva } = await open(t);
  await eva('eval', 'diff', '--record');
  const asked = server.requests.length;
  const before = contentOf(root);
  assert.equal(before.trials.length, 168 + items.filter(({ language }) => language !== 'nl').length);
  for (const [title, data, format] of changes) {
    const file = `data/changed.${format}`;
    rmSync(join(root, dataFile), { force: true });
    writeFileSync(join(root, file), data());
    writeFileSync(join(root, 'prompts/diff/eval.yml'), evaluation.replaceAll(dataFile, file));
    await eva('eval', 'diff', '--replay');
    assert.deepEqual(contentOf(root), before, title);
  }
  assert.equal(server.requests.length, asked);
});

for (const [keep, use] of [
  ['--record', '--replay'],
  ['--cache', '--cache'],
] as const) {
  test(`a corrected label makes the evidence stale, and ${use} checks kept replies against it without a call`, async (t) => {
    const { root, server, eva, write } = await open(t);
    const meta = join(root, 'prompts/diff/meta.yml');
    writeFileSync(meta, readFileSync(meta, 'utf8').replace('status: draft', 'status: tested'));
    await eva('eval', 'diff', keep);
    const asked = server.requests.length;
    const gate = async () => {
      const { stdout, stderr } = await runEva(['promote', 'diff', '--check'], { cwd: root });
      return stdout + stderr;
    };
    assert.doesNotMatch(await gate(), /stale: the cases have changed/);
    const before = contentOf(root);
    write(fileOf(items.map((item, at) => (at === 10 ? { ...item, label: 'none of them' } : item))));
    assert.match(await gate(), /stale: the cases have changed/);
    await eva('eval', 'diff', use);
    const after = contentOf(root);
    assert.equal(server.requests.length, asked);
    assert.deepEqual(after.trials, before.trials);
    assert.notDeepEqual(after.digestsOfData, before.digestsOfData);
    assert.notEqual(after.digests.cases, before.digests.cases);
    assert.notDeepEqual(after.verdicts, before.verdicts);
  });
}

test('an inserted item asks for its own answers alone', async (t) => {
  const { root, server, eva, write } = await open(t);
  await eva('eval', 'diff', '--cache');
  const before = keysIn(newestRun(root));
  const asked = server.requests.length;
  const inserted = { ...ticketAt(900), customer: 'somebody else', language: 'de' };
  write(fileOf([...items.slice(0, 40), inserted, ...items.slice(40)]));
  await eva('eval', 'diff', '--cache');
  const fresh = server.requests.slice(asked).map(({ body }) => ticketIn(body));
  assert.deepEqual(fresh, [inserted.ticket, inserted.ticket, inserted.ticket], 'two draws, and once with clusters');
  const after = new Set(keysIn(newestRun(root)));
  assert.ok(before.every((key) => after.has(key)));
});

test('equal items do not share an answer', async (t) => {
  const { root, server, eva } = await open(t);
  await eva('eval', 'diff');
  const times = (index: number) =>
    server.requests.filter(({ body }) => ticketIn(body) === ticketAt(index).ticket).length;
  // ticket 5 and its namesake with another label: two draws each, and once each with clusters
  assert.equal(times(5), 6);
  assert.equal(times(6), 3);
  const keys = keysIn(newestRun(root));
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(keys.length, server.requests.length);
  const ids = new Set(trialsIn(newestRun(root)).map(({ origin }) => origin?.item ?? ''));
  assert.equal([...ids].filter((id) => id.endsWith('-2')).length, 4);
});

test('two prompts on one file ask the same items in the same order', async (t) => {
  const { server, eva } = await open(t, fileOf(items), {
    ...promptFiles('other', evaluation.replaceAll('0.6', '0.5').replace('draws: 2', 'draws: 1')),
  });
  const askedBy = async (id: string) => {
    const from = server.requests.length;
    await eva('eval', id);
    return server.requests.slice(from).map(({ body }) => ticketIn(body));
  };
  const [one, other] = [await askedBy('diff'), await askedBy('other')];
  const everySecond = one.filter((_, at) => at >= 2 * items.length || at % 2 === 0);
  assert.deepEqual(other, everySecond);
  assert.notDeepEqual(
    other.slice(0, items.length),
    items.map(({ ticket }) => ticket),
  );
});
