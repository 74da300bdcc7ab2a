import assert from 'node:assert/strict';
import test from 'node:test';
import { readLibrary, readPrompt } from '#run/prompt/read-prompt.js';
import { type Files, goodEval, goodPrompt, tempLibrary } from '../support/temp-library.js';

const evalYml = 'prompts/diff/eval.yml';

/** Reads the prompt `id` of a library with these files. */
function read(t: Parameters<typeof tempLibrary>[0], files: Files, id = 'diff', casesOf?: string) {
  const library = readLibrary(tempLibrary(t, { ...goodPrompt(), ...files }));
  return readPrompt(library, id, casesOf === undefined ? {} : { variant: { cases_of: casesOf } });
}

function codes({ problems }: ReturnType<typeof read>): readonly string[] {
  return problems.map(({ code }) => code);
}

test('a rule has the defaults of what it does not set, and its place', (t) => {
  const { compare, problems } = read(t, { [evalYml]: `compare: { against: main }\n${goodEval}` });
  const { at, ...rule } = compare ?? {};
  assert.deepEqual(rule, { against: 'main', not_worse_by: 0.05, cases: null, better: false });
  assert.deepEqual([at?.file, at?.line, at?.column], [evalYml, 1, 21]);
  assert.deepEqual(problems, []);
  const all = 'compare: { against: ready, not_worse_by: 0.02, cases: [happy], better: true }\n';
  const full = read(t, { [evalYml]: all + goodEval }).compare;
  assert.deepEqual([full?.not_worse_by, full?.cases, full?.better], [0.02, ['happy'], true]);
});

test('a prompt without compare, or whose file cannot be read, has no rule', (t) => {
  assert.equal(read(t, {}).compare, null);
  assert.equal(read(t, { [evalYml]: 'compare: { against: main\n' }).compare, null);
  assert.equal(read(t, { [evalYml]: `compare: { against: diff }\n${goodEval}` }).compare, null);
  assert.equal(read(t, { 'prompts/diff/prompt.xml': null, 'prompts/diff/eval.yml': null }).compare, null);
});

test('a rule is part of no digest', (t) => {
  const without = read(t, {});
  for (const rule of ['{ against: main }', '{ against: ready, not_worse_by: 0.3, better: true }']) {
    const files = read(t, { [evalYml]: `compare: ${rule}\n${goodEval}` });
    assert.deepEqual(files.evidence?.(), without.evidence?.());
    assert.deepEqual(files.planRun?.(), { ...without.planRun?.(), cases: files.planRun?.()?.cases });
  }
});

test('versions that git and eva know are accepted', (t) => {
  const versions = [
    'ready',
    'main',
    'origin/main',
    'v1.0',
    '4f2a9c1',
    'HEAD~1',
    'main^',
    'refs/heads/diff',
    'other',
    '@',
  ];
  for (const version of versions) {
    const files = read(t, { [evalYml]: `compare: { against: "${version}" }\n${goodEval}` });
    assert.deepEqual([files.compare?.against, codes(files)], [version, []]);
  }
});

test('beside cases_of, the rule is the own one and names the cases of the other prompt', (t) => {
  const next = {
    'prompts/next/prompt.xml': '<task>{{code}}</task>\n',
    'prompts/next/eval.yml': 'cases_of: diff\ncompare: { against: diff, cases: [happy] }\n',
    [evalYml]: `compare: { against: main }\n${goodEval}`,
  };
  const files = read(t, next, 'next');
  assert.deepEqual([files.compare?.against, codes(files)], ['diff', []]);
  const unknown = read(
    t,
    { ...next, 'prompts/next/eval.yml': 'cases_of: diff\ncompare: { against: diff, cases: [sad] }\n' },
    'next',
  );
  assert.deepEqual(codes(unknown), ['EVA_UNKNOWN_CASE']);
  const without = read(t, { ...next, 'prompts/next/eval.yml': 'cases_of: diff\n' }, 'next');
  assert.equal(without.compare, null);
});

test('with the cases of another prompt from the command line, there is no rule', (t) => {
  const files = read(
    t,
    {
      [evalYml]: `compare: { against: main, cases: [happy] }\n${goodEval}`,
      'prompts/next/prompt.xml': '<task>{{code}}</task>\n',
      'prompts/next/eval.yml': goodEval.replace('happy', 'other'),
    },
    'diff',
    'next',
  );
  assert.deepEqual([files.compare, codes(files)], [null, []]);
});

test('a case that cannot be read hides the names of cases', (t) => {
  const files = read(t, { [evalYml]: `compare: { against: main, cases: [sad] }\n${goodEval}  - nmae: sad\n` });
  assert.ok(!codes(files).includes('EVA_UNKNOWN_CASE'), String(codes(files)));
  const scenario = read(t, {
    [evalYml]: `compare: { against: main, cases: [a talk] }\n${goodEval}scenarios:\n  - title: a talk\n`,
  });
  assert.ok(!codes(scenario).includes('EVA_UNKNOWN_CASE'), String(codes(scenario)));
});
