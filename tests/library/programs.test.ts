import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { casePrograms, providerPrograms } from '#library/programs.js';
import type { ProviderConfig } from '#model/config.js';
import { caseWith } from '../support/prompt.js';
import { functionApp, talkWith } from '../support/talk.js';
import { tempLibrary } from '../support/temp-library.js';

const command = (...argv: string[]) => ({ op: 'command', value: argv });
const configWith = (providers: Record<string, ProviderConfig>) => ({
  concurrency: 4,
  providers,
  prices: {},
  budget: {},
  cache: false,
  promotion: {},
});

/** printf 'true\n' | sha256sum */
const digestOfTrue = 'a17fcf0a2f50e2d495e4f90ce263410edc183add6c62699a2facbccf60410f74';

test('a command check is listed with its case, its directory, and the digest of each file on its command line', (t) => {
  const root = tempLibrary(t, { 'prompts/diff/check.sh': 'true\n', 'prompts/diff/data/x.json': 'true\n' });
  const dir = join(root, 'prompts/diff');
  const cases = [
    caseWith('one', [{ op: 'contains', value: 'x' }, command('./check.sh', 'data/x.json', '--fast', 'data')]),
  ];
  assert.deepEqual(casePrograms(dir, cases), [
    {
      kind: 'check',
      name: 'one',
      argv: ['./check.sh', 'data/x.json', '--fast', 'data'],
      cwd: join(root, 'prompts/diff'),
      files: [
        { path: join(root, 'prompts/diff/check.sh'), sha256: digestOfTrue },
        { path: join(root, 'prompts/diff/data/x.json'), sha256: digestOfTrue },
      ],
    },
  ]);
});

test('files outside of the library and behind links have their real path', (t) => {
  const outside = tempLibrary(t, { 'tool.py': 'true\n' });
  const root = tempLibrary(t, { 'prompts/diff/tool': { link: join(outside, 'tool.py') } });
  const dir = join(root, 'prompts/diff');
  const lines = [command('tool'), command(join(outside, 'tool.py'))];
  const programs = casePrograms(dir, [caseWith('one', lines)]);
  const file = { path: join(outside, 'tool.py'), sha256: digestOfTrue };
  assert.deepEqual(
    programs.map((program) => program.files),
    [[file], [file]],
  );
});

test('the same command line in several cases is one program, and one that is split differently is another', (t) => {
  const root = tempLibrary(t, { 'prompts/diff/meta.yml': '' });
  const dir = join(root, 'prompts/diff');
  const cases = [
    caseWith('one', [command('grep', 'a b')]),
    caseWith('two', [command('grep', 'a b'), command('grep', 'a', 'b')]),
  ];
  const programs = casePrograms(dir, cases);
  assert.deepEqual(
    programs.map((program) => program.name),
    ['one', 'two'],
  );
});

test('an application is listed with its scenario and its environment variables', (t) => {
  const root = tempLibrary(t, { 'prompts/diff/bot.js': 'true\n' });
  const dir = join(root, 'prompts/diff');
  const app = { app: 'command', argv: ['node', 'bot.js'], env: ['BOT_KEY'], timeout_s: 60 } as const;
  const at = { file: 'prompts/diff/eval.yml', line: 7, column: 5 };
  assert.deepEqual(casePrograms(dir, [talkWith({ app: { ...app, at } })]), [
    {
      kind: 'app',
      name: 'log in',
      argv: ['node', 'bot.js'],
      env: ['BOT_KEY'],
      cwd: dir,
      files: [{ path: join(dir, 'bot.js'), sha256: digestOfTrue }],
      at,
    },
  ]);
});

test('models and functions are not programs', () => {
  assert.deepEqual(casePrograms('/library', [talkWith(), talkWith({ app: functionApp })]), []);
});

test('the same command line as a check, as an application, and with another variable is three programs', (t) => {
  const dir = join(tempLibrary(t, { 'prompts/diff/meta.yml': '' }), 'prompts/diff');
  const app = (env: readonly string[]) => talkWith({ app: { app: 'command', argv: ['bot'], env, timeout_s: 60 } });
  const cases = [caseWith('one', [command('bot')]), app([]), app(['BOT_KEY']), app([])];
  assert.deepEqual(
    casePrograms(dir, cases).map(({ kind, name }) => [kind, name]),
    [
      ['check', 'one'],
      ['app', 'log in'],
      ['app', 'log in'],
    ],
  );
});

test('pipes, devices and huge files are never read', (t) => {
  const root = tempLibrary(t, { 'prompts/diff/giant': '' });
  const dir = join(root, 'prompts/diff');
  execFileSync('mkfifo', [join(dir, 'pipe')]);
  truncateSync(join(dir, 'giant'), 1024 * 1024 * 1024 + 1);
  const cases = [caseWith('one', [command('cat', 'pipe', '/dev/zero', 'giant', 'a\0b')])];
  const [program] = casePrograms(dir, cases);
  assert.deepEqual(program?.files, [{ path: join(dir, 'giant'), sha256: 'unreadable' }]);
});

test('a command provider runs in the root of the library', (t) => {
  const root = tempLibrary(t, { 'model.sh': 'true\n' });
  const config = configWith({ local: { type: 'command', command: ['sh', 'model.sh'] } });
  assert.deepEqual(providerPrograms(root, config), [
    {
      kind: 'provider',
      name: 'local',
      argv: ['sh', 'model.sh'],
      cwd: root,
      files: [{ path: join(root, 'model.sh'), sha256: digestOfTrue }],
    },
  ]);
});

const keys: readonly [entry: ProviderConfig, needsTrust: boolean][] = [
  [{ type: 'openai', api_key_env: 'OPENAI_API_KEY' }, false],
  [{ type: 'anthropic', api_key_env: 'ANTHROPIC_API_KEY' }, false],
  [{ type: 'openai', base_url: 'http://localhost:8000', api_key_env: 'OPENAI_API_KEY' }, true],
  [{ type: 'openai', api_key_env: 'GITHUB_TOKEN' }, true],
  [{ type: 'anthropic', api_key_env: 'OPENAI_API_KEY' }, true],
  [{ type: 'openai', api_key_env: 'ANTHROPIC_API_KEY' }, true],
  [{ type: 'openai', base_url: 'http://localhost:8000', api_key_env: 'GITHUB_TOKEN' }, true],
  [{ type: 'claude-cli', api_key_env: 'GITHUB_TOKEN' }, true],
];
for (const [entry, needsTrust] of keys) {
  const where = entry.base_url === undefined ? '' : ' on this machine';
  test(`${entry.api_key_env} for a provider of type ${entry.type}${where} ${needsTrust ? 'needs' : 'needs no'} trust`, () => {
    assert.equal(providerPrograms('/library', configWith({ x: entry })).length, needsTrust ? 1 : 0);
  });
}

test('a key without a server is listed with the type of its provider, which determines the server', () => {
  const config = configWith({ gateway: { type: 'anthropic', api_key_env: 'GITHUB_TOKEN' } });
  assert.deepEqual(providerPrograms('/library', config), [
    {
      kind: 'base_url',
      name: 'gateway',
      type: 'anthropic',
      api_key_env: 'GITHUB_TOKEN',
      sends: 'the value of GITHUB_TOKEN',
      cwd: '/library',
      files: [],
    },
  ]);
});
