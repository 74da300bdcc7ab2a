import { parentPort } from 'node:worker_threads';
import { compileUserSchema } from '#schema/validator.js';
import type { SlowTask } from './in-time.js';
import { searchNow } from './search.js';

// The script of the thread that `inTime` hands its tasks to.
function answerTo(task: SlowTask): unknown {
  if (task.work === 'search') return searchNow(task.pattern, task.text);
  const schema = compileUserSchema(task.schema);
  if ('problem' in schema) throw new Error(schema.problem);
  return schema.validate(task.value);
}

parentPort?.on('message', (task: SlowTask) => parentPort?.postMessage(answerTo(task)));
parentPort?.postMessage('ready');
