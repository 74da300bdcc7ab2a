import { parentPort } from 'node:worker_threads';

// The script of a test thread: it echoes a task, fails or never ends, as the task says.
parentPort?.on('message', (task: string) => {
  parentPort?.postMessage('begun');
  if (task === 'fail') throw new TypeError('on purpose');
  while (task === 'hang');
  parentPort?.postMessage(`did ${task}`);
});
parentPort?.postMessage('ready');
