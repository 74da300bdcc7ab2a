import assert from 'node:assert/strict';
import test from 'node:test';
import { importedTests } from './imported-tests.js';

test('without tests there is one test, which has the defaults', (t) => {
  const { tests, vars, findings } = importedTests(t, 'defaultTest: { vars: { a: 1 }, assert: [{ type: is-json }] }\n');
  assert.deepEqual(vars, [{ a: 1 }]);
  assert.deepEqual(
    tests[0]?.asserts.map(({ value }) => value),
    [{ type: 'is-json' }],
  );
  assert.deepEqual(findings, []);
});

test('the nearest of test and defaultTest wins, and the assertions of the defaults come first', (t) => {
  const { tests, vars } = importedTests(
    t,
    `defaultTest:
  vars: { a: far, b: far }
  assert: [{ type: contains, value: far }]
  options: { prefix: far, transform: output.trim(), provider: openai:gpt-5 }
  threshold: 0.5
  provider: openai:gpt-4
  prompts: [one]
  metadata: { k: far, l: far }
tests:
  - description: near
    vars: { a: near }
    assert: [{ type: equals, value: near }]
    options: { prefix: near }
    threshold: 0.9
    metadata: { k: near }
  - options: { disableDefaultAsserts: true }
`,
  );
  const [near, far] = tests;
  assert.deepEqual(vars, [
    { a: 'near', b: 'far' },
    { a: 'far', b: 'far' },
  ]);
  assert.deepEqual(
    near?.asserts.map(({ value }) => value),
    [
      { type: 'contains', value: 'far' },
      { type: 'equals', value: 'near' },
    ],
  );
  assert.equal(near?.description, 'near');
  assert.equal(near?.options.prefix?.value, 'near');
  assert.equal(near?.options.transform?.value, 'output.trim()');
  assert.equal(near?.threshold?.value, 0.9);
  assert.deepEqual(near?.metadata, { k: 'near', l: 'far' });
  assert.deepEqual(far?.asserts, []);
  assert.deepEqual(Object.keys(far?.options ?? {}).sort(), ['prefix', 'provider', 'transform']);
  assert.equal(far?.threshold?.value, 0.5);
  assert.equal(far?.provider?.value, 'openai:gpt-4');
  assert.deepEqual(far?.prompts, ['one']);
});

test('commandLineOptions add a prefix, a suffix, a judge and values that all tests have', (t) => {
  const { tests, vars } = importedTests(
    t,
    `commandLineOptions: { promptPrefix: P, promptSuffix: S, grader: openai:gpt-5, var: { a: line } }
tests: [{ options: { suffix: own } }, { vars: { a: own } }]
`,
  );
  assert.deepEqual(vars, [{ a: 'line' }, { a: 'own' }]);
  assert.equal(tests[0]?.options.prefix?.value, 'P');
  assert.equal(tests[0]?.options.suffix?.value, 'own');
  assert.equal(tests[1]?.options.suffix?.value, 'S');
  assert.equal(tests[1]?.options.provider?.value, 'openai:gpt-5');
});

test('lists of texts are multiplied out, and other lists are values', (t) => {
  const { vars } = importedTests(
    t,
    `tests:
  - vars: { a: [x, y], b: [1, 2], c: [p, q] }
  - vars: { a: [x, y], b: [] }
    options: { disableVarExpansion: true }
`,
  );
  assert.deepEqual(vars, [
    { a: 'x', b: [1, 2], c: 'p' },
    { a: 'x', b: [1, 2], c: 'q' },
    { a: 'y', b: [1, 2], c: 'p' },
    { a: 'y', b: [1, 2], c: 'q' },
    { a: ['x', 'y'], b: [] },
  ]);
});

test('lists that make too many tests are refused at once', (t) => {
  const lists = Array.from({ length: 30 }, (_, index) => `v${index}: [a, b, c]`).join(', ');
  const { tests, findings } = importedTests(t, `tests: [{ vars: { ${lists} } }]\n`);
  assert.deepEqual(tests, []);
  assert.deepEqual(findings, [
    'blocks test promptfooconfig.yaml:3 vars.v8: its lists of values make more than 10000 tests',
  ]);
});

