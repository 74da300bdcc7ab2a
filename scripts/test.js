// npm test: every test file of dist-tests, at whatever depth.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const files = readdirSync('dist-tests', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.js'))
  .sort()
  .map((name) => join('dist-tests', name));
const line = ['--test', '--test-concurrency=2', '--test-timeout=300000', ...process.argv.slice(2), ...files];
process.exitCode = spawnSync(process.execPath, line, { stdio: 'inherit' }).status ?? 1;
