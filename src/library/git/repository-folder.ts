import { EvaError } from '#model/problem.js';
import { gitProblem } from '#provider/process/git-problems.js';
import { type GitCommand, type GitPlace, gitFailed, runGit } from '#provider/process/git-program.js';
import { isShallowClone, resolveRef } from './resolve-ref.js';

/**
 * Returns the path of a folder in its repository: `''` for the top, else with a slash at the end. Throws EVA_GIT for a folder that is in no
 * repository.
 */
export async function folderInRepository(place: GitPlace): Promise<string> {
  const inside = await runGit(['rev-parse', '--is-inside-work-tree'], place);
  const { root } = place;
  if (inside.code !== 0) throw repositoryError(root, inside.stderr);
  if (inside.stdout.trim() !== 'true') throw new EvaError([gitProblem('outside', { root })]);
  const { code, stdout, stderr } = await runGit(['rev-parse', '--show-prefix'], place);
  if (code !== 0) throw gitFailed(['rev-parse'], stderr);
  return stdout.replace(/\r?\n$/, '');
}

function repositoryError(root: string, stderr: string): EvaError {
  if (/not a git repository/i.test(stderr)) return new EvaError([gitProblem('no_repository', { root })]);
  const [, owned] = /dubious ownership in repository at '(.*)'/.exec(stderr) ?? [];
  if (owned !== undefined) return new EvaError([gitProblem('ownership', { dir: owned })]);
  return gitFailed(['rev-parse'], stderr);
}

/** Lists the commits up to HEAD that changed files below a folder, the newest first, at most `most`. The path is relative to the root. Throws EVA_GIT. */
export async function historyOf(
  folder: string,
  most: number,
  place: GitPlace,
): Promise<{ readonly commits: readonly string[]; readonly isShallow: boolean }> {
  await folderInRepository(place);
  await resolveRef('HEAD', place);
  const args: GitCommand = ['rev-list', `--max-count=${most}`, 'HEAD', '--', folder];
  const { code, stdout, stderr } = await runGit(args, place);
  if (code !== 0) throw gitFailed(args, stderr);
  const commits = stdout.split('\n').filter((line) => /^[0-9a-f]{40,64}$/.test(line));
  return { commits, isShallow: await isShallowClone(place) };
}
