import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type DoctorOptions, type DoctorReport, runDoctor } from '#doctor/run-doctor.js';
import type { Problem } from '#model/problem.js';
import { type Files, goodEval, goodMeta, goodPrompt, tempLibrary } from '../support/temp-library.js';
import { treeHash } from '../support/tree-hash.js';
import { doctorEnv } from './doctor-env.js';

const now = new Date('2026-11-21T12:00:00Z');

function doctor(t: TestContext, files: Files, question: Partial<DoctorOptions> = {}): DoctorReport {
  const root = tempLibrary(t, { ...goodPrompt(), ...files });
  const env = doctorEnv(root);
  return runDoctor({ root, env, ids: [], strict: false, now, ...question });
}

/** Renders a problem as `severity code @ file:line:column`, with the parts of the place that exist. */
function brief({ severity, code, at }: Problem): string {
  const place = [at?.file, at?.line, at?.column].filter((part) => part !== undefined).join(':');
  return `${severity} ${code} @ ${place || 'nowhere'}`;
}

function meta(line: string, replacement: string): Files {
  assert.ok(goodMeta.includes(`${line}\n`), line);
  return { 'prompts/diff/meta.yml': goodMeta.replace(`${line}\n`, `${replacement}\n`) };
}

const description = 'description: Writes a small diff. Use when one thing must change.';
const body = (text: string): Files => ({ 'prompts/diff/prompt.xml': text });
const words = (count: number) => `{{code}}${' word'.repeat(count - 1)}\n`;
const lines = (count: number) => `{{code}}\n${'line\n\n'.repeat(count - 1)}`;

/** Returns the prompt `diff` with another name. */
function named(id: string): Files {
  return {
    'prompts/diff/meta.yml': null,
    'prompts/diff/prompt.xml': null,
    'prompts/diff/eval.yml': null,
    [`prompts/${id}/meta.yml`]: goodMeta.replace('id: diff', `id: ${id}`),
    [`prompts/${id}/prompt.xml`]: '{{code}}\n',
    [`prompts/${id}/eval.yml`]: goodEval,
  };
}

const second = {
  'prompts/edit/meta.yml': goodMeta.replace('id: diff', 'id: edit'),
  'prompts/edit/prompt.xml': '{{code}}\n',
  'prompts/edit/eval.yml': goodEval,
};

interface Row {
  readonly claim: string;
  readonly files: Files;
  readonly finds: readonly string[];
}

const scenario = `defaults: { model: claude-opus-4-7, judge: { model: claude-haiku-4-5-20251001 } }
scenarios:
  - title: talk
    given: g
    when: w
    inputs: { code: x }
    sample_size: 20
    then: [ { expected_behavior: It helps., criteria: { proportion_gte: { min_score: 6, proportion: 0.8 } } } ]
`;
const evalYml = (text: string): Files => ({ 'prompts/diff/eval.yml': text });

