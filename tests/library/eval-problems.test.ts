import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { loadCases } from '#library/cases/eval-file.js';
import { loadPrompt } from '#library/prompt/meta.js';
import { loadConfig } from '#library/settings/config.js';
import { type Files, goodMeta, goodPrompt, tempLibrary } from '../support/temp-library.js';
import { said } from './said.js';

const head = 'defaults: { model: claude-opus-4-7 }\n';

/** Returns an eval.yml with one case whose lines begin at line 4. */
const oneCase = (lines: string) =>
  `${head}cases:\n  - name: one\n    inputs: { code: x }\n    ${lines.replaceAll('\n', '\n    ')}\n`;

function problemsOf(t: TestContext, files: Files): string[] {
  const root = tempLibrary(t, { ...goodPrompt(), ...files });
  const prompt = loadPrompt(root, 'diff').value ?? { id: 'diff' };
  return said(loadCases(root, prompt, loadConfig(root).value).problems);
}

const mistakes: readonly (readonly [mistake: string, text: string, problems: readonly string[], files?: Files])[] = [
  [
    'mappings that are almost references',
    oneCase(
      'assert:\n  - json_value: { equals: [{ input: [] }, { a: { text: 1 } }, { field: 1 }] }\n  - json_value: { equals: { text: a, field: b } }\n  - not_json_value: { equals: { field: 1 } }',
    ),
    [
      'eval.yml:6:32 EVA_BAD_CHECK:reserved_key json_value: a mapping with the single key "input" is reserved for references (write { field: NAME }; to expect such a mapping, put it into a field of a data set)',
      'eval.yml:6:52 EVA_BAD_CHECK:reserved_key json_value: a mapping with the single key "text" is reserved for references (write { field: NAME }; to expect such a mapping, put it into a field of a data set)',
      'eval.yml:6:67 EVA_BAD_CHECK:reserved_key json_value: a mapping with the single key "field" is reserved for references (write { field: NAME }; to expect such a mapping, put it into a field of a data set)',
      'eval.yml:8:35 EVA_BAD_CHECK:reserved_key json_value: a mapping with the single key "field" is reserved for references (write { field: NAME }; to expect such a mapping, put it into a field of a data set)',
    ],
  ],
  [
    'parameters without a meaning for their criterion',
    oneCase(`then:
  - expected_behavior: kind
    criteria: { mean_gte: { threshold: 8, cap: 9 } }
  - metric: per_turn.response_words
    criteria: { proportion_lt: { threshold: 8, proportion: 0.9, min_score: 3 } }
  - assert: [{ contains: x }]
    judge: { votes: 3 }
    rubric: { "1": bad, "10": good }
    criteria: { proportion_gte: { proportion: 0.9 } }`),
    [
      'eval.yml:7:21 EVA_BAD_CRITERIA:extra "cap" has no effect on a judge\'s scores (write proportion_gte with min_score and proportion, or median_gte or mean_gte with threshold)',
      'eval.yml:9:21 EVA_BAD_CRITERIA:extra "min_score" has no effect on a metric (a metric is compared with a threshold; proportion_… takes threshold and proportion)',
      'eval.yml:11:9 EVA_UNKNOWN_KEY:beside "judge" has no effect beside "assert" (remove it: only expected_behavior has a judge)',
      'eval.yml:12:9 EVA_UNKNOWN_KEY:beside "rubric" has no effect beside "assert" (remove it: only expected_behavior has a judge)',
    ],
  ],
  [
    'numbers and methods that the schema refuses',
    oneCase(`expected: 1
significance_level: 0.6
then:
  - metric: per_turn.response_words
    criteria: [{ median_lt: { threshold: 9, significance_level: 1 } }, { mean_lt: { threshold: 9, method: gafke } }, { median_lt: { threshold: 9, method: betting } }]`),
    [
      'eval.yml:5:15 EVA_OUT_OF_RANGE:number "expected" is 1 and must be less than 1 (write a number that is more than 0 and less than 1)',
      'eval.yml:6:25 EVA_OUT_OF_RANGE:number "significance_level" is 0.6 and must be at most 0.5 (write a number that is more than 0 and at most 0.5)',
      'eval.yml:9:69 EVA_OUT_OF_RANGE:number "significance_level" is 1 and must be at most 0.5 (write a number that is more than 0 and at most 0.5)',
      'eval.yml:9:111 EVA_BAD_VALUE:choice "gafke" is not a value that "method" can have (did you mean "gaffke"?)',
      'eval.yml:9:151 EVA_UNKNOWN_KEY unknown key "method" (known here: threshold, significance_level)',
    ],
  ],
];

