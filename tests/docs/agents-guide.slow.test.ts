import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { tempLibrary } from '../support/temp-library.js';
import { testedPackage } from '../support/tested-package.js';
import { commandsOf } from './commands/doc-commands.js';
import { blockOf, checkMarkedOutputs } from './marked-outputs.js';

const page = 'docs/guide/agents.md';
const example = 'examples/agent';
const evalFile = 'prompts/order-agent/eval.yml';

/** Copies the example. */
function copied(t: TestContext): string {
  const root = tempLibrary(t, {});
  cpSync(example, root, { recursive: true });
  return root;
}

/** Makes the mistake of the page: the agent refunds whatever an order costs. */
function breakAgent(root: string): void {
  const path = join(root, 'prompts/order-agent/agent.mjs');
  const written = readFileSync(path, 'utf8');
  const broken = written.replace("isCheap && !has('refund')", "!has('refund')");
  assert.notEqual(broken, written);
  writeFileSync(path, broken);
}

/** Replaces the counts that depend on how many conversations were in progress when the scenario was settled. */
function steady(text: string): string {
  return text
    .replace(/\d trials saved by/, '2 trials saved by')
    .replace(/\d\d replies from the application/, '96 replies from the application');
}

test('the guide of agents shows what the commands print', async (t) => {
  const root = copied(t);
  // With more places, as many conversations may be in progress as stopping early would save.
  appendFileSync(join(root, 'eva.yml'), 'concurrency: 1\n');
  let isBroken = false;
  await checkMarkedOutputs(page, (kind) => {
    if (kind === 'with the mistake' && !isBroken) breakAgent(root);
    isBroken ||= kind === 'with the mistake';
    return { cwd: root, steady };
  });
});

test('the guide of agents shows parts of the example', () => {
  const written = readFileSync(join(example, evalFile), 'utf8');
  const [, scenario = ''] = blockOf(page, `# ${evalFile}\nscenarios:`).split(`# ${evalFile}\n`);
  assert.ok(written.includes(scenario));
  const shown = blockOf(page, `# ${evalFile}\ndefaults:`).split('\n');
  const lines = new Set(written.split('\n'));
  assert.deepEqual(
    shown.filter((line) => !line.startsWith('#') && !lines.has(line)),
    [],
  );
  const [provider = ''] = blockOf(page, '# eva.yml').split('\n').slice(2);
  assert.ok(readFileSync(join(example, 'eva.yml'), 'utf8').includes(provider));
});

test('every command in the code of the guide of agents does its work, and a replay starts no agent', async (t) => {
  const root = copied(t);
  const commands = commandsOf(page);
  assert.equal(commands.length, 4);
  for (const { args, text } of commands) {
    if (args.includes('--replay')) {
      // No program is found there, so that none could be started.
      const { exitCode, stdout } = await runEva([...args, '--json'], { cwd: root, env: { PATH: '/nowhere' } });
      assert.equal(exitCode, 0, stdout);
      assert.equal(JSON.parse(stdout).replies.model, 0);
      continue;
    }
    const { exitCode, stderr } = await runEva(args, { cwd: root });
    // Nothing is left to resume after runs that ended.
    assert.ok(exitCode === 0 || (args.includes('--resume') && exitCode === 2), `${text}: ${stderr}`);
  }
});

test('the script of the guide of scenarios plays the customer of the example', async (t) => {
  const root = copied(t);
  const guide = 'docs/guide/scenarios.md';
  writeFileSync(join(root, 'customer.mjs'), blockOf(guide, '// customer.mjs'));
  const agent = '  agent: { type: command, command: [node, prompts/order-agent/agent.mjs, --once], format: json }\n';
  const script = '  customer: { type: command, command: [node, customer.mjs] }\n';
  assert.ok(blockOf(guide, '# eva.yml').includes(script.trimEnd()));
  writeFileSync(join(root, 'eva.yml'), `providers:\n${agent}${script}`);
  const of = ['order-agent', '--case', 'a customer without the number of the order'];
  const { exitCode, stdout } = await runEva(['eval', ...of, '--trust', '--json'], { cwd: root });
  assert.equal(exitCode, 0, stdout);
});

test('the judged behaviour of the guide of agents can be added to the example', async (t) => {
  const root = copied(t);
  const [, item = ''] = blockOf(page, '    then:\n      - expected_behavior').split('    then:\n');
  appendFileSync(join(root, evalFile), item);
  const { exitCode, stdout } = await runEva(['doctor', 'order-agent', '--json'], {
    cwd: root,
    env: { ANTHROPIC_API_KEY: sentinelKey },
  });
  assert.equal(exitCode, 0, stdout);
  assert.equal(JSON.parse(stdout).errors, 0);
});

test('the test file of the example passes', async (t) => {
  const parent = fileURLToPath(new URL('dist-tests', testedPackage)); // from where 'eva-harness' is that package
  mkdirSync(parent, { recursive: true });
  const dir = mkdtempSync(join(parent, 'agent-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  cpSync(example, dir, { recursive: true });
  const args = ['--test', join(dir, 'order-agent.test.mjs')];
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  assert.match(stdout, /# pass 2/);
  assert.match(stdout, /SYNTHETIC/);
});
