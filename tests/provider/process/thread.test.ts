import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { Thread } from '#provider/process/thread.js';

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

test('an error that comes while the thread is stopped, or together with its first message, ends no process', async () => {
  const threads = Array.from({ length: 40 }, newThread);
  await Promise.all(threads.map((thread) => thread.run('a', 60_000, signal)));
  for (const [index, thread] of threads.entries()) {
    const answer = thread.run(index % 4 === 0 ? 'fail' : 'fail late', 20 + (index % 20), signal).catch(String);
    assert.match(JSON.stringify(await answer), /TypeError: on purpose|timedOut/);
  }
});

test('an abort stops the running task and the waiting ones, with its reason', async () => {
  const thread = newThread();
  const run = new AbortController();
  const tasks = ['hang', 'a'].map((task) => thread.run(task, 60_000, run.signal));
  setTimeout(() => run.abort(new Error('enough')), 50);
  for (const task of tasks) await assert.rejects(task, { message: 'enough' });
  assert.deepEqual(await thread.run('b', 5000, signal), { value: 'did b' });
});

test('an abort while the thread starts is thrown with its reason, and the thread keeps no process alive', () => {
  const [module, script] = [
    import.meta.resolve('#provider/process/thread.js'),
    import.meta.resolve('./thread-script.js'),
  ];
  const program = `import(${JSON.stringify(module)}).then(({ Thread }) => {
    const run = new AbortController();
    const answer = new Thread(new URL(${JSON.stringify(script)})).run('a', 5000, run.signal);
    setImmediate(() => run.abort(new Error('enough')));
    answer.catch((error) => console.log(error.message));
  })`;
  const ended = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  assert.deepEqual([ended.stdout, ended.status], ['enough\n', 0]);
});
