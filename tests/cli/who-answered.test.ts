import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { openLibrary } from '../promises/open-library.js';
import { lastEnd } from '../support/attempts-of.js';
import { lastRow } from '../support/rows-in.js';

const plain = `defaults: { model: claude-x }
cases:
  - { name: one, inputs: { code: one }, assert: [ { contains: good } ] }
`;

const said = ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) =>
  (stdout + stderr).replace(/\s+/g, ' ');

test('the row names the server that answered and the retried calls, and so does promote', async (t) => {
  const { root, eva, server } = await openLibrary(t, {
    files: { 'prompts/diff/eval.yml': plain },
    answer: () => 'good',
    faults: [{ status: 500 }],
  });
  const host = new URL(server.url).host;
  assert.equal((await eva('eval', 'diff', '--record')).exitCode, 0);
  const { servers, retried, programs, variables } = lastRow(root).sources ?? {};
  assert.deepEqual([servers, retried], [[{ name: `http://${host}`, replies: 1 }], 1]);
  assert.deepEqual([programs, variables], [undefined, undefined]);
  assert.deepEqual(lastEnd(root).sources, lastRow(root).sources);
  const tested = said(await eva('promote', 'diff'));
  assert.match(tested, new RegExp(`every reply of run \\S+ came from ${host}; 1 call was retried`));
  const ready = said(await eva('promote', 'diff', '--check'));
  assert.match(ready, new RegExp(`came from ${host}, in one whole run; 1 call was retried`));
  assert.doesNotMatch(tested + ready, /came from a model/);
  assert.match(ready, /right in 1 of 1 trial, which says nothing of how often/);
  assert.equal((await eva('eval', 'diff', '--replay')).exitCode, 0);
  assert.deepEqual(lastRow(root).sources?.servers, servers, 'a replay knows it too');
});

test('with servers: official a run that another server answered cannot become ready', async (t) => {
  const { root, eva } = await openLibrary(t, {
    files: { 'prompts/diff/eval.yml': plain, 'eva.yml': 'promotion: { servers: official }\n' },
    answer: () => 'good',
  });
  await eva('eval', 'diff');
  assert.equal((await eva('promote', 'diff')).exitCode, 0);
  const { exitCode, stdout } = await eva('promote', 'diff', '--json');
  assert.equal(exitCode, 1);
  const unmet = JSON.parse(stdout).gates.filter((gate: { met: boolean }) => !gate.met);
  assert.deepEqual(
    unmet.map(({ gate }: { gate: string }) => gate),
    ['servers'],
  );
  writeFileSync(join(root, 'eva.yml'), 'promotion: { servers: any }\n');
  assert.equal((await eva('promote', 'diff')).exitCode, 0);
});

const bot = `import { readFileSync } from 'node:fs';
readFileSync(0);
console.log('good');
`;

test('a program that answers is named, and nothing says that a model answered', async (t) => {
  const { root, eva } = await openLibrary(t, {
    files: {
      'bot.mjs': bot,
      'eva.yml': 'providers: { mine: { type: command, command: [node, bot.mjs, --api-key=SECRET] } }\n',
      'prompts/diff/eval.yml': plain.replace('claude-x', '"command:mine"'),
    },
  });
  assert.equal((await eva('eval', 'diff', '--trust')).exitCode, 0);
  const { programs, servers } = lastRow(root).sources ?? {};
  assert.deepEqual([programs, servers], [[{ name: 'bot.mjs', replies: 1 }], undefined]);
  const text = said(await eva('promote', 'diff'));
  assert.match(text, /every reply of run \S+ was answered by the program bot\.mjs/);
  assert.doesNotMatch(text, /from a model/);
});

test('with servers: official neither a program nor a row without sources is enough', async (t) => {
  const { root, eva } = await openLibrary(t, {
    files: {
      'bot.mjs': bot,
      'eva.yml': 'promotion: { servers: official }\nproviders: { mine: { type: command, command: [node, bot.mjs] } }\n',
      'prompts/diff/eval.yml': plain.replace('claude-x', '"command:mine"'),
    },
  });
  await eva('eval', 'diff', '--trust');
  assert.equal((await eva('promote', 'diff')).exitCode, 0);
  assert.match(said(await eva('promote', 'diff')), /has replies from the program bot\.mjs, and promotion\.servers/);
  const row = JSON.parse(readFileSync(join(root, '.eval.jsonl'), 'utf8'));
  writeFileSync(join(root, '.eval.jsonl'), `${JSON.stringify({ ...row, sources: undefined })}\n`);
  assert.match(said(await eva('promote', 'diff')), /has a row that does not say who answered, and promotion\.servers/);
});

