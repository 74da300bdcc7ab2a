// Runs tests/shells: completion in the real bash, zsh and fish. `--install` installs missing shells with apt-get first.
import { spawnSync } from 'node:child_process';

const shells = ['bash', 'zsh', 'fish'];
const isMissing = (shell) => spawnSync(shell, ['--version']).error !== undefined;

/** Installs packages; as root, or with sudo if it asks for no password. */
function install(packages) {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const words of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [program, ...args] = [...asRoot, 'apt-get', ...words];
    spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

function main() {
  if (process.argv.includes('--install')) {
    const missing = shells.filter(isMissing);
    if (missing.length > 0) install(missing);
  }
  const missing = shells.filter(isMissing);
  if (missing.length > 0) {
    console.error(
      `\n*** the tests of completion need ${missing.join(' and ')}: install ${missing.length > 1 ? 'them' : 'it'}\n`,
    );
    return 1;
  }
  const args = ['--test', 'dist-tests/shells/completion.shell.js'];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}

process.exitCode = main();
