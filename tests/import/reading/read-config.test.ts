import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { openLedger } from '#import/finding.js';
import { openConfigFolder } from '#import/folder.js';
import { readConfig } from '#import/reading/read-config.js';
import { type Files, tempLibrary } from '../../support/temp-library.js';

/** Reads a configuration, and lists its findings as `effect kind file:line what: reason`. */
function read(t: TestContext, text: string, files: Files = {}, file = 'promptfooconfig.yaml') {
  const ledger = openLedger();
  const config = readConfig(openConfigFolder(tempLibrary(t, { [file]: text, ...files })), file, ledger);
  const findings = ledger
    .all()
    .map(({ effect, kind, at, what, reason }) => `${effect} ${kind} ${at.file}:${at.line} ${what}: ${reason}`);
  return { config, findings };
}

const known = 'prompts: [hi]\nproviders: [echo]\n';

test('the parts of a configuration are returned with their places', (t) => {
  const { config, findings } = read(
    t,
    `description: Triage
tags: { team: care, level: 2 }
prompts: [a.txt]
targets: echo
metadata: { owner: me }
tests:
  - vars: { a: 1 }
evaluateOptions: { repeat: 3, maxConcurrency: 2, timeoutMs: 5000, cache: false }
commandLineOptions: { promptPrefix: "Be brief. ", promptSuffix: " Thanks.", var: { city: Rome }, maxConcurrency: 4 }
outputPath: out.json
sharing: true
`,
  );
  assert.deepEqual(findings, []);
  assert.equal(config?.description, 'Triage');
  assert.deepEqual(config?.tags, { team: 'care', level: '2' });
  assert.deepEqual(config?.prompts.value, ['a.txt']);
  assert.equal(config?.providers?.value, 'echo');
  assert.equal(config?.tests?.child(0)?.child('vars')?.place().line, 7);
  assert.equal(config?.promptPrefix?.value, 'Be brief. ');
  assert.equal(config?.promptSuffix?.value, ' Thanks.');
  assert.equal(config?.vars.city?.value, 'Rome');
  assert.equal(config?.repeat, 3);
  assert.equal(config?.maxConcurrency, 4);
  assert.equal(config?.timeoutMs, 5000);
  assert.deepEqual(config?.metadata, { owner: 'me' });
});

test('without prompts, the prompt is a variable', (t) => {
  assert.deepEqual(read(t, 'providers: [echo]\n').config?.prompts.value, ['{{prompt}}']);
});

test('an empty file, and a file of something else, is no configuration', (t) => {
  const rows: readonly (readonly [text: string, reason: string])[] = [
    ['', 'the file is empty'],
    ['# nothing yet\n', 'the file is empty'],
    ['version: 3\nservices: { web: { image: x } }\n', 'it has none of the keys prompts, providers'],
  ];
  for (const [text, reason] of rows) {
    const { config, findings } = read(t, text);
    assert.equal(config, null);
    assert.ok(
      findings.some((one) => one.startsWith('blocks') && one.includes(reason)),
      findings.join(),
    );
  }
});

test('keys that are not carried are listed at their lines, once each', (t) => {
  const { findings } = read(
    t,
    `${known}env: { KEY: sk-secret }
extensions: [file://hook.py:before]
tracing: { enabled: true }
derivedMetrics: [{ name: f1, value: a + b }]
nunjucksFilters: { shout: ./shout.js }
redteam: { purpose: x }
evaluateOptions: { delay: 100, maxEvalTimeMs: 5, filterRange: "0:3", colour: red, repeat: "{{ env.N }}" }
test: []
`,
  );
  assert.deepEqual(findings, [
    'noted setting promptfooconfig.yaml:3 env.KEY: its value is not copied',
    'left_out setting promptfooconfig.yaml:4 extensions: hooks are programs, which eva does not execute',
    'left_out setting promptfooconfig.yaml:5 tracing: eva reads no traces of the application here',
    'left_out setting promptfooconfig.yaml:6 derivedMetrics: eva has no metrics that are computed from others',
    'blocks setting promptfooconfig.yaml:7 nunjucksFilters: its filters are programs, which eva does not execute',
    'blocks setting promptfooconfig.yaml:8 redteam: attacks on an application are another task',
    'noted setting promptfooconfig.yaml:10 test: promptfoo ignores this key: did you mean "tests"?',
    'noted setting promptfooconfig.yaml:9 evaluateOptions.delay: eva waits only where a provider asks for it; this changes no answer',
    'noted setting promptfooconfig.yaml:9 evaluateOptions.maxEvalTimeMs: eva asks all cases, however long that takes; this changes no answer',
    'noted setting promptfooconfig.yaml:9 evaluateOptions.filterRange: the library has all tests; eva eval --case selects some',
    'left_out setting promptfooconfig.yaml:9 evaluateOptions.repeat: it is not a number',
    'noted setting promptfooconfig.yaml:9 evaluateOptions.colour: promptfoo does not know this key, and ignores it',
  ]);
});

