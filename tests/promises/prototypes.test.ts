import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import { type Files, goodEval, goodMeta } from '../support/temp-library.js';
import { type LibraryOptions, openLibrary } from './open-library.js';

const names = [
  'constructor',
  'toString',
  '__proto__',
  'hasOwnProperty',
  'valueOf',
  'prototype',
  '__defineGetter__',
  'isPrototypeOf',
];

const caseWith = (given: string, check = 'contains: "<diff>"') =>
  `defaults: { model: claude-opus-4-7 }\ncases:\n  - { name: happy, inputs: ${given}, assert: [ { ${check} } ] }\n`;

const declaring = (name: string, more = '') =>
  goodMeta.replace('name: code', `name: ${name}`).replace('required: true', `required: ${more === ''}${more}`);

/** A prompt that is right but for one name, and what eva must make of it. */
interface Fixture {
  readonly what: string;
  readonly files: (name: string) => Files;
  readonly args?: (name: string) => readonly string[];
  readonly answer?: (name: string) => ReturnType<NonNullable<LibraryOptions['answer']>>;
  /** The one message that the model is sent, where it is accepted. */
  readonly sent?: (name: string) => string;
  /** The exit code, and the code of the problem where it is refused. */
  readonly ends: readonly [exitCode: number, code?: string];
}

const body = (text: string) => ({ 'prompts/diff/prompt.xml': text });
const evalFile = (text: string) => ({ 'prompts/diff/eval.yml': text });
const plain = { 'prompts/diff/meta.yml': goodMeta.replace(/inputs:[\s\S]*/, ''), ...body('ask') };