const rows: readonly Row[] = [
  {
    claim: 'items of a data set that a case cannot use',
    files: {
      'prompts/diff/eval.yml': goodEval
        .replace('inputs: { code: "x = 1" }', 'dataset: data/code.csv')
        .replace('contains: "<diff>"', 'matches: { field: pattern }'),
      'data/code.csv': 'code,pattern\nx = 1,(\n"y = 2,a+\n',
    },
    finds: ['error EVA_DATA_VALUE @ data/code.csv:2:7', 'error EVA_DATA_SYNTAX @ data/code.csv:3:1'],
  },
  { claim: 'a good library has no problems', files: {}, finds: [] },
  {
    claim: 'a missing rubric is not a problem, since the next run writes it',
    files: evalYml(scenario),
    finds: [],
  },
  {
    claim: 'an incomplete rubric in rubrics.yml is a problem at its place',
    files: {
      ...evalYml(scenario),
      'prompts/diff/rubrics.yml': 'rubrics:\n  - { behavior: It helps., levels: { 1: hinders, 10: helps } }\n',
    },
    finds: ['error EVA_BAD_RUBRIC @ prompts/diff/rubrics.yml:2:28'],
  },
  {
    claim: 'a scenario that cannot pass is a problem at its criterion',
    files: evalYml(scenario.replace('sample_size: 20', 'sample_size: 13')),
    finds: ['error EVA_UNDERPOWERED @ prompts/diff/eval.yml:8:57'],
  },
  {
    claim: 'a required input that the body never uses is a problem at its declaration',
    files: body('Change it.\n'),
    finds: ['error EVA_INPUT_UNUSED @ prompts/diff/meta.yml:10:11'],
  },
  {
    claim: 'an optional input may be unused',
    files: { ...meta('    required: true', '    required: false'), ...body('Change it.\n') },
    finds: [],
  },
  {
    claim: 'an undeclared variable is a problem at its first use, reported once',
    files: body('{{code}}\nin {{language}} and {{language}}\n'),
    finds: ['error EVA_UNDECLARED_INPUT @ prompts/diff/prompt.xml:2:4'],
  },
  {
    claim: 'a variable with values in the cases alone is undeclared',
    files: {
      ...body('{{code}} in {{language}}\n'),
      'prompts/diff/eval.yml': goodEval.replace('{ code:', '{ language: C, code:'),
    },
    finds: ['error EVA_UNDECLARED_INPUT @ prompts/diff/prompt.xml:1:13'],
  },
  {
    claim: 'a prompt without eval.yml is a warning',
    files: { 'prompts/diff/eval.yml': null },
    finds: ['warning EVA_NO_EVAL_FILE @ prompts/diff/eval.yml'],
  },
  {
    claim: 'a pattern that does not compile is found without running it',
    files: { 'prompts/diff/eval.yml': goodEval.replace('contains: "<diff>"', "matches: '(diff'") },
    finds: ['error EVA_BAD_REGEX @ prompts/diff/eval.yml:7:18'],
  },
  {
    claim: 'the model of a case must have a known provider',
    files: { 'prompts/diff/eval.yml': goodEval.replace('claude-opus-4-7', 'gpt 4') },
    finds: ['error EVA_BAD_MODEL @ prompts/diff/eval.yml:2:10'],
  },
  {
    claim: 'problems of meta.yml, prompt.xml and eval.yml are reported together',
    files: {
      ...meta('status: draft', 'status: done'),
      ...body(' \n'),
      'prompts/diff/eval.yml': goodEval.replace('contains', 'contain'),
    },
    finds: [
      'error EVA_BAD_VALUE @ prompts/diff/meta.yml:4:9',
      'error EVA_BLANK_BODY @ prompts/diff/prompt.xml',
      'error EVA_UNKNOWN_CHECK @ prompts/diff/eval.yml:7:9',
    ],
  },
  {
    claim: 'the name of a skill cannot have capitals',
    files: named('Diff'),
    finds: ['error EVA_SKILL_ID @ prompts/Diff/meta.yml'],
  },
  {
    claim: 'the name of a skill cannot have two adjacent hyphens',
    files: named('my--diff'),
    finds: ['error EVA_SKILL_ID @ prompts/my--diff/meta.yml'],
  },
  {
    claim: 'the name of a skill cannot have a reserved word',
    files: named('claude-diff'),
    finds: ['error EVA_SKILL_ID @ prompts/claude-diff/meta.yml'],
  },
  {
    claim: 'a reserved word in capitals is refused too, and each problem of a name is reported',
    files: named('Claude'),
    finds: ['error EVA_SKILL_ID @ prompts/Claude/meta.yml', 'error EVA_SKILL_ID @ prompts/Claude/meta.yml'],
  },
  {
    claim: 'the name of a skill cannot contain the other reserved word',
    files: named('myanthropics'),
    finds: ['error EVA_SKILL_ID @ prompts/myanthropics/meta.yml'],
  },
  { claim: 'the name of a skill may have 64 characters', files: named('d'.repeat(64)), finds: [] },
  {
    claim: 'the name of a skill cannot have 65 characters',
    files: named('d'.repeat(65)),
    finds: [`error EVA_SKILL_ID @ prompts/${'d'.repeat(65)}/meta.yml`],
  },
  {
    claim: 'a description that does not say when to use the prompt is a warning',
    files: meta(description, 'description: Writes a small diff.'),
    finds: ['warning EVA_NO_USE_WHEN @ prompts/diff/meta.yml:8:14'],
  },
  {
    claim: '"use when" is case-insensitive',
    files: meta(description, 'description: To be USE WHENever one thing must change.'),
    finds: [],
  },
  {
    claim: 'a description with a tag does not fit a skill',
    files: meta(description, 'description: Writes a <diff>. Use when needed.'),
    finds: ['error EVA_SKILL_DESCRIPTION @ prompts/diff/meta.yml:8:14'],
  },
  {
    claim: 'a description of 1024 code points fits a skill',
    files: meta(description, `description: Use when ${'𝄞'.repeat(1015)}`),
    finds: [],
  },
  {
    claim: 'a description of 1025 characters does not fit a skill',
    files: meta(description, `description: Use when ${'a'.repeat(1016)}`),
    finds: ['error EVA_SKILL_DESCRIPTION @ prompts/diff/meta.yml:8:14'],
  },
  { claim: 'a prompt without a description is accepted', files: meta(description, 'notes: none'), finds: [] },
  {
    claim: 'triggers is a list of texts',
    files: meta(description, 'triggers: refactor'),
    finds: ['error EVA_WRONG_TYPE @ prompts/diff/meta.yml:8:11'],
  },
  {
    claim: 'not_for has no blank text',
    files: meta(description, 'not_for: [explain, " "]'),
    finds: ['error EVA_EMPTY @ prompts/diff/meta.yml:8:20'],
  },
  { claim: 'a body of 3,499 words is not long', files: body(words(3499)), finds: [] },
  {
    claim: 'a body of 3,500 words is a warning',
    files: body(words(3500)),
    finds: ['warning EVA_BODY_LENGTH @ prompts/diff/prompt.xml'],
  },
  {
    claim: 'a body of 4,999 words is still a warning',
    files: body(words(4999)),
    finds: ['warning EVA_BODY_LENGTH @ prompts/diff/prompt.xml'],
  },
  {
    claim: 'a body of 5,000 words is a problem',
    files: body(words(5000)),
    finds: ['error EVA_BODY_LENGTH @ prompts/diff/prompt.xml'],
  },
  { claim: 'a body of 199 lines is not long, and blank lines do not count', files: body(lines(199)), finds: [] },
  {
    claim: 'a body of 200 lines is a warning',
    files: body(lines(200)),
    finds: ['warning EVA_BODY_LENGTH @ prompts/diff/prompt.xml'],
  },
  {
    claim: 'aliases are verbs, one per line, and blank lines are ignored',
    files: { 'prompts/diff/aliases': 'gd\r\n\r\n_fix\nmake-diff2\n' },
    finds: [],
  },
  {
    claim: 'a text that is not a valid command name is not an alias',
    files: { 'prompts/diff/aliases': '2fix\n  fix it\n# note\nrm;rm\n-x\n$(id)\n' },
    finds: [
      'error EVA_BAD_ALIAS @ prompts/diff/aliases:1:1',
      'error EVA_BAD_ALIAS @ prompts/diff/aliases:2:3',
      'error EVA_BAD_ALIAS @ prompts/diff/aliases:3:1',
      'error EVA_BAD_ALIAS @ prompts/diff/aliases:4:1',
      'error EVA_BAD_ALIAS @ prompts/diff/aliases:5:1',
      'error EVA_BAD_ALIAS @ prompts/diff/aliases:6:1',
    ],
  },
  {
    claim: 'an alias of two prompts is a problem of the second one',
    files: { ...second, 'prompts/diff/aliases': 'fix\n', 'prompts/edit/aliases': 'edit\nfix\n' },
    finds: ['error EVA_ALIAS_TAKEN @ prompts/edit/aliases:2:1'],
  },
  {
    claim: 'a duplicate alias in a file is a problem',
    files: { 'prompts/diff/aliases': 'fix\nfix\n' },
    finds: ['error EVA_ALIAS_TAKEN @ prompts/diff/aliases:2:1'],
  },
  {
    claim: 'names of object methods are ordinary aliases',
    files: { ...second, 'prompts/diff/aliases': 'constructor\n', 'prompts/edit/aliases': '__proto__\ntoString\n' },
    finds: [],
  },
  {
    claim: 'an unreadable line of the recordings is a warning that names the line',
    files: { 'prompts/diff/recordings.jsonl': '\n{"key": "a"\n' },
    finds: ['warning EVA_BAD_RECORDING @ prompts/diff/recordings.jsonl:2'],
  },
  {
    claim: 'a program that a check runs is a warning until it is trusted',
    files: { 'prompts/diff/eval.yml': goodEval.replace('contains: "<diff>"', 'command: [cat]') },
    finds: ['warning EVA_NOT_TRUSTED @ prompts/diff/eval.yml:7:18'],
  },
  {
    claim: 'the application of a scenario is a warning until it is trusted',
    files: {
      'prompts/diff/eval.yml': `scenarios:
  - { title: t, given: g, when: w, inputs: { code: x }, sample_size: 5, app: { command: [cat] }, then: [{ assert: [{ contains: x }], criteria: { proportion_gte: { proportion: 0.5 } } }] }
`,
    },
    finds: ['warning EVA_NOT_TRUSTED @ prompts/diff/eval.yml:2:89'],
  },
];

