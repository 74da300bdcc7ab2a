import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { draft, isPromoted, promote } from './killed-promotion.js';

test('a promotion that is killed leaves the old meta.yml or the new one, and the next one is not blocked', (t) => {
  const { root, path, before } = draft(t, '\n');
  for (const call of ['3', '9']) {
    assert.equal(promote(root, { KILL_AT: call }).signal, 'SIGKILL');
    const text = readFileSync(path, 'utf8');
    assert.ok(text === before || isPromoted(text, before), `call ${call}: ${text}`);
  }
  const { status, stderr } = promote(root);
  assert.equal(status, 0, stderr);
  assert.ok(isPromoted(readFileSync(path, 'utf8'), before));
});

test('a meta.yml that may not be written is left as it is, and so is the list of promotions', (t) => {
  const { root, path, before } = draft(t, '\n');
  chmodSync(path, 0o440);
  assert.equal(promote(root).status, 3);
  assert.equal(readFileSync(path, 'utf8'), before);
  assert.equal(existsSync(join(root, 'prompts/diff/.promotions.jsonl')), false);
});
