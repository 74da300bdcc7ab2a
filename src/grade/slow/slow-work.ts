import { parentPort } from 'node:worker_threads';
import { searchNow } from '../pattern/search.js';
import type { SlowTask } from './in-time.js';

// The script of the worker thread that runs the tasks of `runWithTimeLimit`.
async function workOf(task: SlowTask): Promise<() => unknown> {
  if (task.work === 'search') return () => searchNow(task.pattern, task.text, task.group);
  const { readUserSchema } = await import('#schema/user-schema.js'); // loaded late: most threads only search
  const { compileSchemaPattern } = await import('../pattern/python-regex.js');
  const schema = readUserSchema(task.schema, compileSchemaPattern);
  if ('problem' in schema) throw new Error(schema.problem);
  const mistakesIn = schema.validator();
  return () => mistakesIn(task.value);
}

parentPort?.on('message', async (task: SlowTask) => {
  const work = await workOf(task);
  parentPort?.postMessage('begun');
  parentPort?.postMessage(work());
});
parentPort?.postMessage('ready');
