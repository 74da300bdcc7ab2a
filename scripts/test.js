// npm test: every test file. Further arguments go to `node --test`.
import { runTests, testNames } from './test-processes.js';

process.exitCode = runTests(testNames(), process.argv.slice(2));
