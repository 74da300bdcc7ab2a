import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isMisspelling } from '#doctor/fixes/fixes.js';
import { type Files, goodEval, goodMeta, tempLibrary } from '../../support/temp-library.js';
import { treeHash } from '../../support/tree-hash.js';
import { fixedLibrary } from './fixed-library.js';

const evalYml = 'prompts/diff/eval.yml';
const metaYml = 'prompts/diff/meta.yml';
const body = 'prompts/diff/prompt.xml';

/** A mistake: the file with it, the file without it, and the code of its problem. */
interface Example {
  readonly file: string;
  readonly before: string | Uint8Array;
  readonly after: string;
  readonly code: string;
  readonly besides?: Files;
}

const inEval = (good: string, wrong: string, code: string): Example => {
  assert.ok(goodEval.includes(good), good);
  return { file: evalYml, before: goodEval.replace(good, wrong), after: goodEval, code };
};
const inMeta = (good: string, wrong: string, code: string): Example => {
  assert.ok(goodMeta.includes(good), good);
  return { file: metaYml, before: goodMeta.replace(good, wrong), after: goodMeta, code };
};
const from = (file: string, before: string, after: string, code: string): Example => ({ file, before, after, code });
const aCase = (line: string) => `# mine\n${goodEval}    ${line} # kept\n`;

const examples: Readonly<Record<string, Example>> = {
  'tabs that indent lines': {
    ...inEval('  model: claude', '\tmodel: claude', 'EVA_YAML_TAB'),
  },
  'a text that begins with @': from(
    evalYml,
    goodEval.replace('name: happy', 'name: @happy'),
    goodEval.replace('name: happy', 'name: "@happy"'),
    'EVA_YAML_SYNTAX',
  ),
  'a text with a colon': from(
    evalYml,
    `${goodEval}    about: Score: 1 to "5"\n`.replace('about', 'extract'),
    `${goodEval}    extract: 'Score: 1 to "5"'\n`,
    'EVA_YAML_SYNTAX',
  ),
  'curly quotes around a text with a colon': from(
    metaYml,
    goodMeta.replace('title: Surgical diff', 'title: “Surgical: diff”'),
    goodMeta.replace('title: Surgical diff', 'title: "Surgical: diff"'),
    'EVA_YAML_SYNTAX',
  ),
  'a backslash of a pattern in double quotes': from(
    evalYml,
    `${goodEval}      - matches: "\\d+ it's"\n`,
    `${goodEval}      - matches: '\\d+ it''s'\n`,
    'EVA_YAML_SYNTAX',
  ),
  'no space after the colon of a key': inEval('name: happy', 'name:happy', 'EVA_YAML_SYNTAX'),
  'a placeholder without quotes': {
    file: 'prompts/diff/messages.yml',
    before: '- role: user\n  content: {{code}} # all\n',
    after: '- role: user\n  content: "{{code}}" # all\n',
    code: 'EVA_YAML_KEY',
    besides: { [body]: null },
  },
  'a misspelt key of eval.yml': inEval('assert:', 'asert:', 'EVA_UNKNOWN_KEY'),
  'a misspelt check': inEval('- contains:', '- contians:', 'EVA_UNKNOWN_CHECK'),
  'a key with a Cyrillic letter': inEval('cases:', 'cаses:', 'EVA_UNKNOWN_KEY'),
  'a misspelt key of meta.yml': inMeta('description:', 'descripton:', 'EVA_LIKELY_TYPO'),
  'a misspelt key of eva.yml': from('eva.yml', 'concurency: 3 # few\n', 'concurrency: 3 # few\n', 'EVA_UNKNOWN_KEY'),
  'a misspelt key of a draft': inMeta('status: draft', 'staus: draft', 'EVA_LIKELY_TYPO'),
  'an id that is not the folder': inMeta('id: diff', 'id: dif', 'EVA_ID_MISMATCH'),
  'a misspelt value': inMeta('status: draft', 'status: Draft', 'EVA_BAD_VALUE'),
  'a number where a text belongs': from(
    evalYml,
    goodEval.replace('name: happy', 'name: 007'),
    goodEval.replace('name: happy', 'name: "007"'),
    'EVA_WRONG_TYPE',
  ),
  'a number in quotes': from(evalYml, aCase("sample_size: '2'"), aCase('sample_size: 2'), 'EVA_WRONG_TYPE'),
  'a truth value in quotes': inMeta('required: true', 'required: "True"', 'EVA_WRONG_TYPE'),
  'a number with a comma': from(
    evalYml,
    goodEval.replace('model: claude-opus-4-7', 'model: claude-opus-4-7\n  temperature: 0,5'),
    goodEval.replace('model: claude-opus-4-7', 'model: claude-opus-4-7\n  temperature: 0.5'),
    'EVA_WRONG_TYPE',
  ),
  'a date without zeros': inMeta('created: 2026-01-02', 'created: 2026/1/2', 'EVA_BAD_DATE'),
  'a misspelt path': {
    file: evalYml,
    before: goodEval.replace('inputs: { code: "x = 1" }', 'files: { code: cod.txt }'),
    after: goodEval.replace('inputs: { code: "x = 1" }', 'files: { code: code.txt }'),
    code: 'EVA_NO_FILE',
    besides: { 'prompts/diff/code.txt': 'x' },
  },
  'a misspelt placeholder': from(body, '<task>{{cdoe}}</task>\n', '<task>{{code}}</task>\n', 'EVA_UNDECLARED_INPUT'),
  'a placeholder with a Cyrillic letter': from(
    body,
    'A {{cоde}} of {{code}}.\n',
    'A {{code}} of {{code}}.\n',
    'EVA_LOOKALIKE',
  ),
  'three braces': from(body, 'A {{{code}}} of {{code}}.\n', 'A {{code}} of {{code}}.\n', 'EVA_TEMPLATE_LEFTOVER'),
  'an invisible character': from(body, 'A\u200b {{code}}.\n', 'A {{code}}.\n', 'EVA_INVISIBLE_TEXT'),
  'UTF-16': {
    file: evalYml,
    before: Buffer.from(`\ufeff${goodEval}`, 'utf16le'),
    after: goodEval,
    code: 'EVA_NOT_UTF8',
  },
};