/** Files with several mistakes. Each mistake is reported once. A flaw of shape hides rules about its own entry alone. */
const together: typeof mistakes = [
  [
    'an unknown key in the defaults',
    `defaults: { model: m, temprature: 1 }
cases:
  - { name: a, inputs: { cod: x }, inputs_from: ../../etc, rubric: r }
  - { name: b, inputs: { code: x }, judge: { votes: 2 }, rubric: r }
`,
    [
      'eval.yml:1:23 EVA_UNKNOWN_KEY unknown key "temprature" (did you mean "temperature"?)',
      'eval.yml:3:26 EVA_UNKNOWN_INPUT:prompt the prompt has no input "cod" (did you mean "code"?)',
      'eval.yml:3:49 EVA_OUTSIDE:path "../../etc/inputs.yml" goes up with ".." (write a relative path inside the library)',
      'eval.yml:4:53 EVA_BAD_VALUE:votes "votes" is 2 and must be odd (set an odd number: its median is a score that the judge gave)',
    ],
  ],
  [
    'a blank rubric and an unknown check',
    `${head}cases:
  - name: a
    files: { other: no.txt }
    rubric: " "
    assert:
      - contain: x
      - contains: 7
  - name: b
    inputs_from: gone
    files: { other: no.txt }
    assert:
      - min_chars: 9
      - max_chars: 8
      - { json_schema: no.json }
`,
    [
      'eval.yml:5:13 EVA_EMPTY "rubric" is blank (give it a value, or remove it)',
      'eval.yml:7:9 EVA_UNKNOWN_CHECK unknown check "contain" (did you mean "contains"?)',
      'eval.yml:8:19 EVA_WRONG_TYPE "contains" is a number where text belongs (put it in quotes)',
      'eval.yml:10:18 EVA_NO_FILE:named there is no gone/inputs.yml (looked for gone/inputs.yml and prompts/diff/gone/inputs.yml)',
      'eval.yml:11:14 EVA_UNKNOWN_INPUT:prompt the prompt has no input "other" (the prompt\'s inputs: code)',
      'eval.yml:11:21 EVA_NO_FILE:named there is no no.txt (looked for no.txt and prompts/diff/no.txt)',
      'eval.yml:14:20 EVA_CONTRADICTION:length no response has at least 9 and at most 8 chars (min_chars must not be above max_chars)',
      'eval.yml:15:24 EVA_NO_FILE:named there is no no.json (looked for no.json and prompts/diff/no.json)',
    ],
  ],
  [
    'an invalid number, a tag, a merge key',
    `${head}cases:
  - name: !!str 7
    inputs: { cod: x }
    assert: [{ min_chars: .nan }, { contain: x }]
  - name: b
    <<: { rubric: r }
  - name: c
    inputs: { code: !mine x }
    sample_size: 0
    rubric: r
`,
    [
      'eval.yml:3:11 EVA_YAML_TAG:tag eva does not read tags such as !!str (remove it; put a text in quotes, and write other values plainly)',
      'eval.yml:5:27 EVA_YAML_NUMBER .nan is not a finite number (write a number, or put a text in quotes)',
      'eval.yml:5:37 EVA_UNKNOWN_CHECK unknown check "contain" (did you mean "contains"?)',
      'eval.yml:7:5 EVA_YAML_KEY:merge eva does not read merge keys (<<) (write the keys out, or use an alias for a whole value)',
      'eval.yml:9:21 EVA_YAML_TAG:tag eva does not read tags such as !mine (remove it; put a text in quotes, and write other values plainly)',
      'eval.yml:10:18 EVA_OUT_OF_RANGE:number "sample_size" is 0 and must be at least 1 (write a number that is 1 or more and at most 100000)',
    ],
  ],
  [
    'a misspelt key counts as the missing key',
    `defaults: { modle: m }
cases:
  - { nam: a, input: { code: x }, rubrik: r }
scenarios:
  - { titel: b, given: g, when: w, then: [{ metric: none, criteria: { mean_lt: { treshold: 3 } } }] }
`,
    [
      'eval.yml:1:13 EVA_UNKNOWN_KEY unknown key "modle" (did you mean "model"?)',
      'eval.yml:3:7 EVA_UNKNOWN_KEY unknown key "nam" (did you mean "name"?)',
      'eval.yml:3:15 EVA_UNKNOWN_KEY unknown key "input" (did you mean "inputs"?)',
      'eval.yml:3:35 EVA_UNKNOWN_KEY unknown key "rubrik" (did you mean "rubric"?)',
      'eval.yml:5:7 EVA_UNKNOWN_KEY unknown key "titel" (did you mean "title"?)',
      'eval.yml:5:53 EVA_BAD_VALUE:choice "none" is not a value that "metric" can have (one of: per_turn.response_latency, per_turn.response_length, per_turn.response_words, per_turn.output_tokens, per_turn.input_tokens, per_turn.tool_calls, per_conversation.turn_count, per_conversation.total_time, per_conversation.total_response_time, per_conversation.total_response_length, per_conversation.total_tokens, per_conversation.cost, per_conversation.tool_calls, per_conversation.steps)',
      'eval.yml:5:82 EVA_UNKNOWN_KEY unknown key "treshold" (did you mean "threshold"?)',
    ],
  ],
  [
    'levels and a judge beside a metric',
    oneCase(`then:
  - metric: per_turn.response_words
    judge: { votes: 3 }
    rubric: { "1": bad }
    criteria: { median_lt: { threshold: 9 } }`),
    [
      'eval.yml:7:9 EVA_UNKNOWN_KEY:beside "judge" has no effect beside "metric" (remove it: only expected_behavior has a judge)',
      'eval.yml:8:9 EVA_UNKNOWN_KEY:beside "rubric" has no effect beside "metric" (remove it: only expected_behavior has a judge)',
    ],
  ],
  [
    'a criterion that is repeated in another notation',
    oneCase(`then:
  - metric: per_turn.response_words
    criteria:
      - mean_lt: { threshold: 9, cap: 20 }
      - mean_lt: { threshold: 9, cap: 30 }
      - mean_lt: { cap: 20, threshold: 9.0, method: gaffke, significance_level: 0.05 }
      - mean_lt: { threshold: 9, cap: 20, significance_level: 0.01 }
      - mean_lte: { threshold: 9, cap: 20 }`),
    ['eval.yml:10:13 EVA_BAD_CRITERIA:twice "mean_lt" is listed twice with the same parameters (keep one of them)'],
  ],
  [
    'settings of criteria in a case without criteria, except those of the defaults',
    `defaults: { model: m, significance_level: 0.01, sequential: true, expected: 0.9 }
cases:
  - { name: a, inputs: { code: x }, rubric: r, significance_level: 0.01, stop_early: true, expected: 0.9 }
  - { name: b, inputs: { code: x }, rubric: r, sequential: true }
  - { name: c, inputs: { code: x }, rubric: r, sequential: true, criteria: { proportion_gte: { proportion: 0.8 } } }
  - { name: d, inputs: { code: x }, rubric: r, expected: 0.9, then: [{ metric: per_turn.response_words, criteria: { median_lt: { threshold: 9 } } }] }
  - { name: e, inputs: { code: x }, rubric: r, sequential: true, criterio: { proportion_gte: { proportion: 0.8 } } }
  - { name: f, inputs: { code: x }, rubric: r, expected: 7 }
`,
    [
      'eval.yml:3:48 warning EVA_UNUSED_SETTING "significance_level" has no effect: this case has no criteria, so every trial must pass (remove it, or add criteria:)',
      'eval.yml:3:92 warning EVA_UNUSED_SETTING "expected" has no effect: this case has no criteria, so every trial must pass (remove it, or add criteria:)',
      'eval.yml:4:48 warning EVA_UNUSED_SETTING "sequential" has no effect: this case has no criteria, so every trial must pass (remove it, or add criteria:)',
      'eval.yml:7:66 EVA_UNKNOWN_KEY unknown key "criterio" (did you mean "criteria"?)',
      'eval.yml:8:58 EVA_OUT_OF_RANGE:number "expected" is 7 and must be less than 1 (write a number that is more than 0 and less than 1)',
    ],
  ],
  [
    'unknown parameters, reported with the known ones',
    oneCase(`then:
  - metric: per_turn.response_words
    criteria: [{ proportion_lt: { threshold: 8, proportion: 0.9, zz: 3 } }, { mean_lt: { threshold: 8, cap: 9, zz: 3 } }]`),
    [
      'eval.yml:7:70 EVA_UNKNOWN_KEY unknown key "zz" (known here: min_score (beside expected_behavior), threshold (beside metric), proportion, significance_level)',
      'eval.yml:7:116 EVA_UNKNOWN_KEY unknown key "zz" (known here: threshold, cap (beside metric), method, significance_level)',
    ],
  ],
  [
    'unused judges',
    `defaults: { model: m, judge: { votes: 2, scale: { min: 5, max: 1 } } }
cases:
  - { name: a, inputs: { code: x }, assert: [{ contains: x }], judge: { votes: 4 } }
`,
    [
      'eval.yml:1:39 EVA_BAD_VALUE:votes "votes" is 2 and must be odd (set an odd number: its median is a score that the judge gave)',
      'eval.yml:1:49 EVA_CONTRADICTION:scale the scale goes from 5 to 1 (set min below max)',
      'eval.yml:3:64 warning EVA_UNUSED_JUDGE "judge" has no rubric to judge by (remove it, or add rubric:)',
      'eval.yml:3:80 EVA_BAD_VALUE:votes "votes" is 4 and must be odd (set an odd number: its median is a score that the judge gave)',
      'eva.yml:1:29 EVA_BAD_VALUE:votes "votes" is 6 and must be odd (set an odd number: its median is a score that the judge gave)',
    ],
    { 'eva.yml': 'defaults: { judge: { votes: 6 } }\n' },
  ],
  [
    'a threshold off the scale, reported at the nearer setting',
    `defaults: { model: m, judge: { pass_threshold: 8 } }
cases:
  - { name: a, inputs: { code: x }, rubric: r, judge: { scale: { min: 1, max: 7 } } }
  - { name: b, inputs: { code: x }, rubric: r, judge: { pass_threshold: 9, scale: { min: 1, max: 7 } } }
  - { name: c, inputs: { code: x }, rubric: r, judge: { scale: { minimum: 1, max: 7 } } }
`,
    [
      'eval.yml:1:48 EVA_OUT_OF_RANGE:threshold "pass_threshold" is 8 on a scale from 1 to 5 (set a pass_threshold from 2 to 5)',
      'eval.yml:3:64 EVA_OUT_OF_RANGE:threshold "pass_threshold" is 8 (line 1) on a scale from 1 to 7 (set a pass_threshold from 2 to 7)',
      'eval.yml:4:73 EVA_OUT_OF_RANGE:threshold "pass_threshold" is 9 on a scale from 1 to 7 (set a pass_threshold from 2 to 7)',
      'eval.yml:5:66 EVA_UNKNOWN_KEY unknown key "minimum" (did you mean "min"?)',
    ],
  ],
  [
    'a scale with the threshold of another scale is a warning if a rubric uses it',
    `defaults: { model: m }
cases:
  - { name: a, inputs: { code: x }, rubric: r, judge: { scale: { min: 1, max: 10 } } }
  - { name: b, inputs: { code: x }, rubric: r, judge: { scale: { min: 1, max: 10 }, pass_threshold: 4 } }
  - { name: c, inputs: { code: x }, rubric: r, judge: { scale: { min: 1, max: 5 } } }
`,
    [
      'eval.yml:3:64 warning EVA_OLD_THRESHOLD "scale" is 1 to 10, but "pass_threshold" is still 4 (eva\'s default) (set pass_threshold beside scale: the lowest score that passes)',
    ],
  ],
  [
    'a key of another file or place',
    `defaults: { model: m, budget: 3, cases: [] }
providers: {}
cases:
  - { name: a, inputs: { code: x }, rubric: r }
`,
    [
      'eval.yml:1:23 EVA_UNKNOWN_KEY unknown key "budget" ("budget" stands at the top of eva.yml)',
      'eval.yml:1:34 EVA_UNKNOWN_KEY unknown key "cases" ("cases" stands at the top of eval.yml)',
      'eval.yml:2:1 EVA_UNKNOWN_KEY unknown key "providers" ("providers" stands at the top of eva.yml)',
    ],
  ],
  [
    'schemas that accept anything',
    oneCase('assert:\n  - json_schema: {}\n  - json_schema: any.json\n  - json_schema: { title: x }'),
    [
      'eval.yml:6:22 EVA_BAD_CHECK:any_json json_schema: this schema accepts any JSON (add a rule to the schema; to accept any JSON, write is_json: true)',
      'eval.yml:7:22 EVA_BAD_CHECK:any_json json_schema: this schema accepts any JSON (add a rule to the schema; to accept any JSON, write is_json: true)',
      'eval.yml:8:22 EVA_BAD_CHECK:any_json json_schema: this schema accepts any JSON (add a rule to the schema; to accept any JSON, write is_json: true)',
    ],
    { 'prompts/diff/any.json': 'true' },
  ],
  [
    'an empty argument is accepted, and an empty program is refused',
    oneCase('assert:\n  - command: [grep, ""]\n  - command: ["", x]'),
    ['eval.yml:7:19 EVA_EMPTY item 1 of "command" is empty (give it a value, or remove it)'],
  ],
  [
    'an invalid judge of queries, and a query in both lists',
    `${head}triggering: { should_match: [a], should_not_match: [a], judge: { modle: x } }\n`,
    [
      'eval.yml:2:53 EVA_CONTRADICTION:query the query "a" is in should_match and in should_not_match (remove it from one of them)',
      'eval.yml:2:66 EVA_UNKNOWN_KEY unknown key "modle" (did you mean "model"?)',
    ],
  ],
];

