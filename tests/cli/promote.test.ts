import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { sha256 } from '#model/data/digest.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { type EvaOutput, runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { tempLibrary } from '../support/temp-library.js';

const body = '<task>Change {{code}} and nothing else.</task>\n';

const meta = `# A comment that must stay.
id: diff
title: 'Surgical diff'   # quoted on purpose
summary: Changes what was asked for and nothing else.
status: "tested"  # moves with eva promote
version: 1.10
created: 2026-01-02
updated: '2026-01-03'
description: Writes a small diff. Use when one thing must change.
triggers: [make this change]
model: claude-opus-4-7
inputs: [ {name: code, required: true} ]
promotion:
  min_uses: 2
  max_age_days: 30
`;

const evalFile = `defaults:
  judge: { model: claude-haiku-4-5-20251001 }
triggering:
  should_match: [change x]
cases:
  - name: happy
    inputs_from: examples/happy
    files: { code: examples/happy/code.py }
    assert: [ { contains: "<diff>" } ]
    rubric: Is it small, 1-5?
  - name: other
    inputs: { code: y }
    assert: [ { not_contains: sorry } ]
`;

const files = {
  'prompts/diff/meta.yml': meta,
  'prompts/diff/prompt.xml': body,
  'prompts/diff/eval.yml': evalFile,
  'prompts/diff/examples/happy/inputs.yml': 'code: overwritten\n',
  'prompts/diff/examples/happy/code.py': 'x = 1\n',
};

interface Library {
  readonly root: string;
  readonly eva: (...args: string[]) => Promise<EvaOutput>;
  readonly edit: (file: string, from: string, to: string) => void;
  readonly read: (file: string) => string;
}

/** Makes a library with a tested prompt with enough uses, and a model that answers well. */
async function libraryWith(t: TestContext): Promise<Library> {
  const server = await startFakeMessagesApi({ answer: (request) => answer(request.tool_choice?.name) });
  t.after(() => server.close());
  const use = JSON.stringify({ ts: '2026-01-05T00:00:00Z', sent: true, verified: true, prompt: sha256(body) });
  const root = tempLibrary(t, { ...files, 'prompts/diff/.usage.jsonl': `${use}\n${use}\n` });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  return {
    root,
    eva: (...args) => runEva(args, { cwd: root, env }),
    read,
    edit: (file, from, to) => {
      assert.ok(read(file).includes(from), `${file} holds ${from}`);
      writeFileSync(join(root, file), read(file).replace(from, to));
    },
  };
}

function answer(tool: string | undefined) {
  if (tool === undefined) return '<diff>small</diff>';
  const judged =
    tool === 'verdict' ? { reason: 'small indeed', score: 5 } : { reason: 'it asks for it', decision: 'YES' };
  return { tool_input: judged };
}

test('a prompt with a fresh passing run becomes ready, and only two lines of meta.yml change', async (t) => {
  const { eva, read } = await libraryWith(t);
  assert.equal((await eva('eval', 'diff')).exitCode, 0);
  const output = await eva('promote', 'diff');
  assert.equal(output.exitCode, 0, output.stdout + output.stderr);
  const today = new Date().toISOString().slice(0, 10);
  const expected = meta.replace('"tested"', '"ready"').replace("'2026-01-03'", `'${today}'`);
  assert.equal(read('prompts/diff/meta.yml'), expected);
  const row = JSON.parse(read('prompts/diff/.promotions.jsonl'));
  assert.deepEqual([row.from, row.to, row.forced, row.unmet], ['tested', 'ready', false, []]);
  const again = await eva('promote', 'diff');
  assert.equal(again.exitCode, 1);
  assert.match(again.stdout, /ready already/);
  assert.match(again.stdout, /eva promote diff --check/);
  const checked = await eva('promote', 'diff', '--check');
  assert.equal(checked.exitCode, 0, checked.stdout);
  assert.match(checked.stdout, /diff is ready, and these files have all the evidence for it/);
});

