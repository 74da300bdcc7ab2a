import { parentPort } from 'node:worker_threads';

// What a thread of the tests does: it echoes a task, fails with one that says so, or never ends.
parentPort?.on('message', (task: string) => {
  if (task === 'fail') throw new TypeError('on purpose');
  while (task === 'hang');
  parentPort?.postMessage(`did ${task}`);
});
parentPort?.postMessage('ready');
