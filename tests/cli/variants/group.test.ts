import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeChatApi } from '../../support/fake-chat-api.js';
import type { Faults } from '../../support/fake-http.js';
import { rowsIn } from '../../support/rows-in.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import { type Files, goodPrompt, tempLibrary } from '../../support/temp-library.js';

const evalFile = `defaults:
  models: [openai:large, { name: small, model: openai:tiny }, { name: odd, model: openai:odd, temperature: 0 }]
  sample_size: 2
  stop_early: false
cases:
  - { name: first, inputs: { code: alpha }, assert: [ { contains: alpha } ] }
  - { name: second, inputs: { code: beta }, assert: [ { contains: beta } ] }
  - { name: third, models: [openai:large, odd], inputs: { code: gamma }, assert: [ { contains: gamma } ] }
`;

const config = `prices:
  large: { input: 1, output: 1 }
  tiny: { input: 1, output: 1 }
  odd: { input: 1, output: 1 }
`;

/** Makes a library with three variants of a prompt, whose model `tiny` fails the second case. */
async function groupLibrary(t: TestContext, files: Files = {}, faults: Faults = []) {
  const server = await startFakeChatApi({
    faults,
    answer: ({ model, messages }) => {
      const text = String(messages[0].content);
      return model === 'tiny' && text.includes('beta') ? 'no' : text;
    },
  });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile, 'eva.yml': config, ...files });
  const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: sentinelKey };
  const eva = (...args: readonly string[]) => runEva(args, { cwd: root, env });
  return { root, server, eva };
}

const casesAsked = (requests: readonly { readonly body: { readonly messages: readonly { content: unknown }[] } }[]) =>
  requests.map(({ body }) =>
    ['alpha', 'beta', 'gamma'].findIndex((text) => String(body.messages[0]?.content).includes(text)),
  );

test('the runs of variants ask case by case, say before what they may cost, and stand side by side', async (t) => {
  const { root, eva, server } = await groupLibrary(t);
  const { exitCode, stdout, stderr } = await eva('eval', 'diff');
  assert.equal(exitCode, 1, stderr);
  assert.match(stderr.split('\n')[0] ?? '', /^3 runs, at most 16 calls of models, at most \$/);
  const asked = casesAsked(server.requests);
  assert.equal(asked.length, 4 + 6 + 6);
  assert.ok(asked.lastIndexOf(0) < asked.indexOf(2), `no run is two cases ahead: ${asked}`);
  const rows = rowsIn(root);
  assert.deepEqual(rows.map(({ variant, total, passed }) => `${variant} ${passed}/${total}`).sort(), [
    'odd 3/3',
    'openai:large 3/3',
    'small 1/2',
  ]);
  assert.equal(new Set(rows.map(({ group }) => group)).size, 1);
  assert.match(stdout, /openai:large +small +odd/);
  assert.match(stdout, /second +✓ 2\/2 +✗ 0\/2 +✓ 2\/2/);
  assert.match(stdout, /third +✓ 2\/2 +– +✓ 2\/2/);
  const again = await eva('report', '--group');
  assert.equal(again.exitCode, 1);
  assert.equal(again.stdout.replace(/\d+(\.\d+)?m?s/g, ''), stdout.replace(/\d+(\.\d+)?m?s/g, ''));
});

test('the comparison that a table names is one that eva accepts; without such a one it names none', async (t) => {
  for (const [trials, margin] of [
    [2, undefined],
    [20, ' --not-worse-by 0.14'],
    [60, ''],
  ] as const) {
    const { eva } = await groupLibrary(t, {
      'prompts/diff/eval.yml': evalFile.replace('sample_size: 2', `sample_size: ${trials}`),
    });
    const { stdout } = await eva('eval', 'diff', '--case', 'first');
    const [, command, loss] =
      /\beva (compare diff --model openai:large --model small( --not-worse-by \S+)?)$/m.exec(stdout) ?? [];
    assert.equal(command && (loss ?? ''), margin, stdout);
    if (command) assert.equal((await eva(...command.split(' '), '--plan')).exitCode, 0);
  }
});

test('a group has one budget, and --resume goes on with all of its runs', async (t) => {
  const { root, eva, server } = await groupLibrary(t);
  const first = await eva('eval', 'diff', '--max-calls', '7', '--allow-short-budget');
  assert.equal(first.exitCode, 3, first.stderr);
  assert.equal(server.requests.length, 7);
  assert.match(first.stdout, /eva eval diff --resume/);
  const second = await eva('eval', 'diff', '--resume', '--max-calls', '16');
  assert.equal(second.exitCode, 1, second.stderr);
  assert.equal(server.requests.length, 16, 'nothing is asked twice');
  assert.equal(rowsIn(root).length, 3);
  assert.equal(new Set(rowsIn(root).map(({ group }) => group)).size, 1);
  assert.match(second.stdout, /openai:large +small +odd/);
});

