import { appendAttempt } from '#store/logs/attempts-log.js';
import { attemptBegin, attemptEnd } from './attempt-lines.js';

// A process that writes COUNT attempts: ROOT WRITER COUNT. Each line has its writer and number.
const [root = '', writer = '', count = '0'] = process.argv.slice(2);
for (let n = 0; n < Number(count); n++) {
  const run_id = `${writer}-${n}`;
  appendAttempt(root, attemptBegin({ run_id }));
  appendAttempt(root, attemptEnd({ run_id }));
}
