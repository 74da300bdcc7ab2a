import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

test('--check decides and writes nothing', async (t) => {
  const { eva, read, root } = await libraryWith(t);
  await eva('eval', 'diff');
  const output = await eva('promote', 'diff', '--check');
  assert.equal(output.exitCode, 0);
  assert.equal(read('prompts/diff/meta.yml'), meta);
  assert.equal(existsSync(join(root, 'prompts/diff/.promotions.jsonl')), false);
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

/** Rewrites the last row of the log, for example with an older time. */
function rewriteRow({ root, read }: Library, change: (row: Record<string, unknown>) => object): void {
  const row = JSON.parse(read('.eval.jsonl'));
  writeFileSync(join(root, '.eval.jsonl'), `${JSON.stringify(change(row))}\n`);
}

test('evidence older than max_age_days is refused', async (t) => {
  const library = await libraryWith(t);
  await library.eva('eval', 'diff');
  const old = new Date(Date.now() - 31 * 86_400_000).toISOString();
  rewriteRow(library, (row) => ({ ...row, evidence: { ...(row['evidence'] as object), oldest_reply: old } }));
  const output = await library.eva('promote', 'diff');
  assert.equal(output.exitCode, 1);
  assert.match(output.stdout, /31 days/);
});

test('a passing run with synthetic replies is refused', async (t) => {
  const library = await libraryWith(t);
  await library.eva('eval', 'diff', '--record');
  const recordings = library.read('prompts/diff/recordings.jsonl');
  assert.match(recordings, /"source":"recorded"/);
  writeFileSync(
    join(library.root, 'prompts/diff/recordings.jsonl'),
    recordings.replaceAll('"source":"recorded"', '"source":"synthetic"'),
  );
  const replayed = await library.eva('eval', 'diff', '--replay');
  assert.equal(replayed.exitCode, 0, replayed.stdout + replayed.stderr);
  assert.match(replayed.stdout, /synthetic/i);
  const output = await library.eva('promote', 'diff');
  assert.equal(output.exitCode, 1);
  assert.match(output.stdout, /synthetic replies/);
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

test('an unreadable line, a row of another prompt, and a row of the original eva do not meet the gate', async (t) => {
  const library = await libraryWith(t);
  const { eva, root, read } = library;
  await eva('eval', 'diff');
  const green = read('.eval.jsonl');
  appendFileSync(join(root, '.eval.jsonl'), '{"ts":"2026-');
  const torn = await eva('promote', 'diff');
  assert.equal(torn.exitCode, 1);
  assert.match(torn.stdout, /line 2 of \.eval\.jsonl/);
  writeFileSync(join(root, '.eval.jsonl'), green.replace('"id":"diff"', '"id":"other"'));
  assert.match((await eva('promote', 'diff')).stdout, /✗ eval /);
  const card = { ts: '2026-01-01T00:00:00Z', all_passed: true, total: 1, passed: 1, failed_cases: [] };
  writeFileSync(join(root, '.eval.jsonl'), `${JSON.stringify(card)}\n`);
  assert.match((await eva('promote', 'diff')).stdout, /✗ eval .*eva 0\.|✗ eval /s);
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

test('a draft with an error in doctor stays a draft, even with a passing run', async (t) => {
  const { eva, edit, root } = await libraryWith(t);
  edit('prompts/diff/meta.yml', 'status: "tested"', 'status: "draft"');
  await eva('eval', 'diff');
  writeFileSync(join(root, 'prompts/diff/aliases'), 'd\nd\n');
  const output = await eva('promote', 'diff', '--check');
  assert.equal(output.exitCode, 1);
  assert.match(output.stdout, /✗ doctor /);
  assert.equal((await eva('doctor', 'diff')).exitCode, 1);
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

test('min_uses in eva.yml requires uses, and meta.yml overrides it', async (t) => {
  const { eva, edit, root } = await libraryWith(t);
  writeFileSync(join(root, 'eva.yml'), 'promotion: { min_uses: 3 }\n');
  await eva('eval', 'diff');
  assert.equal((await eva('promote', 'diff', '--check')).exitCode, 0);
  edit('prompts/diff/meta.yml', '  min_uses: 2\n', '');
  assert.match((await eva('promote', 'diff', '--check')).stdout, /2 of 3 uses/);
});

test('a prompt without eval.yml is promoted if no evaluation is required', async (t) => {
  const { eva, edit, read, root } = await libraryWith(t);
  rmSync(join(root, 'prompts/diff/eval.yml'));
  edit('prompts/diff/meta.yml', 'status: "tested"', 'status: "draft"');
  const refused = await eva('promote', 'diff');
  assert.equal(refused.exitCode, 1, refused.stderr);
  assert.match(refused.stdout, /✗ cases /);
  edit('prompts/diff/meta.yml', '  max_age_days: 30\n', '  require_eval: false\n');
  assert.equal((await eva('promote', 'diff')).exitCode, 0);
  assert.equal((await eva('promote', 'diff')).exitCode, 0);
  const rows = read('prompts/diff/.promotions.jsonl').trimEnd().split('\n');
  assert.deepEqual(
    rows.map((row) => JSON.parse(row)).map(({ to, forced, evidence }) => [to, forced, evidence]),
    [
      ['tested', false, null],
      ['ready', false, null],
    ],
  );
});

test('a passing row is refused while a later run of the same files has no row', async (t) => {
  const { eva, read, root } = await libraryWith(t);
  await eva('eval', 'diff');
  const green = read('.eval.jsonl');
  await eva('eval', 'diff');
  assert.equal((await eva('promote', 'diff', '--check')).exitCode, 0);
  const [, last = ''] = read('.eval.jsonl').trimEnd().split('\n');
  writeFileSync(join(root, '.eval.jsonl'), green);
  const output = await eva('promote', 'diff');
  assert.equal(output.exitCode, 1, output.stdout);
  const { run_id } = JSON.parse(last);
  assert.match(output.stdout.replaceAll(/\s+/g, ' '), new RegExp(`✗ eval .*${run_id}`));
  const resumed = await eva('eval', 'diff', '--resume', run_id);
  assert.equal(resumed.exitCode, 0, resumed.stderr);
  assert.equal((await eva('promote', 'diff', '--check')).exitCode, 0);
});

test('a row that contradicts its verdicts is refused, and so is a row with too few cases', async (t) => {
  const library = await libraryWith(t);
  await library.eva('eval', 'diff');
  const verdicts: { case: string; outcome: string }[] = JSON.parse(library.read('.eval.jsonl')).verdicts;
  rewriteRow(library, (row) => ({ ...row, verdicts: verdicts.map((one) => ({ ...one, outcome: 'failed' })) }));
  assert.match((await library.eva('promote', 'diff')).stdout, /contradicts itself/);
  const left = verdicts.slice(1);
  rewriteRow(library, (row) => ({ ...row, verdicts: left, total: left.length, passed: left.length }));
  assert.match((await library.eva('promote', 'diff')).stdout, /contradicts the files/);
  rewriteRow(library, (row) => ({ ...row, verdicts, total: verdicts.length, passed: verdicts.length }));
  assert.equal((await library.eva('promote', 'diff', '--check')).exitCode, 0);
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
