// Runs the tests of a kind: node scripts/test.js [KIND] [arguments]. Without a kind: every test file but those named x.slow.test.ts.
// Files of a room share a process, because starting one and loading its modules takes longer than most files do.
//   slow     the files named x.slow.test.ts; as without a kind, further arguments go to `node --test`
//   browser  pages in a real Chromium, whose path CHROMIUM may name; further arguments are its test files
//   import   what an import asks of the operating system, seen by strace
//   shells   completion in the real bash, zsh and fish
//   nodes    the launcher under this version of Node and under newer ones, which npm installs into a temporary folder
//   real     the real claude program, which npm installs into a temporary folder; its server is a stand-in on loopback
//   engines  the recipes for Slurm and GitLab: the real Slurm on loopback, as root, and gitlab-ci-local, which npm installs with Node 22
//   live     requests to the providers themselves, which need keys
// `--install` installs the programs that browser, import, shells and engines need with apt-get, if they are missing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The files that look at their whole process: which modules it has loaded, or what warnings Node gave. */
const alone = ['cli/loading', 'api/sigma-eval'];

/** The most files that share a process. */
const mostFiles = 24;

const isSlow = (name) => name.endsWith('.slow');

/** Returns the names of all test files in dist-tests/. The sources say which: dist-tests/ still has what was renamed. */
function testNames() {
  const sources = readdirSync('tests', { recursive: true, encoding: 'utf8' });
  return sources.filter((name) => name.endsWith('.test.ts')).map((name) => name.slice(0, -'.test.ts'.length));
}

