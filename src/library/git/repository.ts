import { EvaError, evaError } from '#model/problem.js';
import { flagWords, promptWord, quoted, shellWord, short } from '#model/text/quoted.js';
import { type GitCommand, type GitPlace, gitFailed, insteadOfCommit, runGit } from '#provider/process/git-program.js';

/** A commit, and how messages name it. */
export interface NamedCommit {
  /** The full name of the object. */
  readonly commit: string;
  /** `origin/main`, or `the merge base with origin/main`. */
  readonly name: string;
}

/** Throws EVA_GIT for a text that cannot be a ref. One that begins with `-` would be an option of git. */
export function requireRef(ref: string, { comparing }: GitPlace): void {
  if (ref !== '' && !ref.startsWith('-') && ref.length <= 1000 && !/[\p{Cc}\p{Cf}]/u.test(ref)) return;
  const command = comparing ? `eva compare ${promptWord(comparing.id)}` : 'eva eval --changed';
  throw evaError('EVA_GIT:bad_ref', `${JSON.stringify(ref.slice(0, 100))} cannot be a git ref`, {
    hint:
      ref === '' && !comparing
        ? 'is the variable set that holds it? eva eval --changed compares with the default'
        : `name a branch, tag or commit: ${command} origin/main`,
  });
}

/** The two usual names of a default branch. */
const defaults: Readonly<Record<string, string>> = { main: 'master', master: 'main' };

/** Returns the ref that somebody may have meant: the branch of `origin`, or the default branch by its other name. Null if neither exists. */
async function meantRef(ref: string, place: GitPlace): Promise<string | null> {
  const other = Object.hasOwn(defaults, ref) ? defaults[ref] : undefined;
  const candidates = [`origin/${ref}`, ...(other === undefined ? [] : [other, `origin/${other}`])];
  for (const candidate of candidates) if ((await commitOf(candidate, place)) !== null) return candidate;
  return null;
}

/**
 * Returns a ref to compare with that exists: the default branch of `origin`, else `main` or `master`, else the commit before HEAD. Null without
 * any, without git, and outside of a repository.
 */
export async function usualRef(place: GitPlace): Promise<string | null> {
  try {
    const { code, stdout } = await runGit(['rev-parse', '--abbrev-ref', 'refs/remotes/origin/HEAD'], place);
    const ofOrigin = code === 0 ? [stdout.trim()] : [];
    for (const ref of [...ofOrigin, 'origin/main', 'origin/master', 'main', 'master', 'HEAD~1'])
      if ((await commitOf(ref, place)) !== null) return ref;
  } catch (error) {
    if (!(error instanceof EvaError)) throw error;
  }
  return null;
}

/** Returns the commit of a ref, or of the default without one: the merge base with the default branch of `origin`, else HEAD. Throws EVA_GIT. */
export async function resolveRef(ref: string | null, place: GitPlace): Promise<NamedCommit> {
  if (ref === null) return defaultCommit(place);
  const commit = await commitOf(ref, place);
  if (commit !== null) await refuseAmbiguous(ref, place);
  if (commit !== null) return { commit, name: ref };
  if (ref === 'HEAD') throw noCommit(place);
  const { comparing } = place;
  if (await isShallowClone(place))
    throw evaError('EVA_GIT:shallow', `this clone is shallow, and does not have ${quoted(ref)}`, {
      hint: isName(ref) ? fetchHint(ref, comparing ? 'name' : '--changed') : `get all commits: ${fullHistory}`,
    });
  const meant = (await meantRef(ref, place)) ?? comparing?.meant() ?? null;
  const lists = `git branch --all shows the branches, git log the commits${comparing ? ', eva log the runs' : ''}`;
  const wayOn = ref.startsWith('origin/') && isName(ref) ? `get it: ${fetchOf(ref)}` : lists;
  throw evaError('EVA_GIT:unknown_ref', `git knows no commit ${quoted(ref)}`, {
    hint: meant === null ? wayOn : `did you mean ${short(meant)}?`,
  });
}

function noCommit(place: GitPlace): EvaError {
  return evaError('EVA_GIT:no_commit', 'the repository has no commit yet', {
    hint: `commit the library, or ${insteadOfCommit(place)}`,
  });
}

