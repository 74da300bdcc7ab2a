import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { allowUnderpowered } from '#run/plan/plan-run.js';
import { type PromptFiles, readLibrary, readPrompt } from '#run/prompt/read-prompt.js';
import { runEva } from '../support/run-eva.js';
import { type Files, goodEval, goodMeta, goodPrompt, tempLibrary } from '../support/temp-library.js';

const programs = {
  'answer.sh': 'cat > /dev/null; echo "<diff>"\n',
  'eva.yml': 'providers: { mine: { type: command, command: [sh, answer.sh] } }\n',
  'prompts/diff/check.sh': 'cat > /dev/null\n',
  'prompts/diff/eval.yml': goodEval
    .replace('claude-opus-4-7', 'command:mine')
    .replace('contains: "<diff>"', 'command: [sh, check.sh]'),
};

function gather(t: TestContext, files: Files): PromptFiles {
  const root = tempLibrary(t, { ...goodPrompt(), ...programs, ...files });
  return readPrompt(readLibrary(root), 'diff');
}

/** Summarises what was read: prompt, cases, plan, programs and problems. */
function brief({ prompt, cases, planRun, programs: named, problems }: PromptFiles) {
  return {
    has: [prompt !== null, cases.length > 0, planRun !== null],
    names: named.map(({ kind }) => kind),
    says: problems.map(({ code }) => code),
  };
}

test('eva.yml sets promotion rules, and meta.yml overrides each key', (t) => {
  const promotionOf = (own: string) =>
    gather(t, {
      'eva.yml': `${programs['eva.yml']}promotion: { min_uses: 3, max_failed_runs: 0, tries: corrected }\n`,
      'prompts/diff/meta.yml': `${goodMeta}${own}`,
    }).prompt?.promotion;
  assert.deepEqual(promotionOf(''), { min_uses: 3, max_failed_runs: 0, tries: 'corrected' });
  assert.deepEqual(promotionOf('promotion: { min_uses: 0, max_age_days: 30, tries: named }\n'), {
    min_uses: 0,
    max_age_days: 30,
    max_failed_runs: 0,
    tries: 'named',
  });
});

test('the prompts of a library are listed once, and only for a prompt with cases_of', (t) => {
  const other = {
    'prompts/other/meta.yml': goodMeta.replace('id: diff', 'id: other'),
    'prompts/other/prompt.xml': goodPrompt()['prompts/diff/prompt.xml'] ?? '',
    'prompts/other/eval.yml': 'cases_of: diff\n',
  };
  const root = tempLibrary(t, { ...goodPrompt(), ...other });
  const library = readLibrary(root);
  let listed = 0;
  const ids = () => {
    listed++;
    return library.ids();
  };
  readPrompt({ ...library, ids }, 'diff');
  assert.equal(listed, 0);
  assert.equal(readPrompt({ ...library, ids }, 'other').cases_id, 'diff');
  assert.equal(listed, 1);
  assert.equal(library.ids(), library.ids());
});

test('of two hundred criteria that cannot pass, fifty are reported and the rest counted', (t) => {
  const bar = 'assert: [{ contains: x }], criteria: { proportion_gte: { proportion: 0.95 } }';
  const names = Array.from({ length: 200 }, (_, i) => `  - { name: c${i}, inputs: { code: x }, ${bar} }\n`);
  const files = {
    'prompts/diff/eval.yml': `defaults: { model: claude-x, sample_size: 20 }\ncases:\n${names.join('')}`,
  };
  const root = tempLibrary(t, { ...goodPrompt(), ...files });
  const ends = [{}, { manner: allowUnderpowered }].map((choice) => {
    const { problems } = readPrompt(readLibrary(root), 'diff', choice);
    const last = problems.at(-1);
    return [problems.length, problems[49]?.code, last?.severity, last?.message];
  });
  assert.deepEqual(ends, [
    [51, 'EVA_UNDERPOWERED', 'error', 'and 150 more problems'],
    [51, 'EVA_UNDERPOWERED', 'warning', 'and 150 more problems'],
  ]);
});