for (const [mistake, text, problems, files = {}] of together) {
  test(`${mistake}: every mistake is reported once, and hides none of another entry`, (t) => {
    assert.deepEqual(problemsOf(t, { ...files, 'prompts/diff/eval.yml': text }), problems);
  });
}

for (const [mistake, text, problems, files = {}] of mistakes) {
  test(`${mistake}: reported at its place`, (t) => {
    assert.deepEqual(problemsOf(t, { ...files, 'prompts/diff/eval.yml': text }), problems);
  });
}

test('the most extreme threshold that a test can decide is accepted', (t) => {
  const text = oneCase(`then:
  - expected_behavior: kind
    criteria: [{ median_gte: { threshold: 10 } }, { proportion_gte: { min_score: 1.5, proportion: 0.9 } }, { mean_gte: { threshold: 9.9 } }]
  - metric: per_turn.response_latency
    criteria: [{ median_lt: { threshold: 0.1 } }, { median_lte: { threshold: 0 } }, { median_gte: { threshold: 0.1 } }, { median_gt: { threshold: 0 } }]
  - metric: per_turn.response_words
    criteria: [{ mean_lt: { threshold: 8.9, cap: 9 } }, { mean_gt: { threshold: 0.1, cap: 9 } }]
  - metric: per_conversation.turn_count
    criteria: [{ median_lt: { threshold: 2 } }, { median_lte: { threshold: 1 } }, { median_gt: { threshold: 1 } }]`);
  assert.deepEqual(problemsOf(t, { 'prompts/diff/eval.yml': text }), []);
});