const edits: readonly [string, string, string, string, RegExp][] = [
  [
    'one byte of prompt.xml',
    'prompts/diff/prompt.xml',
    'nothing else',
    'nothing elsE',
    /stale: prompt\.xml has changed/,
  ],
  ['a check', 'prompts/diff/eval.yml', '"<diff>"', '"<dif>"', /stale: the cases have changed/],
  ['the rubric', 'prompts/diff/eval.yml', 'Is it small', 'Is it tiny', /stale: the cases have changed/],
  ['an input', 'prompts/diff/eval.yml', 'code: y', 'code: z', /stale: the cases have changed/],
  [
    'a file that a case reads',
    'prompts/diff/examples/happy/code.py',
    'x = 1',
    'x = 2',
    /stale: the cases have changed/,
  ],
  ['a routing text', 'prompts/diff/meta.yml', 'make this change', 'make that change', /stale: the cases have changed/],
  [
    'the judge',
    'prompts/diff/eval.yml',
    'claude-haiku-4-5-20251001',
    'claude-haiku-4-6',
    /stale: the judge has changed/,
  ],
  ['the model', 'prompts/diff/meta.yml', 'claude-opus-4-7', 'claude-opus-4-8', /stale: the models/],
];

for (const [what, file, from, to, reason] of edits) {
  test(`a passing run before an edit of ${what} is refused as stale`, async (t) => {
    const { eva, edit, read } = await libraryWith(t);
    assert.equal((await eva('eval', 'diff')).exitCode, 0);
    edit(file, from, to);
    const before = read('prompts/diff/meta.yml');
    const output = await eva('promote', 'diff');
    assert.equal(output.exitCode, 1, output.stdout);
    assert.match(output.stdout, reason);
    assert.equal(read('prompts/diff/meta.yml'), before);
  });
}

test('a comment in meta.yml or eval.yml makes nothing stale', async (t) => {
  const { eva, edit } = await libraryWith(t);
  await eva('eval', 'diff');
  edit('prompts/diff/meta.yml', '# A comment that must stay.', '# Another comment,\n# of two lines.');
  edit('prompts/diff/eval.yml', 'cases:', '# why these cases\n\ncases:');
  assert.equal((await eva('promote', 'diff', '--check')).exitCode, 0);
});

test('a run with --case meets no gate', async (t) => {
  const { eva, read } = await libraryWith(t);
  assert.equal((await eva('eval', 'diff', '--case', 'happy')).exitCode, 0);
  assert.equal(JSON.parse(read('.eval.jsonl')).partial, true);
  const output = await eva('promote', 'diff');
  assert.equal(output.exitCode, 1);
  assert.match(output.stdout, /no full run.*--case/s);
});

