import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runEva } from '../support/run-eva.js';

const eva = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => runEva(args, { cwd: '/', env });

/** Returns the long flags in the help of each command, by its path. */
async function flagsInHelp(path: readonly string[] = []): Promise<ReadonlyMap<string, readonly string[]>> {
  const { stdout } = await eva([...path, '--help']);
  const flags = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag = '']) => flag);
  const commands = (/^Commands:\n((?: {2}.*\n)+)/m.exec(stdout)?.[1] ?? '').matchAll(/^ {2}([a-z-]+)/gm);
  const found = new Map([[path.join(' '), flags]]);
  for (const [, name = ''] of commands) {
    if (name !== 'help') for (const [key, value] of await flagsInHelp([...path, name])) found.set(key, [...value]);
  }
  return found;
}

test('the scripts have every command and flag of the help, and no other', async () => {
  const help = await flagsInHelp();
  assert.ok(help.size > 12, [...help.keys()].join());
  const bash = (await eva(['completion', 'bash'])).stdout;
  const zsh = (await eva(['completion', 'zsh'])).stdout;
  const fish = (await eva(['completion', 'fish'])).stdout;
  for (const [path, flags] of help) {
    const [, inBash = ''] = new RegExp(`^  '${path}'\\)\\n    flags='(.*)'$`, 'm').exec(bash) ?? [];
    assert.deepEqual(
      inBash.split(' ').filter((flag) => flag.startsWith('--')),
      flags,
      `bash ${path}`,
    );
    const name = ['_eva', ...path.split(' ').filter((word) => word !== '')].join('_');
    const [, inZsh = ''] = new RegExp(`^${name}\\(\\) \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(zsh) ?? [];
    const offered = [...inZsh.matchAll(/[ ']'(?:\*|\([^)]*\))?(--[a-z-]+)=?\[/g)].map(([, flag]) => flag);
    assert.deepEqual(offered, flags, `zsh ${path}`);
    const condition = path === '' ? '__eva_is_only' : `__eva_is ${path}`;
    const inFish = [...fish.matchAll(new RegExp(`^complete -c eva -n '${condition}' .*?-l ([a-z-]+)`, 'gm'))];
    assert.deepEqual(
      inFish.map(([, flag]) => `--${flag}`),
      flags,
      `fish ${path}`,
    );
  }
});

test('without an argument the script is for the shell that SHELL names', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const named = await eva(['completion', shell]);
    assert.equal(named.exitCode, 0);
    assert.deepEqual(await eva(['completion'], { SHELL: `/usr/local/bin/${shell}` }), named);
  }
});

test('an unknown shell is a mistake in the command line', async () => {
  for (const env of [{}, { SHELL: '/bin/tcsh' }]) {
    const { exitCode, stdout, stderr } = await eva(['completion'], env);
    assert.deepEqual([exitCode, stdout], [2, '']);
    assert.match(stderr, /eva completion bash, eva completion zsh or eva completion fish/);
  }
  const named = await eva(['completion', 'tcsh']);
  assert.equal(named.exitCode, 2);
  assert.match(named.stderr, /^'tcsh' is not one of bash, zsh and fish\n/);
});

test('the first lines of a script name the command that loads it as the user called eva', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const line = (called: string) => new RegExp(`^# .*\\n# .*[ (]${called} completion ${shell}`, 'm');
    assert.match((await eva(['completion', shell])).stdout, /^# {3}(?:source <\()?eva completion/m);
    assert.match((await eva(['completion', shell], { npm_command: 'exec' })).stdout, line('npx eva'));
  }
});

/** Values named `<id>` are completed with prompts, except those of `--item`; a new one has to be decided. */
test('the flags whose value is an id are known', async () => {
  const { stdout } = await eva(['completion', 'zsh']);
  const prompts = [...stdout.matchAll(/(--[a-z-]+)=\[[^\n]*?\]::?prompt:/g)].map(([, flag]) => flag);
  assert.deepEqual([...new Set(prompts)].sort(), ['--cases-of', '--from']);
});
