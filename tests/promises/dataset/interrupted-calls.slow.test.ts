import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { Fault, SeenRequest } from '../../support/fake-http.js';
import { type FakeReply, startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { lastRow, rowsIn } from '../../support/rows-in.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import { countedIn, evalOf, newestRun, resultIn, ticketLibrary, withoutCircumstances } from './ticket-library.js';
import { chanceOf, fileOf, ticketIn, tickets, triage } from './tickets.js';

const gate = (must: string) => `{ field: language, criteria: { proportion_gte: { proportion: 0.6 } }, must: ${must} }`;
const whole = '    criteria: { proportion_gte: { proportion: 0.7 } }\n    stop_early: false\n';
const classes = `${whole}    then: [ { class: { expected: { field: label }, at: /category }, criteria: { f1_gte: { class: each, proportion: 0.6 } } } ]
`;

const draws = ['draws', `draws: 2, slices: [${gate('not_fail')}]`, whole] as const;
const evaluation = evalOf(
  draws,
  ['clusters', `cluster: customer, slices: [${gate('not_fail')}]`, whole],
  ['file', 'claim: file', whole],
  ['classes', 'slices: [language]', classes],
);

interface Manner {
  readonly answer?: (body: SeenRequest['body']) => string | FakeReply;
  readonly fault?: (number: number, seen: SeenRequest) => Fault;
  readonly evaluation?: string;
}

async function open(t: TestContext, { answer = triage(), fault = () => null, ...more }: Manner = {}) {
  const server = await startFakeMessagesApi({ answer, faults: fault });
  t.after(() => server.close());
  const root = ticketLibrary(t, more.evaluation ?? evaluation, fileOf(tickets(100)), {
    'eva.yml': 'concurrency: 4\n',
  });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const eva = (...args: readonly string[]) => runEva(args, { cwd: root, env });
  return { root, server, eva };
}

/** What a run decided and counted, without the names and times of its calls. */
function decisionIn(root: string): unknown {
  const dir = newestRun(root);
  return withoutCircumstances({ ...countedIn(dir), row: lastRow(root) }, [
    'usage',
    'replies',
    'sources',
    'source',
    'cost_usd',
  ]);
}

/** Runs the library without a disturbance. */
async function undisturbed(t: TestContext) {
  const { eva, root, server } = await open(t);
  const { exitCode, stdout, stderr } = await eva('eval', 'diff');
  assert.ok(exitCode <= 1, stdout + stderr);
  return { exitCode, decision: decisionIn(root), requests: server.requests.length };
}

test('a budget that ends between two draws leaves the run unfinished, and the resumed run asks for the rest alone', async (t) => {
  const expected = await undisturbed(t);
  const { eva, root, server } = await open(t);
  const first = await eva('eval', 'diff', '--max-calls', '151', '--allow-short-budget');
  assert.equal(first.exitCode, 3, first.stdout + first.stderr);
  assert.equal(server.requests.length, 151);
  assert.deepEqual(rowsIn(root), []);
  const second = await eva('eval', 'diff', '--resume', '--max-calls', '302');
  assert.equal(second.exitCode, 3, second.stdout + second.stderr);
  assert.equal(server.requests.length, 302);
  const last = await eva('eval', 'diff', '--resume', '--max-calls', '10000');
  assert.equal(last.exitCode, expected.exitCode, last.stdout + last.stderr);
  assert.equal(server.requests.length, expected.requests);
  assert.deepEqual(decisionIn(root), expected.decision);
});

for (const [title, isDownFor] of [
  ['every request', () => true],
  ['some items', (ticket: string) => chanceOf(`down ${ticket}`) < 0.03],
] as const) {
  test(`a provider that fails in the middle for ${title} leaves trials missing, and the resumed run asks for these alone`, async (t) => {
    const expected = await undisturbed(t);
    let isDown = true;
    let answered = 0;
    const { eva, root } = await open(t, {
      fault: (number, { body }) => {
        const fails = isDown && number >= 120 && isDownFor(ticketIn(body));
        if (!fails) answered += 1;
        return fails ? { status: 500, headers: { 'retry-after-ms': '1' } } : null;
      },
    });
    const broken = await eva('eval', 'diff');
    assert.equal(broken.exitCode, 3, broken.stdout + broken.stderr);
    assert.deepEqual(rowsIn(root), []);
    assert.ok(answered >= 120 && answered < expected.requests, `${answered} replies`);
    const trials = resultIn(newestRun(root)).cases.flatMap((one) => one.trials);
    assert.ok(trials.some(({ outcome }) => outcome === 'missing'));
    isDown = false;
    const resumed = await eva('eval', 'diff', '--resume');
    assert.equal(resumed.exitCode, expected.exitCode, resumed.stdout + resumed.stderr);
    assert.equal(answered, expected.requests, 'each reply was given once');
    assert.deepEqual(decisionIn(root), expected.decision);
  });
}

/** One ticket in eight. */
const isSpoilt = (ticket: string) => chanceOf(`spoilt ${ticket}`) < 0.125;

/** Runs the library with other replies to some tickets. */
async function withReplies(t: TestContext, other: (right: string) => FakeReply) {
  const model = triage();
  const answer = (body: SeenRequest['body']) => {
    const ticket = ticketIn(body);
    return isSpoilt(ticket) ? other(ticket.split(' ').at(-1) ?? '') : model(body);
  };
  const { eva, root } = await open(t, { answer });
  const { exitCode, stdout, stderr } = await eva('eval', 'diff');
  assert.ok(exitCode <= 1, stdout + stderr);
  return resultIn(newestRun(root)).cases;
}

const said = (category: string) => ({ text: JSON.stringify({ category }) });

for (const [title, reply] of [
  ['refused', { text: 'I will not say.', stop_reason: 'refusal' }],
  ['truncated', { text: '{"categ', stop_reason: 'max_tokens' }],
  ['empty', { text: '' }],
] as const) {
  test(`${title} replies count as wrong in p-values of a pass and as right in those of a failure, in their slice`, async (t) => {
    const failed = await withReplies(t, () => reply);
    const wrong = await withReplies(t, () => said('none of them'));
    const right = await withReplies(t, said);
    assert.equal(failed.length, 4);
    for (const [at, own] of failed.entries()) {
      const spoilt = own.trials.filter(({ turns }) => isSpoilt(ticketIn(turns)));
      assert.ok(spoilt.length > 5);
      assert.ok(spoilt.every(({ outcome }) => outcome === 'failed'));
      const [verdict] = own.verdicts;
      assert.equal(verdict?.p_value, wrong[at]?.verdicts[0]?.p_value, own.name);
      assert.equal(verdict?.fail_p, right[at]?.verdicts[0]?.fail_p, own.name);
      const slices = (cases: typeof failed) => cases[at]?.dataset?.slices[0]?.rows ?? [];
      for (const [row, { value, of, n, p_value, fail_p, k }] of slices(failed).entries()) {
        assert.equal(n, of, `${own.name} ${value}: nothing is dropped`);
        assert.equal(k, slices(wrong)[row]?.k, `${own.name} ${value}`);
        assert.equal(p_value, slices(wrong)[row]?.p_value, `${own.name} ${value}`);
        assert.equal(fail_p, slices(right)[row]?.fail_p, `${own.name} ${value}`);
      }
    }
    // A reply that is no class is none of the classes, however it failed.
    assert.deepEqual(failed[3]?.dataset?.classes[0]?.matrix, wrong[3]?.dataset?.classes[0]?.matrix);
  });
}

test('a second run takes all replies from the cache; more draws or items ask for what is new alone', async (t) => {
  const sized = (size: number, times: number) =>
    evalOf(['draws', `draws: ${times}, slices: [language]`, `${whole}    sample_size: ${size}\n`]);
  const { eva, root, server } = await open(t, { evaluation: sized(60, 2) });
  const requestsOf = async (file: string) => {
    writeFileSync(join(root, 'prompts/diff/eval.yml'), file);
    const before = server.requests.length;
    const { exitCode, stdout, stderr } = await eva('eval', 'diff', '--cache');
    assert.ok(exitCode <= 1, stdout + stderr);
    return server.requests.length - before;
  };
  assert.equal(await requestsOf(sized(60, 2)), 120);
  const first = decisionIn(root);
  assert.equal(await requestsOf(sized(60, 2)), 0);
  assert.deepEqual(withoutCircumstances(decisionIn(root), ['row']), withoutCircumstances(first, ['row']));
  assert.equal(await requestsOf(sized(60, 3)), 60);
  assert.equal(await requestsOf(sized(80, 3)), 60);
  assert.equal(await requestsOf(sized(60, 2)), 0);
});
