// Runs tests/browser: pages in a real Chromium. `--install` installs Debian's with apt-get if there is none.
// Takes the path of another Chromium from CHROMIUM.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const candidates = [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'].filter(Boolean);
const works = (program) => spawnSync(program, ['--version']).status === 0;

/** Installs a package; as root, or with sudo if it asks for no password. */
function install(name) {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const words of [['update'], ['install', '-y', '--no-install-recommends', name]]) {
    const [program, ...args] = [...asRoot, 'apt-get', ...words];
    spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

/** Returns the path of a program that is found by its name. */
function pathOf(program) {
  const { stdout } = spawnSync('sh', ['-c', 'command -v -- "$1"', 'sh', program], { encoding: 'utf8' });
  return stdout.trim();
}

/** Lists all tests of pages. Node 20 takes no patterns. */
function allFiles() {
  const names = readdirSync('tests/browser').filter((name) => name.endsWith('.browser.ts'));
  return names.map((name) => `dist-tests/browser/${name.replace(/ts$/, 'js')}`);
}

function main() {
  const args = process.argv.slice(2);
  if (args.includes('--install') && !candidates.some(works)) install('chromium');
  const found = candidates.find(works);
  if (!found) {
    console.error(
      '\n*** the tests of pages need Chromium: npm run test:browser -- --install, or set CHROMIUM to its path\n',
    );
    return 1;
  }
  const files = args.filter((one) => one !== '--install');
  const named = files.length > 0 ? files : allFiles();
  const env = { ...process.env, CHROMIUM: pathOf(found) };
  return spawnSync(process.execPath, ['--test', ...named], { stdio: 'inherit', env, shell: false }).status ?? 1;
}

process.exitCode = main();
