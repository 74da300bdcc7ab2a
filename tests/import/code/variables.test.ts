import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { runEva } from '../../support/run-eva.js';
import { tempLibrary } from '../../support/temp-library.js';

const values = { word: 'hi', tags: ['a', 'b'], opts: { k: [1] }, shown: null, hidden: null, n: 7, alone: { x: 1 } };

// What promptfoo gives code: each variable as it is in the configuration, also one that the prompt shows as text.
const javascript = `const { vars } = context;
return JSON.stringify(vars.tags) === '["a","b"]' && vars.opts.k[0] === 1 && vars.shown === null && vars.hidden === null
  && vars.n === 7 && vars.alone.x === 1 && vars.word === 'hi' && Object.keys(vars).length === 7;`;

const python = `v = context['vars']
return v['tags'] == ['a', 'b'] and v['opts'] == {'k': [1]} and v['shown'] is None and v['hidden'] is None \\
  and v['n'] == 7 and v['alone'] == {'x': 1} and v['word'] == 'hi' and len(v) == 7`;

test('code gets each variable as it was written, also lists and null, beside a prompt that shows them as text', async (t) => {
  const config = {
    prompts: ['Say {{tags}} {{opts}} {{shown}} {{n}} {{word}}'],
    providers: ['echo'],
    tests: [
      {
        vars: values,
        options: { disableVarExpansion: true },
        assert: [
          { type: 'equals', value: 'Say a,b [object Object]  7 hi' },
          { type: 'javascript', value: javascript },
          { type: 'python', value: python },
        ],
      },
    ],
  };
  const cwd = tempLibrary(t, { 'promptfooconfig.json': JSON.stringify(config) });
  const imported = await runEva(['import', 'promptfoo', '.', '--into', 'out'], { cwd });
  assert.equal(imported.exitCode, 0, imported.stdout + imported.stderr);
  const { exitCode, stdout, stderr } = await runEva(['eval', 'say', '--trust'], { cwd: join(cwd, 'out') });
  assert.equal(exitCode, 0, stdout + stderr);
  assert.match(stdout, /✓ passed/);
});

// Variables of which the prompt uses one: the code needs the others, and has to fail where they are wrong.
const rows = [
  { word: 'a', lang: 'fr', n: '1', expected: 'yes' },
  { word: 'b', lang: 'de', n: '2', expected: 'yes' },
];

const places: Readonly<Record<string, { readonly tests: unknown; readonly files: Readonly<Record<string, string>> }>> =
  {
    'a list': { tests: rows.map((vars) => ({ vars })), files: {} },
    'a CSV file': {
      tests: 'file://rows.csv',
      files: { 'rows.csv': `word,lang,n,expected\n${rows.map((row) => Object.values(row).join()).join('\n')}\n` },
    },
    'a JSONL file': {
      tests: 'file://rows.jsonl',
      files: { 'rows.jsonl': rows.map((vars) => `${JSON.stringify({ vars })}\n`).join('') },
    },
  };

/** Each form in which code can be written, with what makes it true and what makes it false. */
const forms: Readonly<Record<string, (isRight: boolean) => object>> = {
  'an expression': (isRight) => ({
    type: 'javascript',
    value: `context.vars.expected === '${isRight ? 'yes' : 'no'}'`,
  }),
  'a body': (isRight) => ({
    type: 'javascript',
    value: `const { lang } = context.vars;\nreturn ['fr', 'de'].includes(lang) === ${isRight};`,
  }),
  'a file': (isRight) => ({ type: 'javascript', value: `file://check-${isRight}.js` }),
  'a Python expression': (isRight) => ({
    type: 'python',
    value: `(context['vars'].get('expected') == 'yes') == ${isRight ? 'True' : 'False'}`,
  }),
  'a Python file': (isRight) => ({ type: 'python', value: `file://check_${isRight}.py` }),
  'a transform': (isRight) => ({
    type: 'contains',
    value: isRight ? '|yes' : '|undefined',
    transform: "output + '|' + context.vars.expected",
  }),
};

