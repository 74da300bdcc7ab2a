import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { loadConfig } from '#load/config.js';
import { loadCases } from '#load/eval-file.js';
import { loadPrompt } from '#load/prompt.js';
import { type Files, goodMeta, goodPrompt, tempLibrary } from '../support/temp-library.js';
import { said } from './said.js';

const head = 'defaults: { model: claude-opus-4-7 }\n';
/** An eval.yml with one case whose lines begin at line 4. */
const oneCase = (lines: string) =>
  `${head}cases:\n  - name: one\n    inputs: { code: x }\n    ${lines.replaceAll('\n', '\n    ')}\n`;

function problemsOf(t: TestContext, files: Files): string[] {
  const root = tempLibrary(t, { ...goodPrompt(), ...files });
  const prompt = loadPrompt(root, 'diff').value ?? { id: 'diff' };
  return said(loadCases(root, prompt, loadConfig(root).value).problems);
}

const mistakes: readonly (readonly [mistake: string, text: string, problems: readonly string[], files?: Files])[] = [
  [
    'nothing to evaluate',
    head,
    ['eval.yml:1:1 EVA_NO_CASES the file holds nothing to evaluate (add cases:, scenarios: or triggering:)'],
  ],
  [
    'a misspelt key at the top alone',
    `${head}case: []\n`,
    ['eval.yml:2:1 EVA_UNKNOWN_KEY unknown key "case" (did you mean "cases"?)'],
  ],
  [
    'a case that expects nothing',
    oneCase('sample_size: 2'),
    ['eval.yml:3:11 EVA_NOTHING_EXPECTED the case "one" expects nothing (add assert:, rubric: or then:)'],
  ],
  [
    'no model anywhere, said once',
    'cases:\n  - { name: a, inputs: { code: x }, rubric: r }\n  - { name: b, inputs: { code: x }, rubric: r }\n',
    [
      'eval.yml:2:5 EVA_NO_MODEL nothing says which model "a" asks (write it once for all cases: defaults: { model: claude-opus-4-7 })',
    ],
  ],
  [
    'a mistake in the defaults does not hide the cases, and is not blamed on them',
    'defaults: { modle: x }\ncases:\n  - { name: a, inputs: { code: x } }\n',
    [
      'eval.yml:1:13 EVA_UNKNOWN_KEY unknown key "modle" (did you mean "model"?)',
      'eval.yml:3:13 EVA_NOTHING_EXPECTED the case "a" expects nothing (add assert:, rubric: or then:)',
    ],
  ],
  [
    'one name for two cases and a query',
    `${head}triggering: { should_match: [go, go] }\ncases:\n  - { name: a, inputs: { code: x }, rubric: r }\n  - { name: a, inputs: { code: x }, rubric: r }\n  - { name: "should_match: go", inputs: { code: x }, rubric: r }\n`,
    [
      'eval.yml:2:30 EVA_DUPLICATE_NAME the name "should_match: go" is taken (it stands on line 6 already; names are shared by cases, scenarios and queries)',
      'eval.yml:2:34 EVA_DUPLICATE_NAME the name "should_match: go" is taken (it stands on line 6 already; names are shared by cases, scenarios and queries)',
      'eval.yml:5:13 EVA_DUPLICATE_NAME the name "a" is taken (it stands on line 4 already; names are shared by cases, scenarios and queries)',
    ],
  ],
  [
    'triggering without queries',
    `${head}triggering: {}\n`,
    ['eval.yml:2:1 EVA_EMPTY "triggering" holds no queries (add should_match or should_not_match)'],
  ],
  [
    'a query in both lists',
    `${head}triggering: { should_match: [a, b], should_not_match: [c, b] }\n`,
    ['eval.yml:2:59 EVA_CONTRADICTION the query "b" should match and should not (keep it in one of the two lists)'],
  ],
  [
    'a required input without a value',
    `${head}cases:\n  - { name: a, rubric: r }\n  - name: b\n    inputs: { code: ~ }\n    rubric: r\n`,
    [
      'eval.yml:3:5 EVA_MISSING_INPUT no value is given for the required input "code" (give it under "inputs:", "files:" or in the inputs.yml of "inputs_from:")',
      'eval.yml:5:13 EVA_MISSING_INPUT no value is given for the required input "code" (give it under "inputs:", "files:" or in the inputs.yml of "inputs_from:")',
    ],
  ],
  [
    'an input that the prompt does not have',
    oneCase('rubric: r').replace('code: x', 'code: x, cod: y, constructor: z'),
    [
      'eval.yml:4:24 EVA_UNKNOWN_INPUT the prompt has no input "cod" (did you mean "code"?)',
      'eval.yml:4:32 EVA_UNKNOWN_INPUT the prompt has no input "constructor" (the prompt\'s inputs: code)',
    ],
  ],
  [
    'an input in two ways',
    oneCase('files: { code: a.txt }\nrubric: r'),
    ['eval.yml:5:14 EVA_INPUT_TWICE "code" is given under "inputs" and under "files" (keep one of them)'],
    { 'prompts/diff/a.txt': 'a' },
  ],
  [
    'a file that is not there',
    `${head}cases:\n  - name: a\n    files: { code: gone.txt }\n    rubric: r\n`,
    ['eval.yml:4:20 EVA_NO_FILE there is no gone.txt (looked for gone.txt and prompts/diff/gone.txt)'],
  ],
  [
    'a folder of inputs that is not there, and one that leaves the library',
    `${head}cases:\n  - { name: a, inputs_from: ex/a, rubric: r }\n  - { name: b, inputs_from: ../b, rubric: r }\n`,
    [
      'eval.yml:3:29 EVA_NO_FILE there is no ex/a/inputs.yml (looked for ex/a/inputs.yml and prompts/diff/ex/a/inputs.yml)',
      'eval.yml:4:29 EVA_OUTSIDE "../b/inputs.yml" goes up with ".." (paths are relative and stay in the library)',
    ],
  ],
  [
    'an inputs.yml that is a list',
    `${head}cases:\n  - { name: a, inputs_from: ex, rubric: r }\n`,
    [
      'ex/inputs.yml:1:1 EVA_WRONG_TYPE the file is a list where a mapping belongs (write "key: value" pairs, with a space after each colon)',
    ],
    { 'prompts/diff/ex/inputs.yml': '- code\n' },
  ],
  [
    'a body that uses what nobody declares',
    oneCase('rubric: r'),
    [
      'prompt.xml:2:3 EVA_UNDECLARED_INPUT {{other}} is used, but meta.yml does not declare it and a case gives no value (declare it under "inputs:" in meta.yml; with default: "{{other}}" it stays as it is)',
    ],
    { 'prompts/diff/prompt.xml': '{{code}}\n  {{ other }} {{ }} {{1}} { {x} }\n' },
  ],
  [
    'checks that no response meets',
    oneCase('assert:\n  - min_tokens: 10\n  - max_tokens: 9\n  - max_chars: 5\n  - min_chars: 6'),
    [
      'eval.yml:7:21 EVA_CONTRADICTION no response has at least 10 and at most 9 tokens (min_tokens must not be above max_tokens)',
      'eval.yml:8:20 EVA_CONTRADICTION no response has at least 6 and at most 5 chars (min_chars must not be above max_chars)',
    ],
  ],
  [
    'a schema that is not there, and one that is not JSON',
    oneCase('assert:\n  - json_schema: gone.json\n  - json_schema: bad.json\n  - json_schema: /etc/passwd'),
    [
      'eval.yml:6:22 EVA_NO_FILE there is no gone.json (looked for gone.json and prompts/diff/gone.json)',
      'eval.yml:8:22 EVA_OUTSIDE "/etc/passwd" is an absolute path (paths are relative and stay in the library)',
      'bad.json:1:1 EVA_YAML_SYNTAX no "}" closes this "{" (write it, and indent the lines between the brackets)',
    ],
    { 'prompts/diff/bad.json': '{"type": 1' },
  ],
  [
    'a judge that contradicts itself',
    oneCase('rubric: r\njudge: { scale: { min: 1, max: 3 }, votes: 2 }'),
    [
      'eval.yml:6:21 EVA_OUT_OF_RANGE "pass_threshold" is 4 on a scale from 1 to 3 (set a pass_threshold from 1 to 3)',
      'eval.yml:6:48 EVA_BAD_VALUE "votes" is 2 and must be odd (an odd number of votes has a median that a judge really gave)',
    ],
  ],
  [
    'a judge of eva.yml that contradicts itself, said once',
    `${head}cases:\n  - { name: a, inputs: { code: x }, rubric: r }\n  - { name: b, inputs: { code: x }, rubric: r }\n`,
    ['eva.yml:1:29 EVA_CONTRADICTION the scale goes from 5 to 5 (min must be less than max)'],
    { 'eva.yml': 'defaults: { judge: { scale: { min: 5, max: 5 } } }\n' },
  ],
  [
    'criteria without checks or rubric',
    oneCase(
      'criteria: { proportion_gte: { proportion: 0.9 } }\nthen:\n  - metric: per_conversation.total_time\n    criteria: { mean_lt: { threshold: 2 } }',
    ),
    [
      'eval.yml:5:5 EVA_BAD_CRITERIA "criteria" has neither checks nor a rubric to decide (add assert: or rubric:, or move it to an item of then:)',
    ],
  ],
  [
    'a proportion that no sample proves',
    oneCase('rubric: r\ncriteria: { proportion_gte: { proportion: 1 } }'),
    [
      'eval.yml:6:17 EVA_UNPROVABLE no sample can prove a proportion of 1 (ask for less than 1, or leave the criteria out: then every trial must pass)',
    ],
  ],
  [
    'criteria that do not fit what they decide',
    oneCase(`rubric: r
criteria: [{ median_gte: { threshold: 3 } }, { proportion_gte: { proportion: 0.9, min_score: 4 } }]
then:
  - expected_behavior: kind
    criteria: { mean_lt: { threshold: 2 } }
  - metric: per_turn.response_latency
    criteria: { proportion_lt: { proportion: 0.9 } }
  - assert: [{ contains: x }]
    criteria: { proportion_gte: { proportion: 0.9, threshold: 1 } }`),
    [
      'eval.yml:6:18 EVA_BAD_CRITERIA "median_gte" cannot decide trials that pass or fail (write proportion_gte: { proportion: 0.95 })',
      'eval.yml:6:52 EVA_BAD_CRITERIA "min_score" means nothing for trials that pass or fail (write proportion_gte: { proportion: 0.95 })',
      'eval.yml:9:21 EVA_BAD_CRITERIA "mean_lt" cannot decide a judge\'s scores (write proportion_gte with min_score and proportion, or median_gte or mean_gte with threshold)',
      'eval.yml:11:21 EVA_BAD_CRITERIA "proportion_lt" needs "threshold" to decide a metric (a metric is compared with a threshold; proportion_… takes threshold and proportion)',
      'eval.yml:13:21 EVA_BAD_CRITERIA "threshold" means nothing for trials that pass or fail (write proportion_gte: { proportion: 0.95 })',
    ],
  ],
  [
    'an item of then about nothing, and one about two things',
    oneCase(`then:
  - criteria: { median_gte: { threshold: 3 } }
  - metric: per_turn.response_latency
    expected_behavior: kind
    criteria: { median_gte: { threshold: 3 } }`),
    [
      'eval.yml:6:9 EVA_MISSING_KEY the item says what decides, but not about what (add one of expected_behavior, metric, assert)',
      'eval.yml:7:9 EVA_ONE_KEY the item speaks of expected_behavior and metric at once (make an item of its own for each)',
    ],
  ],
  [
    'several mistakes in several files, all at once',
    `${head}cases:\n  - name: a\n    inputs_from: ex\n    assert: [{ contain: x }]\n  - name: b\n    inputs_from: ex\n    rubric: r\n  - name: a\n    inputs: { code: x }\n`,
    [
      'eval.yml:5:16 EVA_UNKNOWN_CHECK unknown check "contain" (did you mean "contains"?)',
      'eval.yml:9:11 EVA_NOTHING_EXPECTED the case "a" expects nothing (add assert:, rubric: or then:)',
      'eval.yml:9:11 EVA_DUPLICATE_NAME the name "a" is taken (it stands on line 3 already; names are shared by cases, scenarios and queries)',
      'ex/inputs.yml:1:1 EVA_UNKNOWN_INPUT the prompt has no input "cde" (did you mean "code"?)',
    ],
    { 'prompts/diff/ex/inputs.yml': 'cde: x\n' },
  ],
];

