// Runs the tests of the launcher under this version of Node and under newer ones, which npm installs into a temporary folder.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const majors = ['22', '24'];
const tooOld = '18';
const tests = ['dist-tests/nodes/launcher.nodes.js'];
const packageName = `node-${process.platform}-${process.arch}`; // the program alone; the package `node` would install it by a script

const folder = mkdtempSync(join(tmpdir(), 'eva-nodes-'));
try {
  const installed = majors.map((major) => ({ major, program: install(major) }));
  const programs = [process.execPath, ...installed.flatMap(({ program }) => program ?? [])];
  const failed = programs.filter((program) => !passes(program));
  const old = install(tooOld);
  if (old !== null && !isRefused(old)) failed.push(old);
  const missing = [...installed, { major: tooOld, program: old }].flatMap(({ major, program }) =>
    program === null ? [major] : [],
  );
  if (missing.length > 0) sayNotTested(missing);
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Installs a version of Node and returns its path, or null if npm cannot install it here. */
function install(major) {
  const prefix = join(folder, major);
  const options = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const line = ['install', '--prefix', prefix, ...options, `${packageName}@${major}`];
  const { status } = spawnSync('npm', line, { stdio: ['ignore', 'ignore', 'inherit'] });
  return status === 0 ? join(prefix, 'node_modules', packageName, 'bin', 'node') : null;
}

function passes(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  console.log(`\nNode ${stdout.trim()}`);
  const line = ['--test', '--test-reporter=spec', ...tests];
  return spawnSync(program, line, { stdio: 'inherit' }).status === 0;
}

/** Returns true if eva says in one line that this version is too old, and exits with 2. */
function isRefused(program) {
  const { status, stdout, stderr } = spawnSync(program, ['bin/eva.js', 'list'], { encoding: 'utf8' });
  const isOneLine = stdout === '' && /^eva needs Node .*\n$/.test(stderr);
  console.log(`\nNode ${tooOld}: ${isOneLine && status === 2 ? 'refused' : `exit ${status}, ${stdout}${stderr}`}`);
  return isOneLine && status === 2;
}

function sayNotTested(missing) {
  const line = '!'.repeat(80);
  const reason = `npm could not install ${missing.map((major) => `${packageName}@${major}`).join(' and ')}`;
  console.error(`\n${line}\nNOT TESTED under Node ${missing.join(' and ')}: ${reason}.\n${line}`);
}
