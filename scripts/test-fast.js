// npm run test:fast: the tests of one room of src each. Left out are the folders that tests/rooms.json lists, and files named
// x.slow.test.ts, which start processes or compute for seconds. `npm test` runs all.
import { readFileSync } from 'node:fs';
import { runTests, testNames } from './test-processes.js';

const endToEnd = JSON.parse(readFileSync('tests/rooms.json', 'utf8'));
const isFast = (name) => !(name.split('/')[0] in endToEnd) && !name.endsWith('.slow');
process.exitCode = runTests(testNames().filter(isFast), process.argv.slice(2));
