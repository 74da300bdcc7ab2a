import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type EvaError, evaError } from '#model/problem.js';
import { promptWord, shellWord } from '#model/text/quoted.js';
import { runProgram } from './run-program.js';
import { type ProgramStart, programEnvironment } from './start-program.js';

/** A folder in a repository, and the surroundings in which git reads the repository. */
export interface GitPlace {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** The comparison that needs the ref: hints depend on the command. Absent for `eva eval --changed`. */
  readonly comparing?: {
    /** The prompt. */
    readonly id: string;
    /** Returns the word that was probably meant in place of the ref; null without one. */
    readonly meant: () => string | null;
  };
}

interface GitResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The commands of git that eva may start. A repository can be a stranger's, and so can its configuration: these are plumbing, which starts no
 * program that a configuration names. Others do (`log` starts `gpg.program` for a signed commit).
 */
type Plumbing = 'cat-file' | 'ls-files' | 'ls-tree' | 'merge-base' | 'rev-list' | 'rev-parse';

export type GitCommand = readonly [Plumbing, ...string[]];

/** Besides: no hooks, no monitor, no pager, no fetch, and no repository that is an ordinary folder of another one (git from 2.38 on). */
const settings: readonly string[] = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'log.showSignature=false',
  'protocol.allow=never',
  'safe.bareRepository=explicit',
];

const flags: readonly string[] = [
  '--no-pager',
  '--no-replace-objects',
  '--literal-pathspecs',
  ...settings.flatMap((setting) => ['-c', setting]),
];

const ownVariables = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
};

/** Returns the command line and environment of a git command. No `GIT_…` variable of the user is passed on. */
export function gitStart(args: GitCommand, { root, env }: GitPlace): ProgramStart {
  return {
    argv: ['git', ...flags, '-C', root, ...args],
    cwd: root,
    env: { ...programEnvironment(env, [], /^XDG_CONFIG_HOME$/), ...ownVariables },
  };
}

/** The time limit of a command, in milliseconds. */
const timeoutMs = 120_000;
/** The maximum size of an output: the list of a million files. */
const maxOutputBytes = 256 * 1024 * 1024;

/** Runs a git command that only reads, and returns how it ended. Throws EVA_GIT if git is missing or does not end. */
export async function runGit(args: GitCommand, place: GitPlace, input = ''): Promise<GitResult> {
  const { signal } = place;
  const result = await runProgram({ ...gitStart(args, place), input, timeoutMs, maxOutputBytes, signal });
  if (result.failed_to_start !== undefined) throw noGit(place);
  if (result.exit_code === null || result.too_much_output)
    throw gitFailed(args, 'it did not end, or printed too much', place);
  return { code: result.exit_code, stdout: result.stdout, stderr: result.stderr };
}

/** Returns the way to go on without the commit, for hints. */
export function insteadOfCommit({ comparing }: GitPlace): string {
  if (!comparing) return 'name the prompts: eva eval ID';
  const meant = comparing.meant();
  return meant === null
    ? `compare two runs: eva compare ${promptWord(comparing.id)} RUN RUN`
    : `did you mean ${shellWord(meant)}?`;
}

export function noGit(place: GitPlace): EvaError {
  return evaError('EVA_GIT:no_git', 'there is no git program in PATH', {
    hint: `install git, or ${insteadOfCommit(place)}`,
  });
}

/** Returns the error for a git command that failed for a reason that eva does not know. */
export function gitFailed([command]: GitCommand, stderr: string, place: GitPlace): EvaError {
  const [reason = ''] = stderr.trim().split('\n');
  return evaError('EVA_GIT:failed', `git ${command} failed: ${reason.slice(0, 300)}`, {
    hint: `correct that, or ${insteadOfCommit(place)}`,
  });
}

/**
 * Returns true if git tracks a file in a repository that it lies in: then a clone can bring it. Also true if git cannot say. The folder of a
 * user's own files can be a repository too, so that lying in one alone proves nothing. Starts git only where a folder above has a `.git`.
 */
export function isTracked(path: string, env: NodeJS.ProcessEnv = process.env): boolean {
  const file = realpathSync.native(path);
  return foldersAbove(file).some((top) => {
    if (!existsSync(join(top, '.git'))) return false;
    const place = { root: top, env, signal: new AbortController().signal };
    const { argv, ...options } = gitStart(['ls-files', '--error-unmatch', '--', relative(top, file)], place);
    const [git = '', ...args] = argv;
    return spawnSync(git, args, { ...options, stdio: 'ignore' }).status !== untracked;
  });
}

/** The exit code of `git ls-files --error-unmatch` for a file that is not in the index. */
const untracked = 1;

function foldersAbove(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...foldersAbove(parent)];
}
