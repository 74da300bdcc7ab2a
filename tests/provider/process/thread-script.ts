import { parentPort } from 'node:worker_threads';

// The script of a test thread: it echoes a task, fails at once or after 30 ms, or never ends, as the task says.
parentPort?.on('message', (task: string) => {
  parentPort?.postMessage('begun');
  if (task === 'fail') throw new TypeError('on purpose');
  const end = performance.now() + 30;
  while (task === 'hang' || (task === 'fail late' && performance.now() < end));
  if (task === 'fail late') throw new TypeError('on purpose');
  parentPort?.postMessage(`did ${task}`);
});
parentPort?.postMessage('ready');
