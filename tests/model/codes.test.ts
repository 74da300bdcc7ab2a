import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { type ErrorCode, errorTable } from '#model/codes.js';

const codes = Object.keys(errorTable) as ErrorCode[];

test('docs/reference/errors.md has an entry with the exit code for every code, and no other entries', () => {
  const text = readFileSync('docs/reference/errors.md', 'utf8');
  const entries = [...text.matchAll(/^### (EVA_[A-Z0-9_]+) · (.+)$/gm)].map(([, code, title]) => `${code} ${title}`);
  const titleOf = (code: ErrorCode) => (errorTable[code].exit === null ? 'warning' : `exit ${errorTable[code].exit}`);
  assert.deepEqual(entries.sort(), codes.map((code) => `${code} ${titleOf(code)}`).sort());
});

test('each entry of docs/reference/errors.md begins with the sentence of its code', () => {
  const text = readFileSync('docs/reference/errors.md', 'utf8');
  const entries = [...text.matchAll(/^### (EVA_[A-Z0-9_]+) .*\n(.*)$/gm)];
  assert.deepEqual(
    entries.filter(([, code, line]) => !line?.startsWith(errorTable[code as ErrorCode].about)).map(([, code]) => code),
    [],
  );
});

test('a code that is always a warning is never made without that severity', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('errors'))
    .map((file) => readFileSync(join('src', file), 'utf8'));
  const made = sources.flatMap((text) => [
    ...text.matchAll(/\bproblem\(\s*'(EVA_[A-Z0-9_]+)[\s\S]*?(?<!\()\)[;,\])]*$/gm),
  ]);
  assert.ok(made.length > 200, String(made.length));
  const astray = made.filter(([call, code]) => {
    const isWarning = errorTable[code as ErrorCode].exit === null;
    return isWarning && !call.includes("severity: 'warning'");
  });
  assert.deepEqual(
    astray.map(([call]) => call),
    [],
  );
});

test('every code is used somewhere', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== join('errors', 'codes.ts'))
    .map((file) => readFileSync(join('src', file), 'utf8'))
    .join('\n');
  assert.deepEqual(
    codes.filter((code) => !new RegExp(`['\`]${code}[':]`).test(sources)),
    [],
  );
});

test('the description of a code is one sentence', () => {
  assert.deepEqual(
    codes.filter((code) => !/^\S.*\.$/.test(errorTable[code].about)),
    [],
  );
});
