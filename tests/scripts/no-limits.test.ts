import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

test('no runner of tests has a time limit, which a slow machine would miss', () => {
  const runners = readdirSync('scripts').filter((name) => name.startsWith('test'));
  const files = [...runners.map((name) => `scripts/${name}`), '.ci/run', '.github/workflows/ci.yml', 'package.json'];
  assert.deepEqual(
    files.filter((file) => /timeout/i.test(readFileSync(file, 'utf8'))),
    [],
  );
});

test('no test and no process of a test has a time limit of its own', () => {
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  assert.deepEqual(
    files.filter((file) => /\btimeout: \d[\d_]{3,}/.test(readFileSync(`tests/${file}`, 'utf8'))),
    [],
  );
});
