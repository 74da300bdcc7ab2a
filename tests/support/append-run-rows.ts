import { appendRunRow } from '#store/logs/eval-log.js';
import { runRow } from './run-row.js';

// A process that writes COUNT rows of runs of BYTES: ROOT WRITER COUNT BYTES. Each row has its writer and number.
const [root = '', writer = '', count = '0', bytes = '0'] = process.argv.slice(2);
for (let n = 0; n < Number(count); n++) {
  const empty = runRow({ run_id: `${writer}-${n}`, failed_cases: [''], all_passed: false, passed: 1 });
  const filling = 'é'.repeat(Math.max(0, Number(bytes) - JSON.stringify(empty).length - 1) / 2);
  await appendRunRow(root, { ...empty, failed_cases: [filling] });
}
