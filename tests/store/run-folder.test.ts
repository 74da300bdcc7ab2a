import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { ordinaryManner } from '#model/run.js';
import { createRunFolder, newRunId, writePlan } from '#store/run-folder.js';
import { errorOf } from '../support/error-of.js';
import { tempLibrary } from '../support/temp-library.js';

test('the name of a run is its time and six random digits, so that names sort by time', () => {
  assert.equal(newRunId(new Date('2026-11-21T22:30:15.987Z'), '4f3a9c'), '20261121T223015Z-4f3a9c');
});

test('a run gets its own directory in .eva, which git is told to ignore', (t) => {
  const root = tempLibrary(t, {});
  const dir = createRunFolder(root, 'run-1');
  assert.equal(dir, join(root, '.eva', 'runs', 'run-1'));
  assert.equal(readFileSync(join(root, '.eva', '.gitignore'), 'utf8'), '*\n');
  createRunFolder(root, 'run-2');
});

test('a .gitignore that a person changed is left alone', (t) => {
  const root = tempLibrary(t, { '.eva/.gitignore': '*\n!runs/\n' });
  createRunFolder(root, 'run-1');
  assert.equal(readFileSync(join(root, '.eva', '.gitignore'), 'utf8'), '*\n!runs/\n');
});

test('two runs never share a directory', (t) => {
  const root = tempLibrary(t, {});
  const dir = createRunFolder(root, 'run-1');
  assert.equal(errorOf(() => createRunFolder(root, 'run-1')).message, `cannot create ${dir}: it exists already`);
});

test('a .eva or runs that is a link is refused', (t) => {
  const outside = tempLibrary(t, { 'runs/.keep': '' });
  const linked = tempLibrary(t, { '.eva': { link: outside } });
  const linkedRuns = tempLibrary(t, { '.eva/runs': { link: join(outside, 'runs') } });
  for (const root of [linked, linkedRuns]) assert.equal(errorOf(() => createRunFolder(root, 'r')).code, 'EVA_ODD_FILE');
});

test('the plan is written as JSON that a person can read', (t) => {
  const dir = createRunFolder(tempLibrary(t, {}), 'run-1');
  const evidence = { prompt: 'p', cases: 'c', judge: 'j', models: 'm' };
  const plan = {
    id: 'diff',
    body: '<a/>',
    cases: [],
    evidence,
    partial: false,
    calls: 0,
    outlooks: [],
    manner: ordinaryManner,
  };
  writePlan(dir, plan);
  const text = readFileSync(join(dir, 'plan.json'), 'utf8');
  assert.deepEqual(JSON.parse(text), plan);
  assert.ok(text.startsWith('{\n  "id": "diff",\n'));
});