for (const [name, { file, before, after, code, besides }] of Object.entries(examples)) {
  test(`${name}: fixed, and nothing else changes`, (t) => {
    const { fixed, report, textOf, run, root } = fixedLibrary(t, { files: { ...besides, [file]: before } });
    assert.deepEqual([textOf(file), fixed.map((one) => [one.file, one.code])], [after, [[file, code]]]);
    assert.deepEqual(
      report.prompts.flatMap(({ problems }) => problems).filter((one) => one.code === code),
      [],
    );
    const tree = treeHash(root);
    assert.deepEqual([run().fixed, treeHash(root)], [[], tree], 'a second time changes nothing');
  });
}

const untouched: Readonly<Record<string, Files>> = {
  'tabs whose width decides what they mean': { [evalYml]: 'cases:\n  - name: a\n    rubric: |\n      x\n\t\ty\n' },
  'a key that may be two': {
    [evalYml]: goodEval.replace('assert:', 'max_token: 3\n    assert:').replace('max_token:', 'x:'),
  },
  'an invisible character in the input of a case': { [evalYml]: goodEval.replace('x = 1', 'x\u200b = 1') },
  'an escape that YAML knows too': { [evalYml]: `${goodEval}      - matches: "\\d\\n"\n` },
  'a status that no run has earned': { [metaYml]: goodMeta.replace('status: draft', 'status: tseted') },
  'the last status, which no run has earned either': { [metaYml]: goodMeta.replace('status: draft', 'status: redy') },
  'a status that no run has earned, below a misspelt key': {
    [metaYml]: goodMeta.replace('status: draft', 'staus: tested'),
  },
  'a key in another unit': { [evalYml]: goodEval.replace('assert:', 'timeout_ms: 5000\n    assert:') },
  'thousands with a comma, which are no decimals': { [evalYml]: aCase('sample_size: 1,000') },
  'a number with a comma that may be thousands': { [evalYml]: `${goodEval}      - max_latency_s: 1,500\n` },
  'a check in another unit': { [evalYml]: `${goodEval}      - max_latency_ms: 2000\n` },
  'a placeholder that may mean another input': {
    [metaYml]: goodMeta.replace('name: code', 'name: user_ip'),
    [evalYml]: goodEval.replace('code:', 'user_ip:'),
    [body]: 'Who is {{user_id}}?\n',
  },
  'the body of a tested prompt': {
    [metaYml]: goodMeta.replace('status: draft', 'status: tested'),
    [body]: 'A\u200b {{code}}.\n',
  },
  'a key whose correction shows another problem': {
    [evalYml]: goodEval.replace('assert:\n      - contains: "<diff>"', 'asert: 5'),
  },
  'a link to a file': {
    'prompts/diff/other.yml': goodEval.replace('assert', 'asert'),
    [evalYml]: { link: 'other.yml' },
  },
};

