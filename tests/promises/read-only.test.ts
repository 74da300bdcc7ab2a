import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runEva } from '../support/run-eva.js';
import { type Files, goodEval, goodMeta, goodPrompt, tempLibrary } from '../support/temp-library.js';
import { treeHash } from '../support/tree-hash.js';
import { openLibrary } from './open-library.js';
import { spawnEva } from './spawn-eva.js';

const another = (id: string, status: string): Files => ({
  [`prompts/${id}/meta.yml`]: goodMeta.replace('id: diff', `id: ${id}`).replace('draft', status),
  [`prompts/${id}/prompt.xml`]: 'do {{code}} and {{unknown}}',
  [`prompts/${id}/eval.yml`]: goodEval,
  [`prompts/${id}/aliases`]: 'verb\nno verb\n',
  [`prompts/${id}/examples/a/inputs.yml`]: 'code: x\n',
});

/** A library in which doctor finds something of every kind: programs and servers, stale evidence, lines that cannot be read. */
const troubled: Files = {
  ...another('ready-one', 'ready'),
  ...another('tested-one', 'tested'),
  'prompts/empty/notes.txt': 'nothing here',
  'prompts/diff/check.sh': '#!/bin/sh\necho ran > ran.txt\n',
  'prompts/diff/eval.yml': `${goodEval}      - command: [./check.sh]\n    rubric: Is it small?\n`,
  'prompts/diff/recordings.jsonl': '{"torn":',
  'eva.yml':
    'providers: { far: { type: openai, base_url: "https://models.example/v1" }, own: { type: command, command: [./check.sh] } }\n',
  '.eval.jsonl': `${JSON.stringify({ ts: '2026-01-01T00:00:00Z', all_passed: true, total: 1, passed: 1, failed_cases: [] })}\n{"torn":`,
};

const doctors: readonly (readonly string[])[] = [
  ['doctor'],
  ['doctor', '--json'],
  ['doctor', '--strict'],
  ['doctor', 'diff', 'ready-one'],
];

test('doctor changes nothing, and says the same twice', async (t) => {
  const { root, eva } = await openLibrary(t, { files: troubled });
  const before = treeHash(root);
  for (const args of doctors) {
    const first = await eva(...args);
    assert.equal(first.exitCode, 1, first.stderr);
    assert.ok(first.stdout.length > 500);
    assert.deepEqual(await eva(...args), first);
    assert.equal(treeHash(root), before, args.join(' '));
  }
});

test('doctor makes no folder of eva’s own, neither in the library nor in the user’s data', async (t) => {
  const home = tempLibrary(t, {});
  const { root, env } = await openLibrary(t, { files: troubled });
  const before = treeHash(root);
  await runEva(['doctor'], { cwd: root, env: { ...env, HOME: home, XDG_DATA_HOME: join(home, 'data') } });
  assert.equal(treeHash(root), before);
  assert.equal(treeHash(home), treeHash(tempLibrary(t, {})), 'the home is empty');
});

test('what doctor says does not depend on the order or the age of files', async (t) => {
  const backwards = Object.fromEntries(Object.entries({ ...goodPrompt(), ...troubled }).reverse());
  const roots = [tempLibrary(t, { ...goodPrompt(), ...troubled }), tempLibrary(t, backwards)];
  for (const file of ['prompts/ready-one', 'prompts/diff/meta.yml', '.eval.jsonl'])
    utimesSync(join(roots[1] ?? '', file), 1e9, 1e9);
  for (const args of doctors) {
    const [one, other] = await Promise.all(roots.map((root) => runEva(args, { cwd: root })));
    assert.equal(other?.stdout.replaceAll(roots[1] ?? '', 'ROOT'), one?.stdout.replaceAll(roots[0] ?? '', 'ROOT'));
  }
});

const forbidding = ['--import', fileURLToPath(new URL('./forbid-effects.js', import.meta.url))];

/** A process in which whatever leaves it or changes a file ends it with exit 99. */
async function forbidden(t: TestContext, files: Files, ...args: readonly string[]) {
  const { root, env } = await openLibrary(t, { files });
  return spawnEva(args, { cwd: root, env, node: forbidding });
}

test('doctor opens no connection, starts no program and writes no file', async (t) => {
  for (const args of doctors) {
    const output = await forbidden(t, troubled, ...args);
    assert.equal(output.exitCode, 1, output.stderr);
    assert.doesNotMatch(output.stderr, /forbidden/);
    assert.ok(output.stdout.length > 500);
  }
  const healthy = await forbidden(t, {}, 'doctor');
  assert.equal(healthy.exitCode, 0, healthy.stderr);
});

test('promote --check and a trust that is not given write nothing either', async (t) => {
  const check = await forbidden(
    t,
    { 'prompts/diff/meta.yml': goodMeta.replace('draft', 'tested') },
    'promote',
    'diff',
    '--check',
  );
  assert.equal(check.exitCode, 1, check.stderr);
  const trust = await forbidden(t, troubled, 'trust', 'diff');
  assert.equal(trust.exitCode, 2, trust.stderr);
  assert.match(trust.stderr, /EVA_TRUST_UNANSWERED/);
});

const effects: readonly (readonly [forbidden: string, script: string])[] = [
  ['connect', "require('node:net').connect(9)"],
  ['connect', "require('node:https').get('https://127.0.0.1:9')"],
  ['fetch', "fetch('http://127.0.0.1:9')"],
  ['listen', "require('node:http').createServer().listen(0)"],
  ['createSocket', "require('node:dgram').createSocket('udp4')"],
  ['lookup', "require('node:dns').lookup('localhost', () => {})"],
  ['spawn', "require('node:child_process').spawn('true')"],
  ['writeFileSync', "require('node:fs').writeFileSync('/dev/null', '')"],
  ['openSync', "require('node:fs').openSync('/dev/null', 'a')"],
  ['mkdir', "require('node:fs/promises').mkdir('/tmp')"],
];

test('the test itself notices connections, programs and files', (t) => {
  for (const [name, script] of effects) {
    const child = spawnSync(process.execPath, [...forbidding, '-e', script], { encoding: 'utf8' });
    assert.deepEqual([child.status, child.stderr], [99, `forbidden: ${name}\n`], script);
  }
  const root = tempLibrary(t, goodPrompt());
  const before = treeHash(root);
  mkdirSync(join(root, 'new'));
  assert.notEqual(treeHash(root), before);
});