test('a missing eval.yml is reported', (t) => {
  assert.deepEqual(problemsOf(t, { 'prompts/diff/eval.yml': null }), [
    'eval.yml EVA_NO_EVAL_FILE the prompt has no eval.yml, so nothing evaluates it (write an eval.yml with cases:, each with name:, inputs:, and assert: or rubric:)',
  ]);
});

test('with a broken meta.yml, eval.yml is still checked by the rules that do not need it', (t) => {
  const files = {
    'prompts/diff/meta.yml': goodMeta.replace('inputs:', 'inputs: no'),
    'prompts/diff/eval.yml': 'cases:\n  - { name: a }\n',
  };
  assert.deepEqual(problemsOf(t, files), [
    'eval.yml:2:13 EVA_NOTHING_EXPECTED the case "a" expects nothing (add assert:, rubric: or then:, or look: true to see the reply without judging it)',
  ]);
});

test('a thousand warnings are not an error, whether listed or only counted', (t) => {
  const text = `${head}cases:\n${Array.from({ length: 1000 }, (_, i) => `  - { name: c${i}, inputs: { code: x }, rubric: r, sequential: true }\n`).join('')}`;
  const problems = problemsOf(t, { 'prompts/diff/eval.yml': text });
  assert.equal(problems[50], 'eval.yml warning EVA_MORE_PROBLEMS and 950 more problems (fix these first)');
});

test('fifty of a thousand mistakes are listed, with the number of the others', (t) => {
  const text = `${head}cases:\n${Array.from({ length: 1000 }, (_, i) => `  - { nam: c${i}, inputs: { code: x }, rubric: r }\n`).join('')}`;
  const problems = problemsOf(t, { 'prompts/diff/eval.yml': text });
  assert.equal(problems.length, 51);
  assert.equal(problems[50], 'eval.yml EVA_MORE_PROBLEMS and 950 more problems (fix these first)');
});