test('keys that only describe are noted', (t) => {
  const { findings } = read(t, `${known}version: 2\nx-todo: later\nauthors: me\n`);
  assert.deepEqual(findings, [
    'noted setting promptfooconfig.yaml:3 version: it only describes',
    'noted setting promptfooconfig.yaml:4 x-todo: it only describes',
    'noted setting promptfooconfig.yaml:5 authors: promptfoo does not know this key, and ignores it',
  ]);
});

test('a variable with which promptfoo asks or reads differently is left out, and any other is noted', (t) => {
  const names = ['OPENAI_TEMPERATURE', 'ANTHROPIC_MAX_TOKENS', 'OLLAMA_BASE_URL', 'MISTRAL_TOP_P', 'OPENAI_STOP'];
  const others = ['PROMPTFOO_CSV_DELIMITER', 'PROMPTFOO_JAILBREAK_TEMPERATURE', 'OPENAI_API_KEY', 'TEAM'];
  const { findings } = read(t, `${known}env: { ${[...names, ...others].map((name) => `${name}: "1"`).join(', ')} }\n`);
  const line = 'setting promptfooconfig.yaml:3';
  assert.deepEqual(findings, [
    ...names.map(
      (name) =>
        `left_out ${line} env.${name}: promptfoo takes a part of its requests from it, and its value is not copied`,
    ),
    `left_out ${line} env.PROMPTFOO_CSV_DELIMITER: promptfoo reads prompts and tests differently with it`,
    ...others.slice(1).map((name) => `noted ${line} env.${name}: its value is not copied`),
  ]);
});

test('the values of env are not in the places of findings', (t) => {
  const ledger = openLedger();
  const folder = openConfigFolder(tempLibrary(t, { 'c.yaml': `${known}env: { API_KEY: sk-secret }\n` }));
  readConfig(folder, 'c.yaml', ledger);
  assert.equal(ledger.all().length, 1);
  assert.doesNotMatch(JSON.stringify(ledger.all()), /sk-secret/);
});

test('keys that only hold anchors or targets of references are not listed', (t) => {
  const { config, findings } = read(
    t,
    `${known}x-common: &common { threshold: 1 }
shared:
  - &first { type: contains, value: a }
assertionTemplates: { polite: { type: icontains, value: please } }
parts: { b: { type: equals, value: b } }
tests:
  - assert: [{ $ref: "#/assertionTemplates/polite" }, *first, { $ref: "#/parts/b" }]
    <<: *common
`,
  );
  assert.deepEqual(findings, []);
  assert.deepEqual(config?.tests?.value, [
    {
      assert: [
        { type: 'icontains', value: 'please' },
        { type: 'contains', value: 'a' },
        { type: 'equals', value: 'b' },
      ],
      threshold: 1,
    },
  ]);
});

test('a reference has the place where it is written, and its parts those of their own', (t) => {
  const { config } = read(
    t,
    `${known}tests:
  - assert: [{ $ref: "#/definitions/a" }]
definitions:
  a:
    type: equals
    value: x
`,
  );
  const assertion = config?.tests?.child(0)?.child('assert')?.child(0);
  assert.equal(assertion?.place().line, 4);
  assert.equal(assertion?.child('value')?.place().line, 8);
});