for (const [name, files] of Object.entries(untouched)) {
  test(`${name}: left as it is`, (t) => {
    const { fixed, report, root, run } = fixedLibrary(t, { files });
    assert.deepEqual(fixed, []);
    assert.ok(report.errors + report.warnings > 0);
    const tree = treeHash(root);
    run();
    assert.equal(treeHash(root), tree);
  });
}

test('a name with another unit, comparison or last letter is no misspelling', () => {
  const pairs = [
    ['timeout_m', 'timeout_s'],
    ['recall_lte', 'recall_gte'],
    ['precision_gt', 'precision_gte'],
    ['name_a', 'name_b'],
  ] as const;
  for (const [written, meant] of pairs) assert.equal(isMisspelling(written, meant), false, written);
  assert.ok(isMisspelling('timout_s', 'timeout_s'));
  assert.ok(isMisspelling('proportion_gtee', 'proportion_gte'));
});

test('several mistakes of one file are fixed, also those that the first one hid', (t) => {
  const before = `# top\r\n${goodEval}`
    .replace('assert', 'asert')
    .replace('name: happy', 'name:happy')
    .replace('cases', 'caess');
  const { fixed, textOf } = fixedLibrary(t, { files: { [evalYml]: before } });
  assert.equal(textOf(evalYml), `# top\r\n${goodEval}`);
  assert.deepEqual(
    fixed.map(({ line }) => line),
    [5, 4, 7],
  );
});

test('tabs are fixed too if the YAML has other mistakes, unless a text has them', (t) => {
  const before =
    'defaults:\n\tmodel: claude-opus-4-7\ncases:\n\t- name:happy\n\t  vars: { code: x }\n\t  asert:\n\t\t- contians: "y"\n';
  const after =
    'defaults:\n    model: claude-opus-4-7\ncases:\n    - name: happy\n      inputs: { code: x }\n      assert:\n        - contains: "y"\n';
  const { fixed, textOf } = fixedLibrary(t, { files: { [evalYml]: before } });
  assert.equal(textOf(evalYml), after);
  assert.deepEqual(
    fixed.map(({ line }) => line),
    [2, 4, 5, 6, 7],
  );
  const text = `${before}\t  rubric: |\n\t\t\tx\n`;
  assert.equal(fixedLibrary(t, { files: { [evalYml]: text } }).textOf(evalYml), text);
});

test('a byte order mark and line ends are kept', (t) => {
  const windows = (text: string) => `\ufeff${text.replaceAll('\n', '\r\n')}`;
  const { textOf } = fixedLibrary(t, { files: { [evalYml]: windows(goodEval.replace('assert', 'asert')) } });
  assert.equal(textOf(evalYml), windows(goodEval));
});

test('with ids only these prompts change', (t) => {
  const wrong = goodEval.replace('assert', 'asert');
  const files = { [evalYml]: wrong, 'prompts/two/prompt.md': '{{code}}\n', 'prompts/two/eval.yml': wrong };
  const { textOf } = fixedLibrary(t, { files, ids: ['two'] });
  assert.deepEqual([textOf(evalYml), textOf('prompts/two/eval.yml')], [wrong, goodEval]);
});

test('a fix that changes what another prompt is asked is taken back', (t) => {
  const shared = 'cases_of: diff\n';
  const files = {
    [metaYml]: goodMeta,
    [evalYml]: goodEval.replace('model: claude-opus-4-7', 'model: claude-opus-4-7\n# a\u200bb'),
    'prompts/two/prompt.md': '{{code}}\n',
    'prompts/two/eval.yml': shared,
  };
  const { fixed } = fixedLibrary(t, { files });
  assert.deepEqual(
    fixed.map(({ code }) => code),
    ['EVA_INVISIBLE_TEXT'],
    'a comment is no evidence',
  );
});

