// npm test: every test file but those named x.slow.test.ts, which `--slow` runs instead. Further arguments go to `node --test`.
// Files of a room share a process, because starting one and loading its modules takes longer than most files do.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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

const options = process.argv.slice(2);
const wantsSlow = options.includes('--slow');
const names = testNames().filter((name) => isSlow(name) === wantsSlow);
process.exitCode = runTests(
  names,
  options.filter((option) => option !== '--slow'),
);