test('keys beside a reference win, and mappings on both sides are merged', (t) => {
  const { config } = read(
    t,
    `${known}tests:
  - { $ref: "#/definitions/base", description: own, vars: { b: 2 } }
definitions:
  base: { description: base, vars: { a: 1, b: 1 }, threshold: 1 }
`,
  );
  assert.deepEqual(config?.tests?.value, [{ description: 'own', vars: { b: 2, a: 1 }, threshold: 1 }]);
});

test('references go through other references and into other files', (t) => {
  const { config, findings } = read(t, `${known}tests:\n  - assert: [{ $ref: "parts/a.yaml#/one" }]\n`, {
    'parts/a.yaml': 'one: { $ref: "b.yaml#/list/0" }\n',
    'parts/b.yaml': 'list: [{ type: equals, value: { $ref: "#/text" } }]\ntext: deep\n',
  });
  assert.deepEqual(findings, []);
  assert.deepEqual(config?.tests?.value, [{ assert: [{ type: 'equals', value: 'deep' }] }]);
});

test('references that lead nowhere, around or away are listed', (t) => {
  const { findings } = read(
    t,
    `${known}tests:
  - { $ref: "#/none" }
  - { $ref: "#/definitions/a" }
  - { $ref: "../up.yaml#/a" }
  - { $ref: "https://example.com/a.yaml" }
  - { $ref: "other.yaml" }
definitions:
  a: { $ref: "#/definitions/b" }
  b: { x: { $ref: "#/definitions/a" } }
`,
  );
  const blocked = (line: number, what: string, reason: string) =>
    `blocks setting promptfooconfig.yaml:${line} $ref: ${what}: ${reason}`;
  assert.deepEqual(findings.slice(0, 5), [
    blocked(4, '#/none', 'there is nothing of this name'),
    blocked(11, '#/definitions/a', 'the reference leads back to itself'),
    blocked(6, '../up.yaml#/a', 'it is outside of the folder of the configuration, and eva reads nothing there'),
    blocked(7, 'https://example.com', 'eva opens no web address'),
    blocked(8, 'other.yaml', 'there is no such file'),
  ]);
});

test('references that double at each level end at once', (t) => {
  const levels = Array.from({ length: 40 }, (_, n) => `  a${n + 1}: [{ $ref: "#/d/a${n}" }, { $ref: "#/d/a${n}" }]`);
  const { findings } = read(t, `${known}tests: { $ref: "#/d/a40" }\nd:\n  a0: x\n${levels.join('\n')}\n`);
  assert.match(findings[0] ?? '', /the references expand to too many values/);
});

test('a long chain of references ends at once', (t) => {
  const links = Array.from({ length: 5000 }, (_, n) => `  a${n}: { $ref: "#/d/a${n + 1}" }`);
  const { findings } = read(t, `${known}tests: { $ref: "#/d/a0" }\nd:\n${links.join('\n')}\n`);
  assert.match(findings[0] ?? '', /the references are nested too deep/);
});

test('the schema of a tool keeps its own references', (t) => {
  const schema = '{ $ref: "#/definitions/Point", definitions: { Point: {} } }';
  const { config, findings } = read(
    t,
    `prompts: [hi]
providers:
  - id: openai:gpt-5
    config:
      tools: [{ type: function, function: { name: a, parameters: ${schema} } }]
      functions: [{ name: b, parameters: ${schema} }]
  - openai:gpt-4: { config: { functions: [{ name: b, parameters: ${schema} }] } }
`,
  );
  assert.deepEqual(findings, []);
  assert.match(JSON.stringify(config?.providers?.value), /"\$ref".*"\$ref".*"\$ref"/);
});

