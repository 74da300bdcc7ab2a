import { type EvaError, evaError } from '#model/problem.js';
import { quoted, shellWord, short } from '#model/text/quoted.js';
import { type GitCommand, type GitPlace, gitFailed, insteadOfCommit, runGit } from '#provider/process/git-program.js';
import { isShallowClone, resolveRef } from './resolve-ref.js';

/**
 * Returns the path of a folder in its repository: `''` for the top, else with a slash at the end. Throws EVA_GIT for a folder that is in no
 * repository.
 */
export async function folderInRepository(place: GitPlace): Promise<string> {
  const inside = await runGit(['rev-parse', '--is-inside-work-tree'], place);
  if (inside.code !== 0) throw repositoryError(inside.stderr, place);
  if (inside.stdout.trim() !== 'true')
    throw evaError('EVA_GIT:outside', `${quoted(place.root)} is outside of the working tree of its git repository`, {
      hint: insteadOfCommit(place),
    });
  const { code, stdout, stderr } = await runGit(['rev-parse', '--show-prefix'], place);
  if (code !== 0) throw gitFailed(['rev-parse'], stderr, place);
  return stdout.replace(/\r?\n$/, '');
}

function repositoryError(stderr: string, place: GitPlace): EvaError {
  if (/not a git repository/i.test(stderr))
    return evaError('EVA_GIT:no_repository', `${quoted(place.root)} is in no git repository`, {
      hint: insteadOfCommit(place),
    });
  const [, owned] = /dubious ownership in repository at '(.*)'/.exec(stderr) ?? [];
  if (owned === undefined) return gitFailed(['rev-parse'], stderr, place);
  return evaError('EVA_GIT:ownership', `git does not read ${quoted(owned)}, which belongs to another user`, {
    hint: `if you trust that user: git config --global --add safe.directory ${shellWord(short(owned))}`,
  });
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
  if (code !== 0) throw gitFailed(args, stderr, place);
  const commits = stdout.split('\n').filter((line) => /^[0-9a-f]{40,64}$/.test(line));
  return { commits, isShallow: await isShallowClone(place) };
}