for (const { claim, files, finds } of rows) {
  test(claim, (t) => {
    const report = doctor(t, files);
    assert.deepEqual(
      report.prompts.flatMap((prompt) => prompt.problems.map(brief)),
      finds,
    );
    assert.deepEqual(report.library, []);
  });
}

const libraryRows: readonly Row[] = [
  {
    claim: 'unreadable lines of the log are warnings that name the line',
    files: { '.eval.jsonl': '{"ts":\n\n{"ts": 7}\n' },
    finds: ['warning EVA_BAD_ROW @ .eval.jsonl:1', 'warning EVA_BAD_ROW @ .eval.jsonl:3'],
  },
  {
    claim: 'a log that is a link is a problem of the library and is not followed',
    files: { '.eval.jsonl': { link: '/etc/passwd' } },
    finds: ['error EVA_ODD_FILE @ nowhere'],
  },
  {
    claim: 'problems of eva.yml are reported once for several prompts',
    files: { ...second, 'eva.yml': 'concurrency: 0\n' },
    finds: ['error EVA_OUT_OF_RANGE @ eva.yml:1:14'],
  },
  {
    claim: 'a default model without a provider is reported once for several prompts',
    files: {
      'eva.yml': 'defaults: { model: four }\n',
      ...second,
      'prompts/diff/eval.yml': goodEval.replace('defaults:\n  model: claude-opus-4-7\n', ''),
      'prompts/edit/eval.yml': goodEval.replace('defaults:\n  model: claude-opus-4-7\n', ''),
    },
    finds: ['error EVA_BAD_MODEL @ eva.yml:1:20'],
  },
  {
    claim: 'a server that prompts are sent to is a warning until it is trusted',
    files: { 'eva.yml': 'providers:\n  far: { type: openai, base_url: "https://models.example/v1" }\n' },
    finds: ['warning EVA_NOT_TRUSTED @ eva.yml'],
  },
];

