import assert from 'node:assert/strict';
import test from 'node:test';
import { importedTests } from './imported-tests.js';

test('special columns become the parts of a test, and the others its variables', (t) => {
  const { tests, vars, findings } = importedTests(t, 'tests: t.csv\n', {
    't.csv': `\uFEFFa, b ,__expected,__expected2,__description,__prefix,__suffix,__metric,__threshold,__metadata:cat,__metadata:tags[],__config:__expected2:threshold
x,1,contains: a,similar(0.9): hello,first,Pre ,,acc,0.5,one,"t1,t2\\,3",0.7
y,2,,is-json,,,suf,,abc,,,1
`,
  });
  const [first, second] = tests;
  assert.deepEqual(findings, []);
  assert.deepEqual(vars, [
    { a: 'x', b: '1' },
    { a: 'y', b: '2' },
  ]);
  assert.equal(first?.description, 'first');
  assert.equal(first?.options.prefix?.value, 'Pre ');
  assert.equal(first?.options.suffix, undefined);
  assert.equal(first?.threshold?.value, 0.5);
  assert.deepEqual(first?.metadata, { cat: 'one', tags: ['t1', 't2,3'] });
  assert.deepEqual(
    first?.asserts.map(({ value }) => value),
    [
      { type: 'contains', value: 'a', metric: 'acc' },
      { type: 'similar', value: 'hello', threshold: 0.7, metric: 'acc' },
    ],
  );
  assert.deepEqual(
    second?.asserts.map(({ value }) => value),
    [{ type: 'is-json' }],
  );
  assert.equal(second?.options.suffix?.value, 'suf');
  assert.equal(second?.threshold, undefined);
});

test('an assertion of a row has the place of its cell', (t) => {
  const { tests } = importedTests(t, 'tests: t.csv\n', { 't.csv': 'a,__expected,__expected2\n"x\ny",b,c\nz,d,e\n' });
  const places = tests.flatMap((one) => one.asserts.map((each) => each.place()));
  assert.deepEqual(
    places.map(({ file, line, column }) => `${file}:${line}:${column}`),
    ['t.csv:3:4', 't.csv:3:6', 't.csv:4:3', 't.csv:4:5'],
  );
  assert.deepEqual(tests[0]?.asserts[0]?.child('value')?.place(), places[0]);
});

test('columns that are not carried are listed, and given answers block their test', (t) => {
  const { tests, findings } = importedTests(t, 'tests: t.csv\n', {
    't.csv': `a,__providerOutput,__metadata,__expected,__config:__expected:weight
1,given,m,x,
2,,m,"contains-any: ""open",
`,
  });
  assert.deepEqual(tests, []);
  assert.deepEqual(findings, [
    'noted setting t.csv:1 __metadata: promptfoo ignores this column too',
    'blocks test t.csv:2 __providerOutput: the answer is given, so that no model is tested',
    'blocks test t.csv:3 __config:__expected:weight: only __config:__expectedN:threshold with a number is known',
  ]);
});

test('an expected text that cannot be read is left out', (t) => {
  const { tests, findings } = importedTests(t, 'tests: t.csv\n', {
    't.csv': 'a,__expected\n1,"contains-any: ""open"\n',
  });
  assert.deepEqual(tests[0]?.asserts, []);
  assert.deepEqual(findings, ['left_out assertion t.csv:2 contains-any: "open: a quote in its list is never closed']);
});
