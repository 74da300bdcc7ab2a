import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test from 'node:test';
import type { Case } from '#model/case.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import type { SubjectDeps } from '#subject/deps.js';
import { runTrial } from '#subject/run-trial.js';
import { alive } from '../support/alive.js';
import { move, talkDeps, talkWith } from '../support/talk.js';
import { writeTalkingProgram } from '../support/talking-program.js';

const world: Partial<SubjectDeps> = {
  promptDir: tmpdir(),
  programEnv: { PATH: process.env['PATH'] ?? '' },
  elapsed: () => performance.now() / 1000,
};

const silent = 'turn 1: the application gave no response within 0.5 s (if it did answer: it must flush each line)';

/** Makes a case of a user with a message in each of two turns. */
const chat = (argv: readonly string[], timeout_s = 60): Case =>
  talkWith({ app: { app: 'command', argv, env: [], timeout_s }, max_turns: 2 });

const polite = `(asked, turn) => ({ response: 'answer ' + turn })`;
const noResponse = 'and gave no response';

interface Abuse {
  readonly title: string;
  readonly answer: string;
  readonly before?: string;
  /** Timeout of a response, in seconds. */
  readonly limit?: number;
  readonly reason: string;
  /** Number of turns before the failure. */
  readonly turns?: number;
}

const abuses: readonly Abuse[] = [
  {
    title: 'nests an ignored field 4,000 levels deep',
    answer: `() => '{"response": "x", "trace": ' + '['.repeat(4000) + ']'.repeat(4000) + '}'`,
    reason: "turn 1: the application's line is nested deeper than 200 levels",
  },
  {
    title: 'exits at its start',
    answer: polite,
    before: `console.error('no config'); process.exit(3);`,
    reason: `turn 1: no config; the application ended with exit code 3 ${noResponse}`,
  },
  {
    title: 'exits between two turns',
    answer: `() => (setImmediate(() => process.kill(process.pid, 'SIGKILL')), { response: 'x' })`,
    reason: `turn 2: the application was ended by SIGKILL ${noResponse}`,
    turns: 1,
  },
  {
    title: 'hangs',
    answer: '() => undefined',
    limit: 0.5,
    reason: silent,
  },
  {
    title: 'hangs in a busy loop',
    answer: '() => { for (;;); }',
    limit: 0.5,
    reason: silent,
  },
  {
    title: 'stops itself',
    answer: polite,
    before: `process.kill(process.pid, 'SIGSTOP');`,
    limit: 0.5,
    reason: silent,
  },
  {
    title: 'ignores every request to end',
    answer: '() => undefined',
    before: `for (const one of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(one, () => {}); setInterval(() => {}, 1e6); beget();`,
    limit: 0.5,
    reason: silent,
  },
  {
    title: 'prints a second line',
    answer: `() => '{"response": "x"}\\n{"response": "y"}'`,
    reason:
      'turn 1: the application printed more than one line for a message: "{\\"response\\": \\"y\\"}" (print logs to standard error)',
  },
  {
    title: 'answers with an empty response',
    answer: `() => ({ response: '' })`,
    reason: "turn 1: the application's response is empty",
  },
  {
    title: 'gives long answers in every turn',
    answer: `() => ({ response: 'x'.repeat(100_001) })`,
    reason: 'turn 2: the responses of the conversation exceed 200,000 characters',
    turns: 1,
  },
];

for (const { title, answer, before, limit, reason, turns = 0 } of abuses) {
  test(`an application that ${title} fails its trial, the others finish, and no process is left`, async () => {
    const bad = writeTalkingProgram(answer, before);
    const good = writeTalkingProgram(polite);
    const { deps } = talkDeps(() => move('hi'), world);
    const [failed, ...others] = await Promise.all([
      runTrial(chat([bad], limit), '', { index: 0 }, deps),
      runTrial(chat([good]), '', { index: 1 }, deps),
      runTrial(chat([good]), '', { index: 2 }, deps),
    ]);
    assert.equal(failed.outcome === 'failed' && failed.reason, reason);
    assert.equal(failed.turns.length, turns);
    assert.equal(failed.conversation?.ended, 'broken_off');
    assert.deepEqual(
      others.map(({ outcome, turns }) => [outcome, turns.map((turn) => turn.app_response)]),
      [
        ['finished', ['answer 1', 'answer 2']],
        ['finished', ['answer 1', 'answer 2']],
      ],
    );
    assert.deepEqual([...alive(bad), ...alive(good)], []);
  });
}

test('processes that an application started end after a conversation without errors', async () => {
  const program = writeTalkingProgram(polite, 'beget(); beget();');
  const trial = await runTrial(chat([program]), '', { index: 0 }, talkDeps(() => move('hi'), world).deps);
  assert.equal(trial.outcome, 'finished');
  assert.deepEqual(alive(program), []);
});

test('an application that cannot be started leaves the trial missing', async () => {
  const trial = await runTrial(chat(['./no-such-bot']), '', { index: 0 }, talkDeps(() => move('hi'), world).deps);
  assert.equal(trial.outcome, 'missing');
  assert.equal(
    trial.outcome === 'missing' && trial.reason,
    noReplyTexts.app_not_started({ program: './no-such-bot', reason: 'the program was not found' }),
  );
});

const escapes: readonly (readonly [title: string, code: string, reason: string])[] = [
  [
    'removes its own permission to run',
    'require("node:fs").chmodSync(__filename, 0o644)',
    'the program may not be executed',
  ],
  ['removes itself', 'require("node:fs").rmSync(__filename, { force: true })', 'the program was not found'],
];

for (const [title, code, reason] of escapes) {
  test(`an application that ${title} fails later conversations, and is missing in a new run`, async () => {
    const program = writeTalkingProgram(`() => (${code}, { response: 'x' })`);
    const { deps } = talkDeps(() => move('hi'), world);
    const first = await runTrial(chat([program]), '', { index: 0 }, deps);
    const second = await runTrial(chat([program]), '', { index: 1 }, deps);
    const inAnother = await runTrial(chat([program]), '', { index: 1 }, talkDeps(() => move('hi'), world).deps);
    assert.equal(first.outcome, 'finished');
    assert.equal(
      second.outcome === 'failed' && second.reason,
      `turn 1: the application "${program}" cannot be started any more: ${reason}`,
    );
    assert.equal(inAnother.outcome, 'missing');
  });
}

test('an interrupt in the middle of a response is thrown, and no process is left', async () => {
  const program = writeTalkingProgram('() => (process.stderr.write("x"), undefined)', 'beget();');
  const controller = new AbortController();
  const { deps } = talkDeps(() => move('hi'), { ...world, signal: controller.signal });
  const running = runTrial(chat([program]), '', { index: 0 }, deps);
  const rejected = assert.rejects(running, /enough/);
  while (alive(program).length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  controller.abort(new Error('enough'));
  await rejected;
  assert.deepEqual(alive(program), []);
});
