import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { loadCases } from '#library/cases/eval-file.js';
import { loadPrompt } from '#library/prompt/meta.js';
import { loadConfig } from '#library/settings/config.js';
import { type Case, modelUnderTest } from '#model/case.js';
import { rubricsOf } from '#model/grader.js';
import { type Files, goodMeta, goodPrompt, tempLibrary } from '../support/temp-library.js';
import { said } from './said.js';

function load(t: TestContext, evalText: string, files: Files = {}) {
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalText, ...files });
  const prompt = loadPrompt(root, 'diff').value;
  assert.ok(prompt);
  const { value, problems } = loadCases(root, prompt, loadConfig(root).value);
  assert.deepEqual(said(problems), []);
  assert.ok(value);
  return value;
}

/** Returns a case as data, without places. */
function plain(one: Case | undefined): unknown {
  return JSON.parse(JSON.stringify(one, (key, value) => (key === 'at' ? undefined : value)));
}

function settingsOf(one: Case | undefined) {
  const { at, ...settings } = (one && modelUnderTest(one.subject)) ?? { model: '' };
  return settings;
}

function judgeOf(one: Case | undefined) {
  const grader = one?.expectations[0]?.grader;
  const { at, ...judge } = (grader?.grader === 'trial_passes' ? rubricsOf(grader.params)[0]?.judge : undefined) ?? {};
  return judge;
}

test('a case is data: the subject, one expectation for checks and rubric, and default settings', (t) => {
  const { cases } = load(
    t,
    `cases:
  - name: happy
    model: claude-opus-4-7
    inputs: { code: "x = 1" }
    assert:
      - contains: "<diff>"
      - max_tokens: 2000
    rubric: Small is good.
`,
  );
  assert.deepEqual(cases.map(plain), [
    {
      name: 'happy',
      subject: {
        kind: 'prompt',
        inputs: { code: 'x = 1' },
        settings: { model: 'claude-opus-4-7', timeout_s: 60, max_tokens: 4096 },
      },
      sample_size: 1,
      sequential: false,
      stop_early: true,
      expectations: [
        {
          about: 'every check and the rubric',
          grader: {
            grader: 'trial_passes',
            params: {
              checks: [
                { op: 'contains', value: '<diff>' },
                { op: 'max_tokens', value: 2000 },
              ],
              rubric: {
                text: 'Small is good.',
                judge: {
                  model: 'claude-haiku-4-5-20251001',
                  timeout_s: 60,
                  max_tokens: 1024,
                  scale: { min: 1, max: 5 },
                  pass_threshold: 4,
                  votes: 1,
                },
              },
            },
          },
          criteria: [{ criterion: 'every_trial', params: {} }],
        },
      ],
    },
  ]);
  assert.deepEqual(cases[0]?.at, {
    file: 'prompts/diff/eval.yml',
    line: 2,
    column: 11,
    length: 5,
    source: '  - name: happy',
  });
});

test('the nearest setting wins: case, eval.yml, model of meta.yml, eva.yml, default', (t) => {
  const files = {
    'eva.yml': 'defaults: { model: from-eva, timeout_s: 1, max_tokens: 11, temperature: 0.1, sample_size: 5 }\n',
    'prompts/diff/meta.yml': `${goodMeta}model: from-meta\n`,
  };
  const { cases } = load(
    t,
    `defaults: { timeout_s: 2, max_tokens: 22 }
cases:
  - { name: a, inputs: { code: x }, rubric: r, max_tokens: 33 }
  - { name: b, inputs: { code: x }, rubric: r, model: own, sample_size: 7 }
`,
    files,
  );
  assert.deepEqual(settingsOf(cases[0]), { model: 'from-meta', timeout_s: 2, max_tokens: 33, temperature: 0.1 });
  assert.deepEqual(settingsOf(cases[1]), { model: 'own', timeout_s: 2, max_tokens: 22, temperature: 0.1 });
  assert.deepEqual([cases[0]?.sample_size, cases[1]?.sample_size], [5, 7]);
  assert.equal(cases[0] && modelUnderTest(cases[0].subject)?.at?.file, 'prompts/diff/meta.yml');
});

