// Installs the real `claude` program into a temporary folder and runs tests/real against it; its server is a stand-in on loopback.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const name = '@anthropic-ai/claude-code';

/** The version that docs/reference/providers.md speaks of. Another one: `npm run test:real -- --version latest`. */
const testedVersion = '2.1.197';

const usage = 'usage: npm run test:real -- [--version VERSION] [--skip-if-not-installable]';

function readArguments(args) {
  const at = args.indexOf('--version');
  const version = at < 0 ? testedVersion : args[at + 1];
  const skips = args.includes('--skip-if-not-installable');
  const known = (at < 0 ? 0 : 2) + (skips ? 1 : 0);
  if (version === undefined || args.length !== known) throw new Error(usage);
  return { version, skips };
}

/** Returns the program's path, or why it cannot be had. The package's native binary comes in a package of its own. */
function install(folder, version) {
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`];
  const npm = spawnSync('npm', args, { encoding: 'utf8' });
  if (npm.status !== 0) return { problem: npm.error?.message ?? errorsOf(npm.stderr) };
  try {
    const require = createRequire(join(folder, 'here.js'));
    const path = join(require.resolve(`${name}-${process.platform}-${process.arch}/package.json`), '../claude');
    const program = spawnSync(path, ['--version'], { encoding: 'utf8' });
    if (program.status !== 0) return { problem: program.error?.message ?? errorsOf(program.stderr) };
    return { path, says: program.stdout.trim() };
  } catch (error) {
    return { problem: error.message.split('\n')[0] };
  }
}

/** Returns the first lines of an error, without those that only say where a log lies. */
function errorsOf(text) {
  const lines = text.split('\n').map((line) => line.replace(/^npm error /, '').trim());
  const telling = lines.filter((line) => line !== '' && !/^npm warn|complete log|debug-0\.log/.test(line));
  return telling.slice(0, 3).join('; ') || 'no reason given';
}

function main() {
  const { version, skips } = readArguments(process.argv.slice(2));
  const folder = mkdtempSync(join(tmpdir(), 'eva-real-'));
  try {
    const { path, says, problem } = install(folder, version);
    if (problem !== undefined) {
      console.error(
        `\n*** SKIPPED: tests of the real claude program. ${name}@${version} cannot be installed: ${problem}\n`,
      );
      return skips ? 0 : 1;
    }
    console.log(`testing claude ${says}`);
    const env = { ...process.env, EVA_REAL_CLAUDE: path };
    const args = ['--test', 'dist-tests/real/claude-cli.real.js'];
    return spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = main();