test('with --json standard output is one document with the results of all runs', async (t) => {
  const { eva } = await groupLibrary(t);
  const { stdout, stderr } = await eva('eval', 'diff', '--json');
  const { group, runs } = JSON.parse(stdout);
  assert.match(group, /^\d{8}T/);
  assert.deepEqual(
    runs.map(({ variant, total }: { variant: string; total: number }) => [variant, total]),
    [
      ['openai:large', 3],
      ['small', 2],
      ['odd', 3],
    ],
  );
  assert.match(stderr, /openai:large +small +odd/);
  const stored = await eva('report', '--group', '--json');
  assert.deepEqual(JSON.parse(stored.stdout).group, group);
});

test('report --group --case prints the replies of each run that has the case', async (t) => {
  const { eva } = await groupLibrary(t);
  await eva('eval', 'diff');
  const { stdout } = await eva('report', '--group', '--case', 'third');
  assert.match(stdout, /diff × openai:large[\s\S]*diff × odd/);
  assert.doesNotMatch(stdout, /diff × small/);
  const { exitCode, stderr } = await eva('report', '--group', '--case', 'thrid');
  assert.equal(exitCode, 2);
  assert.match(stderr, /EVA_UNKNOWN_CASE/);
});

test('a CSV file has the trials of all runs of a group, each with its prompt, its variant and its inputs', async (t) => {
  const { root, eva } = await groupLibrary(t);
  await eva('eval', 'diff');
  const recordsIn = (file: string) => readFileSync(join(root, file), 'utf8').trim().split('\r\n').slice(1);
  const one = await eva('report', '--out', 'one.csv');
  assert.match(one.stderr, /eva report --group --out one\.csv\n$/);
  const { exitCode, stdout } = await eva('report', '--group', '--out', 'all.csv');
  assert.equal(exitCode, 1);
  assert.match(stdout, /^16 rows of 3 runs written/);
  const records = recordsIn('all.csv');
  assert.equal(records.length, 16);
  assert.ok(recordsIn('one.csv').every((record) => records.includes(record)));
  const runs = records.map((record) => record.split(',').slice(-2).join(' '));
  assert.deepEqual([...new Set(runs)].sort(), ['diff odd', 'diff openai:large', 'diff small']);
  assert.match(records[0] ?? '', /^first,,0,passed,,,alpha,/);
  await eva('report', '--group', '--case', 'third', '--out', 'all.csv');
  assert.equal(recordsIn('all.csv').length, 4);
});

test('the report of one run says how the others of its group ended', async (t) => {
  const { eva } = await groupLibrary(t);
  await eva('eval', 'diff');
  for (const [options, command] of [
    [[], 'eva report --group'],
    [['--failed'], 'eva report --group --failed'],
  ] as const) {
    const { stderr, stdout } = await eva('report', ...options);
    const shown = /(openai:large|small|odd) is 1 of 3 runs/.exec(stderr)?.[1];
    assert.ok(stdout !== '' && shown !== undefined, stderr);
    assert.ok(shown === 'small' || stderr.includes('small failed'), stderr);
    assert.ok(stderr.endsWith(`: ${command}\n`), stderr);
  }
  await eva('eval', 'diff', '--model', 'small');
  assert.equal((await eva('report')).stderr, '');
});

test('--failed shows only the runs of a group in which something failed', async (t) => {
  const { eva } = await groupLibrary(t);
  await eva('eval', 'diff');
  const { stdout } = await eva('report', '--group', '--failed');
  assert.deepEqual(stdout.match(/^ diff × .*/gm), [' diff × small']);
});

test('eva log names the variants of unfinished runs and of looks', async (t) => {
  const { eva } = await groupLibrary(t);
  await eva('eval', 'diff', '--max-calls', '3', '--allow-short-budget');
  await eva('eval', 'diff', '--look');
  const runs = JSON.parse((await eva('log', '--json')).stdout);
  const names = ['odd', 'openai:large', 'small'];
  const variantsOf = (state: string) =>
    runs.flatMap((run: Record<string, unknown>) => (run['state'] === state ? [run['variant']] : [])).sort();
  assert.deepEqual([variantsOf('unfinished'), variantsOf('collected')], [names, names]);
});

