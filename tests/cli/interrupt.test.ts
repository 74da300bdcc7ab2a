import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { holdReply } from '../support/held-reply.js';
import { startEva, until } from '../support/interrupted-eva.js';
import { rowsIn } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';
import { signals } from './interrupt-signals.js';

/** The number of moments at which a run is interrupted. Each takes seconds; EVA_MOMENTS sets another number. */
const moments = Number(process.env['EVA_MOMENTS'] ?? 4);
const trials = 40;

/** Makes a library for one moment. The name of its model identifies its requests. */
function libraryFor(t: TestContext, model: string): string {
  const evalFile = `cases:
  - { name: happy, inputs: { code: x }, model: ${model}, sample_size: ${trials}, assert: [ { contains: good } ] }
`;
  return tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile });
}

/** Counts the replies in the journal of the only run. Throws for an incomplete line. */
function journalled(root: string): number {
  const runs = join(root, '.eva', 'runs');
  if (!existsSync(runs)) return 0;
  const [run = '', ...others] = readdirSync(runs);
  assert.deepEqual(others, []);
  const text = readFileSync(join(runs, run, 'journal.jsonl'), 'utf8');
  assert.ok(text.endsWith('\n'));
  return text
    .trimEnd()
    .split('\n')
    .filter((line) => 'key' in JSON.parse(line)).length;
}

test(`a signal at any of ${moments} moments ends the run in time, and a resume requests no paid reply again`, async (t) => {
  const interrupted = new Set<string>();
  const server = await startFakeMessagesApi({
    answer: () => 'good',
    // the last replies of a run do not come before its interrupt, so it ends neither before nor by waiting for them
    faults: (number, { body: { model } }) => {
      const isLast = asked(model) > trials - 4 && !interrupted.has(model);
      return isLast ? 'hang' : { delayMs: number % 17 === 16 ? 3000 : 20 };
    },
  });
  t.after(() => server.close());
  const asked = (model: string) => server.requests.filter(({ body }) => body.model === model).length;

  const endAt = async (moment: number) => {
    const model = `claude-${moment}`;
    const [signal, code] = signals[moment % signals.length] ?? signals[0];
    const root = libraryFor(t, model);
    const eva = startEva(['eval', 'diff'], root, server.url);
    await until(() => asked(model) > (moment * 7) % (trials - 4), eva);
    const { exitCode, ms } = await eva.end(signal);
    interrupted.add(model);
    assert.equal(exitCode, code, eva.stderr());
    assert.match(eva.stderr(), /stopping[\s\S]* interrupted [\s\S]*eva eval diff --resume\n/);
    assert.deepEqual(rowsIn(root), []);

    const [kept, before] = [journalled(root), asked(model)];
    const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
    const resumed = await runEva(['eval', 'diff', '--resume'], { cwd: root, env });
    assert.equal(resumed.exitCode, 0, resumed.stderr);
    assert.equal(asked(model) - before, trials - kept, 'every reply that was kept is used');
    assert.ok(before - kept <= 4, 'no more calls are lost than were running');
    assert.deepEqual(
      rowsIn(root).map(({ all_passed, usage }) => [all_passed, usage.replies]),
      [[true, trials]],
    );
    return ms;
  };

  const waiting = Array.from({ length: moments }, (_, moment) => moment);
  const times: number[] = [];
  const work = async () => {
    for (let moment = waiting.shift(); moment !== undefined; moment = waiting.shift()) times.push(await endAt(moment));
  };
  await Promise.all([work(), work(), work()]);
  t.diagnostic(`${times.length} interrupts, the longest took ${Math.round(Math.max(...times))} ms`);
  assert.equal(times.length, moments);
});

test('two SIGHUPs, as from a closed terminal, give running calls their time', async (t) => {
  const { fault, release } = holdReply();
  const server = await startFakeMessagesApi({ answer: () => 'good', faults: () => fault });
  t.after(() => server.close());
  const root = libraryFor(t, 'claude-hung-up');
  const eva = startEva(['eval', 'diff'], root, server.url);
  t.after(() => eva.child.kill('SIGKILL'));
  await until(() => server.requests.length === 4, eva);
  eva.child.kill('SIGHUP');
  await until(() => eva.stderr().includes('stopping'), eva);
  const ended = eva.end('SIGHUP');
  release();
  assert.equal((await ended).exitCode, 129);
  assert.equal(journalled(root), 4);
});

test('a signal is handled once, even after several prompts', async (t) => {
  const prompts = ['diff', 'second', 'third'].map((id) =>
    Object.entries(goodPrompt()).map(([name, text]) => [
      name.replace('/diff/', `/${id}/`),
      String(text).replace('id: diff', `id: ${id}`),
    ]),
  );
  const { fault, release } = holdReply();
  const server = await startFakeMessagesApi({ faults: (number) => (number === 2 ? fault : null) });
  t.after(() => server.close());
  const root = tempLibrary(t, Object.fromEntries(prompts.flat()));
  const eva = startEva(['eval', 'diff', 'second', 'third'], root, server.url);
  const runs = join(root, '.eva/runs');
  const ended = () => readdirSync(runs).filter((run) => existsSync(join(runs, run, 'result.json')));
  await until(() => server.requests.length === 3 && ended().length === 2, eva);
  const end = eva.end('SIGINT');
  await until(() => eva.stderr().includes('stopping'), eva);
  release();
  assert.equal((await end).exitCode, 130);
  const stopping = eva.stderr().match(/^stopping.*/gm) ?? [];
  assert.equal(stopping.length, 1);
  assert.match(stopping[0] ?? '', / 1\.8 s .* 1 call /);
});

test('waiting calls do not count as running', async (t) => {
  const server = await startFakeMessagesApi({ faults: () => ({ delayMs: 5000 }) });
  t.after(() => server.close());
  const root = libraryFor(t, 'claude-paced');
  writeFileSync(join(root, 'eva.yml'), 'providers: { anthropic: { type: anthropic, rpm: 1 } }\n');
  const eva = startEva(['eval', 'diff'], root, server.url);
  t.after(() => eva.child.kill('SIGKILL'));
  await until(() => server.requests.length === 1, eva);
  await eva.end('SIGINT');
  assert.match(eva.stderr(), /^stopping: .* 1\.8 s .* 1 call /m);
});

test('an interrupt also cancels the prompts that have no place yet', async (t) => {
  const second = Object.fromEntries(
    Object.entries(goodPrompt()).map(([name, text]) => [
      name.replace('/diff/', '/other/'),
      String(text).replace('id: diff', 'id: other'),
    ]),
  );
  const { fault, release } = holdReply();
  const server = await startFakeMessagesApi({ faults: () => fault });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...goodPrompt(), ...second, 'eva.yml': 'concurrency: 1\n' });
  const eva = startEva(['eval', 'diff', 'other'], root, server.url);
  await until(() => server.requests.length > 0, eva);
  const ended = eva.end('SIGINT');
  await until(() => eva.stderr().includes('stopping'), eva);
  release();
  assert.equal((await ended).exitCode, 130);
  assert.equal(server.requests.length, 1);
  assert.match(
    eva.stdout(),
    / \? diff +interrupted .*\n +other +not begun .*\n.*1 interrupted · 1 not begun .*\n exit 130\b/,
  );
});
