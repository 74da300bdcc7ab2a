import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';
import { spawnEva } from './spawn-eva.js';

const meta = 'status: tested\npromotion: { require_eval: false }\n';

test('of eight promotions at once one writes its row, and the others end as they would after it', async (t) => {
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/meta.yml': meta });
  const promote = () => spawnEva(['promote', 'diff', '--json'], { cwd: root, env: {} });
  const outputs = await Promise.all(Array.from({ length: 8 }, promote));
  const after = await promote();
  const seen = outputs.map(({ exitCode, stdout }) => [exitCode, JSON.parse(stdout).promoted]).sort();
  assert.deepEqual(seen, [[0, true], ...Array.from({ length: 7 }, () => [after.exitCode, false])]);
  for (const { exitCode, stdout } of outputs) if (exitCode !== 0) assert.equal(stdout, after.stdout);
  const folder = join(root, 'prompts/diff');
  assert.equal(readFileSync(join(folder, '.promotions.jsonl'), 'utf8').trimEnd().split('\n').length, 1);
  assert.match(readFileSync(join(folder, 'meta.yml'), 'utf8'), /^status: ready$/m);
  assert.deepEqual(readdirSync(folder).sort(), ['.promotions.jsonl', 'eval.yml', 'meta.yml', 'prompt.xml']);
});
