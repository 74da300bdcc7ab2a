import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { tempLibrary } from '../support/temp-library.js';
import { draft, isPromoted, promote } from './killed-promotion.js';

for (const [name, lineEnd, sides] of [
  ['LF', '\n', ['0', '1']],
  ['CRLF', '\r\n', ['0']],
] as const) {
  test(`a promotion that is killed before or after any of its calls leaves the old meta.yml or the new one (${name})`, (t) => {
    const { root, path, before } = draft(t, lineEnd);
    let moments = 0;
    const seen = new Set<string>();
    for (const after of sides) {
      for (let call = 1; ; call++) {
        writeFileSync(path, before);
        const { signal, status, stderr } = promote(root, { KILL_AT: String(call), KILL_AFTER: after });
        const text = readFileSync(path, 'utf8');
        const state = text === before ? 'old' : isPromoted(text, before) ? 'new' : 'neither';
        assert.notEqual(state, 'neither', `call ${call}: ${text}`);
        assert.equal(statSync(path).mode & 0o777, 0o640);
        seen.add(state);
        if (signal === null) {
          assert.deepEqual([status, state], [0, 'new'], stderr);
          break;
        }
        moments += 1;
      }
    }
    assert.deepEqual([...seen].sort(), ['new', 'old']);
    assert.ok(moments >= 10 * sides.length, `only ${moments} moments`);
    const rows = readFileSync(join(root, 'prompts/diff/.promotions.jsonl'), 'utf8').trim().split('\n');
    assert.ok(rows.every((row) => JSON.parse(row).to === 'tested'));
  });
}

test('a promotion of a prompt without meta.yml that is killed leaves no file or the whole one', (t) => {
  const root = tempLibrary(t, {
    'eva.yml': 'promotion: { require_eval: false }\n',
    'prompts/diff/prompt.xml': '<task/>\n',
  });
  const path = join(root, 'prompts/diff/meta.yml');
  const seen = new Set<string>();
  for (let call = 1; ; call++) {
    rmSync(path, { force: true });
    const { signal, status, stderr } = promote(root, { KILL_AT: String(call) });
    const text = existsSync(path) ? readFileSync(path, 'utf8') : null;
    if (text !== null) assert.match(text, /^status: tested\ncreated: (\d{4}-\d{2}-\d{2})\nupdated: \1\n$/);
    seen.add(text === null ? 'none' : 'whole');
    if (signal !== null) continue;
    assert.deepEqual([status, text !== null], [0, true], stderr);
    assert.ok(call > 10, `only ${call} moments`);
    break;
  }
  assert.deepEqual([...seen].sort(), ['none', 'whole']);
});