test('a pass after two failures of the same files is shown with the error probability of three tries', async (t) => {
  const library = await libraryWith(t);
  await library.eva('eval', 'diff');
  const row = JSON.parse(library.read('.eval.jsonl'));
  const verdicts = row.verdicts.map((verdict: object) => ({ ...verdict, significance_level: 0.05 }));
  const ts = new Date(Date.parse(row.ts) - 60_000).toISOString();
  const red = { ...row, ts, all_passed: false, passed: row.total - 1, failed_cases: ['happy'] };
  const rows = [
    { ...red, run_id: 'first' },
    { ...red, run_id: 'second' },
    { ...row, verdicts },
  ];
  writeFileSync(join(library.root, '.eval.jsonl'), rows.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const attempts = library.read('.attempts.jsonl').replace(/,"row":"\w+"/, '');
  writeFileSync(join(library.root, '.attempts.jsonl'), attempts);
  const output = await library.eva('promote', 'diff', '--check');
  assert.equal(output.exitCode, 0, output.stdout);
  assert.match(
    output.stdout,
    /run first, run second;[\s\S]*promotion\.max_failed_runs[\s\S]*\b3\s+tries\s+at\s+5\s+%[\s\S]*\b14\s+%/,
  );
});

test('--force ignores unmet gates, warns of each, and records it', async (t) => {
  const { eva, read } = await libraryWith(t);
  const output = await eva('promote', 'diff', '--force');
  assert.equal(output.exitCode, 0);
  assert.match(output.stderr, /warning: .*\beval\b/);
  const row = JSON.parse(read('prompts/diff/.promotions.jsonl'));
  assert.deepEqual([row.forced, row.unmet], [true, ['eval']]);
  assert.match(read('prompts/diff/meta.yml'), /status: "ready"/);
});

test('a draft becomes tested only by a full passing run', async (t) => {
  const { eva, edit, read } = await libraryWith(t);
  edit('prompts/diff/meta.yml', 'status: "tested"', 'status: "draft"');
  edit('prompts/diff/meta.yml', '  min_uses: 2\n', '');
  assert.match((await eva('promote', 'diff')).stdout, /✗ eval /);
  await eva('eval', 'diff', '--case', 'happy');
  assert.equal((await eva('promote', 'diff')).exitCode, 1);
  await eva('eval', 'diff');
  const output = await eva('promote', 'diff');
  assert.equal(output.exitCode, 0, output.stdout);
  assert.match(output.stdout, /✓ doctor .*\n.*✓ cases .*\b3 cases/);
  assert.match(read('prompts/diff/meta.yml'), /status: "tested"/);
  assert.deepEqual(JSON.parse(read('prompts/diff/.promotions.jsonl')).to, 'tested');
});

test('a placeholder without an input prevents ready, even with a passing run', async (t) => {
  const { eva, edit } = await libraryWith(t);
  const lookalike = 'c\u043ede';
  edit('prompts/diff/prompt.xml', '{{code}}', `{{${lookalike}}}`);
  edit('prompts/diff/meta.yml', '  min_uses: 2\n', '');
  await eva('eval', 'diff');
  const output = await eva('promote', 'diff', '--check');
  assert.equal(output.exitCode, 1, output.stdout);
  assert.match(output.stdout, /✗ doctor /);
  assert.match(output.stdout, /✓ eval/);
});

test('a broken eval.yml prevents every promotion', async (t) => {
  const { eva, edit } = await libraryWith(t);
  edit('prompts/diff/meta.yml', 'status: "tested"', 'status: "draft"');
  edit('prompts/diff/eval.yml', 'contains', 'contain');
  const output = await eva('promote', 'diff', '--force');
  assert.equal(output.exitCode, 2);
  assert.match(output.stderr, /EVA_UNKNOWN_CHECK/);
});

test('a prompt without meta.yml is evaluated, promoted twice on one run, and keeps its evidence', async (t) => {
  const server = await startFakeMessagesApi({ answer: () => '<diff>small</diff>' });
  t.after(() => server.close());
  const root = tempLibrary(t, {
    'prompts/diff/prompt.md': body,
    'prompts/diff/eval.yml': `defaults: { model: claude-opus-4-7 }
cases:
  - name: happy
    inputs: { code: x }
    assert: [ { contains: "<diff>" } ]
`,
  });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const eva = (...args: string[]) => runEva(args, { cwd: root, env });
  const nextStep = async () => JSON.parse((await eva('doctor', '--json')).stdout).prompts[0].next;
  assert.deepEqual(await nextStep(), { status: 'tested', needs: 'a passing full run', command: 'eva eval diff' });
  assert.equal((await eva('eval', 'diff')).exitCode, 0);
  assert.deepEqual(await nextStep(), { status: 'tested', needs: null, command: 'eva promote diff' });
  const first = await eva('promote', 'diff');
  assert.equal(first.exitCode, 0, first.stdout + first.stderr);
  const today = new Date().toISOString().slice(0, 10);
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  assert.equal(read('prompts/diff/meta.yml'), `status: tested\ncreated: ${today}\nupdated: ${today}\n`);
  const second = await eva('promote', 'diff');
  assert.equal(second.exitCode, 0, second.stdout + second.stderr);
  assert.equal(read('prompts/diff/meta.yml'), `status: ready\ncreated: ${today}\nupdated: ${today}\n`);
  const rows = read('prompts/diff/.promotions.jsonl')
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row));
  assert.deepEqual(rows[0].evidence, rows[1].evidence);
  const strict = await eva('doctor', '--strict');
  assert.deepEqual([strict.exitCode, strict.stdout], [0, '\n  ✓ diff\n\n  1 prompt, all fine\n'], strict.stderr);
});
