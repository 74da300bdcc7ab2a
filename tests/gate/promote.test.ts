import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { type PromoteInput, promote } from '#gate/promote.js';
import type { Prompt } from '#model/prompt.js';
import type { EvidenceDigests } from '#model/run/run.js';
import { thisProcess } from '#store/locks.js';
import { attemptBegin, attemptEnd } from '../support/attempt-lines.js';
import { errorOf } from '../support/error-of.js';
import { caseWith, promptWith } from '../support/prompt.js';
import { runRow } from '../support/run-row.js';
import { type Files, tempLibrary } from '../support/temp-library.js';
import { treeHash } from '../support/tree-hash.js';

const evidenceNow: EvidenceDigests = { prompt: 'prompt-1', cases: 'cases-1', judge: 'judge-1', models: 'models-1' };

const now = new Date('2026-01-20T23:59:59.000Z');

const attempt = `${JSON.stringify(attemptBegin())}\n${JSON.stringify(attemptEnd())}\n`;

const meta = `# Kept by the platform team.
id: diff
title: "Surgical diff"
status: 'tested'   # see the minutes
version: 1.10
created: 2026-01-02
updated: 2026-01-03
notes:
  - status: tested
`;

interface Setting {
  readonly root: string;
  readonly read: (name: string) => string;
  readonly promote: (part?: Partial<PromoteInput>) => ReturnType<typeof promote>;
}

/** Makes a tested prompt with a green run that needs no uses, by default. */
function setting(t: TestContext, files: Files = {}, prompt: Partial<Prompt> = {}): Setting {
  const row = `${JSON.stringify(runRow())}\n`;
  const root = tempLibrary(t, {
    'prompts/diff/meta.yml': meta,
    '.eval.jsonl': row,
    '.attempts.jsonl': attempt,
    ...files,
  });
  const input: PromoteInput = {
    root,
    prompt: promptWith({ dir: join(root, 'prompts/diff'), promotion: {}, ...prompt }),
    cases: [caseWith('one', []), caseWith('two', [])],
    problems: () => [],
    evidenceNow,
    force: false,
    check: false,
    now,
    eva_version: '0.1.0',
  };
  return {
    root,
    read: (name) => readFileSync(join(root, name), 'utf8'),
    promote: (part = {}) => promote({ ...input, ...part }),
  };
}