test('a judge is merged field by field', (t) => {
  const files = { 'eva.yml': 'defaults: { judge: { model: from-eva, votes: 3, temperature: 0, timeout_s: 9 } }\n' };
  const { cases } = load(
    t,
    `defaults: { model: m, judge: { timeout_s: 8, scale: { min: 0, max: 10 } } }
cases:
  - { name: a, inputs: { code: x }, rubric: r, judge: { pass_threshold: 7 } }
`,
    files,
  );
  assert.deepEqual(judgeOf(cases[0]), {
    model: 'from-eva',
    timeout_s: 8,
    max_tokens: 1024,
    temperature: 0,
    scale: { min: 0, max: 10 },
    pass_threshold: 7,
    votes: 3,
  });
});

test('inputs come from a folder, then the case, then files; missing ones get their default or an empty text', (t) => {
  const files = {
    'prompts/diff/meta.yml': `${goodMeta}  - { name: a, default: 1.10 }\n  - { name: b }\n  - { name: c, required: false }\n  - { name: d, default: "{{code}}" }\n`,
    'prompts/diff/ex/inputs.yml': 'code: from folder\na: 007\nb: yes\n',
    'ex/big.txt': 'from $& file\r\n',
    'prompts/diff/ex/big.txt': 'not this one',
  };
  const { cases } = load(
    t,
    `defaults: { model: m }
cases:
  - { name: one, inputs_from: ex, inputs: { b: [1.0, x], a: ~, code: ~ }, files: { code: ex/big.txt }, rubric: r }
  - { name: two, inputs_from: ex, inputs: { b: "" }, rubric: r }
`,
    files,
  );
  const inputs = cases.map((one) => (one.subject.kind === 'prompt' ? one.subject.inputs : {}));
  assert.deepEqual(inputs, [
    { code: 'from $& file\n', a: '1.10', b: '[1.0,"x"]', c: '', d: '{{code}}' },
    { code: 'from folder', a: '007', b: '', c: '', d: '{{code}}' },
  ]);
});

test('an input that the body uses may be given without a declaration', (t) => {
  const files = { 'prompts/diff/prompt.xml': '{{code}} {{__proto__}}\n' };
  const { cases } = load(
    t,
    'defaults: { model: m }\ncases:\n  - { name: a, inputs: { code: x, __proto__: y }, rubric: r }\n',
    files,
  );
  const subject = cases[0]?.subject;
  assert.deepEqual(Object.entries(subject?.kind === 'prompt' ? subject.inputs : {}), [
    ['code', 'x'],
    ['__proto__', 'y'],
  ]);
});

test('a schema that a check names is read, in JSON or YAML', (t) => {
  const files = { 'prompts/diff/a.json': '{\n\t"type": "object"\n}\n', 'schemas/b.yml': 'type: array\n' };
  const { cases } = load(
    t,
    `defaults: { model: m }
cases:
  - name: a
    inputs: { code: x }
    assert:
      - json_schema: a.json
      - json_schema: schemas/b.yml
      - json_schema: { type: string }
`,
    files,
  );
  const grader = cases[0]?.expectations[0]?.grader;
  assert.deepEqual(grader?.grader === 'trial_passes' && grader.params.checks.map(({ op, value }) => [op, value]), [
    ['json_schema', { type: 'object' }],
    ['json_schema', { type: 'array' }],
    ['json_schema', { type: 'string' }],
  ]);
});

test('each triggering query is a separate case', (t) => {
  const files = { 'prompts/diff/meta.yml': `${goodMeta}triggers: [refactor]\n` };
  const { cases } = load(
    t,
    `defaults: { judge: { model: slow, timeout_s: 5 } }
triggering:
  judge: { model: quick }
  should_match: ["refactor this"]
  should_not_match: [explain that]
`,
    files,
  );
  assert.deepEqual(
    cases.map(({ name, at }) => [name, at?.line]),
    [
      ['should_match: refactor this', 4],
      ['should_not_match: explain that', 5],
    ],
  );
  assert.deepEqual(plain(cases[1]), {
    name: 'should_not_match: explain that',
    subject: {
      kind: 'trigger',
      query: 'explain that',
      should_match: false,
      routing: {
        description: 'Writes a small diff. Use when one thing must change.',
        triggers: ['refactor'],
        not_for: [],
      },
      settings: { model: 'quick', timeout_s: 5, max_tokens: 1024 },
    },
    sample_size: 1,
    sequential: false,
    stop_early: true,
    expectations: [
      {
        about: 'the trigger decision',
        grader: { grader: 'trigger', params: {} },
        criteria: [{ criterion: 'every_trial', params: {} }],
      },
    ],
  });
});