const failsOnce = `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
readFileSync(0);
const asked = new URL('asked', import.meta.url);
const isFirst = !existsSync(asked);
writeFileSync(asked, '');
if (isFirst) throw new Error('no luck');
console.log('bad');
`;

test('failed attempts of a program are shown beside the reply that came at last', async (t) => {
  const { root, eva } = await openLibrary(t, {
    files: {
      'bot.mjs': failsOnce,
      'eva.yml': 'providers: { mine: { type: command, command: [node, bot.mjs] } }\n',
      'prompts/diff/eval.yml': plain.replace('claude-x', '"command:mine"'),
    },
  });
  const first = await eva('eval', 'diff', '--trust', '--report', 'html=out.html', '--report', 'junit=out.xml');
  assert.equal(first.exitCode, 1, first.stderr);
  for (const shown of [said(first), said(await eva('report', '--full')), said(await eva('report', '--failed'))])
    assert.match(shown, /note 1 failed attempt before this reply: node: exit code 1: Error: no l/);
  assert.match(said(await eva('report', '--full')), /Error: no luck \(bot\.mjs:6\)/);
  for (const file of ['out.html', 'out.xml'])
    assert.match(
      readFileSync(join(root, file), 'utf8'),
      /1 failed attempt before this reply|"failed_attempts":1/,
      file,
    );
});

test('the names of variables EVA_ that a program got are in the row, their values nowhere', async (t) => {
  const check = '#!/bin/sh\nexit 0\n';
  const checked = plain.replace('{ contains: good }', '{ command: [sh, check.sh] }');
  const { root, eva, env } = await openLibrary(t, {
    files: { 'prompts/diff/check.sh': check, 'prompts/diff/eval.yml': checked },
    env: { EVA_LENIENT: 'very-much', EVA_API_KEY: 'a-secret' },
    answer: () => 'good',
  });
  assert.ok(env['EVA_LENIENT']);
  assert.equal((await eva('eval', 'diff', '--trust')).exitCode, 0);
  assert.deepEqual(lastRow(root).sources?.variables, ['EVA_LENIENT']);
  assert.match(said(await eva('promote', 'diff')), /its programs got EVA_LENIENT/);
  writeFileSync(join(root, 'prompts/diff/eval.yml'), plain);
  await eva('eval', 'diff');
  assert.equal(lastRow(root).sources?.variables, undefined, 'no program, no variables');
});

const barred = (percent: number, size: number, assertion = '{ contains: good }') => `defaults: { model: claude-x }
cases:
  - name: one
    inputs: { code: one }
    sample_size: ${size}
    criteria: { proportion_gte: { proportion: 0.${percent} } }
    assert: [ ${assertion} ]
`;

test('promote and its line name a run of this body that failed under a higher bar', async (t) => {
  let asked = 0;
  const { root, eva } = await openLibrary(t, {
    files: { 'prompts/diff/eval.yml': barred(90, 40) },
    answer: () => {
      asked += 1;
      return asked % 4 === 0 ? 'bad' : 'good';
    },
  });
  assert.equal((await eva('eval', 'diff')).exitCode, 1);
  const { run_id } = lastRow(root);
  writeFileSync(join(root, 'prompts/diff/eval.yml'), barred(50, 40));
  assert.equal((await eva('eval', 'diff')).exitCode, 0);
  const promoted = await eva('promote', 'diff');
  assert.match(said(promoted), new RegExp(`did not pass under earlier cases of this very body: run ${run_id}`));
  const [line] = readFileSync(join(root, 'prompts/diff/.promotions.jsonl'), 'utf8').trim().split('\n');
  assert.equal(JSON.parse(line ?? '').failed_before.length, 1);
});