/** Runs test files by their names. Prints the tests that failed once more at the end. Returns the exit code of `node --test`. */
function runTests(names, options) {
  const folder = mkdtempSync(join(tmpdir(), 'eva-tests-'));
  try {
    // Node starts the files in the order of their names.
    const files = groupsOf(names).map((group, at) => {
      const file = join(folder, `${String(at).padStart(3, '0')}-${group[0].replaceAll('/', '-')}.test.mjs`);
      const urls = group.map((name) => pathToFileURL(resolve('dist-tests', `${name}.test.js`)));
      writeFileSync(file, urls.map((url) => `import '${url}';\n`).join(''));
      return file;
    });
    // One process more than there are cores, because many tests wait.
    const slots = `--test-concurrency=${availableParallelism() + 1}`;
    const failed = join(folder, 'failed.txt');
    const reporters = options.some((option) => option.startsWith('--test-reporter')) ? [] : reportersTo(failed);
    const { status } = spawnSync(process.execPath, ['--test', slots, ...reporters, ...options, ...files], {
      stdio: 'inherit',
    });
    const lines = existsSync(failed) ? readFileSync(failed, 'utf8').trimEnd() : '';
    if (lines !== '') console.log(`\n${lines.split('\n').length} failed:\n${lines}`);
    return status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the options to print each test, and to write those that failed to a file. */
function reportersTo(failed) {
  const own = pathToFileURL(resolve('scripts', 'failed-tests.js'));
  const to = '--test-reporter-destination';
  return ['--test-reporter=spec', `${to}=stdout`, `--test-reporter=${own}`, `${to}=${failed}`];
}

/** Groups files: slow ones and those that must be alone get a process each and start first, the others share one by room. */
function groupsOf(names) {
  const isApart = (name) => isSlow(name) || alone.includes(name);
  const rooms = new Map();
  for (const name of names.filter((one) => !isApart(one)).sort()) {
    const room = name.split('/')[0];
    rooms.set(room, [...(rooms.get(room) ?? []), name]);
  }
  return [...names.filter(isApart).map((name) => [name]), ...[...rooms.values()].flatMap(parts)];
}

/** Splits files into groups of about the same size, each of at most `mostFiles`. */
function parts(names) {
  const count = Math.ceil(names.length / mostFiles);
  return Array.from({ length: count }, (_, part) => names.filter((_, at) => at % count === part));
}

/** Runs the files that are slow, or those that are not. */
function runNamed(options, wantsSlow) {
  return runTests(
    testNames().filter((name) => isSlow(name) === wantsSlow),
    options,
  );
}

/** Runs files of dist-tests/ one after another, without sharing a process. Returns the exit code. */
function runFiles(files, { env = process.env, node = process.execPath, reporter = [] } = {}) {
  const paths = files.map((file) => join('dist-tests', file));
  return spawnSync(node, ['--test', ...reporter, ...paths], { stdio: 'inherit', env }).status ?? 1;
}

/** Lists the compiled files of a folder of tests. Node 20 takes no patterns. */
function filesIn(folder) {
  const names = readdirSync(join('tests', folder)).filter((name) => /\.(browser|live)\.ts$/.test(name));
  return names.map((name) => join(folder, name.replace(/ts$/, 'js')));
}

const isMissing = (program) => spawnSync(program, ['--version']).error !== undefined;

/** Installs packages of the system; as root, or with sudo if it asks for no password. */
function installPackages(names) {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const words of [['update'], ['install', '-y', '--no-install-recommends', ...names]]) {
    const [program, ...args] = [...asRoot, 'apt-get', ...words];
    spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

/** Returns true if these programs are there, after `--install` was obeyed. Names those that are not. */
function havePrograms(programs, options) {
  if (options.includes('--install')) {
    const missing = programs.filter(isMissing);
    if (missing.length > 0) installPackages(missing);
  }
  const missing = programs.filter(isMissing);
  if (missing.length > 0) console.error(`\n*** these tests need ${missing.join(' and ')}: install, or add --install\n`);
  return missing.length === 0;
}

function runBrowser(options) {
  const candidates = [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'].filter(Boolean);
  const installed = candidates.find((program) => !isMissing(program)) ?? 'chromium';
  if (!havePrograms([installed], options)) return 1;
  const { stdout } = spawnSync('sh', ['-c', 'command -v -- "$1"', 'sh', installed], { encoding: 'utf8' });
  const named = options.filter((option) => option !== '--install').map((file) => relative('dist-tests', file));
  const files = named.length > 0 ? named : filesIn('browser');
  return runFiles(files, { env: { ...process.env, CHROMIUM: stdout.trim() } });
}

/** Installs a package with npm. Returns an empty text, or why that failed: the first lines of the error that say something. */
function npmInstall(folder, name) {
  const options = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawnSync('npm', ['install', '--prefix', folder, ...options, name], { encoding: 'utf8' });
  return npm.status === 0 ? '' : (npm.error?.message ?? errorsOf(npm.stderr));
}

/** Returns the first lines of an error, without those that only name a log. */
function errorsOf(text) {
  const lines = text.split('\n').map((line) => line.replace(/^npm error /, '').trim());
  const telling = lines.filter((line) => line !== '' && !/^npm warn|complete log|debug-0\.log/.test(line));
  return telling.slice(0, 3).join('; ') || 'no reason given';
}

/** Calls with a temporary folder, and removes it. */
function inTemporary(name, work) {
  const folder = mkdtempSync(join(tmpdir(), name));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The program alone: the package `node` would install it by a script. */
const nodePackage = `node-${process.platform}-${process.arch}`;

function runNodes() {
  return inTemporary('eva-nodes-', (folder) => {
    const installed = ['22', '24', '18'].map((major) => {
      const isThere = npmInstall(join(folder, major), `${nodePackage}@${major}`) === '';
      return { major, program: isThere ? join(folder, major, 'node_modules', nodePackage, 'bin', 'node') : null };
    });
    const programs = installed.filter(({ program }) => program !== null);
    const failed = [{ major: 'this', program: process.execPath }, ...programs].filter(({ major, program }) => {
      console.log(`\nNode ${major}`);
      return major === '18'
        ? !isRefused(program)
        : runFiles(['nodes/launcher.nodes.js'], { node: program, reporter: ['--test-reporter=spec'] }) !== 0;
    });
    const missing = installed.filter(({ program }) => program === null).map(({ major }) => major);
    const line = '!'.repeat(80);
    if (missing.length > 0)
      console.error(`\n${line}\nNOT TESTED under Node ${missing.join(' and ')}: npm could not install it.\n${line}`);
    return failed.length > 0 ? 1 : 0;
  });
}

/** Returns true if eva says in one line that this version of Node is too old, and exits with 2. */
function isRefused(program) {
  const { status, stdout, stderr } = spawnSync(program, ['bin/eva.js', 'list'], { encoding: 'utf8' });
  const refused = status === 2 && stdout === '' && /^eva needs Node .*\n$/.test(stderr);
  console.log(refused ? 'refused' : `exit ${status}, ${stdout}${stderr}`);
  return refused;
}

/** The programs of Slurm and gitlab-ci-local, and the packages of Debian that have them. */
const enginePrograms = ['munged', 'slurmctld', 'slurmd', 'sbatch', 'rsync'];
const enginePackages = ['munge', 'slurmctld', 'slurmd', 'slurm-client', 'rsync'];

function runEngines(options) {
  if (options.includes('--install') && enginePrograms.some(isMissing)) installPackages(enginePackages);
  if (!havePrograms(enginePrograms, [])) return 1;
  return inTemporary('eva-engines-', (folder) => {
    const problem = npmInstall(folder, 'gitlab-ci-local') || npmInstall(join(folder, 'node'), `${nodePackage}@22`);
    if (problem !== '') {
      console.error(`\n*** npm could not install gitlab-ci-local: ${problem}\n`);
      return 1;
    }
    const env = {
      ...process.env,
      GITLAB_CI_LOCAL: realpathSync(join(folder, 'node_modules/.bin/gitlab-ci-local')),
      GITLAB_CI_NODE: join(folder, 'node/node_modules', nodePackage, 'bin/node'),
    };
    return runFiles(['engines/slurm.engine.js', 'engines/gitlab.engine.js'], { env });
  });
}

const claudePackage = '@anthropic-ai/claude-code';

/** The version that docs/reference/providers.md speaks of. Another one: `npm run test:real -- --version latest`. */
const claudeVersion = '2.1.197';

function runReal(options) {
  const at = options.indexOf('--version');
  const version = at < 0 ? claudeVersion : options[at + 1];
  return inTemporary('eva-real-', (folder) => {
    const { path, says, problem } = installClaude(folder, version);
    if (problem !== undefined) {
      const what = `${claudePackage}@${version} cannot be installed: ${problem}`;
      console.error(`\n*** SKIPPED: tests of the real claude program. ${what}\n`);
      return options.includes('--skip-if-not-installable') ? 0 : 1;
    }
    console.log(`testing claude ${says}`);
    return runFiles(['real/claude-cli.real.js'], { env: { ...process.env, EVA_REAL_CLAUDE: path } });
  });
}

/** Returns the path of the program, or why there is none. Its native binary comes in a package of its own. */
function installClaude(folder, version) {
  const problem = npmInstall(folder, `${claudePackage}@${version}`);
  if (problem !== '') return { problem };
  try {
    const { resolve: find } = createRequire(join(folder, 'here.js'));
    const path = join(find(`${claudePackage}-${process.platform}-${process.arch}/package.json`), '../claude');
    const program = spawnSync(path, ['--version'], { encoding: 'utf8' });
    if (program.status !== 0) return { problem: program.error?.message ?? errorsOf(program.stderr) };
    return { path, says: program.stdout.trim() };
  } catch (error) {
    return { problem: error.message.split('\n')[0] };
  }
}

const kinds = {
  slow: (options) => runNamed(options, true),
  browser: runBrowser,
  import: (options) => (havePrograms(['strace'], options) ? runFiles(['tracing/import.traced.js']) : 1),
  shells: (options) => (havePrograms(['bash', 'zsh', 'fish'], options) ? runFiles(['shells/completion.shell.js']) : 1),
  nodes: runNodes,
  real: runReal,
  engines: runEngines,
  live: () => runFiles(filesIn('live')),
};

const [kind, ...options] = process.argv.slice(2);
process.exitCode = Object.hasOwn(kinds, kind ?? '') ? kinds[kind](options) : runNamed(process.argv.slice(2), false);
