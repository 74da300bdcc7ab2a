import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
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
export function draft(t: TestContext, lineEnd: string) {
  const before = lines.join(lineEnd);
  const root = tempLibrary(t, { 'prompts/diff/prompt.xml': '<task/>\n' });
  const path = join(root, 'prompts/diff/meta.yml');
  writeFileSync(path, before);
  chmodSync(path, 0o640);
  return { root, path, before };
}

export function promote(root: string, env: Readonly<Record<string, string>> = {}) {
  const preload = `data:text/javascript,${encodeURIComponent(killer)}`;
  return spawnSync(process.execPath, ['--import', preload, launcher, 'promote', 'diff', '--root', root], {
    encoding: 'utf8',
    env: { ...process.env, KILL_BELOW: join(root, 'prompts'), ...env },
  });
}

/** meta.yml with nothing changed but its two values, on whatever day this is. */
export function isPromoted(text: string, before: string): boolean {
  const day = /updated: '(\d{4}-\d{2}-\d{2})'/.exec(text)?.[1] ?? '';
  return text === before.replace('"draft"', '"tested"').replace('2026-01-03', day);
}