test('providers, scenarios and defaultTest are read from their files', (t) => {
  const { config, findings } = read(
    t,
    `prompts: [hi]
providers: [echo, "file://models.yaml", "file://custom.py", "file://none.yaml"]
defaultTest: file://default.yaml
scenarios: ["file://s/*.yaml"]
`,
    {
      'models.yaml': '- id: openai:gpt-5\n  config: { tools: file://tools.json }\n- openai:gpt-4\n',
      'tools.json': '[{"name": "a"}]',
      'default.yaml': 'assert: [{ type: contains, value: a }]\n',
      's/a.yaml': 'config: [{ vars: { a: 1 } }]\ntests: [{ vars: { b: 1 } }]\n',
      's/b.yaml': '- config: []\n',
    },
  );
  assert.deepEqual(config?.providers?.value, [
    'echo',
    { id: 'openai:gpt-5', config: { tools: [{ name: 'a' }] } },
    'openai:gpt-4',
    'file://custom.py',
  ]);
  assert.equal(config?.providers?.child(1)?.place().file, 'models.yaml');
  assert.deepEqual(config?.defaultTest?.value, { assert: [{ type: 'contains', value: 'a' }] });
  assert.deepEqual(config?.scenarios?.value, [
    { config: [{ vars: { a: 1 } }], tests: [{ vars: { b: 1 } }] },
    { config: [] },
  ]);
  assert.deepEqual(findings, ['left_out provider promptfooconfig.yaml:2 file://none.yaml: there is no such file']);
});

test('JSON is read with its places, whatever its white space', (t) => {
  const { config, findings } = read(
    t,
    '{\n\t"prompts": ["hi"],\n\t"tests": [\n\t\t{"vars": {"a": "x\\ty"}}\n\t]\n}',
    {},
    'promptfooconfig.json',
  );
  assert.deepEqual(findings, []);
  assert.deepEqual(config?.tests?.value, [{ vars: { a: 'x\ty' } }]);
  assert.equal(config?.tests?.child(0)?.place().line, 4);
});

test('a file that is no configuration is listed with the line of its problem', (t) => {
  assert.deepEqual(read(t, 'prompts: [a\n').findings.length, 1);
  assert.deepEqual(read(t, 'a: 1\na: 2\n').findings, [
    'blocks setting promptfooconfig.yaml:2 YAML: the key "a" is given twice',
  ]);
  assert.deepEqual(read(t, '- a\n').findings, [
    'blocks setting promptfooconfig.yaml:undefined promptfooconfig.yaml: it is no mapping of keys',
  ]);
  assert.deepEqual(read(t, '{"a": 1, "a": 2}', {}, 'c.json').findings, [
    'blocks setting c.json:1 JSON: the key "a" is given twice',
  ]);
  const twice = { 'tests.yaml': '- vars: {}\n  vars: {}\n' };
  assert.deepEqual(read(t, `${known}defaultTest: file://tests.yaml\n`, twice).findings, [
    'blocks test promptfooconfig.yaml:3 defaultTest: file://tests.yaml: the key "vars" is given twice (tests.yaml:1 and :2)',
  ]);
  assert.deepEqual(read(t, 'export default {}', {}, 'c.ts').findings, [
    'blocks setting c.ts:undefined c.ts: it is a program, which eva does not execute',
  ]);
});

test('keys with the names of parts of every object are keys that promptfoo does not know', (t) => {
  const text = '{"prompts": ["hi"], "__proto__": {"a": 1}, "constructor": {"a": 1}, "toString": 1}';
  assert.deepEqual(read(t, text, {}, 'promptfooconfig.json').findings, [
    'noted setting promptfooconfig.json:1 __proto__: it only describes',
    'noted setting promptfooconfig.json:1 constructor: promptfoo does not know this key, and ignores it',
    'noted setting promptfooconfig.json:1 toString: promptfoo does not know this key, and ignores it',
  ]);
});

test('a JSON file that is too large for YAML has a place for each of its parts', (t) => {
  const tests = Array.from({ length: 70_000 }, (_, number) => ({ number }));
  const { config } = read(t, JSON.stringify({ prompts: ['hi'], tests }, null, 0), {}, 'promptfooconfig.json');
  const columns = [1, 2].map((at) => config?.tests?.child(at)?.place().column);
  assert.deepEqual(columns, [41, 54]);
});
