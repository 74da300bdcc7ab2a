import assert from 'node:assert/strict';
import { join, relative } from 'node:path';
import test from 'node:test';
import { findConfigs } from '#import/read-promptfoo.js';
import { tempLibrary } from '../../support/temp-library.js';

test('a folder has each of its configurations, also those in JavaScript', (t) => {
  const root = tempLibrary(t, {
    'promptfooconfig.yaml': '',
    'promptfooconfig.fast.yml': '',
    'b/promptfooconfig.json': '',
    'b/promptfooconfig-2.yaml': '',
    'b/c/promptfooconfig.ts': '',
    'b/other.yaml': '',
    'node_modules/x/promptfooconfig.yaml': '',
    '.cache/promptfooconfig.yaml': '',
  });
  const found = findConfigs(root).configs.map(({ dir, file, isCode }) => [relative(root, dir), file, isCode]);
  assert.deepEqual(found, [
    ['b/c', 'promptfooconfig.ts', true],
    ['b', 'promptfooconfig-2.yaml', false],
    ['b', 'promptfooconfig.json', false],
    ['', 'promptfooconfig.fast.yml', false],
    ['', 'promptfooconfig.yaml', false],
  ]);
});

test('a file is itself, whatever its name', (t) => {
  const root = tempLibrary(t, { 'other.yaml': '' });
  assert.deepEqual(findConfigs(join(root, 'other.yaml')).configs, [{ dir: root, file: 'other.yaml', isCode: false }]);
  assert.deepEqual(findConfigs(join(root, 'config.mjs')).configs[0]?.isCode, true);
});