test('scenarios are each of their data with each of their tests', (t) => {
  const { tests, vars, findings } = importedTests(
    t,
    `defaultTest: { vars: { z: far }, assert: [{ type: contains, value: far }] }
scenarios:
  - config:
      - { vars: { lang: es, n: 1 }, assert: [{ type: contains, value: es }], threshold: 0.5 }
      - file://more.yaml
    tests:
      - { vars: { q: hi }, assert: [{ type: contains, value: q }] }
      - { vars: { q: bye, lang: own }, options: { disableDefaultAsserts: true } }
  - { config: [{ vars: { a: 1 } }] }
`,
    { 'more.yaml': '- vars: { lang: fr }\n' },
  );
  assert.deepEqual(vars, [
    { z: 'far', lang: 'es', n: 1, q: 'hi' },
    { z: 'far', lang: 'own', n: 1, q: 'bye' },
    { z: 'far', lang: 'fr', q: 'hi' },
    { z: 'far', lang: 'own', q: 'bye' },
  ]);
  const values = tests.map((one) => one.asserts.map((each) => each.child('value')?.value));
  assert.deepEqual(values, [['far', 'es', 'q'], ['es'], ['far', 'q'], []]);
  assert.equal(tests[0]?.threshold?.value, 0.5);
  assert.deepEqual(findings, [
    'noted test promptfooconfig.yaml:11 scenario: a scenario without tests asks nothing, in promptfoo too',
  ]);
});

test('data of a scenario may be in files that $values or $expand name', (t) => {
  const config = `scenarios:
  - config: [{ $values: file://data.yaml }, { vars: { lang: de } }, { $expand: file://one.json }, { $values: file://no.yaml }]
    tests: [{ vars: { q: hi } }]
`;
  const files = { 'data.yaml': '- vars: { lang: es }\n- vars: { lang: fr }\n', 'one.json': '{"vars": {"lang": "it"}}' };
  const { vars, findings } = importedTests(t, config, files);
  assert.deepEqual(
    vars.map(({ lang }) => lang),
    ['es', 'fr', 'de', 'it'],
  );
  assert.deepEqual(findings, ['blocks test promptfooconfig.yaml:4 file://no.yaml: there is no such file']);
});

test('a test names the prompts and providers that it is for', (t) => {
  const { tests } = importedTests(t, 'tests: [{ prompts: [one, two], providers: [fast], provider: { id: echo } }]\n');
  assert.deepEqual(tests[0]?.prompts, ['one', 'two']);
  assert.deepEqual(tests[0]?.providers, ['fast']);
  assert.deepEqual(tests[0]?.provider?.value, { id: 'echo' });
});

test('what is not carried of a test is listed at its line', (t) => {
  const { tests, findings } = importedTests(
    t,
    `tests:
  - vars: { a: 1 }
    asserts: [{ type: contains, value: x }]
    assertScoringFunction: file://score.js
    transform: output.a
  - providerOutput: given
  - options: { transformVars: "({})" }
  - options: { storeOutputAs: first }
  - just a text.docx
  - assert: [plain, file://none.yaml]
`,
  );
  assert.equal(tests.length, 2);
  assert.deepEqual(findings, [
    'noted setting promptfooconfig.yaml:5 tests.asserts: promptfoo ignores this key: did you mean "assert"?',
    'noted setting promptfooconfig.yaml:7 tests.transform: promptfoo reads it below `options` alone',
    'left_out setting promptfooconfig.yaml:6 assertScoringFunction: eva has no score that a program computes from others',
    'blocks test promptfooconfig.yaml:8 providerOutput: the answer is given, so that no model is tested',
    'blocks test promptfooconfig.yaml:9 options.transformVars: the values of its variables come from a program',
    'blocks test promptfooconfig.yaml:10 options.storeOutputAs: the answer to one test is a variable of another',
    'blocks test promptfooconfig.yaml:11 just a text.docx: tests are read from CSV, JSONL, JSON and YAML files',
    'left_out assertion promptfooconfig.yaml:12 plain: it is no mapping with a type',
    'left_out assertion promptfooconfig.yaml:12 file://none.yaml: there is no such file',
  ]);
});