for (const [mistake, text, problems, files = {}] of mistakes) {
  test(`${mistake}: told at its place`, (t) => {
    assert.deepEqual(problemsOf(t, { ...files, 'prompts/diff/eval.yml': text }), problems);
  });
}

test('a prompt without eval.yml is told so', (t) => {
  assert.deepEqual(problemsOf(t, { 'prompts/diff/eval.yml': null }), [
    'eval.yml EVA_NO_EVAL_FILE the prompt has no eval.yml, so nothing evaluates it (write one: cases: with a name, inputs and assert: or rubric: each)',
  ]);
});

test('an eval.yml whose meta.yml is broken is checked for what does not need it', (t) => {
  const files = {
    'prompts/diff/meta.yml': goodMeta.replace('inputs:', 'inputs: no'),
    'prompts/diff/eval.yml': 'cases:\n  - { name: a }\n',
  };
  assert.deepEqual(problemsOf(t, files), [
    'eval.yml:2:13 EVA_NOTHING_EXPECTED the case "a" expects nothing (add assert:, rubric: or then:)',
  ]);
});

test('of a thousand mistakes fifty are told, and how many more there are', (t) => {
  const text = `${head}cases:\n${Array.from({ length: 1000 }, (_, i) => `  - { nam: c${i} }\n`).join('')}`;
  const problems = problemsOf(t, { 'prompts/diff/eval.yml': text });
  assert.equal(problems.length, 51);
  assert.equal(problems[50], 'eval.yml EVA_MORE_PROBLEMS and 950 more problems (mend these first)');
});