const rows: readonly (readonly [what: string, files: Files, expected: ReturnType<typeof brief>])[] = [
  ['nothing is wrong', {}, { has: [true, true, true], names: ['check', 'provider'], says: [] }],
  [
    'there is no eval.yml',
    { 'prompts/diff/eval.yml': null },
    { has: [true, false, false], names: [], says: ['EVA_NO_EVAL_FILE'] },
  ],
  [
    'eva.yml is broken',
    { 'eva.yml': 'concurrency: 0\n' },
    { has: [true, true, false], names: ['check'], says: ['EVA_OUT_OF_RANGE'] },
  ],
  [
    'meta.yml is broken',
    { 'prompts/diff/meta.yml': '[' },
    { has: [false, true, false], names: ['check', 'provider'], says: ['EVA_YAML_SYNTAX'] },
  ],
  [
    'a file is broken and a model is unknown',
    { 'prompts/diff/prompt.xml': ' ', 'prompts/diff/eval.yml': goodEval.replace('claude-opus-4-7', 'four') },
    { has: [false, true, false], names: [], says: ['EVA_BLANK_BODY', 'EVA_BAD_MODEL'] },
  ],
];

for (const [what, files, expected] of rows) {
  test(`readable parts are returned and nothing is thrown if ${what}`, (t) => {
    assert.deepEqual(brief(gather(t, files)), expected);
  });
}

test('the evidence of the files equals the evidence of a run, including programs', async (t) => {
  const root = tempLibrary(t, { ...goodPrompt(), ...programs });
  const { exitCode, stderr } = await runEva(['eval', 'diff', '--trust'], { cwd: root });
  assert.equal(exitCode, 0, stderr);
  const {
    synthetic: _,
    oldest_reply: __,
    ...digests
  } = JSON.parse(readFileSync(join(root, '.eval.jsonl'), 'utf8')).evidence;
  assert.deepEqual(readPrompt(readLibrary(root), 'diff').evidence?.(), digests);
});

const changedPrograms: readonly (readonly [file: string, digest: string])[] = [
  ['prompts/diff/check.sh', 'cases'],
  ['answer.sh', 'models'],
];

for (const [file, digest] of changedPrograms) {
  test(`a changed byte of ${file} changes only the digest of ${digest}`, (t) => {
    const root = tempLibrary(t, { ...goodPrompt(), ...programs });
    const evidence = () => readPrompt(readLibrary(root), 'diff').evidence?.() ?? assert.fail();
    const before = evidence();
    const path = join(root, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace('/dev/null', '/dev/nulL'));
    const after = evidence();
    const parts = ['prompt', 'cases', 'judge', 'models'] as const;
    assert.deepEqual(
      parts.filter((part) => before[part] !== after[part]),
      [digest],
    );
  });
}

const severalKinds = `defaults: { model: claude-opus-4-7, judge: { model: claude-haiku-4-5-20251001 } }
cases:
  - name: given
    inputs: { code: x }
    assert: [ { contains: "<diff>" } ]
  - name: of items
    dataset: { file: data.jsonl }
    assert: [ { contains: "<diff>" } ]
scenarios:
  - title: the model
    inputs: { code: x }
    given: Somebody asks about {{code}}.
    when: They ask once.
    then: [ { metric: per_conversation.turn_count, criteria: { median_lt: { threshold: 3 } } } ]
    sample_size: 20
`;

const application = `defaults: { model: claude-opus-4-7 }
scenarios:
  - title: an application
    given: Somebody asks.
    when: They ask once.
    app: { command: [cat] }
    then: [ { metric: per_conversation.turn_count, criteria: { median_lt: { threshold: 3 } } } ]
    sample_size: 20
`;

test('the evidence of a prompt is the same without meta.yml and with each that says nothing about its inputs', (t) => {
  const evidence = [
    goodMeta.replace(/inputs:[\s\S]*/, ''),
    'id: diff\n',
    'status: tested\ncreated: 2026-01-02\n',
    '',
    null,
  ].map((meta) => {
    const files = gather(t, {
      'prompts/diff/meta.yml': meta,
      'prompts/diff/eval.yml': severalKinds,
      'data.jsonl': '{"code": "y", "more": 1}\n',
    });
    assert.deepEqual(brief(files).says, [], String(meta));
    return files.evidence?.();
  });
  assert.ok(evidence[0]);
  for (const one of evidence) assert.deepEqual(one, evidence[0]);
});

test('an input of a body that an application replaces is no input of its scenario', (t) => {
  const { cases } = gather(t, { 'prompts/diff/meta.yml': null, 'prompts/diff/eval.yml': application });
  const [subject] = cases.map((one) => one.subject);
  assert.ok(subject && 'inputs' in subject);
  assert.deepEqual(subject.inputs, {});
});