for (const { claim, files, finds } of libraryRows) {
  test(claim, (t) => {
    const report = doctor(t, files);
    assert.deepEqual(report.library.map(brief), finds);
    assert.deepEqual(
      report.prompts.flatMap((prompt) => prompt.problems),
      [],
    );
  });
}

const versions: readonly (readonly [string, boolean])[] = [
  ['18.20.8', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['20.20.2', true],
  ['21.0.0', true],
  ['22.12.0-nightly', true],
];

for (const [nodeVersion, isEnough] of versions) {
  test(`Node ${nodeVersion} is ${isEnough ? 'new enough' : 'too old'}`, (t) => {
    const env = { nodeVersion, missingKey: () => undefined, user: { dataDir: '/nonexistent', uid: undefined } };
    const { library, errors } = doctor(t, {}, { env });
    assert.deepEqual(library.map(brief), isEnough ? [] : ['error EVA_OLD_NODE @ nowhere']);
    assert.equal(errors, isEnough ? 0 : 1);
  });
}

test('a missing key is reported once, even if several models need it', (t) => {
  const env = {
    nodeVersion: '20.19.0',
    missingKey: () => 'ANTHROPIC_API_KEY',
    user: { dataDir: '/nonexistent', uid: undefined },
  };
  const withRubric = goodEval.replace('assert:', 'rubric: Is it small?\n    assert:');
  const { library, errors, warnings } = doctor(t, { ...second, 'prompts/diff/eval.yml': withRubric }, { env });
  assert.deepEqual(
    library.map(({ severity, code, message }) => [severity, code, message.split(' ')[0]]),
    [['warning', 'EVA_NO_KEY', 'ANTHROPIC_API_KEY']],
  );
  assert.deepEqual([errors, warnings], [0, 1]);
});

test('only the named prompts are checked, but the aliases of all prompts are compared', (t) => {
  const files = { ...second, ...body(''), 'prompts/diff/aliases': 'fix\n', 'prompts/edit/aliases': 'fix\n' };
  const { prompts } = doctor(t, files, { ids: ['edit'] });
  assert.deepEqual(
    prompts.map(({ id, problems }) => ({ id, problems: problems.map(brief) })),
    [{ id: 'edit', problems: ['error EVA_ALIAS_TAKEN @ prompts/edit/aliases:1:1'] }],
  );
});

test('a prompt behind a link that leaves the library is reported and not read', (t) => {
  const outside = tempLibrary(t, { 'meta.yml': 'id: secret-of-outside\n' });
  const { prompts } = doctor(t, { 'prompts/outside': { link: outside } });
  const found = prompts.find(({ id }) => id === 'outside')?.problems ?? [];
  assert.deepEqual(found.map(brief), ['error EVA_BAD_ID @ prompts/outside']);
  assert.doesNotMatch(JSON.stringify(prompts), /secret-of-outside/);
});

test('doctor changes nothing, and gives the same result twice', (t) => {
  const root = tempLibrary(t, {
    ...goodPrompt(),
    ...second,
    'prompts/edit/eval.yml': goodEval.replace('contains: "<diff>"', 'command: [touch, here]'),
    'prompts/diff/aliases': 'fix it\n',
    'prompts/diff/recordings.jsonl': '{"torn',
    '.eval.jsonl': '{"torn',
  });
  const env = doctorEnv(root);
  const before = treeHash(root);
  const first = runDoctor({ root, env, ids: [], strict: false, now });
  const again = runDoctor({ root, env, ids: [], strict: false, now });
  assert.equal(treeHash(root), before);
  assert.deepEqual(again, first);
  assert.equal(first.errors, 1);
  assert.equal(first.warnings, 3);
});