test('criteria and then become expectations with their own or the nearest significance level', (t) => {
  const { cases } = load(
    t,
    `defaults: { model: m, significance_level: 0.02 }
cases:
  - name: a
    inputs: { code: x }
    sample_size: 60
    sequential: true
    assert: [{ contains: x }]
    criteria: [{ proportion_gte: { proportion: 0.95 } }]
    then:
      - about: fast
        metric: per_turn.response_latency
        criteria: { proportion_lt: { threshold: 1.5, proportion: 0.9, significance_level: 0.1 } }
      - expected_behavior: It is kind.
        criteria: [{ median_gte: { threshold: 8 } }]
      - assert: [{ max_chars: 9 }]
        criteria: { proportion_gte: { proportion: 0.5 } }
`,
  );
  const { sample_size, sequential, expectations } = plain(cases[0]) as Case;
  assert.deepEqual([sample_size, sequential], [60, true]);
  assert.deepEqual(expectations, [
    {
      about: 'the check',
      grader: { grader: 'trial_passes', params: { checks: [{ op: 'contains', value: 'x' }] } },
      criteria: [{ criterion: 'proportion_gte', params: { proportion: 0.95 }, significance_level: 0.02 }],
    },
    {
      about: 'fast',
      grader: {
        grader: 'metric',
        params: { metric: 'per_turn.response_latency', scope: 'per_turn', unit: 's', least: 0, cap: 60 },
      },
      criteria: [{ criterion: 'proportion_lt', params: { threshold: 1.5, proportion: 0.9 }, significance_level: 0.1 }],
    },
    {
      about: 'It is kind.',
      grader: {
        grader: 'expected_behavior',
        params: {
          text: 'It is kind.',
          judge: {
            model: 'claude-haiku-4-5-20251001',
            timeout_s: 60,
            max_tokens: 1024,
            scale: { min: 1, max: 10 },
            votes: 1,
          },
          rubric: null,
        },
      },
      criteria: [{ criterion: 'median_gte', params: { threshold: 8 }, significance_level: 0.02 }],
    },
    {
      about: 'check: max_chars 9',
      grader: { grader: 'trial_passes', params: { checks: [{ op: 'max_chars', value: 9 }] } },
      criteria: [{ criterion: 'proportion_gte', params: { proportion: 0.5 }, significance_level: 0.02 }],
    },
  ]);
});

test('stop_early, sequential and expected come from the case, else eval.yml, else eva.yml', (t) => {
  const files = { 'eva.yml': 'defaults: { stop_early: false, sequential: true, expected: 0.9 }\n' };
  const { cases } = load(
    t,
    `defaults: { model: m, expected: 0.8 }
cases:
  - { name: a, inputs: { code: x }, rubric: r }
  - { name: b, inputs: { code: x }, rubric: r, criteria: { proportion_gte: { proportion: 0.6 } }, stop_early: true, sequential: false, expected: 0.7 }
`,
    files,
  );
  assert.deepEqual(
    cases.map(({ stop_early, sequential, expected }) => [stop_early, sequential, expected]),
    [
      [false, true, 0.8],
      [true, false, 0.7],
    ],
  );
});

test('writing out the default method gives the same criterion', (t) => {
  const { cases } = load(
    t,
    `defaults: { model: m }
cases:
  - name: a
    inputs: { code: x }
    then:
      - { metric: per_turn.response_words, criteria: { mean_lt: { threshold: 40, cap: 100, method: gaffke } } }
`,
  );
  assert.deepEqual(cases[0]?.expectations[0]?.criteria[0]?.params, { threshold: 40, cap: 100 });
});

test('a mean keeps its cap and its method, and 4.0e1 is read as 40', (t) => {
  const { cases } = load(
    t,
    `defaults: { model: m }
cases:
  - name: a
    inputs: { code: x }
    then:
      - metric: per_turn.response_words
        criteria:
          - mean_lt: { threshold: 4.0e1, cap: 100., method: betting, significance_level: .01 }
          - proportion_lte: { proportion: .90, threshold: 60 }
`,
  );
  assert.deepEqual(
    cases[0]?.expectations[0]?.criteria.map(({ at, ...spec }) => spec),
    [
      {
        criterion: 'mean_lt',
        params: { threshold: 40, cap: 100, method: 'betting' },
        significance_level: 0.01,
      },
      { criterion: 'proportion_lte', params: { proportion: 0.9, threshold: 60 }, significance_level: 0.05 },
    ],
  );
});

