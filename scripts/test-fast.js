// npm run test:fast: the tests of one room of src each. Left out are the folders that tests/rooms.json lists, and files named
// x.slow.test.ts, which start processes or compute for seconds. `npm test` runs all.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const endToEnd = JSON.parse(readFileSync('tests/rooms.json', 'utf8'));
const isFast = (name) => !(name.split('/')[0] in endToEnd) && !name.endsWith('.slow.test.js');

// A file of tests/ that was renamed leaves its old form in dist-tests/, so the sources say what there is.
const names = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'));
const files = names.map((name) => name.replace(/\.ts$/, '.js')).filter(isFast);
const line = [
  '--test',
  '--test-concurrency=2',
  '--test-timeout=120000',
  ...files.map((name) => join('dist-tests', name)),
];
process.exitCode = spawnSync(process.execPath, line, { stdio: 'inherit' }).status ?? 1;
