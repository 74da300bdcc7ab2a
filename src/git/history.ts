import { type GitCommand, type GitPlace, gitFailed, runGit } from '#provider/process/git-program.js';
import { folderInRepository, isShallowClone, resolveRef } from './resolve-ref.js';

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