test('a criterion that does not fit is omitted, so that it is not refused twice', (t) => {
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/eval.yml': `defaults: { model: m }
cases:
  - name: a
    inputs: { code: x }
    then:
      - metric: per_turn.response_words
        criteria: [{ mean_lt: { threshold: 9, cap: 9 } }, { mean_lt: { threshold: 8, cap: 9 } }, { proportion_lt: { proportion: 0.5 } }]
`,
  });
  const prompt = loadPrompt(root, 'diff').value;
  assert.ok(prompt);
  const { value, problems } = loadCases(root, prompt, loadConfig(root).value);
  assert.equal(problems.length, 2);
  assert.deepEqual(
    value?.cases[0]?.expectations[0]?.criteria.map(({ params }) => params),
    [{ threshold: 8, cap: 9 }],
  );
});

test('the place of an item of then is its subject, and its name comes from its label or its checks', (t) => {
  const { cases } = load(
    t,
    `defaults: { model: m }
cases:
  - name: a
    inputs: { code: x }
    then:
      - criteria: { proportion_gte: { proportion: 0.5 } }
        assert: [{ contains: x }, { max_chars: 9 }, { contains: y }]
      - criteria: { proportion_gte: { proportion: 0.5 } }
        assert: [{ contains: 14 days }]
      - criteria: { proportion_gte: { proportion: 0.5 } }
        assert: [{ contains_any: [x, y] }]
      - metric: per_turn.response_words
        about: brief
        criteria: { median_lt: { threshold: 9 } }
`,
  );
  assert.deepEqual(
    cases[0]?.expectations.map(({ about, at }) => [about, at?.line, at?.column]),
    [
      ['checks: contains, max_chars', 7, 9],
      ['check: contains "14 days"', 9, 9],
      ['check: contains_any', 11, 9],
      ['brief', 12, 9],
    ],
  );
});

test('all models that files name are listed, used or not', (t) => {
  const files = { 'eva.yml': 'defaults: { model: library, judge: { model: library-judge } }\n' };
  const { models } = load(
    t,
    `defaults: { model: m, judge: { model: j }, user_simulator: { model: u } }
triggering: { judge: { model: t }, should_match: [q] }
cases:
  - { name: a, inputs: { code: x }, rubric: r, model: own, judge: { model: own-judge } }
scenarios:
  - title: s
    inputs: { code: x }
    given: g
    when: w
    app: { model: bot }
    user_simulator: { model: guest }
    then:
      - expected_behavior: It is kind.
        judge: { model: item-judge }
        criteria: { median_gte: { threshold: 8 } }
`,
    files,
  );
  assert.deepEqual(
    models.map(({ model, at }) => `${at.file} ${at.line} ${model}`),
    [
      'prompts/diff/eval.yml 1 m',
      'prompts/diff/eval.yml 1 j',
      'prompts/diff/eval.yml 1 u',
      'prompts/diff/eval.yml 4 own',
      'prompts/diff/eval.yml 4 own-judge',
      'prompts/diff/eval.yml 11 guest',
      'prompts/diff/eval.yml 10 bot',
      'prompts/diff/eval.yml 14 item-judge',
      'prompts/diff/eval.yml 2 t',
      'eva.yml 1 library',
      'eva.yml 1 library-judge',
    ],
  );
});

test('a case is unchanged after a round trip through JSON', (t) => {
  const { cases } = load(t, 'defaults: { model: m }\ncases:\n  - { name: a, inputs: { code: x }, rubric: r }\n');
  assert.deepEqual(JSON.parse(JSON.stringify(cases)), cases);
});

test('four thousand cases are read', (t) => {
  const lines = Array.from(
    { length: 4000 },
    (_, i) => `  - { name: c${i}, inputs: { code: x${i} }, assert: [{ contains: x }], rubric: r }\n`,
  );
  const { cases } = load(t, `defaults: { model: m }\ncases:\n${lines.join('')}`);
  assert.equal(cases.length, 4000);
});