const code: Readonly<Record<string, string>> = Object.fromEntries(
  [true, false].flatMap((isRight) => [
    [`check-${isRight}.js`, `module.exports = (output, { vars }) => (vars.lang.length === 2) === ${isRight};\n`],
    [
      `check_${isRight}.py`,
      `def get_assert(output, context):\n    return (len(context['vars']['lang']) == 2) == ${isRight ? 'True' : 'False'}\n`,
    ],
  ]),
);

for (const [place, { tests, files }] of Object.entries(places)) {
  test(`code gets variables that the prompt does not use, of tests in ${place}, in every form`, async (t) => {
    for (const isRight of [true, false]) {
      const wanted = Object.values(forms).map((form) => form(isRight));
      const config = { prompts: ['Say {{word}}'], providers: ['echo'], defaultTest: { assert: wanted }, tests };
      const cwd = tempLibrary(t, { ...code, ...files, 'promptfooconfig.json': JSON.stringify(config) });
      const imported = await runEva(['import', 'promptfoo', '.', '--into', 'out'], { cwd });
      assert.equal(imported.exitCode, 0, imported.stdout + imported.stderr);
      const { exitCode, stdout, stderr } = await runEva(['eval', '--yes', '--trust', '--json'], {
        cwd: join(cwd, 'out'),
      });
      assert.equal(exitCode, isRight ? 0 : 1, stdout + stderr);
      const holds = [...stdout.matchAll(/"holds": (\w+)/g)].map(([, word]) => word === 'true');
      assert.deepEqual(holds, Array(rows.length * wanted.length).fill(isRight));
    }
  });
}

const transforms: Readonly<Record<string, object>> = {
  'of a test': { options: { transform: "output + '|' + context.vars.lang" } },
  'of an assertion': {},
};

for (const [where, more] of Object.entries(transforms)) {
  test(`a transform ${where} alone gets variables that the prompt does not use`, async (t) => {
    const own = where === 'of a test' ? {} : { transform: "output + '|' + context.vars.lang" };
    const tests = ['a', 'b'].map((word) => ({
      vars: { word, lang: 'en' },
      assert: [{ type: 'equals', value: `Say ${word}|en`, ...own }],
      ...more,
    }));
    assert.equal(await exitCodeOf(t, tests), 0);
  });
}

test('code gets lists, mappings and numbers of a row in JSONL as they were written', async (t) => {
  const vars = (word: string) => ({ word, o: { k: [1] }, n: 7, list: [1, 2] });
  const rows = ['a', 'b'].map((word) => `${JSON.stringify({ vars: vars(word) })}\n`).join('');
  const assertions = [
    { type: 'javascript', value: 'context.vars.o.k[0] === 1 && context.vars.n === 7' },
    { type: 'python', value: "context['vars']['o']['k'][0] == 1 and context['vars']['n'] == 7" },
  ];
  const more = { defaultTest: { assert: assertions } };
  assert.equal(await exitCodeOf(t, 'file://rows.jsonl', { more, files: { 'rows.jsonl': rows } }), 0);
});

interface Beside {
  readonly more?: object;
  readonly files?: Readonly<Record<string, string>>;
}

/** Imports tests of the prompt `Say {{word}}`, and evaluates them with a program that repeats the prompt. */
async function exitCodeOf(t: Parameters<typeof tempLibrary>[0], tests: unknown, { more, files }: Beside = {}) {
  const config = { prompts: ['Say {{word}}'], providers: ['echo'], tests, ...more };
  const cwd = tempLibrary(t, { ...files, 'promptfooconfig.json': JSON.stringify(config) });
  const imported = await runEva(['import', 'promptfoo', '.', '--into', 'out'], { cwd });
  assert.equal(imported.exitCode, 0, imported.stdout + imported.stderr);
  const { exitCode } = await runEva(['eval', '--yes', '--trust'], { cwd: join(cwd, 'out') });
  return exitCode;
}
