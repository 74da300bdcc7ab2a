import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { type Files, goodPrompt, tempLibrary } from '../support/temp-library.js';

const caseOf = (name: string, check: string) =>
  `  - { name: ${name}, inputs: { code: x }, model: claude-x, assert: [ { ${check} } ] }\n`;

async function library(t: TestContext, evalFile: string, more: Files = {}) {
  const server = await startFakeMessagesApi({ answer: () => 'good' });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile, ...more });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  return { server, root, eva: (...args: string[]) => runEva(args, { cwd: root, env }) };
}

test('a check that is not there is found before the first call, and only by runs that need it', async (t) => {
  const cases = `cases:\n${caseOf('scripted', 'command: [node, check.js]')}${caseOf('plain', 'contains: good')}`;
  const { server, eva } = await library(t, cases);
  for (const flags of [['--trust'], [], ['--replay'], ['--case', 'scripted', '--trust']]) {
    const { exitCode, stderr } = await eva('eval', 'diff', ...flags);
    assert.equal(exitCode, 2, stderr);
    assert.match(stderr, /EVA_NO_FILE/);
    assert.doesNotMatch(stderr, /EVA_NOT_TRUSTED/);
  }
  assert.equal(server.requests.length, 0);
  const doctor = await eva('doctor', '--json');
  assert.equal(doctor.exitCode, 1);
  assert.match(doctor.stdout, /EVA_NO_FILE/);
  assert.equal((await eva('eval', 'diff', '--look')).exitCode, 0);
  const planned = await eva('plan', 'diff', '--json');
  assert.equal(planned.exitCode, 2);
  const { calls, problems } = JSON.parse(planned.stdout);
  assert.deepEqual([calls.total, problems.map(({ code }: { code: string }) => code)], [2, ['EVA_NO_FILE']]);
  const other = await eva('eval', 'diff', '--case', 'plain', '--trust');
  assert.equal(other.exitCode, 0, other.stderr);
});

test('a check that this machine lacks is a warning of plan and doctor, and stops a run before its first call', async (t) => {
  const { server, eva } = await library(t, `cases:\n${caseOf('scripted', 'command: [no-such-program-here]')}`);
  for (const command of ['plan', 'doctor']) {
    const { exitCode, stdout, stderr } = await eva(command, 'diff');
    assert.equal(exitCode, 0, stdout + stderr);
    assert.match(stdout + stderr, /warning: .*no-such-program-here[\s\S]*EVA_NO_PROGRAM/);
  }
  const { exitCode, stderr } = await eva('eval', 'diff', '--trust');
  assert.equal(exitCode, 3, stderr);
  assert.match(stderr, /EVA_NO_PROGRAM/);
  assert.equal(server.requests.length, 0);
});

test('a check without the permission to execute it stops a run before its first call, until its hint is followed', async (t) => {
  const cases = `cases:\n${caseOf('scripted', 'command: [./check]')}`;
  const { server, root, eva } = await library(t, cases, { 'prompts/diff/check': '#!/bin/sh\nexit 0\n' });
  const refused = await eva('eval', 'diff');
  assert.equal(refused.exitCode, 3, refused.stderr);
  assert.doesNotMatch(refused.stderr, /EVA_NOT_TRUSTED/);
  assert.equal((await eva('doctor', 'diff')).exitCode, 1);
  assert.equal(server.requests.length, 0);
  const hint = /chmod \+x \S+/.exec(refused.stderr)?.[0] ?? 'false';
  execFileSync('sh', ['-c', hint], { cwd: root });
  const { exitCode, stderr } = await eva('eval', 'diff', '--trust');
  assert.equal(exitCode, 0, stderr);
});

test('an application that this machine lacks is a warning of a run only if kept replies may answer', async (t) => {
  const scenario = `scenarios:
  - title: asks
    given: A developer.
    when: They ask.
    inputs: { code: x }
    sample_size: 5
    app: { command: [no-such-program-here] }
    then: [{ assert: [{ contains: good }], criteria: { proportion_gte: { proportion: 0.5 } } }]
`;
  const { server, root, eva } = await library(t, scenario);
  const options = ['--trust', '--allow-underpowered'];
  const refused = await eva('eval', 'diff', ...options);
  assert.equal(refused.exitCode, 3, refused.stderr);
  assert.match(refused.stderr, /EVA_NO_PROGRAM/);
  assert.equal(server.requests.length, 0);
  const cached = await eva('eval', 'diff', '--cache', '--max-calls', '1', '--allow-short-budget', ...options);
  assert.match(cached.stderr, /warning: .*no-such-program-here[\s\S]*EVA_NO_PROGRAM/);
  assert.ok(server.requests.length > 0);
  const resumed = await eva('eval', 'diff', '--resume', '--trust', '--max-calls', '2');
  assert.match(resumed.stderr, /warning: .*no-such-program-here[\s\S]*EVA_NO_PROGRAM/);
  writeFileSync(join(root, 'prompts/diff/recordings.jsonl'), '');
  const recorded = await eva('eval', 'diff', ...options);
  assert.match(recorded.stderr, /warning: .*no-such-program-here[\s\S]*EVA_NO_PROGRAM/);
});

test('a plan warns of a region that is missing, and of no missing key', async (t) => {
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/eval.yml': `cases:\n${caseOf('a', 'contains: x').replace('claude-x', '"bedrock:global.anthropic.claude-x"')}${caseOf('b', 'contains: x')}`,
  });
  const planned = await runEva(['plan', 'diff', '--json'], { cwd: root, env: {} });
  assert.equal(planned.exitCode, 0, planned.stderr);
  const { problems } = JSON.parse(planned.stdout);
  const briefs = problems.map(({ code, severity }: { code: string; severity: string }) => `${severity} ${code}`);
  assert.deepEqual(briefs, ['warning EVA_MISSING_KEY']);
});
