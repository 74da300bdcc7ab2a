import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testedPackage } from './tested-package.js';

/** What a script of the shell printed, and how it ended. */
export interface ShellOutput {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The folder in which the script ended. */
  readonly cwd: string;
}

/** A shell in which `npx eva` and `eva` are the tested package, and npm downloads nothing. */
export interface TestShell {
  /** The folder of the package. */
  readonly folder: string;
  readonly run: (script: string, place: { readonly cwd: string; readonly env?: Env }) => Promise<ShellOutput>;
}

type Env = Readonly<Record<string, string>>;

/** The commands of npm that documents and workflows type, without a registry: a package is a link to the tested one. */
const npm = `case "$1" in
  init) printf '{ "name": "tried", "version": "1.0.0" }\\n' > package.json ;;
  install | ci) mkdir -p node_modules && ln -sfn "$EVA_PACKAGE" node_modules/eva-harness ;;
  *) echo "this npm knows init, install and ci, not $1" >&2; exit 64 ;;
esac
`;

const npx = `[ "$1" = eva ] || { echo "this npx knows eva, not $1" >&2; exit 64; }
shift
exec "$EVA_NODE" "$EVA_LAUNCHER" "$@"
`;

/** Makes a shell until the test ends, for the tested package or for the one in a folder. */
export function testShell(
  t: { readonly after: (tidy: () => void) => void },
  folder: string = fileURLToPath(testedPackage),
): TestShell {
  const home = mkdtempSync(join(tmpdir(), 'eva-shell-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const program = (name: string, text: string) => {
    writeFileSync(join(home, name), `#!/bin/sh\n${text}`);
    chmodSync(join(home, name), 0o755);
  };
  program('npm', npm);
  program('npx', npx);
  program('eva', 'exec "$EVA_NODE" "$EVA_LAUNCHER" "$@"\n');
  const fixed: Env = {
    PATH: `${home}:${process.env['PATH']}`,
    HOME: home,
    XDG_DATA_HOME: '/nonexistent-data-home',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b.c',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b.c',
    EVA_NODE: process.execPath,
    EVA_LAUNCHER: join(folder, 'bin/eva.js'),
    EVA_PACKAGE: folder,
  };
  return { folder, run: (script, { cwd, env = {} }) => runBash(script, cwd, { ...fixed, ...env }) };
}

/** Runs a script with bash, which ends at the first command that fails. */
async function runBash(script: string, cwd: string, env: Env): Promise<ShellOutput> {
  const whole = `trap 'pwd >&3' EXIT\nset -e -o pipefail\n${script}`;
  const child = spawn('bash', ['-c', whole], { cwd, env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const texts = ['', '', ''];
  for (const at of [1, 2, 3])
    child.stdio[at]?.on('data', (chunk: Buffer) => {
      texts[at - 1] += chunk.toString('utf8');
    });
  const [exitCode] = await once(child, 'close');
  const [stdout = '', stderr = '', last = ''] = texts;
  return { exitCode, stdout, stderr, cwd: last.trim() };
}
