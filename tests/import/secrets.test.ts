import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { runEva } from '../support/run-eva.js';
import { filesIn, freshFolder } from './imported-library.js';

const secret = 'SECRET';

/** Ids of providers with secrets in them, and the part of each that is shown. */
const ids: readonly (readonly [id: string, shown: string])[] = [
  [`https://bot:${secret}@host.example/path`, 'https://host.example'],
  [`https://host.example:8443/${secret}/x?k=${secret}#${secret}`, 'https://host.example:8443'],
  [`https://bot:1/${secret}@host.example/path`, 'https://…'],
  [`https:/bot:${secret}@host.example/path`, 'https://host.example'],
  [`http://[::1]:80/?k=${secret}`, 'http://[::1]:80'],
  [`wss://host.example/live?token=${secret}`, 'wss://host.example'],
  [`webhook:https://host.example/services/T0/B0/${secret}`, 'webhook:https://host.example'],
  [`webhook:https://bot:${secret}@host.example`, 'webhook:https://host.example'],
  [`exec:python run.py --api-key=${secret}`, 'exec:python'],
  [`exec: python run.py --api-key ${secret}`, 'exec:python'],
  [`exec:API_KEY=${secret} python run.py`, 'exec:API_KEY'],
  [`exec:curl\t-u\tbot:${secret} https://host.example`, 'exec:curl'],
  [`python:agent.py --api-key ${secret}`, 'python:agent.py'],
  [`file://agent.py ${secret}`, 'file://agent.py'],
  [`grpc://bot:${secret}@host.example/path`, 'grpc://host.example'],
  [`odd:model?key=${secret}`, 'odd:model'],
];

const forms: Readonly<Record<string, (id: string) => object>> = {
  'an id': (id) => ({ providers: [id, 'openai:gpt-4o'] }),
  'a mapping': (id) => ({ providers: [{ id, label: 'mine', config: { url: id } }, 'openai:gpt-4o'] }),
  'a key': (id) => ({ providers: [{ [id]: {} }, 'openai:gpt-4o'] }),
  'the only provider': (id) => ({ providers: [id] }),
  'a test': (id) => ({ providers: ['openai:gpt-4o'], tests: [{ vars: { a: 'b' }, provider: id }] }),
  'a judge': (id) => ({
    providers: ['openai:gpt-4o'],
    tests: [{ vars: { a: 'b' }, assert: [{ type: 'llm-rubric', value: 'short', provider: id }] }],
  }),
  'a filter of tests': (id) => ({ providers: ['openai:gpt-4o'], tests: [{ vars: { a: 'b' }, providers: [id] }] }),
};

async function imported(
  t: Parameters<typeof freshFolder>[0],
  config: object | string,
  more: readonly string[],
): Promise<string> {
  const library = freshFolder(t);
  const dir = join(library, '..', 'source');
  mkdirSync(dir, { recursive: true });
  const text = typeof config === 'string' ? config : JSON.stringify({ prompts: ['Say {{a}}'], ...config }, null, 1);
  writeFileSync(join(dir, 'promptfooconfig.json'), text);
  const args = ['import', 'promptfoo', join(dir, 'promptfooconfig.json'), '--into', library, ...more];
  const { stdout, stderr } = await runEva(args, { cwd: dir });
  return [stdout, stderr, ...filesIn(library).map((file) => readFileSync(join(library, file), 'utf8'))].join('\n');
}

test('of an id of a provider, findings show the scheme and host of an address, or the first word of a program', async (t) => {
  const providers = [...ids.map(([id]) => id), 'openai:gpt-4o'];
  const text = await imported(t, { providers, tests: [{ vars: { a: 'b' } }] }, ['--json']);
  const { left_out } = JSON.parse(text.split('\n# ')[0]?.split('\n\n')[0] ?? '').configs[0] as {
    left_out: readonly { what: string }[];
  };
  assert.deepEqual(
    left_out.map(({ what }) => what),
    ids.map(([, shown]) => shown),
  );
});

for (const [form, configOf] of Object.entries(forms)) {
  test(`a secret in a provider that is ${form} is shown nowhere`, async (t) => {
    for (const [id] of [ids[0], ids[6], ids[8]] as typeof ids) {
      const config = { tests: [{ vars: { a: 'b' } }], ...configOf(id) };
      assert.ok(!(await imported(t, config, [])).includes(secret), id);
    }
  });
}

/** Parts of a configuration that stop an import, with a secret in them or beside them. */
const blocking: Readonly<Record<string, object | string>> = {
  'a program for a prompt': { prompts: [`exec:python gen.py --key=${secret}`] },
  'a service for a prompt': { prompts: [`langfuse://user:${secret}@host`] },
  'a program for tests': { tests: `exec:gen --key=${secret}` },
  'a store for tests': { tests: `az://user:${secret}@host/t.csv` },
  'a data set for tests': { tests: `huggingface://datasets/a/b?token=${secret}` },
  'one line with a variable': `{"env":{"HF_TOKEN":"${secret}"},"prompts":["{% if a %}"],"providers":["openai:gpt-4o"]}`,
  'one line with a program': `{"prompts":["{% if a %}"],"providers":["exec:run --x ${secret}"]}`,
  'a line that is no JSON': `{"prompts":["a"], "env": {"HF_TOKEN":"${secret}" "B":1}}`,
};

for (const [part, config] of Object.entries(blocking)) {
  test(`a secret in a configuration that is not imported is shown nowhere: ${part}`, async (t) => {
    const whole = typeof config === 'string' ? config : { providers: ['openai:gpt-4o'], ...config };
    for (const more of [[], ['--json']]) {
      const text = await imported(t, whole, more);
      assert.ok(/not imported|"outcome": "not"/.test(text), text);
      assert.ok(!text.includes(secret), text);
    }
  });
}