const fixtures: readonly Fixture[] = [
  {
    what: 'an input that is declared, used and given',
    files: (name) => ({
      'prompts/diff/meta.yml': declaring(name),
      ...body(`a {{${name}}} b`),
      ...evalFile(caseWith(`{ ${name}: x }`)),
    }),
    sent: () => 'a x b',
    ends: [0],
  },
  {
    what: 'an input that is given and used alone',
    files: (name) => ({ ...plain, ...body(`a {{${name}}} b`), ...evalFile(caseWith(`{ ${name}: 1.10 }`)) }),
    sent: () => 'a 1.10 b',
    ends: [0],
  },
  {
    what: 'an optional input without a value',
    files: (name) => ({
      'prompts/diff/meta.yml': declaring(name, ''),
      ...body(`a {{${name}}} b{{code}}`),
      ...evalFile(caseWith(`{ ${name}: '', code: c }`)),
    }),
    sent: () => 'a  bc',
    ends: [0],
  },
  {
    what: 'an input with a default',
    files: (name) => ({
      'prompts/diff/meta.yml': declaring(name, '\n    default: d'),
      ...body(`a {{${name}}} b`),
      ...evalFile(caseWith('{}').replace('inputs: {}, ', '')),
    }),
    sent: () => 'a d b',
    ends: [0],
  },
  {
    what: 'a placeholder that nothing fills',
    files: (name) => ({
      ...plain,
      ...body(`a {{${name}}} b`),
      ...evalFile(caseWith('{ x: y }').replace('inputs: { x: y }, ', '')),
    }),
    ends: [2, 'EVA_MISSING_INPUT'],
  },
  {
    what: 'a required input that is not given',
    files: (name) => ({
      'prompts/diff/meta.yml': declaring(name),
      ...body(`a {{${name}}} b`),
      ...evalFile(caseWith('{ x: y }').replace('inputs: { x: y }, ', '')),
    }),
    ends: [2, 'EVA_MISSING_INPUT'],
  },
  {
    what: 'an input that the prompt does not have',
    files: (name) => evalFile(caseWith(`{ code: x, ${name}: y }`)),
    ends: [2, 'EVA_UNKNOWN_INPUT'],
  },
  { what: 'a check', files: (name) => evalFile(caseWith('{ code: x }', `${name}: y`)), ends: [2, 'EVA_UNKNOWN_CHECK'] },
  {
    what: 'a criterion',
    files: (name) =>
      evalFile(goodEval.replace('    assert', `    criteria: [ { ${name}: { proportion: 0.9 } } ]\n    assert`)),
    ends: [2, 'EVA_UNKNOWN_CRITERION'],
  },
  { what: 'a key of eval.yml', files: (name) => evalFile(`${goodEval}${name}: 1\n`), ends: [2, 'EVA_UNKNOWN_KEY'] },
  {
    what: 'a setting',
    files: (name) => evalFile(goodEval.replace('  model', `  ${name}: 1\n  model`)),
    ends: [2, 'EVA_UNKNOWN_KEY'],
  },
  {
    what: 'a note of meta.yml',
    files: (name) => ({ 'prompts/diff/meta.yml': `${goodMeta}${name}: { polluted: yes }\n` }),
    sent: () => '<task>Change x = 1 and nothing else.</task>\n',
    ends: [0],
  },
  {
    what: 'a case that --case names',
    files: (name) =>
      evalFile(`${goodEval}  - { name: ${name}, inputs: { code: y }, assert: [ { contains: diff } ] }\n`),
    args: (name) => ['--case', name],
    sent: () => '<task>Change y and nothing else.</task>\n',
    ends: [0],
  },
  {
    what: 'a case that is not there',
    files: () => ({}),
    args: (name) => ['--case', name],
    ends: [2, 'EVA_UNKNOWN_CASE'],
  },
  {
    what: 'a model',
    files: (name) => evalFile(goodEval.replace('claude-opus-4-7', `anthropic:${name}`)),
    sent: () => '<task>Change x = 1 and nothing else.</task>\n',
    ends: [0],
  },
  {
    what: 'a provider that is not there',
    files: (name) => evalFile(goodEval.replace('claude-opus-4-7', `${name}:gpt`)),
    ends: [2, 'EVA_BAD_MODEL'],
  },
  {
    what: 'a command that is not there',
    files: (name) => evalFile(goodEval.replace('claude-opus-4-7', `command:${name}`)),
    ends: [2, 'EVA_BAD_MODEL'],
  },
  {
    what: 'a variable that should hold a key',
    files: (name) => ({ 'eva.yml': `providers: { anthropic: { type: anthropic, api_key_env: ${name} } }\n` }),
    args: () => ['--trust'],
    ends: [3, 'EVA_NO_KEY'],
  },
  {
    what: 'a property that a schema requires and a reply lacks',
    files: (name) => evalFile(caseWith('{ code: x }', `json_schema: { type: object, required: [${name}] }`)),
    answer: () => '{}',
    ends: [1],
  },
];