test('a run that is alone is no group', async (t) => {
  const { root, eva } = await groupLibrary(t);
  await eva('eval', 'diff', '--model', 'small');
  assert.equal(rowsIn(root)[0]?.group, undefined);
  const { exitCode, stderr } = await eva('report', '--group');
  assert.equal(exitCode, 2);
  assert.match(stderr, /EVA_USAGE/);
});

test('the runs of a group share the limits of a provider', async (t) => {
  const { eva, server } = await groupLibrary(t, { 'eva.yml': `concurrency: 1\n${config}` }, () => ({ delayMs: 10 }));
  await eva('eval', 'diff');
  assert.equal(server.mostAtOnce(), 1);
});

test('a run of a fast provider waits for the cases of a slow one', async (t) => {
  const files = {
    'eva.yml': 'concurrency: 1\nproviders: { fast: { type: openai } }\n',
    'prompts/diff/eval.yml': evalFile.replace('model: openai:odd', 'model: fast:odd'),
  };
  const slow: Faults = (_number, { body }) => (body.model === 'large' ? { delayMs: 40 } : null);
  const { eva, server } = await groupLibrary(t, files, slow);
  const { stderr } = await eva('eval', 'diff');
  const asked = server.requests.map(({ body }) => body.model);
  assert.equal(asked.length, 16, stderr);
  const [ofLarge, ofFast] = ['large', 'odd'].map((model) =>
    casesAsked(server.requests).flatMap((which, at) => (asked[at] === model ? [{ which, at }] : [])),
  );
  for (const { which, at } of ofFast ?? []) {
    const earlier = (ofLarge ?? []).filter((one) => one.which < which);
    assert.ok(
      earlier.every((one) => one.at < at),
      `case ${which} was asked before the slow run had taken the earlier ones`,
    );
  }
});

/** Stops a group when the run of `small` is finished and the others are not. */
async function partlyFinished(t: TestContext) {
  const library = await groupLibrary(t);
  const { exitCode, stderr } = await library.eva('eval', 'diff', '--max-calls', '13', '--allow-short-budget');
  assert.equal(exitCode, 3, stderr);
  assert.deepEqual(
    rowsIn(library.root).map(({ variant }) => variant),
    ['small'],
  );
  return library;
}

test('--resume leaves out finished runs of the group, and unfinished ones of no group', async (t) => {
  const library = await groupLibrary(t);
  const { root, server } = library;
  assert.equal(
    (await library.eva('eval', 'diff', '--model', 'small', '--max-calls', '1', '--allow-short-budget')).exitCode,
    3,
  );
  assert.equal((await library.eva('eval', 'diff', '--max-calls', '13', '--allow-short-budget')).exitCode, 3);
  const { stderr } = await library.eva('eval', 'diff', '--resume', '--max-calls', '20');
  assert.equal(server.requests.length, 1 + 16, stderr);
  assert.deepEqual(
    rowsIn(root)
      .map(({ variant }) => variant)
      .sort(),
    ['odd', 'openai:large', 'small'],
  );
});

test('a resume of a group that is refused leaves its runs free', async (t) => {
  const { root, eva, server } = await partlyFinished(t);
  const file = join(root, 'prompts/diff/eval.yml');
  // the run that is looked at first is that of "odd"
  const changed = '{ name: openai:large, model: openai:large, temperature: 1 }';
  writeFileSync(
    file,
    evalFile.replace('[openai:large,', () => `[${changed},`),
  );
  const refused = await eva('eval', 'diff', '--resume', '--max-calls', '20');
  assert.equal(refused.exitCode, 2, refused.stderr);
  writeFileSync(file, evalFile);
  const { exitCode, stderr } = await eva('eval', 'diff', '--resume', '--max-calls', '20');
  assert.equal(exitCode, 1, stderr); // the first variant, which had ended, did not pass
  assert.equal(server.requests.length, 16);
});

test('report --group shows the last group, with an empty column for a run without a result', async (t) => {
  const { root, eva } = await groupLibrary(t);
  await eva('eval', 'diff');
  const { group, runs } = JSON.parse((await eva('eval', 'diff', '--json')).stdout);
  const [{ run_id }] = runs;
  rmSync(join(root, '.eva/runs', run_id, 'result.json'));
  const stored = JSON.parse((await eva('report', '--group', '--json')).stdout);
  assert.equal(stored.group, group);
  assert.deepEqual(
    stored.runs.map(({ state }: { state: string }) => state),
    ['unfinished', 'finished', 'finished'],
  );
  assert.match((await eva('report', '--group')).stdout, /openai:large +small +odd/);
});
