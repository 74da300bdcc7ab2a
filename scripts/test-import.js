// Runs tests/tracing: what an import asks of the operating system, seen by strace. `--install` installs strace with apt-get if it is missing.
import { spawnSync } from 'node:child_process';

const isMissing = () => spawnSync('strace', ['--version']).error !== undefined;

/** Installs strace; as root, or with sudo if it asks for no password. */
function install() {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const words of [['update'], ['install', '-y', '--no-install-recommends', 'strace']]) {
    const [program, ...args] = [...asRoot, 'apt-get', ...words];
    spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

function main() {
  if (process.argv.includes('--install') && isMissing()) install();
  if (isMissing()) {
    console.error('\n*** the test of what an import does needs strace: install it, or add --install\n');
    return 1;
  }
  const args = ['--test', 'dist-tests/tracing/import.traced.js'];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}

process.exitCode = main();