for (const { what, files, args = () => [], answer = () => '<diff>', sent, ends } of fixtures) {
  test(`${what} may have any name: exit ${ends.join(' ')}`, async (t) => {
    for (const name of names) {
      const { eva, server } = await openLibrary(t, { files: files(name), answer: () => answer(name) });
      const output = await eva('eval', 'diff', ...args(name));
      const said = `${name}: ${output.stdout}${output.stderr}`;
      assert.equal(output.exitCode, ends[0], said);
      assert.match(output.stderr, new RegExp(ends[1] ?? ''), said);
      assert.doesNotMatch(said, /\[object|function |native code|NaN|undefined|\n\s+at /);
      if (sent)
        assert.deepEqual(
          server.requests.map((one) => one.body.messages[0].content),
          [sent(name)],
        );
      if (ends[0] === 2) assert.equal(server.requests.length, 0);
      assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
    }
  });
}

test('a provider of eva.yml may have any name that begins with a letter, and a price too', async (t) => {
  const chat = await startFakeChatApi({ answer: () => '<diff>' });
  t.after(() => chat.close());
  for (const name of names) {
    const providers = `providers: { ${name}: { type: openai, base_url: "${chat.url}/v1" } }\n`;
    const prices = `prices: { ${name}: { input: 1000000, output: 0 } }\n`;
    const files = {
      'eva.yml': providers + prices,
      ...evalFile(goodEval.replace('claude-opus-4-7', `${name}:${name}`)),
    };
    const { eva, root } = await openLibrary(t, { files });
    const output = await eva('eval', 'diff', '--trust');
    assert.equal(output.exitCode, name.startsWith('_') ? 2 : 0, name + output.stderr);
    if (output.exitCode === 2) continue;
    assert.equal(chat.requests.at(-1)?.body.model, name);
    assert.equal(JSON.parse(readFileSync(join(root, '.eval.jsonl'), 'utf8')).cost_usd, 12);
  }
});

const schemaOf = (name: string) =>
  `{ type: object, properties: { ${name}: { const: 1 } }, additionalProperties: false }`;

test('a property of a schema may have any name but __proto__, which could not be checked', async (t) => {
  for (const name of names) {
    const files = evalFile(caseWith('{ code: x }', `json_schema: ${schemaOf(name)}`));
    for (const value of [1, 2]) {
      const { eva } = await openLibrary(t, { files, answer: () => `{ "${name}": ${value} }` });
      const { exitCode, stdout, stderr } = await eva('eval', 'diff');
      assert.equal(exitCode, name === '__proto__' ? 2 : value - 1, `${name} ${stdout}`);
      if (exitCode === 2) assert.match(stderr, /EVA_BAD_SCHEMA/);
    }
  }
});

test('a price that nobody gave is unknown, whatever the model is called', async (t) => {
  for (const name of names) {
    const files = {
      'eva.yml': 'prices: { other: { input: 1, output: 1 } }\n',
      ...evalFile(goodEval.replace('claude-opus-4-7', `anthropic:${name}`)),
    };
    const { eva } = await openLibrary(t, { files });
    assert.equal(JSON.parse((await eva('eval', 'diff', '--json')).stdout).cost_usd, null, name);
    assert.match((await eva('eval', 'diff')).stdout, / 12 tokens in, 7 out /, name);
  }
});

test('a prompt may have any name that is no hidden one', async (t) => {
  for (const name of names) {
    const files = {
      [`prompts/${name}/meta.yml`]: goodMeta.replace('id: diff', `id: ${name}`),
      [`prompts/${name}/prompt.xml`]: 'do {{code}}',
      [`prompts/${name}/eval.yml`]: goodEval,
    };
    const { eva } = await openLibrary(t, { files });
    const [green, doctor] = name.startsWith('_') ? [2, 2] : [0, /[A-Z]/.test(name) ? 1 : 0];
    assert.equal((await eva('eval', name)).exitCode, green, name);
    assert.equal((await eva('trust', name)).exitCode, green, name);
    assert.equal((await eva('doctor', name)).exitCode, doctor, name);
    assert.equal((await eva('promote', name)).exitCode, doctor, name);
    assert.match((await eva('eval', `${name}x`)).stderr, /EVA_UNKNOWN_PROMPT|EVA_BAD_ID/);
  }
});

test('lines of logs and recordings that name __proto__ change nothing', async (t) => {
  const line =
    '{"__proto__":{"polluted":true,"key":"x","ts":"2026-01-01T00:00:00Z","all_passed":true,"sent":true},"constructor":{"prototype":{"polluted":true}}}\n';
  const files = {
    '.eval.jsonl': line,
    'prompts/diff/.usage.jsonl': line.repeat(3),
    'prompts/diff/recordings.jsonl': line,
  };
  const { eva } = await openLibrary(t, { files });
  assert.equal((await eva('eval', 'diff', '--replay')).exitCode, 3);
  assert.equal((await eva('promote', 'diff')).exitCode, 1);
  assert.match((await eva('doctor')).stdout, /\.eval\.jsonl:1/);
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
});
