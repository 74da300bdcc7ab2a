import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { defaultRunSettings } from '#model/run/run.js';
import { createRunFolder, readPlan, writePlan } from '#store/run/run-folder.js';
import { NewRunNames, newRunId, runBegan } from '#store/run/run-names.js';
import { errorOf, problemOf } from '../../support/error-of.js';
import { planOf } from '../../support/run-files.js';
import { type Files, tempLibrary } from '../../support/temp-library.js';

test('the name of a run is its time and six random digits, so that names sort by time', () => {
  assert.equal(newRunId(new Date('2026-11-21T22:30:15.987Z'), '4f3a9c'), '20261121T223015Z-4f3a9c');
});

const latest: readonly (readonly [what: string, latest: string, name: string])[] = [
  ['an hour ago', '20261121T213015Z-ffffff', '20261121T223015Z-4f3a9c'],
  ['in the same second, and sorts before', '20261121T223015Z-4f3a9b', '20261121T223015Z-4f3a9c'],
  ['in the same second, and sorts after', '20261121T223015Z-4f3a9d', '20261121T223016Z-4f3a9c'],
  ['an hour later, since the clock went back', '20261121T233015Z-000000', '20261121T233016Z-4f3a9c'],
  ['at the end of a year to come', '20271231T235959Z-ffffff', '20280101T000000Z-4f3a9c'],
  ['at no time', 'my-run', '20261121T223015Z-4f3a9c'],
  ['at the end of all years of four digits', '99991231T235959Z-ffffff', '20261121T223015Z-4f3a9c'],
];

for (const [what, before, name] of latest) {
  test(`the name of a run sorts after the latest one, whose name says that it began ${what}`, () => {
    assert.equal(newRunId(new Date('2026-11-21T22:30:15.987Z'), '4f3a9c', before), name);
  });
}

test('names stay in order even if the clock goes back twice', () => {
  const clock = ['12:00:05', '12:00:04', '11:00:00', '12:00:05', '12:00:06', '12:00:06', '13:00:00', '10:00:00'];
  const names: string[] = [];
  for (const [index, time] of clock.entries())
    names.push(newRunId(new Date(`2026-11-21T${time}Z`), ['ffffff', '000000'][index % 2] ?? '', names.at(-1)));
  assert.deepEqual(names, [...names].sort());
  assert.equal(new Set(names).size, clock.length);
});

test('the names of new runs are after the last one that eva made, and after each other', (t) => {
  const root = tempLibrary(t, {});
  for (const name of ['99981121T223015Z-aaaaaa', '99981121T223016Z-aaaaaa', 'zzz']) createRunFolder(root, name);
  const names = new NewRunNames(root);
  const made = [names.next(), names.next()];
  assert.deepEqual(['99981121T223016Z-aaaaaa', ...made].sort(), ['99981121T223016Z-aaaaaa', ...made]);
  assert.match(made[0] ?? '', /^99981121T22301[67]Z-/);
});

test('the names of a thousand runs that begin at once do not run ahead of the clock', (t) => {
  const names = new NewRunNames(tempLibrary(t, {}));
  const [first = '', ...made] = Array.from({ length: 1000 }, () => names.next());
  assert.deepEqual(made, [...made].sort());
  assert.equal(new Set(made).size, 999);
  const ahead = (runBegan(made.at(-1) ?? '') ?? 0) - (runBegan(first) ?? 0);
  assert.ok(ahead <= 5000, `${ahead} ms`);
});

const plans: readonly (readonly [what: string, text: string | null, variant: string])[] = [
  ['no plan', null, 'no_document'],
  ['half a plan', '{"id": "diff', 'not_json'],
  ['a plan that lacks a field', '{"id": "diff"}', 'flawed_document'],
];

for (const [what, text, variant] of plans) {
  test(`a run with ${what} says so`, (t) => {
    const root = tempLibrary(t, { '.eva/runs/r1/.keep': '', '.eva/runs/r1/plan.json': text });
    const { code, variant: found, message } = problemOf(() => readPlan(root, 'r1'));
    assert.deepEqual([code, found], ['EVA_BAD_RUN', variant]);
    assert.match(message, /plan\.json/);
  });
}

test('a plan is read as it was written, and an unknown run is an error', async (t) => {
  const root = tempLibrary(t, {});
  await writePlan(createRunFolder(root, 'r1'), planOf());
  assert.deepEqual(readPlan(root, 'r1'), planOf());
  for (const name of ['r2', '../runs/r1', '..'])
    assert.equal(errorOf(() => readPlan(root, name)).code, 'EVA_UNKNOWN_RUN');
});

test('a run gets its own directory in .eva, which a .gitignore excludes', (t) => {
  const root = tempLibrary(t, {});
  const dir = createRunFolder(root, 'run-1');
  assert.equal(dir, join(root, '.eva', 'runs', 'run-1'));
  assert.equal(readFileSync(join(root, '.eva', '.gitignore'), 'utf8'), '*\n');
  createRunFolder(root, 'run-2');
});

test('a .gitignore that a person changed stays unchanged', (t) => {
  const root = tempLibrary(t, { '.eva/.gitignore': '*\n!runs/\n' });
  createRunFolder(root, 'run-1');
  assert.equal(readFileSync(join(root, '.eva', '.gitignore'), 'utf8'), '*\n!runs/\n');
});

for (const [what, files] of Object.entries({
  missing: { '.eva': { directory: true } },
  empty: { '.eva/.gitignore': '' },
} satisfies Record<string, Files>)) {
  test(`a .gitignore that a killed process left ${what} is written`, (t) => {
    const root = tempLibrary(t, files);
    createRunFolder(root, 'run-1');
    assert.equal(readFileSync(join(root, '.eva', '.gitignore'), 'utf8'), '*\n');
  });
}

test('two runs never share a directory', (t) => {
  const root = tempLibrary(t, {});
  const dir = createRunFolder(root, 'run-1');
  const { code, message } = errorOf(() => createRunFolder(root, 'run-1'));
  assert.equal(code, 'EVA_DISK');
  assert.ok(message.includes(dir));
});

test('a .eva or runs that is a link is refused', (t) => {
  const outside = tempLibrary(t, { 'runs/.keep': '' });
  const linked = tempLibrary(t, { '.eva': { link: outside } });
  const linkedRuns = tempLibrary(t, { '.eva/runs': { link: join(outside, 'runs') } });
  for (const root of [linked, linkedRuns]) assert.equal(errorOf(() => createRunFolder(root, 'r')).code, 'EVA_ODD_FILE');
});

test('the plan is written as JSON that a person can read', async (t) => {
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
    manner: defaultRunSettings,
  };
  await writePlan(dir, plan);
  const text = readFileSync(join(dir, 'plan.json'), 'utf8');
  assert.deepEqual(JSON.parse(text), plan);
  assert.ok(text.startsWith('{\n  "id": "diff",\n'));
});