test('meta.yml keeps its byte order mark, CRLF and mode', (t) => {
  const windows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`;
  const { promote, read, root } = setting(t, { 'prompts/diff/meta.yml': windows(meta) });
  const path = join(root, 'prompts/diff/meta.yml');
  chmodSync(path, 0o664);
  promote();
  const expected = meta.replace("status: 'tested'", "status: 'ready'").replace('2026-01-03', '2026-01-20');
  assert.equal(read('prompts/diff/meta.yml'), windows(expected));
  assert.equal(statSync(path).mode & 0o777, 0o664);
});

const started: readonly (readonly [what: string, before: string | null, after: string])[] = [
  ['no meta.yml', null, 'status: tested\ncreated: 2026-01-20\nupdated: 2026-01-20\n'],
  ['an empty meta.yml', '', 'status: tested\nupdated: 2026-01-20\n'],
  [
    'a meta.yml with a model alone',
    'model: m # the cheap one\n',
    'model: m # the cheap one\nstatus: tested\nupdated: 2026-01-20\n',
  ],
];

for (const [what, before, after] of started) {
  test(`a promotion of a prompt with ${what} writes what it needs`, (t) => {
    const { promote, read, root } = setting(
      t,
      { 'prompts/diff/meta.yml': before, 'prompts/diff/prompt.md': 'x' },
      { status: 'draft' },
    );
    assert.equal(promote().promoted, true);
    assert.equal(read('prompts/diff/meta.yml'), after);
    assert.equal(statSync(join(root, 'prompts/diff/meta.yml')).mode & 0o133, 0);
    assert.equal(JSON.parse(read('prompts/diff/.promotions.jsonl')).to, 'tested');
  });
}

test('a link in place of meta.yml is refused, and nothing is written', (t) => {
  const { promote, root } = setting(t, { 'prompts/diff/meta.yml': { link: 'nowhere.yml' } }, { status: 'draft' });
  const before = treeHash(root);
  assert.equal(errorOf(() => promote()).code, 'EVA_ODD_FILE');
  assert.equal(treeHash(root), before);
});

test('of several promotions that read the same status one writes, and the others report the new status', (t) => {
  const { promote, read, root } = setting(t);
  assert.equal(promote().promoted, true);
  const before = treeHash(root);
  for (const force of [false, true]) {
    const { gates, ...rest } = promote({ force });
    assert.deepEqual(rest, { from: 'ready', to: null, allowed: false, forced: false, promoted: false });
    assert.deepEqual(
      gates.map(({ gate, met }) => [gate, met]),
      [['status', false]],
    );
  }
  assert.equal(treeHash(root), before);
  assert.equal(read('prompts/diff/.promotions.jsonl').trimEnd().split('\n').length, 1);
});

test('a promotion never takes a second step that nobody asked for, even if its gates are met', (t) => {
  const { promote, read, root } = setting(t, { 'prompts/diff/meta.yml': '' }, { status: 'draft' });
  assert.equal(promote().to, 'tested');
  const before = treeHash(root);
  const { gates, ...rest } = promote({ force: true });
  assert.deepEqual(rest, { from: 'tested', to: 'ready', allowed: false, forced: false, promoted: false });
  assert.deepEqual(
    gates.filter((gate) => !gate.met).map((gate) => gate.gate),
    ['status'],
  );
  assert.equal(treeHash(root), before);
  assert.match(read('prompts/diff/meta.yml'), /^status: tested$/m);
});

test('the lock of a promotion that was killed blocks no other one', (t) => {
  const gone = JSON.stringify({ ...thisProcess(), started: '1', mark: 'm' });
  const { promote, root } = setting(t, { 'prompts/diff/.meta.yml.lock': gone });
  assert.equal(promote().promoted, true);
  assert.equal(existsSync(join(root, 'prompts/diff/.meta.yml.lock')), false);
});

test('--check decides and writes nothing', (t) => {
  for (const force of [false, true]) {
    const { promote, root } = setting(t);
    const before = treeHash(root);
    const { allowed, promoted } = promote({ check: true, force });
    assert.deepEqual({ allowed, promoted }, { allowed: true, promoted: false });
    assert.equal(treeHash(root), before);
  }
});

test('force is not recorded if all gates are met', (t) => {
  const { promote, read } = setting(t);
  assert.equal(promote({ force: true }).forced, false);
  assert.equal(JSON.parse(read('prompts/diff/.promotions.jsonl')).forced, false);
});

test('a prompt with status ready cannot be promoted, with or without force', (t) => {
  const { promote, root } = setting(t, {}, { status: 'ready' });
  const before = treeHash(root);
  for (const force of [false, true]) {
    const { to, allowed, forced, promoted } = promote({ force });
    assert.deepEqual({ to, allowed, forced, promoted }, { to: null, allowed: false, forced: false, promoted: false });
  }
  assert.equal(treeHash(root), before);
});

test('a check of a ready prompt decides the gates of ready for the files as they are, and never writes', (t) => {
  const { promote, root } = setting(t, {}, { status: 'ready' });
  const before = treeHash(root);
  const { gates, ...rest } = promote({ check: true });
  assert.deepEqual(rest, { from: 'ready', to: null, allowed: true, forced: false, promoted: false });
  assert.ok(gates.some(({ gate, met }) => gate === 'fresh' && met));
  for (const force of [false, true]) {
    const changed = promote({ check: true, force, evidenceNow: { ...attemptBegin().evidence, prompt: 'other' } });
    assert.deepEqual([changed.allowed, changed.forced], [false, false]);
    const [open] = changed.gates.filter(({ met }) => !met);
    assert.match(open?.remedy ?? '', /eva eval diff/);
  }
  assert.equal(treeHash(root), before);
});

test('a draft with require_eval: false needs no run, and its row names none', (t) => {
  const { promote, read } = setting(
    t,
    { 'prompts/diff/meta.yml': meta.replace("'tested'", 'draft') },
    { status: 'draft', promotion: { require_eval: false } },
  );
  assert.equal(promote({ evidenceNow: null }).to, 'tested');
  assert.ok(read('prompts/diff/meta.yml').includes('status: tested   # see the minutes\n'));
  assert.equal(JSON.parse(read('prompts/diff/.promotions.jsonl')).run_id, null);
});

test('a read-only meta.yml stays unchanged, and no promotion is recorded', (t) => {
  const { promote, root } = setting(t);
  chmodSync(join(root, 'prompts/diff/meta.yml'), 0o444);
  const before = treeHash(root);
  const said = errorOf(() => promote());
  assert.deepEqual([said.code, said.exitCode], ['EVA_DISK', 3]);
  assert.equal(treeHash(root), before);
});

test('a meta.yml that is a link to outside the library is not written', (t) => {
  const outside = tempLibrary(t, { 'meta.yml': meta });
  const { promote } = setting(t, { 'prompts/diff/meta.yml': { link: join(outside, 'meta.yml') } });
  assert.equal(errorOf(() => promote()).code, 'EVA_ODD_FILE');
  assert.equal(readFileSync(join(outside, 'meta.yml'), 'utf8'), meta);
});

test('a meta.yml that cannot be edited stays unchanged', (t) => {
  const anchored = meta.replace("status: 'tested'", 'status: &s tested\nmood: *s');
  const { promote, root } = setting(t, { 'prompts/diff/meta.yml': anchored });
  const before = treeHash(root);
  assert.equal(errorOf(() => promote()).code, 'EVA_META_EDIT');
  assert.equal(treeHash(root), before);
});

test('an unwritable promotions log leaves meta.yml unchanged', (t) => {
  const { promote, read } = setting(t, { 'prompts/diff/.promotions.jsonl': { directory: true } });
  errorOf(() => promote());
  assert.equal(read('prompts/diff/meta.yml'), meta);
});