/** The command that gets the commits that a shallow clone lacks. */
export const fullHistory = 'git fetch --unshallow (with actions/checkout: fetch-depth: 0)';

/** Returns how to get a ref in a shallow clone, which does not tell whether a name is a branch or a tag. */
function fetchHint(ref: string, name: string): string {
  const depth = '(with actions/checkout: fetch-depth: 0)';
  if (ref.startsWith('origin/') || isCommit(ref)) return `get it: ${fetchOf(ref)} ${depth}`;
  return `get a tag: git fetch --depth=1 origin tag ${ref}; get a branch: ${fetchOf(ref)} ${depth}; then ${name} origin/${ref}`;
}

/** Returns the command that gets a ref: `origin/main` under its own name, another name as the branch of `origin`. */
function fetchOf(ref: string): string {
  if (isCommit(ref)) return `git fetch --depth=1 origin ${ref}`;
  const branch = ref.replace(/^(refs\/remotes\/)?origin\//, '');
  return `git fetch --depth=1 origin ${shellWord(`+refs/heads/${branch}:refs/remotes/origin/${branch}`)}`;
}

function isCommit(ref: string): boolean {
  return /^[0-9a-f]{7,64}$/.test(ref);
}

function isName(ref: string): boolean {
  return /^[\w./-]{1,500}$/.test(ref) && !ref.endsWith('/') && !ref.includes('..') && ref !== 'HEAD';
}

/** Throws EVA_GIT for a name of several commits: git takes a tag before a branch, so a tag `origin/main` would hide the branch. */
async function refuseAmbiguous(ref: string, place: GitPlace): Promise<void> {
  const [name = ''] = ref.split(/[\^~:]|@\{/);
  if (name === '' || name === 'HEAD' || name === '@') return;
  const found = new Map<string, string>();
  for (const above of ['refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/']) {
    const commit = await commitOf(`${above}${name}`, place);
    if (commit !== null) found.set(`${above}${name}`, commit);
  }
  const commits = new Set(found.values());
  const isOtherCommit =
    /^[0-9a-f]{4,64}$/i.test(name) && [...commits].some((commit) => !commit.startsWith(name.toLowerCase()));
  if (commits.size <= 1 && !isOtherCommit) return;
  const words = [...found.keys()].map((full) => `${place.comparing ? '' : '--changed '}${shellWord(short(full))}`);
  throw evaError('EVA_GIT:ambiguous', `${quoted(name)} can mean several commits`, {
    hint: `write the full name: ${words.join(' or ')}`,
  });
}

async function defaultCommit(place: GitPlace): Promise<NamedCommit> {
  const head = await commitOf('HEAD', place);
  if (head === null) throw noCommit(place);
  const remote = await commitOf('refs/remotes/origin/HEAD', place);
  if (remote === null) return { commit: head, name: 'HEAD' };
  const named = await runGit(['rev-parse', '--abbrev-ref', 'refs/remotes/origin/HEAD'], place);
  const branch = named.code === 0 ? named.stdout.trim() : 'origin/HEAD';
  const base = await runGit(['merge-base', remote, head], place);
  if (base.code === 0) return { commit: base.stdout.trim(), name: `the merge base with ${branch}` };
  const lack = 'EVA_GIT:no_merge_base';
  if (await isShallowClone(place))
    throw evaError(lack, `this clone is shallow, and does not have the merge base with ${short(branch)}`, {
      hint: `get all commits: ${fullHistory}`,
    });
  throw evaError(lack, `HEAD and ${short(branch)} have no commit in common`, {
    hint: `name what to compare with: eva eval ${flagWords('--changed', short(branch))}`,
  });
}

/** Returns the commit that a ref names; null for an unknown ref. */
async function commitOf(ref: string, place: GitPlace): Promise<string | null> {
  const { code, stdout } = await runGit(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`],
    place,
  );
  const last = stdout.trim().split('\n').at(-1) ?? '';
  return code === 0 && /^[0-9a-f]{40,64}$/.test(last) ? last : null;
}

export async function isShallowClone(place: GitPlace): Promise<boolean> {
  const { stdout } = await runGit(['rev-parse', '--is-shallow-repository'], place);
  return stdout.trim() === 'true';
}

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