test('promote and its line name what is weaker than at the last status', async (t) => {
  const { root, eva } = await openLibrary(t, {
    files: { 'prompts/diff/eval.yml': barred(80, 40, '{ contains: good }, { max_chars: 90 }') },
    answer: () => 'good',
  });
  await eva('eval', 'diff');
  assert.equal((await eva('promote', 'diff')).exitCode, 0);
  writeFileSync(join(root, 'prompts/diff/eval.yml'), barred(70, 30, '{ max_chars: 900 }'));
  await eva('eval', 'diff');
  const { exitCode, stdout } = await eva('promote', 'diff', '--json');
  assert.equal(exitCode, 0);
  const { message } = JSON.parse(stdout).gates.find(({ gate }: { gate: string }) => gate === 'claims');
  for (const weaker of [/proportion 0\.8 → 0\.7/, /sample 40 → 30/, /max_chars 90 → 900/, /contains: "good" is gone/])
    assert.match(message, weaker);
  const last = readFileSync(join(root, 'prompts/diff/.promotions.jsonl'), 'utf8').trim().split('\n').at(-1);
  assert.equal(JSON.parse(last ?? '').weaker.length, 4);
});

test('what asks for more or for the same is not named', async (t) => {
  const { root, eva } = await openLibrary(t, {
    files: { 'prompts/diff/eval.yml': barred(70, 30) },
    answer: () => 'good',
  });
  await eva('eval', 'diff');
  await eva('promote', 'diff');
  writeFileSync(join(root, 'prompts/diff/eval.yml'), barred(80, 40, '{ contains: good }, { contains: o }'));
  await eva('eval', 'diff');
  const { stdout } = await eva('promote', 'diff', '--json');
  assert.ok(
    JSON.parse(stdout).gates.every(({ gate }: { gate: string }) => gate !== 'claims'),
    stdout,
  );
});

test('replies that a person wrote make no prompt tested, and doctor reports one that is', async (t) => {
  const { root, eva } = await openLibrary(t, { files: { 'prompts/diff/eval.yml': plain }, answer: () => 'good' });
  await eva('eval', 'diff', '--record');
  const recordings = join(root, 'prompts/diff/recordings.jsonl');
  const synthetic = readFileSync(recordings, 'utf8').replaceAll('"source":"recorded"', '"source":"synthetic"');
  writeFileSync(recordings, synthetic);
  assert.equal((await eva('eval', 'diff', '--replay')).exitCode, 0);
  const { exitCode, stdout } = await eva('promote', 'diff', '--json');
  assert.equal(exitCode, 1);
  const unmet = JSON.parse(stdout).gates.filter((gate: { met: boolean }) => !gate.met);
  assert.deepEqual(
    unmet.map(({ gate }: { gate: string }) => gate),
    ['real'],
  );
  writeFileSync(join(root, 'prompts/diff/meta.yml'), 'status: tested\ninputs: [{ name: code }]\n');
  const doctor = await eva('doctor', 'diff');
  assert.equal(doctor.exitCode, 0, doctor.stdout);
  assert.match(doctor.stdout, /EVA_STALE_EVIDENCE/);
});

test('a line of promotions or a row with values of other kinds breaks nothing', async (t) => {
  const { root, eva } = await openLibrary(t, { files: { 'prompts/diff/eval.yml': plain }, answer: () => 'good' });
  await eva('eval', 'diff');
  const row = lastRow(root);
  const odd = { toString: 1 };
  const red = {
    ...row,
    ts: '2020-01-01T00:00:00.000Z',
    all_passed: false,
    passed: 0,
    run_id: odd,
    verdicts: [odd, null],
  };
  const evidence = { ...row.evidence, cases: 'others' };
  writeFileSync(join(root, '.eval.jsonl'), `${JSON.stringify({ ...red, evidence })}\n${JSON.stringify(row)}\n`);
  const claims = [{ case: 'one', sample: 9, bars: {}, parts: [odd] }];
  const line = { ts: '2020-01-01T00:00:00.000Z', to: 'tested', evidence: null, claims };
  writeFileSync(join(root, 'prompts/diff/.promotions.jsonl'), `${JSON.stringify(line)}\n`);
  const { exitCode, stdout, stderr } = await eva('promote', 'diff');
  assert.equal(exitCode, 0, stdout + stderr);
});
