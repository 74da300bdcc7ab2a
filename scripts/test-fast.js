// npm run test:fast: the tests of the rooms below, which start no program and simulate little. `npm test` runs all.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Left out: cli, promises, store, subject, process and library start programs; decide simulates; bench, docs and scripts measure and pack. */
const rooms = [
  'api',
  'doctor',
  'errors',
  'grade',
  'lifecycle',
  'load',
  'metrics',
  'model',
  'plan',
  'provider',
  'question',
  'report',
  'run',
  'schema',
  'stats',
];

const files = rooms.flatMap((room) => {
  const folder = join('dist-tests', room);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.test.js')).map((name) => join(folder, name));
});
const line = ['--test', '--test-concurrency=2', '--test-timeout=120000', 'dist-tests/architecture.test.js', ...files];
process.exitCode = spawnSync(process.execPath, line, { stdio: 'inherit' }).status ?? 1;
