import assert from 'node:assert/strict';
import test from 'node:test';
import { Thread } from '#process/thread.js';

const { signal } = new AbortController();
const newThread = () => new Thread(new URL('./thread-script.js', import.meta.url));

test('tasks run one after another', async () => {
  const thread = newThread();
  const answers = await Promise.all(['a', 'b', 'c'].map((task) => thread.run(task, 5000, signal)));
  assert.deepEqual(answers, [{ value: 'did a' }, { value: 'did b' }, { value: 'did c' }]);
});

test('an endless task is stopped, and the next ones have their full time', async () => {
  const thread = newThread();
  const answers = await Promise.all(['hang', 'a', 'hang', 'b'].map((task) => thread.run(task, 1500, signal)));
  assert.deepEqual(answers, [{ timedOut: true }, { value: 'did a' }, { timedOut: true }, { value: 'did b' }]);
});

test('the error of a task is thrown, and the next task runs', async () => {
  const thread = newThread();
  await assert.rejects(thread.run('fail', 5000, signal), { name: 'TypeError', message: 'on purpose' });
  assert.deepEqual(await thread.run('a', 5000, signal), { value: 'did a' });
});

test('an abort stops the running task and the waiting ones, with its reason', async () => {
  const thread = newThread();
  const run = new AbortController();
  const tasks = ['hang', 'a'].map((task) => thread.run(task, 60_000, run.signal));
  setTimeout(() => run.abort(new Error('enough')), 50);
  for (const task of tasks) await assert.rejects(task, { message: 'enough' });
  assert.deepEqual(await thread.run('b', 5000, signal), { value: 'did b' });
});
