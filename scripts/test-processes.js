// Runs test files in few processes, because starting a process and loading its modules takes longer than most files do.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The files that get a process of their own and start first, the longest before the others, so that all cores are busy to the end. */
const longest = [
  'promises/dataset/kills.slow',
  'promises/dataset/interrupted-calls.slow',
  'promises/timeouts',
  'promises/importing/sizes',
  'promises/importing/hostile',
  'promises/library-kills',
  'scripts/bundle',
  'promises/disk-faults',
  'cli/interrupt',
  'promises/promote-kill',
  'promises/kills',
  'promises/dataset/shards-and-batches.slow',
  'promises/dataset/arrival-order.slow',
  'promises/retries',
  'promises/correlated-turns',
  'decide/unasked-trials.slow',
  'promises/false-green',
  'promises/slow-schema',
  'promises/impatience',
  'promises/secrets-runs',
  'cli/scenario-app',
  'cli/attempts-interrupted',
  'cli/batch',
  'decide/bounds-beside-the-bar.slow',
];

/** The files that look at their whole process: which modules it has loaded, or what warnings Node gave. */
const alone = ['cli/loading', 'api/sigma-eval'];

const ownProcess = [...longest, ...alone];
const gone = ownProcess.filter((name) => !existsSync(`tests/${name}.test.ts`));
if (gone.length > 0) throw new Error(`scripts/test-processes.js names tests that do not exist: ${gone.join(', ')}`);

/** The most files that share a process. */
const mostFiles = 8;

/** Returns the names of all test files in dist-tests/. The sources say which: dist-tests/ still has what was renamed. */
export function testNames() {
  const sources = readdirSync('tests', { recursive: true, encoding: 'utf8' });
  return sources.filter((name) => name.endsWith('.test.ts')).map((name) => name.slice(0, -'.test.ts'.length));
}

/** Runs test files by their names. Prints the tests that failed once more at the end. Returns the exit code of `node --test`. */
export function runTests(names, options = []) {
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
    const line = ['--test', slots, '--test-timeout=600000', ...reporters, ...options, ...files];
    const { status } = spawnSync(process.execPath, line, { stdio: 'inherit' });
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

/** Groups files in the order in which they start: those of their own process, and the others by room. */
function groupsOf(names) {
  const own = ownProcess.filter((name) => names.includes(name)).map((name) => [name]);
  const rooms = new Map();
  for (const name of names.filter((one) => !ownProcess.includes(one)).sort()) {
    const room = name.split('/')[0];
    rooms.set(room, [...(rooms.get(room) ?? []), name]);
  }
  return [...own, ...[...rooms.values()].flatMap(parts)];
}

/** Splits files into groups of about the same size, each of at most `mostFiles`. */
function parts(names) {
  const count = Math.ceil(names.length / mostFiles);
  return Array.from({ length: count }, (_, part) => names.filter((_, at) => at % count === part));
}
