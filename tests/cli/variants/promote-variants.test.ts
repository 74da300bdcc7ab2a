import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeChatApi } from '../../support/fake-chat-api.js';
import { rowsIn } from '../../support/rows-in.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import { goodMeta, goodPrompt, tempLibrary } from '../../support/temp-library.js';

const evalFile = `defaults:
  models: [openai:large, { name: small, model: openai:tiny, temperature: 0 }]
cases:
  - { name: happy, inputs: { code: alpha }, assert: [ { contains: alpha } ] }
`;

/** Makes a library whose server answers with the prompt, or with `wrong` for the models in `failing`. */
async function promotable(t: TestContext, file = evalFile) {
  const failing = new Set<string>();
  const server = await startFakeChatApi({
    answer: ({ model, messages }) => (failing.has(model) ? 'wrong' : String(messages[0].content)),
  });
  t.after(() => server.close());
  const meta = goodMeta.replace('status: draft', 'status: tested');
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/meta.yml': meta, 'prompts/diff/eval.yml': file });
  const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: sentinelKey };
  const eva = (...args: readonly string[]) => runEva(args, { cwd: root, env });
  const unmet = async () => {
    const { stdout } = await eva('promote', 'diff', '--check', '--json');
    const { gates } = JSON.parse(stdout) as {
      gates: { gate: string; met: boolean; variant?: string; remedy: string }[];
    };
    return gates.filter(({ met }) => !met).map(({ gate, variant, remedy }) => [variant, gate, remedy]);
  };
  const write = (text: string) => writeFileSync(join(root, 'prompts/diff/eval.yml'), text);
  return { root, server, failing, eva, unmet, write };
}

test('the gate opens only if each variant of the files has passed', async (t) => {
  const { root, failing, eva, unmet } = await promotable(t);
  await eva('eval', 'diff', '--model', 'openai:large');
  assert.deepEqual(await unmet(), [['small', 'eval', 'run: eva eval diff --model small']]);
  failing.add('tiny');
  await eva('eval', 'diff');
  assert.deepEqual(
    (await unmet()).map(([variant, gate]) => [variant, gate]),
    [['small', 'eval']],
  );
  failing.clear();
  await eva('eval', 'diff', '--model', 'small');
  assert.deepEqual(await unmet(), []);
  assert.equal((await eva('promote', 'diff')).exitCode, 0);
  const [row] = readFileSync(join(root, 'prompts/diff/.promotions.jsonl'), 'utf8').trimEnd().split('\n');
  const { variants, run_id } = JSON.parse(row ?? '');
  assert.deepEqual(
    variants.map((one: { variant: string }) => one.variant),
    ['openai:large', 'small'],
  );
  assert.equal(run_id, rowsIn(root).findLast(({ variant }) => variant === 'openai:large')?.run_id);
});

test('a second model keeps the row of the first, and its number of tries', async (t) => {
  const { root, eva, unmet, write } = await promotable(t, evalFile.replace(/models: .*/, 'model: openai:large'));
  await eva('eval', 'diff');
  assert.deepEqual(await unmet(), []);
  write(evalFile);
  assert.deepEqual(await unmet(), [['small', 'eval', 'run: eva eval diff --model small']]);
  await eva('eval', 'diff', '--model', 'small');
  assert.deepEqual(await unmet(), []);
  await eva('eval', 'diff', '--model', 'openai:large');
  assert.deepEqual(
    rowsIn(root).map((row) => [row.variant, row.try]),
    [
      [undefined, 1],
      ['small', 1],
      ['openai:large', 2],
    ],
  );
});

test('the row of another model opens no gate and closes none', async (t) => {
  const { failing, eva, unmet } = await promotable(t);
  await eva('eval', 'diff');
  failing.add('other');
  assert.equal((await eva('eval', 'diff', '--model', 'openai:other')).exitCode, 1);
  assert.deepEqual(await unmet(), []);
});

test('a row of another model counts once the files name it', async (t) => {
  const { eva, unmet, write } = await promotable(t);
  await eva('eval', 'diff');
  await eva('eval', 'diff', '--model', 'openai:other');
  write(evalFile.replace('[openai:large,', '[openai:large, openai:other,'));
  assert.deepEqual(await unmet(), []);
});

test('a change of one variant makes only its run stale', async (t) => {
  const { eva, unmet, write } = await promotable(t);
  await eva('eval', 'diff');
  write(evalFile.replace('temperature: 0', 'temperature: 0.5'));
  assert.deepEqual(await unmet(), [['small', 'fresh', 'run: eva eval diff --model small']]);
});

test('doctor warns of each variant of a ready prompt that has no run of its files', async (t) => {
  const { root, eva } = await promotable(t);
  writeFileSync(join(root, 'prompts/diff/meta.yml'), goodMeta.replace('status: draft', 'status: ready'));
  await eva('eval', 'diff', '--model', 'openai:large');
  const { stdout } = await eva('doctor', 'diff', '--json');
  const { prompts } = JSON.parse(stdout) as { prompts: { problems: { code: string; message: string }[] }[] };
  const stale = prompts.flatMap(({ problems }) => problems).filter(({ code }) => code === 'EVA_STALE_EVIDENCE');
  assert.equal(stale.length, 1);
  assert.match(stale[0]?.message ?? '', /small/);
});

const twins: readonly (readonly [what: string, text: string])[] = [
  [
    'a default value',
    evalFile.replace(
      'name: small, model: openai:tiny, temperature: 0',
      'name: small, model: openai:large, max_tokens: 4096',
    ),
  ],
  [
    'a setting that every case replaces',
    evalFile
      .replace('model: openai:tiny, temperature: 0', 'model: openai:large, temperature: 0')
      .replace('inputs:', 'temperature: 1, inputs:'),
  ],
];
for (const [what, text] of twins) {
  test(`two variants that differ only by ${what} are refused, since one row would decide both`, async (t) => {
    const { root, server, eva } = await promotable(t, text);
    for (const args of [
      ['eval', 'diff'],
      ['eval', 'diff', '--model', 'openai:large'],
      ['eval', 'diff', '--model', 'small'],
      ['plan', 'diff'],
      ['doctor', 'diff'],
      ['promote', 'diff', '--check'],
    ]) {
      const { exitCode, stdout, stderr } = await eva(...args);
      assert.equal(exitCode, args[0] === 'doctor' ? 1 : 2, args.join(' '));
      assert.equal(
        `${stdout}${stderr}`.match(/EVA_CONTRADICTION/g)?.length,
        1,
        `${args.join(' ')}: ${stdout}${stderr}`,
      );
    }
    assert.deepEqual([server.requests.length, existsSync(join(root, '.eval.jsonl'))], [0, false]);
  });
}

test('variants whose settings differ in one of the cases are not the same', async (t) => {
  const text = evalFile
    .replace('model: openai:tiny, temperature: 0', 'model: openai:large, temperature: 0')
    .replace('inputs:', 'temperature: 1, inputs:');
  const { eva } = await promotable(t, `${text}${evalFile.split('\n')[3]?.replace('happy', 'other')}\n`);
  const { exitCode, stderr } = await eva('plan', 'diff');
  assert.equal(exitCode, 0, stderr);
});