test('with ids neither eva.yml nor the prompt that has the cases changes', (t) => {
  const wrong = goodEval.replace('assert', 'asert');
  const files = {
    'eva.yml': 'concurency: 3\n',
    [evalYml]: wrong,
    'prompts/two/prompt.md': '{{code}}\n',
    'prompts/two/eval.yml': 'cases_of: diff\n',
  };
  const { fixed, textOf } = fixedLibrary(t, { files, ids: ['two'] });
  assert.deepEqual([fixed, textOf('eva.yml'), textOf(evalYml)], [[], 'concurency: 3\n', wrong]);
});

test('a folder that is a link to another prompt is no way to change that one', (t) => {
  const wrong = goodEval.replace('assert', 'asert');
  const { fixed, textOf } = fixedLibrary(t, {
    files: { [evalYml]: wrong, [metaYml]: null, 'prompts/two': { link: 'diff' } },
    ids: ['two'],
  });
  assert.deepEqual([fixed, textOf(evalYml)], [[], wrong]);
});

test('a folder that is a link out of the library is left alone', (t) => {
  const wrong = goodEval.replace('assert', 'asert');
  const outside = tempLibrary(t, { 'meta.yml': 'id: out\n', 'prompt.md': '{{code}}\n', 'eval.yml': wrong });
  const { fixed } = fixedLibrary(t, { files: { 'prompts/out': { link: outside } } });
  assert.deepEqual([fixed, readFileSync(join(outside, 'eval.yml'), 'utf8')], [[], wrong]);
});

test('eval.yaml is renamed, unless there is an eval.yml', (t) => {
  const { fixed, textOf, run } = fixedLibrary(t, {
    files: { [evalYml]: null, 'prompts/diff/eval.yaml': goodEval.replace('assert', 'asert') },
  });
  assert.equal(textOf(evalYml), goodEval);
  assert.deepEqual(
    fixed.map(({ code }) => code),
    ['EVA_NO_EVAL_FILE', 'EVA_UNKNOWN_KEY'],
  );
  assert.deepEqual(run().fixed, []);
});

test('a line that may hold a secret is neither changed nor shown', (t) => {
  const secret = 'sk-of-nobody: mine';
  const { fixed } = fixedLibrary(t, { files: { 'eva.yml': `providers:\n  x:\n    api_key_env: ${secret}\n` } });
  assert.deepEqual(fixed, []);
});

test('long lines take no long time', (t) => {
  const lines = [
    `  - name: @${' '.repeat(300_000)}x\n`,
    `  - name: "\\d${'\\"'.repeat(200_000)}\n`,
    `${'\t '.repeat(200_000)}x\n`,
  ];
  const start = performance.now();
  for (const line of lines) fixedLibrary(t, { files: { [evalYml]: `cases:\n${line}` } });
  assert.ok(performance.now() - start < 60_000);
});

test('one run corrects keys below a misspelt key, also beside a key that it cannot correct', (t) => {
  const broken = `defaults:
  modle: claude-opus-4-7
  jugde:
    modle: claude-haiku-4-5
    temprature: 0
zebra: 1
cases:
  - { name: happy, inputs: { code: x }, assert: [{ contains: x }] }
`;
  const { textOf, run } = fixedLibrary(t, { files: { [evalYml]: broken } });
  assert.match(textOf(evalYml), /^ {2}model: .*\n {2}judge:\n {4}model: .*\n {4}temperature: 0$/m);
  assert.deepEqual(run().fixed, []);
});

test('a tab after a dash becomes a space, but not within a text', (t) => {
  const entry =
    'defaults: { model: claude-opus-4-7 }\ncases:\n  -\tname: happy\n    inputs: { code: x }\n    assert:\n      -\tcontains: x\n';
  assert.equal(fixedLibrary(t, { files: { [evalYml]: entry } }).textOf(evalYml), entry.replaceAll('-\t', '- '));
  const text = `${entry}  - name: two\n    inputs:\n      code: |\n        -\tx\n    assert: [{ contains: x }]\n`;
  assert.equal(fixedLibrary(t, { files: { [evalYml]: text } }).textOf(evalYml), text);
});
