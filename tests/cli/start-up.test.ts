import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { Writable } from 'node:stream';
import test from 'node:test';
import { mainHelpFor } from '#cli/flags/main-help.js';
import { runEva } from '../support/run-eva.js';
import { goodEval, goodPrompt, tempLibrary } from '../support/temp-library.js';
import { launcher } from '../support/tested-package.js';

/** A script that prints all loaded packages when the process ends. */
const listModules = `
  import module from 'node:module';
  import { receiveMessageOnPort } from 'node:worker_threads';
  const seen = new Set();
  const { port1, port2 } = new MessageChannel();
  const hooks = 'export let port; export const initialize = (data) => { port = data; };' +
    'export const load = (url, context, next) => { port.postMessage(url); return next(url, context); };';
  module.register('data:text/javascript,' + encodeURIComponent(hooks), { data: port2, transferList: [port2] });
  process.on('exit', () => {
    for (let one = receiveMessageOnPort(port1); one; one = receiveMessageOnPort(port1)) seen.add(one.message);
    for (const path of Object.keys(module._cache)) seen.add(path);
    const packages = [...seen].flatMap((path) => /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(path)?.[1] ?? []);
    process.stderr.write(JSON.stringify([...new Set(packages)].sort()));
  });
`;

function packagesLoadedBy(...args: string[]): readonly string[] {
  const preload = `data:text/javascript,${encodeURIComponent(listModules)}`;
  const { stderr } = spawnSync(process.execPath, ['--import', preload, launcher, ...args], { encoding: 'utf8' });
  return JSON.parse(stderr.slice(stderr.lastIndexOf('\n') + 1));
}

const heavy = (loaded: readonly string[]) =>
  loaded.filter((name) => ['ajv', 'execa', 'diff', '@anthropic-ai/sdk'].includes(name));

for (const args of [['--version'], ['-V'], ['--help'], ['-h']]) {
  test(`eva ${args.join(' ')} loads no package`, () => {
    assert.deepEqual(packagesLoadedBy(...args), []);
  });
}

for (const args of [['eval', '--help'], ['help']]) {
  test(`eva ${args.join(' ')} loads no package that is slow to load`, () => {
    assert.deepEqual(heavy(packagesLoadedBy(...args)), []);
  });
}

/** Returns the output of the launcher in a child process. */
function launched(...args: string[]): string {
  return spawnSync(process.execPath, [launcher, ...args], { encoding: 'utf8' }).stdout;
}

test('help and version equal those of commander, for each of their flags', async () => {
  const help = (await runEva(['help'], { cwd: '/' })).stdout;
  assert.match(help, /^Usage: eva \[options\] \[command\]\n[\s\S]*\n {2}eva eval commit-message\n$/);
  assert.deepEqual([launched('--help'), launched('-h')], [help, help]);
  const { stdout: version } = await runEva(['--version'], { cwd: '/' });
  assert.match(version, /^\d+\.\d+\.\d+\n$/);
  assert.deepEqual([launched('--version'), launched('-V')], [version, version]);
});

test('on a narrow screen commander wraps the help', () => {
  const isWrapped = (columns?: number) => {
    const stdout = Object.assign(new Writable(), columns === undefined ? {} : { columns });
    return mainHelpFor({ argv: ['node', 'eva', '--help'], stdout }) === null;
  };
  assert.deepEqual([isWrapped(), isWrapped(80), isWrapped(79)], [false, false, true]);
});

for (const columns of [40, 80]) {
  test(`no line of a help is wider than ${columns} columns`, async () => {
    const { stdout } = await runEva(['help'], { cwd: '/', columns: 80 });
    const names = [...stdout.matchAll(/^ {2}([a-z]+) (?:\[| )/gm)].map(([, name = '']) => name);
    assert.ok(names.includes('eval') && names.includes('cache'), names.join());
    for (const args of [['help'], ...names.map((name) => [name, '--help'])]) {
      const help = await runEva(args, { cwd: '/', columns });
      assert.deepEqual(
        help.stdout.split('\n').filter((line) => line.length > columns),
        [],
        args.join(' '),
      );
    }
  });
}

const good = { ...goodPrompt(), 'eva.yml': 'concurrency: 2\n' };

for (const command of ['doctor', 'plan']) {
  test(`eva ${command} diff checks files without ajv, and starts no program`, (t) => {
    assert.deepEqual(heavy(packagesLoadedBy(command, 'diff', '--root', tempLibrary(t, good))), []);
  });
}

test('the test of the loaded packages notices a heavy one', (t) => {
  const loadedFor = (evalFile: string) =>
    heavy(packagesLoadedBy('doctor', '--root', tempLibrary(t, { ...good, 'prompts/diff/eval.yml': evalFile })));
  const schema = '{ type: object, dependentRequired: {} }'; // which eva has to compile
  assert.deepEqual(loadedFor(goodEval.replace('contains: "<diff>"', `json_schema: ${schema}`)), ['ajv']);
});
