import { appendRow } from '#store/files/jsonl.js';

// A process that appends COUNT rows of BYTES: PATH WRITER COUNT BYTES. Each row has its writer and number.
const [path = '', writer = '', count = '0', bytes = '0'] = process.argv.slice(2);
for (let n = 0; n < Number(count); n++) {
  const row = { writer, n, filling: '' };
  const filling = 'x'.repeat(Number(bytes) - JSON.stringify(row).length - 1);
  appendRow(path, { ...row, filling });
}
