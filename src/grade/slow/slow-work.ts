import { parentPort } from 'node:worker_threads';
import { readUserSchema } from '#model/schema/user-schema.js';
import { compileSchemaPattern } from '../pattern/python-regex.js';
import { searchNow } from '../pattern/search.js';
import type { SlowTask } from './in-time.js';

// The script of the worker thread that runs the tasks of `runWithTimeLimit`.
function workOf(task: SlowTask): () => unknown {
  if (task.work === 'search') return () => searchNow(task.pattern, task.text, task.group);
  const schema = readUserSchema(task.schema, compileSchemaPattern);
  if ('problem' in schema) throw new Error(schema.problem);
  const mistakesIn = schema.validator();
  return () => mistakesIn(task.value);
}

parentPort?.on('message', (task: SlowTask) => {
  const work = workOf(task);
  parentPort?.postMessage('begun');
  parentPort?.postMessage(work());
});
parentPort?.postMessage('ready');
