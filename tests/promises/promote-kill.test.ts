import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { tempLibrary } from '../support/temp-library.js';
import { launcher } from '../support/tested-package.js';

const lines = [
  '# A comment that must stay.',
  'id: diff',
  'title: Surgical diff   # quoted on purpose',
  'summary: Changes what was asked for.',
  'status: "draft"  # moves with eva promote',
  'version: 1.0.0',
  'created: 2026-01-02',
  "updated: '2026-01-03'",
  'description: Writes a small diff. Use when one thing must change.',
  'model: claude-opus-4-7',
  'promotion: { require_eval: false }',
  '',
];

/**
 * Kills the process right before, or right after, its Nth call that changes something below the library, except for the lock: that of the
 * killed process is left, and must not block the next one.
 */
const killer = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { KILL_AT, KILL_AFTER, KILL_BELOW } = process.env;
  const open = new Map();
  let calls = 0;
  const isOurs = (at) => typeof at === 'number' ? open.has(at) : String(at).startsWith(KILL_BELOW) && !String(at).includes('.lock');
  for (const name of ['openSync', 'writeSync', 'fchmodSync', 'fsyncSync', 'closeSync', 'linkSync', 'renameSync', 'rmSync', 'mkdirSync']) {
    const original = fs[name];
    fs[name] = (...args) => {
      const due = isOurs(args[0]) && ++calls === Number(KILL_AT);
      if (due && KILL_AFTER !== '1') process.kill(process.pid, 'SIGKILL');
      const result = original(...args);
      if (name === 'openSync' && isOurs(args[0])) open.set(result, args[0]);
      if (name === 'closeSync') open.delete(args[0]);
      if (due) process.kill(process.pid, 'SIGKILL');
      return result;
    };
  }
  syncBuiltinESMExports();
`;

/** A draft that may become tested. */
function draft(t: TestContext, lineEnd: string) {
  const before = lines.join(lineEnd);
  const root = tempLibrary(t, { 'prompts/diff/prompt.xml': '<task/>\n' });
  const path = join(root, 'prompts/diff/meta.yml');
  writeFileSync(path, before);
  chmodSync(path, 0o640);
  return { root, path, before };
}

function promote(root: string, env: Readonly<Record<string, string>> = {}) {
  const preload = `data:text/javascript,${encodeURIComponent(killer)}`;
  return spawnSync(process.execPath, ['--import', preload, launcher, 'promote', 'diff', '--root', root], {
    encoding: 'utf8',
    env: { ...process.env, KILL_BELOW: join(root, 'prompts'), ...env },
  });
}

/** meta.yml with nothing changed but its two values, on whatever day this is. */
function isPromoted(text: string, before: string): boolean {
  const day = /updated: '(\d{4}-\d{2}-\d{2})'/.exec(text)?.[1] ?? '';
  return text === before.replace('"draft"', '"tested"').replace('2026-01-03', day);
}

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

test('a meta.yml that may not be written is left as it is, and so is the list of promotions', (t) => {
  const { root, path, before } = draft(t, '\n');
  chmodSync(path, 0o440);
  assert.equal(promote(root).status, 3);
  assert.equal(readFileSync(path, 'utf8'), before);
  assert.equal(existsSync(join(root, 'prompts/diff/.promotions.jsonl')), false);
});
